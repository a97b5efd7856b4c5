"""
What the Jefe de Mesa reads aloud now, from the board: the law's words and, beside them, the other language.

Texts are made here because the formulas are law (S0 IV; article 85), not interface.
"""

from __future__ import annotations

from dataclasses import dataclass

from sessions.rules.board import Board
from sessions.rules.events import BALLS, Lot, Medium, PrizeKind
from sessions.rules.ranges import GONE, Run, minus
from sessions.rules.regulation import Phrase, regulation_of
from sessions.rules.states import State
from sessions.rules.suspension import paragraph_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """One sentence; source is verbatim (the law's words), ours, or translation (of the law's words)."""

    text: str
    lang: str
    source: str


def euros(cents: int) -> str:
    """
    Write an amount as the formulas do: 1.234,50, or 1.234 when it is whole euros.

    Source:
        Article 85, 1 and 4: "[…] euros".
    """
    whole, rest = divmod(cents, 100)
    text = f"{whole:,}".replace(",", ".")
    return f"{text},{rest:02d}" if rest else text


def _keys(board: Board) -> list[str]:
    match board.state:
        case State.SELLING:
            physical = ["sale_open_first"] if board.lot(Medium.PHYSICAL) else []
            second = ["sale_open_second"] if len(board.printed) > 1 else []
            return ["sale_open", *physical, *second]
        case State.READY if not board.draw_started:
            return _closing_keys(board)
        case State.WAITING:
            return ["second_begins", "prizes", "start"]
        case State.SUSPENDED | State.VOID | State.REFUNDED:
            return _stopped_keys(board)
        case _:
            return _playing_keys(board)


def _stopped_keys(board: Board) -> list[str]:
    if board.voided is not None:
        # Of the first game alone one half is paid back: the card is still played.
        return ["voided_half" if board.pair == 1 and not board.voided.whole else "voided"]
    paragraph = paragraph_of(board)
    if not paragraph:
        return ["suspended_balls"]
    return ["suspended", f"art_{paragraph.replace('.', '_')}"]


def _playing_keys(board: Board) -> list[str]:
    match board.state:
        case State.DRAWING if board.called == BALLS:
            return ["last_call"]
        case State.DRAWING if board.line_closed and _just_resumed(board):
            return ["line_closed"]
        case State.CHECKING:
            return _checking_keys(board)
        case State.WON | State.PAYING if board.claims_of(PrizeKind.BINGO, "upheld"):
            return ["bingo_closed", *jackpots_won(board), *(["second_follows"] if board.pair == 1 else [])]
        case State.UNCLAIMED | State.PAYING:
            return ["unclaimed"]
        case _:
            return []


def _closing_keys(board: Board) -> list[str]:
    figures = board.figures
    if figures is None:
        return []
    if not figures.physical_sold:
        sold = ["sale_closed_only_virtual"]
    else:
        # The formula names the second series only where cards of both were sold ("en su caso").
        both = len([lot for lot in board.printed if lot.sold]) > 1
        formula = "sale_closed_double" if board.pair else "sale_closed"
        sold = [f"{formula}.two" if both else formula, *(["sale_closed_virtual"] if figures.virtual_sold else [])]
    return [*sold, "prizes_of_parts" if board.pair == 1 else "prizes", *jackpot_keys(board), "start"]


def jackpot_keys(board: Board) -> list[str]:
    """
    Name the sentences that announce what is played for besides line and bingo, each with its prize's code.

    Source:
        Catálogo (BOE-A-1979-25744), bingo IV (prizes are announced before the first ball).
    """
    played = [j for j in (board.figures.jackpots if board.figures else ()) if j.prize_cents]
    return [f"jackpot_{'at' if j.exact_ball else 'until' if j.last_ball else 'any'}/{j.code}" for j in played]


def jackpots_won(board: Board) -> list[str]:
    """
    Name the sentences that say which additional prizes the bingo won, each with its prize's code.

    Source:
        Catálogo (BOE-A-1979-25744), bingo IV.
    """
    codes = dict.fromkeys(award.jackpot for award in board.awards if award.jackpot and award.status != "void")
    return [f"jackpot_won/{code}" for code in codes]


def jackpot_values(board: Board, code: str) -> dict[str, object]:
    """
    Give what a sentence about an additional prize is filled with.

    Source:
        Catálogo (BOE-A-1979-25744), bingo IV.
    """
    found = next(j for j in (board.figures.jackpots if board.figures else ()) if j.code == code)
    return {
        "jackpot": found.name,
        "amount": euros(found.prize_cents),
        "ball": found.exact_ball or found.last_ball,
    }


def _just_resumed(board: Board) -> bool:
    line = board.claims_of(PrizeKind.LINE, "upheld")
    return bool(line) and board.claims[-1].window == line[-1].window and board.called <= line[-1].ball + 1


