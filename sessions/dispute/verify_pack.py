"""
Check a dispute pack of one bingo game without the software that made it.

Run `python3 verify_pack.py PACK.zip [--hash HASH]`, with the hash written down in the hall or printed in its minutes.
Python 3.9 or later, standard library only; nothing is written or sent. The last line is OK (exit code 0) or the first
fault (exit code 1). Every figure is worked out again from the rows and the faces; `game.json` is only compared with it.
"""

import csv
import hashlib
import io
import json
import re
import sys
import zipfile

MANIFEST, SUMMARY, JOURNAL, RELATED, FACES = "manifest.json", "game.json", "journal.jsonl", "related.jsonl", "faces.csv"
HASHED = set("hall position session_no stream seq kind payload actor source_ref body_hash at".split())
NEVER, NO_CAP = 91, 10**15  # the ball of what is not complete; the cents of a fund that may grow without end

canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode  # one way only
# Kinds of row: states of the game in which there can be one > the state it leads to, where that is another one.
TABLE = """BallDrawn HeldBallResolved BallCalled BallCorrected ClaimRaised ClaimUpheld ClaimRejected: checking;
GameVoided: selling ready drawing checking won unclaimed waiting suspended > void; DrawStarted: waiting ready > ready;
GameSuspended: selling ready drawing checking waiting > suspended; BallDrawn HeldBallResolved: ready drawing > drawing;
SaleFiguresCorrected: ready drawing checking waiting; GameClosed: won unclaimed paying refunded > closed;
CardsSold SaleUndone SeriesAdded: selling; GameWithdrawn: announced selling > closed; SaleOpened: announced > selling;
CardsSpoiled: selling ready waiting void; GameClosedUnclaimed: drawing > unclaimed; BallCalled BallCorrected: drawing;
PrizePaid: won unclaimed paying > paying; PairedSaleClosed: announced > waiting; ManualDrawOrdered: suspended > before;
SuspensionLifted: suspended > before; RefundsCompleted: void > refunded; ClaimRaised: drawing > checking;
PlayResumed: checking > drawing; SaleClosed: selling > ready; BingoClosed: checking > won; CardsRefunded: void"""


def need(holds, text):
    if not holds:
        raise AssertionError(text)


def check_manifest(files):
    text, found = files[MANIFEST].decode(), {}
    for name in sorted({*files, SUMMARY, JOURNAL, RELATED, FACES} - {MANIFEST}):
        need(name in files, f"{name}: missing")
        need(f'"{name}":' in text, f"{name}: {MANIFEST} does not name it")
        found[name] = hashlib.sha256(files[name]).hexdigest()
        need(f'"{name}":"{found[name]}"' in text, f"{name}: its SHA-256 is {found[name]}, not the one in {MANIFEST}")
    found = {"files": found, "format": "bingo-dispute-pack/1"}
    need(text == canonical(found) + "\n", f"{MANIFEST}: it is not as it was written, or a file is missing")
    return f"{len(files) - 1} files are as {MANIFEST} says"


def read_rows(files, name):
    rows = [json.loads(line) for line in files[name].decode().splitlines()]
    for number, row in enumerate(rows, start=1):
        need(set(row) == HASHED | {"prev_hash", "hash"}, f"{name}, line {number}: not the fields of a row")
        text = str(row["prev_hash"]) + canonical({field: row[field] for field in HASHED})
        found = hashlib.sha256(text.encode()).hexdigest()
        row["where"] = f"{name}, position {row['position']} ({row['kind']}, {row['stream']})"
        need(found == row["hash"], f"{row['where']}: its hash is {row['hash']}, but its fields give {found}")
    return rows


