"""
Work the order of an electronic draw out again, without the software that drew it.

Run `python3 verify_draw.py FILE [--commitment HEX] [--number DIGITS]`. FILE is the draw's own (JSON, from the hall's
public page) or a dispute pack (ZIP). Give what you wrote down yourself in the hall: the commitment while the cards were
on sale (its first signs will do), and the number that was drawn in public after it. Python 3.9 or later, standard
library only; nothing is written or sent. The last line is OK (exit code 0) or the first fault (exit code 1).

A pack's chain of hashes is proved by verify_pack.py; this script proves the draw.
"""

import hashlib
import hmac
import json
import sys
import zipfile

NAMES = "hall stream commitment closing number secret balls".split()


def need(holds, text):
    if not holds:
        raise AssertionError(text)


def from_pack(path):
    """Read a draw from the rows of a pack: each event in its place."""
    pack = zipfile.ZipFile(path)
    game = json.loads(pack.read("game.json"))
    rows = [json.loads(line) for line in pack.read("journal.jsonl").decode().splitlines()]
    own = [row for row in rows if row["stream"] == game["stream"]]
    kinds = [row["kind"] for row in own]
    need("DrawCommitted" in kinds, "this game was not drawn electronically")
    need(kinds[1] == "DrawCommitted", "the order was not fixed as the first thing of the game")
    sold = [row["position"] for row in rows if row["kind"] == "CardsSold" and row["stream"] in streams(own)]
    first = next(row for row in rows if row["kind"] == "DrawCommitted" and row["stream"] in streams(own))
    need(all(first["position"] < at for at in sold), "a card was sold before the order was fixed")
    committed = own[1]["payload"]["commitment"]
    promised = "commitment" if first["stream"] == game["stream"] else "second"
    need(committed == first["payload"][promised], "another order was fixed later")
    number = next((row for row in own if row["kind"] == "PublicNumberGiven"), None)
    given = {"number": "", "closing": ""} if number is None else number["payload"]
    if number:
        closing = next(row for row in own if row["kind"] in ("SaleClosed", "PairedSaleClosed"))
        need(number["position"] > closing["position"], "the number of the public came before the sale was closed")
        need(given["closing"] == closing["hash"], "the number names another closing of the sale")
    shown = next((row["payload"] for row in own if row["kind"] == "DrawRevealed"), {"secret": "", "second": ""})
    drawn = [row["payload"] for row in own if row["kind"] == "BallDrawn" and row["payload"]["source"] == "rng"]
    need([ball["ordinal"] for ball in drawn] == list(range(1, len(drawn) + 1)), "the balls are not numbered in order")
    told = [game["hall"]["code"], game["stream"], committed, given["closing"], given["number"], shown["secret"]]
    second = {"second": own[1]["payload"]["second"], "second_secret": shown["second"]}
    return {**dict(zip(NAMES, [*told, [ball["number"] for ball in drawn]])), **second}


def streams(own):
    """Give the game's stream, and that of the first game of its pair."""
    first = own[0]["payload"].get("first_game_no")
    return {own[0]["stream"], f"game:{own[0]['session_no']}:{first}"} if first else {own[0]["stream"]}


def order_of(seed):
    """Shuffle 1 to 90 by the seed's words of 32 bits; a word in the last, incomplete round of n is thrown away."""
    balls, words, block = list(range(1, 91)), [], 0
    for n in range(90, 1, -1):
        word = 1 << 32
        while word >= (1 << 32) // n * n:
            if not words:
                digest = hmac.new(seed, b"%d" % block, hashlib.sha256).digest()
                words, block = [digest[at : at + 4] for at in range(0, 32, 4)], block + 1
            word = int.from_bytes(words.pop(0), "big")
        place = word % n
        balls[place], balls[n - 1] = balls[n - 1], balls[place]
    return balls


def opened(name, secret, commitment, hall, stream):
    """Work out what a secret promises, and compare."""
    size = len(bytes.fromhex(secret))
    need(size == 32, f"{name} has {size} bytes, not 32")
    text = f"bingo-draw-v1\n{hall}\n{stream}\n{secret}"
    found = hashlib.sha256(text.encode("ascii")).hexdigest()
    need(found == commitment, f"{name} gives the commitment {found}, not {commitment}")
    return found


def check(draw, commitment, number):
    need(draw["secret"], "the hall has not shown the secret of this draw")
    secret = bytes.fromhex(draw["secret"])
    promised = [opened("the secret", draw["secret"], draw["commitment"], draw["hall"], draw["stream"])]
    yield f"the secret is the one promised before the sale: {promised[0]}"
    if draw.get("second_secret"):
        head, game_no = draw["stream"].rsplit(":", 1)
        other = f"{head}:{int(game_no) + 1}"
        promised.append(opened(f"the secret of {other}", draw["second_secret"], draw["second"], draw["hall"], other))
        yield f"so is the secret of {other}, sold with this one and never begun: {promised[1]}"
    wrong = f"you wrote down the commitment {commitment}; the hall had made {' and '.join(promised)}"
    need(any(one.startswith(commitment) for one in promised), wrong)
    need(number in ("", draw["number"]), f"you wrote down the number {number}; the draw was made with {draw['number']}")
    if not draw["number"]:
        need(not draw["balls"], "a ball came without a number of the public")
        yield "no number of the public was drawn, and no ball"
        return
    text = "\n".join(["bingo-draw-v1", draw["hall"], draw["stream"], draw["closing"], draw["number"]])
    order = order_of(hmac.new(secret, text.encode("ascii"), hashlib.sha256).digest())
    yield f"with the number {draw['number']} it makes the order {' '.join(map(str, order))}"
    balls = draw["balls"]
    wrong = [place for place, (ball, right) in enumerate(zip(balls, order), start=1) if ball != right]
    need(not wrong and len(balls) <= 90, f"ball {wrong[0] if wrong else 91} is not the one of that order")
    yield f"the {len(balls)} balls drawn are the first of it"


def main(path="", *flags):
    try:
        known = dict(zip(flags[::2], flags[1::2]))
        need(path and set(known) <= {"--commitment", "--number"} and len(flags) % 2 == 0, "see the head of this file")
        with open(path, "rb") as file:
            packed = file.read(2) == b"PK"
        if packed:
            draw = from_pack(path)
        else:
            with open(path, encoding="utf-8") as file:
                draw = json.load(file)
        need(set(NAMES) <= set(draw), f"{path}: it is no draw")
        for line in check(draw, known.get("--commitment", "").strip().lower(), known.get("--number", "").strip()):
            print(f"ok    {line}")
    except (AssertionError, OSError, ValueError, LookupError, TypeError, AttributeError, zipfile.BadZipFile) as wrong:
        print(f"FAULT {wrong if isinstance(wrong, AssertionError) else repr(wrong)}")
        return 1
    print("OK")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