def _checking_keys(board: Board) -> list[str]:
    if board.open_claims:
        return []
    window = [c for c in board.claims if c.window == board.window]
    keys = [
        f"{prize}_more" for prize in ("line", "bingo") if any(c.prize == prize and c.status == "upheld" for c in window)
    ]
    return keys or ["rejected_late" if board.claims[-1].reason == "late" else "rejected"]


def _values(board: Board) -> dict[str, object]:
    values: dict[str, object] = {}
    named = _named(board)
    for lot, mark in zip(named, ("", "2"), strict=False):
        sold = board.state != State.SELLING and lot.sold
        values |= {
            f"letter{mark}": lot.letter,
            f"ident{mark}": lot.ident,
            f"size{mark}": lot.size,
            f"price{mark}": euros(lot.price_cents),
            f"first{mark}": lot.sold_runs[0].first if sold else _first_for_sale(lot),
            f"last{mark}": lot.last_sold if sold else lot.last_card,
        }
    if named:
        values["sold"] = board.figures.physical_sold if board.figures else sum(lot.sold for lot in named)
    if board.figures:
        values |= {
            "physical": board.figures.physical_sold,
            "virtual": board.figures.virtual_sold,
            "line": euros(board.figures.line_cents),
            "bingo": euros(board.figures.bingo_cents),
        }
    if board.figures and board.terms:
        # What was carried in is played for in the first game of a pair alone.
        values["line_second"] = euros(board.figures.line_cents - board.terms.carried_line_cents)
        values["bingo_second"] = euros(board.figures.bingo_cents - board.terms.carried_bingo_cents)
    if board.claims:
        last = board.claims[-1]
        values |= {"card": last.card, "missing": ", ".join(str(n) for n in last.missing)}
    return values


def _named(board: Board) -> list[Lot]:
    """Give the series to name: while the sale is open all printed ones, then those of which cards were sold."""
    if board.state == State.SELLING:
        return list(board.printed or board.lots[:1])
    return [lot for lot in board.printed if lot.sold] or list(board.lots[:1])


def _first_for_sale(lot: Lot) -> int:
    """Give the first card that can be sold; spoiled and damaged ones may stand before it."""
    whole = Run(first=lot.first_card, last=lot.last_card)
    fit = minus([whole], [o for o in lot.off if o.why in GONE])
    return fit[0].first if fit else lot.first_card


def _count(board: Board, key: str) -> int:
    if key == "rejected":
        return len(board.claims[-1].missing)
    prize = PrizeKind.LINE if key == "line_closed" else PrizeKind.BINGO
    return len(board.claims_of(prize, "upheld"))


def _say(phrase: Phrase, lang: str, values: dict[str, object]) -> Announcement:
    text = {"es": phrase.es, "ca": phrase.ca}[lang].format(**values)
    if not phrase.verbatim:
        return Announcement(text=text, lang=lang, source="ours")
    return Announcement(text=text, lang=lang, source="verbatim" if phrase.verbatim == lang else "translation")


def announcements_now(board: Board) -> list[Announcement]:
    """
    Give the sentences to read aloud in the board's state, the law's language first; [] when there are none.

    The number of cards agrees with the count; prizes are always announced.

    Source:
        Catálogo (BOE-A-1979-25744), bingo IV; article 85, 1, 4, 6 and 8;
        O. 9-1-1979 (BOE-A-1979-2188), art. 33.4.
    """
    if board.terms is None:
        return []
    regulation = regulation_of(board.terms.profile)
    languages = (regulation.language, "ca" if regulation.language == "es" else "es")
    said = []
    for named in _keys(board):
        key, _, jackpot = named.partition("/")
        values = _values(board) | (jackpot_values(board, jackpot) if jackpot else {})
        many = f"{key}.many"
        if many in regulation.phrases:
            count = _count(board, key)
            values["count"] = count
            chosen = many if count != 1 else key
        else:
            chosen = key
        said += [_say(regulation.phrases[chosen], lang, values) for lang in languages]
    return sorted(said, key=lambda a: a.lang != regulation.language)


def last_game_now(board: Board, last_game: int) -> list[Announcement]:
    """
    Give what is read aloud of the session's last game: with its sale, or when the game before it has ended.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 32.3.
    """
    ended = board.state in {State.WON, State.UNCLAIMED, State.PAYING, State.CLOSED}
    if board.state == State.SELLING and board.game_no == last_game:
        key = "last_game"
    elif ended and board.game_no + 1 == last_game:
        key = "last_game_next"
    else:
        return []
    if board.terms is None:
        return []
    regulation = regulation_of(board.terms.profile)
    languages = (regulation.language, "ca" if regulation.language == "es" else "es")
    return [_say(regulation.phrases[key], lang, {}) for lang in languages]