def read_faces(files):
    faces = {}
    for line in csv.DictReader(io.StringIO(files[FACES].decode())):
        card, rows = int(line["card"]), [[int(n) for n in line[f"row_{place}"].split()] for place in (1, 2, 3)]
        numbers = set().union(*rows)
        whole = len(numbers) == 15 and numbers <= set(range(1, 91)) and all(len(row) == 5 for row in rows)
        whole = whole and len({min(n // 10, 8) for n in numbers}) == 9 and card not in faces
        need(whole, f"{FACES}, card {card}: not 15 numbers of 1 to 90 in nine columns, five a row; or twice")
        faces[card] = rows
    return faces


def cards(run):
    return set(range(run["first"], run["last"] + 1))


class Game:
    """What one game's rows tell. Each method is named after the kind of row it takes; other kinds change nothing."""

    def __init__(self, faces):
        self.faces, self.at, self.kind, self.state, self.before = faces, "", "", "announced", ""
        self.terms, self.figures, self.lots, self.sold, self.never = {}, {}, [], set(), set()  # `never` to be sold
        self.balls, self.called, self.stopped = [], [], 0  # `stopped`: at which ball this round of claims began
        self.claims, self.good, self.awards, self.line_ball = [], [], [], NEVER  # `line_ball` closed the line
        self.payments, self.refunds, self.void, self.used = [], [], None, set()  # `used`: halves, once called

    def take(self, row, *, own):
        rules = re.findall(rf"\b{re.escape(row['kind'])}\b[\w ]*: ([\w ]+)(?:> (\w+))?", TABLE) if own else []
        to = [to or self.state for states, to in rules if self.state in states.split()]
        need(to or not rules, f"there can be none while the game is {self.state}")
        self.at, self.kind = row["at"], row["kind"]
        if row["payload"].get("accepted", True):  # a held ball that is thrown out changes nothing
            getattr(self, re.sub(r"(?<!^)(?=[A-Z])", "_", self.kind).lower(), lambda _: None)(row["payload"])
            if to:
                self.before, self.state = self.state, to[0].replace("before", self.before)

    def agrees(self, told, found):
        for name, value in found.items():
            need(told[name] == value, f"{name} is told as {told[name]}; it is {value}")

    def lot_of(self, card):
        (lot,) = [lot for lot in self.lots if lot["first"] <= card <= lot["last"]]
        return lot

    def sale_opened(self, p):
        self.terms, self.lots = p["terms"], []
        for lot in p["lots"]:
            self.series_added({"lot": lot})

    def series_added(self, p):
        self.lots.append({"parts": 1, **p["lot"], "first": p["lot"]["first_card"], "last": p["lot"]["last_card"]})
        self.never |= set().union(*(cards(o) for o in p["lot"]["off"] if o["why"] in ("spoiled", "unplayable")))

    def cards_sold(self, p):
        need(not cards(p) & (self.sold | self.never), "a card is sold that was sold or spoiled before")
        lot = self.lot_of(p["first"])
        need(p["last"] <= lot["last"] and lot["medium"] == p["medium"], "cards of two series or two media")
        price = len(cards(p)) * lot["face_value_cents"] * lot["parts"]
        need(price == p["amount_cents"], f"the cards cost {price} cents, not {p['amount_cents']}")
        self.sold |= cards(p)

    def sale_undone(self, p):
        need(cards(p) <= self.sold, "cards are taken back that were not sold")
        self.sold -= cards(p)

    def cards_spoiled(self, p):
        need(not cards(p) & self.sold, "a sold card is spoiled")
        self.never |= cards(p)

    def paired_sale_closed(self, p):
        """Begin the second game of a pair: with the cards sold for the first one, for what these bring and no more."""
        self.sale_opened(p)
        more = [p["terms"]["carried_line_cents"], p["terms"]["carried_bingo_cents"]]
        more += [j["played"] for j in p["terms"]["jackpots"]]
        need(not any(more), "it is played for what only the first game of the pair can be")
        left = [set(range(lot["first"], lot["next_card"])).difference(*map(cards, lot["off"])) for lot in self.lots]
        need(set().union(*left) == self.sold, "its cards are not those sold for the first game of the pair")
        self.sale_closed(p)

    def sale_figures_corrected(self, p):
        """Count the printed cards anew: `last` is the last one sold; before the line is awarded (art. 39.3.a)."""
        need(self.line_ball == NEVER, "the cards are counted anew after the line was awarded")
        printed = [lot for lot in self.lots if lot["medium"] == "physical"]
        was_sold = self.sold & set().union(*map(cards, printed))
        counted = was_sold if p.get("counted") is None else set().union(*map(cards, p["counted"]))
        self.sold -= was_sold
        whole = [n for n, lot in enumerate(printed) if p["last"] in cards(lot)]
        at = whole[0] if whole else [lot["first"] - 1 for lot in printed].index(p["last"])
        for n, lot in enumerate(printed[: at + 1]):
            fit = cards(lot) - self.never
            was_last = max(counted & fit, default=lot["first"] - 1)
            all_sold = n < at and whole and not counted & cards(printed[n + 1])  # for the next series was begun
            top = p["last"] if n == at else max(fit, default=was_last) if all_sold else was_last
            self.sold |= {card for card in fit if card <= top and (card in counted or card > was_last)}
        self.sale_closed(p)

    def sale_closed(self, p):
        t, told, unit = self.terms, p["figures"], self.terms.get("rounding_unit", 1)
        takings = sum(self.lot_of(card)["face_value_cents"] for card in self.sold)
        virtual = sum(self.lot_of(card)["medium"] == "virtual" for card in self.sold)
        found = {"physical_sold": len(self.sold) - virtual, "virtual_sold": virtual, "takings_cents": takings}
        found["tax_cents"], (jackpots, over) = takings * t.get("tax_bp", 0) // 10_000, self.funded(takings, unit)
        spent = found["tax_cents"] + sum(j["funded_cents"] + j["reserved_cents"] for j in jackpots)
        for prize in ("line", "bingo"):
            own = (takings * t[f"{prize}_bp"] // 10_000 + over[prize]) // unit * unit
            found[f"{prize}_cents"] = own + t.get(f"carried_{prize}_cents", 0)
            spent += own
        self.agrees(told, {**found, "house_cents": takings - spent})
        more = told.get("jackpots") or []
        found = [{name: j[name] for name in more[0]} for j in jackpots] if more else jackpots
        need(more == found, f"the additional prizes are told as {more}; they are {found}")
        self.figures = told

    def funded(self, takings, unit):
        """Fund the additional prizes; what no longer fits under a cap goes to another one, the line or the bingo."""
        found = [{**j, "cap": j["cap_cents"] or NO_CAP} for j in self.terms.get("jackpots") or []]
        over = {"line": 0, "bingo": 0, **{j["code"]: 0 for j in found}}
        for j in found:
            share, free, to = takings * j["funding_bp"] // 10_000, j["cap"] - j["fund_cents"], j["overflow_to"]
            j["reserved_cents"] = share * j["reserve_bp"] // 10_000 if free > 0 else 0
            j["funded_cents"] = min(share - j["reserved_cents"], max(free, 0))
            over[to if to in over and to != j["code"] else "bingo"] += share - j["reserved_cents"] - j["funded_cents"]
        for j in found:
            held = j["fund_cents"] + j["funded_cents"]
            more = min(over[j["code"]], max(j["cap"] - held, 0))
            j["funded_cents"], over["bingo"] = j["funded_cents"] + more, over["bingo"] + over[j["code"]] - more
            pot = min(held + more, j["cap"]) if j["kind"] == "accumulated" else j["amount_cents"]
            j["prize_cents"] = pot // unit * unit if j["played"] else 0
            j["last_ball"] = max([[0, 0], *(limit for limit in j["limits"] if limit[0] <= len(self.sold))])[1]
        return found, over

    def ball_drawn(self, p):
        need(self.figures and p["ordinal"] == len(self.balls) + 1, "a ball out of order, or before the figures")
        self.balls.append({"ordinal": p["ordinal"], "number": 0, "drawn_at": self.at, "called_at": None})
        self.ball_corrected({**p, "was": 0})

    def ball_called(self, p):
        ball = self.balls[len(self.called)]  # none, where it was not drawn
        need((ball["ordinal"], ball["number"]) == (p["ordinal"], p["number"]), f"the next one was {ball['number']}")
        ball["called_at"] = self.at
        self.called.append(p["number"])

    def ball_corrected(self, p):
        ball, out = self.balls[p["ordinal"] - 1], [b["number"] for b in self.balls]
        need(ball["number"] == p["was"], f"ball {p['ordinal']} was not {p['was']}")
        need(p["number"] in range(1, 91) and p["number"] not in out, f"number {p['number']} is out already")
        ball["number"] = p["number"]
        self.called = [b["number"] for b in self.balls[: len(self.called)]]

    def complete(self, card, numbers):
        """Give the balls of a card's line, if it came before the line was closed, and of its bingo; 91 is never."""
        at = [max(numbers.index(n) + 1 if n in numbers else NEVER for n in row) for row in self.faces[card]]
        return min(at) if min(at) <= self.line_ball else NEVER, max(at)

    def claim_raised(self, p):
        card, part, lot = p["card"], p.get("part", 0), self.lot_of(p["card"])
        need(card in self.sold, f"card {card} was not sold in this game")
        need(p["rows"] == self.faces.get(card), f"the face of card {card} is not that of {FACES}")
        need(p["ball"] == len(self.called), f"{len(self.called)} balls were called, not {p['ball']}")
        need(p["claim_no"] == len(self.claims) + 1, f"claim {p['claim_no']} is out of order")
        again = any((c["card"], c["prize"]) == (card, p["prize"]) and c["status"] != "rejected" for c in self.claims)
        need(not again, f"card {card} was called for the {p['prize']} before")
        halves = (1, 2) if lot["parts"] == 2 and lot["medium"] == "physical" else (0,)
        need(part in halves and (card, part) not in self.used, f"half {part} of card {card} cannot be called")
        self.used.add((card, 3 - part))
        claim = {"part": part, "status": "open", "reason": "", "missing": [], "judged_at": None}
        claim.update({name: p[name] for name in ("claim_no", "prize", "card", "ball")}, raised_at=self.at)
        self.claims.append(claim)
        self.stopped = self.stopped or p["ball"]

    def claim_upheld(self, p):
        claim, face = self.claims[p["claim_no"] - 1], self.faces[p["card"]]
        told = ("open", p["card"], p["prize"])
        need((claim["status"], claim["card"], claim["prize"]) == told, "it is no verdict on an open claim")
        lacks = [[n for n in row if n not in self.called] for row in face]
        lacks = min(lacks, key=len) if p["prize"] == "line" else sorted(n for row in lacks for n in row)
        late = p["prize"] == "line" and self.line_ball < NEVER
        if "reason" not in p:
            need(not lacks and not late, f"card {p['card']} is found good; it lacks {lacks}" + ", and is late" * late)
            self.good.append(claim)
        else:
            just = late if p["reason"] == "late" else lacks and p["missing"] == lacks
            need(just, f"card {p['card']} lacks {lacks}, not {p.get('missing')}" + ", and is late" * late)
        claim.update(status="rejected" if "reason" in p else "upheld", judged_at=self.at)
        claim.update(reason=p.get("reason", ""), missing=p.get("missing", []))

    def winners(self, prize):
        good = [c for c in self.good if c["prize"] == (prize if prize == "line" else "bingo")]
        if prize in ("line", "bingo"):
            return self.figures[f"{prize}_cents"], good
        (pool,) = [j for j in self.figures.get("jackpots") or [] if j["code"] == prize]
        balls = [max(self.stopped, self.complete(c["card"], self.called)[1]) for c in good]  # not when it was called
        low, high = pool["exact_ball"], pool["exact_ball"] or pool["last_ball"] or 90
        return pool["prize_cents"], [c for c, ball in zip(good, balls) if low <= ball <= high]

    def play_resumed(self, p):
        """End a round of claims, and maybe the game: share each prize among its winners, and compare the shares."""
        need(not any(c["status"] == "open" for c in self.claims), "a claim was still open")
        ends = bool(self.winners("bingo")[1])
        need(ends == (self.kind == "BingoClosed"), "the game ends without a bingo, or goes on after one")
        closed = ["bingo", *(j["code"] for j in self.figures.get("jackpots") or [] if j["prize_cents"])] * ends
        closed += ["line"] * (self.line_ball == NEVER)
        of, unit = [one.get("jackpot") or one["prize"] for one in p["awards"]], self.terms.get("rounding_unit", 1)
        for prize in dict.fromkeys([*closed, *of]):
            pool, good = self.winners(prize)
            each, odd = divmod(pool // unit, len(good) or 1)
            odd *= self.terms.get("remainder_to", "winners") == "winners"  # odd units go one each to the first ones
            found = [(c["card"], (each + (place < odd)) * unit) for place, c in enumerate(good)]
            told = [(one["card"], one["cents"]) for one, name in zip(p["awards"], of) if name == prize]
            need(told == found, f"{prize}: card and cents awarded {told}; the claims give {found}")
        for one in p["awards"]:
            need(one["award_no"] == len(self.awards) + 1, f"award {one['award_no']} is out of order")
            self.awards.append({**{n: one[n] for n in "award_no prize card medium cents".split()}, "status": "pending"})
        self.stopped, self.line_ball = 0, max((c["ball"] for c in self.winners("line")[1]), default=NEVER)

    def game_closed_unclaimed(self, _payload):
        need(len(self.called) == 90, f"only {len(self.called)} balls were called")

    def prize_paid(self, p):
        one, back = self.awards[p["award_no"] - 1], self.kind == "ChequeReturned"
        owed, due = (one["medium"], one["card"], one["cents"]), one["status"] in ("paid" if back else "pending payable")
        need(due and owed == ("physical", p["card"], p["cents"]), f"award {p['award_no']} is {owed}, {one['status']}")
        one["status"] = "payable" if back else "paid"
        self.payments += [{"at": self.at, **{name: p[name] for name in ("award_no", "card", "cents")}}] * (not back)

    def cost(self, numbers):
        whole, lots = self.void.get("whole"), [self.lot_of(card) for card in numbers if self.void["cause"] != "pair"]
        return sum(lot["face_value_cents"] * (lot["parts"] if whole else 1) for lot in lots)

    def game_voided(self, p):
        """Null: where it was stopped, with the first game of its pair, or by an error, which is played both ways."""
        self.void, error = {"at": self.at, **p}, p["cause"] == "announcing_error"
        stood = self.state == "suspended" or (self.state, p["cause"]) == ("waiting", "pair")
        need(stood != error, f"a game {self.state} is not null for {p['cause']}")
        found = {"refund_cents": self.cost(self.sold), "substantial": error or None}
        if error:
            at, said = p["ordinal"] - 1, p["said"]
            need(at in range(len(self.called)) and said in range(1, 91), f"ball {at + 1}, said {said}: there is none")
            heard = [*self.called[:at], said, *self.called[at + 1 :]]
            differ = [n for n in sorted(self.sold) if self.complete(n, heard) != self.complete(n, self.called)]
            need(differ, "no card sold comes out differently by that error")
            found.update(number=self.called[at], affected=differ)
        self.agrees({**p, "affected": sorted(p.get("affected", []))}, found)
        for award in self.awards:
            award["status"] = "void"

    def cards_refunded(self, p):
        need(self.void and cards(p) <= self.sold, "cards are paid back that were not sold in a null game")
        need(not cards(p) & set().union(*map(cards, self.refunds)), "a card is paid back twice")
        need(p["cents"] == self.cost(cards(p)), f"the cards cost {self.cost(cards(p))} cents, not {p['cents']}")
        self.refunds.append({"at": self.at, **{name: p[name] for name in ("first", "last", "cents")}})

    def refunds_completed(self, p):
        paid, owed = sum(one["cents"] for one in self.refunds), self.void["refund_cents"]
        self.agrees(p, {"refunded_cents": paid, "payable_cents": owed - paid})

    def game_closed(self, p):
        found = dict.fromkeys(("credited_cents", "payable_cents", "house_cents"), 0)
        for prize in ("line", "bingo"):
            won = sum(one["cents"] for one in self.awards if one["prize"] == prize)
            goes = self.terms["remainder_to"] if won else self.terms["unclaimed_to"]
            left = 0 if self.void else self.figures[f"{prize}_cents"] - won
            found[f"carried_{prize}_cents"] = left if goes == "next_game" else 0
            found["house_cents"] += left - found[f"carried_{prize}_cents"]
        for award in self.awards:
            if award["status"] == "pending":
                award["status"] = "credited" if award["medium"] == "virtual" else "payable"
                found[f"{award['status']}_cents"] += award["cents"]
        self.agrees(p, found)

    held_ball_resolved, bingo_closed, cheque_returned = ball_drawn, play_resumed, prize_paid
    claim_rejected, refund_paid = claim_upheld, cards_refunded


def play_again(summary, rows, faces):
    game, own, first = Game(faces), summary["stream"], summary["first_of_pair"]
    for row in rows:
        p, stream, kind = row["payload"], str(row["stream"]), row["kind"]
        of_game = f"game:{p.get('game_session_no') or row['session_no']}:{p.get('game_no')}"
        paid_later = (
            stream.startswith("session:") and kind in ("PrizePaid", "RefundPaid", "ChequeReturned") and of_game == own
        )
        try:
            if stream == own or paid_later or (stream == first and not game.figures):
                game.take(row, own=stream == own)
            elif stream == first and kind == "ClaimRaised" and p.get("part"):
                game.used.add((p["card"], p["part"]))
        except (AssertionError, LookupError, TypeError, ValueError) as wrong:
            text = wrong if isinstance(wrong, AssertionError) else repr(wrong)
            raise AssertionError(f"{row['where']}: {text}") from None
    return game


def check(files, known_hash):
    yield check_manifest(files)
    rows, related = read_rows(files, JOURNAL), read_rows(files, RELATED)
    for before, row in zip(rows, rows[1:]):
        need(row["position"] == before["position"] + 1, f"{row['where']}: rows are missing before it")
        text = f"{row['where']}: it follows a row of hash {row['prev_hash']}, but position"
        need(row["prev_hash"] == before["hash"], f"{text} {before['position']} has {before['hash']}")
    head = rows[-1]["hash"]
    yield f"{len(rows)} rows in one chain, positions {rows[0]['position']} to {rows[-1]['position']}"
    need(known_hash in ("", head), f"{rows[-1]['where']}: its hash is {head}, not {known_hash}")
    summary, faces = json.loads(files[SUMMARY]), read_faces(files)
    game = play_again(summary, rows + related, faces)
    need(game.sold == set(faces), f"{FACES}: not the cards sold: {sorted(game.sold ^ set(faces))[:5]}")
    yield f"{len(faces)} cards sold once each; takings {game.figures.get('takings_cents', 0)} cents, prizes as shared"
    yield f"{len(game.balls)} balls drawn, {len(game.called)} called, in order, none twice"
    yield f"{len(game.claims)} claims judged again by faces and balls called, {len(game.good)} good"
    yield f"{len(game.awards)} awards shared to the cent, {len(game.payments)} of them paid at the desk"
    yield f"null game: {game.void['refund_cents']} cents owed" if game.void else "the game is not null"
    for name in "state figures balls claims awards payments void refunds".split():
        value = getattr(game, name)
        need(summary[name] == value, f"{SUMMARY}: {name} is not what the rows give: {canonical(value)[:300]}")
    listed = [set().union(*(range(first, last + 1) for first, last in one["sold"])) for one in summary["series"]]
    need(listed == [game.sold & cards(lot) for lot in game.lots], f"{SUMMARY}: series is not what the rows give")
    yield f"{SUMMARY} says the same; its names, phrases and signatures are for people to read"
    won = {claim["card"] for claim in game.good if claim["prize"] == "bingo"}
    silent = [card for card in sorted(faces) if game.complete(card, game.called)[1] < NEVER and card not in won]
    yield f"sold cards complete at the end that were not found good for bingo: {silent[:20] or 'none'}"
    yield f"compare with what the hall shows or prints: position {rows[-1]['position']}, hash {head}"


def main(path="", flag="--hash", known_hash=""):
    try:
        need(flag == "--hash", "usage: python3 verify_pack.py PACK.zip [--hash HASH]")
        pack = zipfile.ZipFile(path)
        for line in check({name: pack.read(name) for name in pack.namelist()}, known_hash.strip().lower()):
            print(f"ok    {line}")
    except (AssertionError, OSError, ValueError, LookupError, TypeError, AttributeError, zipfile.BadZipFile) as wrong:
        print(f"FAULT {wrong if isinstance(wrong, AssertionError) else repr(wrong)}")
        return 1
    print("OK")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
