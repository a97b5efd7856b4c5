"""What the screens work out of cards by themselves: how many are sold and left, and what a scanned code says."""

import random
from base64 import b64encode
from pathlib import Path

from sessions.rules.references import CardReference, printed_code

SCRIPTS = Path(__file__).parents[2] / "screens" / "static" / "screens" / "js"
A_KEY = bytes(range(32))
ROUNDS = 150


def a_lot(chance):
    """Make a lot as a sale may leave it: some runs held, some back at the desk, some spoiled."""
    first = chance.randint(1, 50)
    last = first + chance.randint(0, 60)
    marks = sorted(chance.sample(range(first, last + 2), chance.randint(0, min(6, last - first + 1))))
    off = [
        {"first": one, "last": other - 1, "why": why, "holder": chance.choice("ab") if why == "held" else ""}
        for one, other, why in zip(
            marks, marks[1:], chance.choices(("held", "desk", "spoiled", "unplayable", ""), k=6), strict=False
        )
        if why
    ]
    return {
        "letter": "A", "ident": "000001", "size": last, "medium": "physical", "face_value_cents": 200,
        "first_card": first, "last_card": last, "next_card": chance.randint(first, last + 1), "off": off,
    }  # fmt: skip


def by_hand(lot):
    """Count a lot's cards one by one."""
    why = {n: (o["why"], o["holder"]) for o in lot["off"] for n in range(o["first"], o["last"] + 1)}
    below, above = range(lot["first_card"], lot["next_card"]), range(lot["next_card"], lot["last_card"] + 1)
    sold = [n for n in below if n not in why]
    held = [n for n, (reason, _) in why.items() if reason == "held"]
    back = [n for n in below if why.get(n, ("",))[0] == "desk"]
    desk = back + [n for n in above if why.get(n, ("",))[0] not in ("spoiled", "unplayable")]
    return {"sold": sold, "desk": desk, "left": len(held) + len(desk), "last": sold[-1] if sold else below.start - 1}


def module(name):
    """Give a script without imports as an address that a blank page may import."""
    return "data:text/javascript;base64," + b64encode((SCRIPTS / name).read_bytes()).decode()


def test_the_screens_count_a_lots_cards_as_one_would_by_hand(chromium):
    chance = random.Random(90)
    lots = [a_lot(chance) for _ in range(ROUNDS)]
    counted = chromium.new_page().evaluate(
        """async ([address, lots]) => {
          const js = await import(address);
          const one = (run) => Array.from({length: run.last - run.first + 1}, (_, at) => run.first + at);
          const all = (runs) => runs.flatMap(one);
          return lots.map((lot) => ({
            sold: all(js.soldRuns(lot)), desk: all(js.deskRuns(lot)), left: js.leftIn(lot), last: js.lastSold(lot),
            count: js.soldIn(lot),
          }));
        }""",
        [module("lots.js"), lots],
    )
    for lot, found in zip(lots, counted, strict=True):
        ought = by_hand(lot)
        assert found == ought | {"count": len(ought["sold"])}, lot


def test_the_tablet_reads_every_printed_code_as_the_house_wrote_it(chromium):
    chance = random.Random(34)
    letters = ["A", "Z", "AA", "AZ", "ZZ", "CAT", "ZZZ"]
    cards = [
        CardReference(
            number=chance.randint(1, 9_999_999),
            letter=chance.choice(letters),
            ident="".join(chance.choices("0123456789", k=chance.randint(1, 12))),
            part=chance.randint(0, 2),
        )
        for _ in range(ROUNDS)
    ]
    others = ["104", "]Q3104", " a-000001/104 K7QM\r", "A'000001-104", "12345678", "0", "bingo", "104-105", ""]
    texts = [printed_code(card, A_KEY) for card in cards] + others
    read = chromium.new_page().evaluate(
        "async ([address, texts]) => { const js = await import(address); return texts.map(js.readCard); }",
        [module("seller/code.js"), texts],
    )
    assert read[:ROUNDS] == [{"card": card.number, "letter": card.letter, "ident": card.ident} for card in cards]
    plain = {"card": 104, "letter": "", "ident": ""}
    whole = {**plain, "letter": "A", "ident": "000001"}
    assert read[ROUNDS:] == [plain, plain, whole, whole, None, None, None, None, None]


def typed(page, text):
    """Press the keys of a text as a scanner does, end with Enter; gives what the tablet heard and how it read it."""
    page.keyboard.type(text)
    page.keyboard.press("Enter")
    return page.evaluate("() => window.heard.splice(0)")


def test_a_scanner_that_names_its_symbology_is_read_key_by_key(chromium):
    page = chromium.new_page()
    page.set_content("<input id='field' value='12'>")
    page.evaluate(
        """async ([wedge, code]) => {
          const [keys, cards] = [await import(wedge), await import(code)];
          window.heard = [];
          keys.listen((text) => window.heard.push([text, cards.readCard(text)]));
        }""",
        [module("seller/wedge.js"), module("seller/code.js")],
    )
    card = CardReference(number=104, letter="A", ident="000001", part=0)
    code, known = printed_code(card, A_KEY), {"card": 104, "letter": "A", "ident": "000001"}
    assert typed(page, code) == [[code, known]]
    assert typed(page, f"]Q3{code}") == [[f"]Q3{code}", known]]
    assert typed(page, f"]d2{code}") == [[f"]d2{code}", known]]
    # A keyboard whose layout has a plus where the scanner means the bracket.
    assert typed(page, f"+Q3{code}") == [[f"Q3{code}", known]]
    assert typed(page, "]C1104") == [["]C1104", {"card": 104, "letter": "", "ident": ""}]]
    # What people type has no name before it, though it may look like one.
    assert typed(page, "A1-104") == [["A1-104", {"card": 104, "letter": "A", "ident": "1"}]]
    assert typed(page, "A000001-104") == [["A000001-104", known]]
    page.focus("#field")
    assert typed(page, f"]Q3{code}") == [[f"]Q3{code}", known]]
    assert page.input_value("#field") == "12"
    page.wait_for_timeout(300)
    assert typed(page, f"+Q3{code}") == [[f"Q3{code}", known]]
    assert page.input_value("#field") == "12"
