"""Blocks given out at the cash desk, sold with a gap, passed on and brought back; the money counted and signed."""

import re
import time

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from bingo_hall.client import Person
from bingo_hall.player import SIGNATURE, make_checks
from tests.browser.screens import Journal
from tests.walks.running_hall import RunningHall

PASSWORD = "bingo"
PATIENCE_MS = 15_000
READING_MS = 450
ANA, BEA = "Vendedor-locutor 1", "Vendedor-locutor 2"
POSTS = {"hall_manager": ["sala"], "table_chief": ["mesa"], "cashier": ["caja"], "seller_caller": ["venta1", "venta2"]}


def run(first, last):
    """Write a run of cards as the screens do."""
    return f"{first} \u2013 {last}"


class Floor:
    """A hall with its sale open: cash desk and table at their screens, the sellers at their tablets."""

    def __init__(self, hall, browser):
        self.hall, self.browser, self.errors = hall, browser, []
        self.people = {name: Person(hall.url, name, PASSWORD) for name in ("sala", "mesa", "venta1", "venta2")}
        self.pages = {}

    def open_the_session(self):
        """Make the checks and open the session, as the screen does."""
        manager = self.people["sala"]
        manager.deed("start_session")
        make_checks(manager, POSTS)
        manager.deed("open_session", **SIGNATURE)

    def open_the_sale(self, **other):
        """Open the sale of the first game, with what the table would have chosen but for `other`."""
        self.people["mesa"].deed("open_sale", **self.people["mesa"].mine()["suggested"] | other)

    def deliver_a_short_series(self):
        """Receive cards 1101-1200 as a series of their own; gives its id."""
        note = {"delivery": "G-1", "letter": "B", "first_ident": "000007", "quantity": 1, "medium": "physical"}
        faces = {"first_number": 1_101, "last_number": 1_200, "parts": 1, "face_value_cents": 200}
        manager = self.people["sala"]
        manager.deed("receive_delivery", matrix_id=manager.mine()["matrices"][0]["id"], **note, **faces)
        (short,) = [one["id"] for one in manager.mine()["series"] if one["letter"] == "B"]
        return short

    def enter(self, name, address):
        """Log somebody in at a screen of its real size, which is watched for errors."""
        context = self.browser.new_context(locale="es-ES", viewport={"width": 1280, "height": 800})
        context.set_default_timeout(PATIENCE_MS)
        page = self.pages[name] = context.new_page()
        page.on("pageerror", lambda error: self.errors.append((name, str(error))))
        page.goto(f"{self.hall.url}/entrar/")
        page.get_by_label("Nombre").fill(name)
        page.get_by_label("Contraseña").fill(PASSWORD)
        page.get_by_role("button", name="Entrar").click()
        page.goto(self.hall.url + address)
        return page

    def sell(self, name, quantity, first=None):
        """Sell at a seller's tablet."""
        event = self.people[name].deed("sell_cards", game_no=1, quantity=quantity, first=first)["event"]
        return event["first"], event["last"]

    def until(self, reached):
        """Wait until the journal has come to something; gives it."""
        end = time.monotonic() + PATIENCE_MS / 1000
        while not reached(journal := Journal.read(self.hall.database)):
            assert time.monotonic() < end, journal.rows[-3:]
            time.sleep(0.03)
        return journal

    def grave(self, name):
        """Give what axe finds seriously wrong on a screen."""
        found = Axe().run(self.pages[name]).response["violations"]
        return [
            (one["id"], [node["target"] for node in one["nodes"]][:3])
            for one in found
            if one["impact"] in ("serious", "critical")
        ]


@pytest.fixture
def the_floor(tmp_path, monkeypatch, chromium):
    monkeypatch.setenv("BINGO_DATA_DIR", str(tmp_path))
    hall = RunningHall(tmp_path)
    try:
        hall.start()
        floor = Floor(hall, chromium)
        floor.open_the_session()
        yield floor
    finally:
        hall.end()


def row(cash, name):
    return cash.locator(f"#sellers [data-seller={name}]")


def press(page):
    """Answer the open dialog with its main key, once it has been there long enough to be read."""
    dialog = page.locator("dialog[open]")
    expect(dialog).to_be_visible()
    page.wait_for_timeout(READING_MS)
    dialog.locator("[type=submit]").click()
    return dialog


def runs_of(cash, name):
    return row(cash, name).locator(".run-key")


def dealt(cash, name, begins, *, what, first, last, reason=""):
    """Press a run in somebody's hands, and say what happens to which of its cards."""
    row(cash, name).locator(".run-key", has_text=begins).click()
    dialog = cash.locator("dialog[open]")
    dialog.locator("[name=what]").select_option(what)
    dialog.locator("[name=first]").fill(str(first))
    dialog.locator("[name=last]").fill(str(last))
    if reason:
        dialog.locator("[name=reason]").fill(reason)
    press(cash)
    expect(dialog).to_have_count(0)


def everybody_gets_a_block_by_one_press(floor, cash):
    cash.locator(".pick", has_text="24").click()
    cash.locator("#give-all").click()
    expect(runs_of(cash, "venta1")).to_have_text([run(1, 24)])
    expect(runs_of(cash, "venta2")).to_have_text([run(25, 48)])
    issued = floor.until(lambda journal: len(journal.of("BlockIssued")) == 2).of("BlockIssued")
    assert [(one["first"], one["last"], one["holder"]) for one in issued] == [(1, 24, "venta1"), (25, 48, "venta2")]


def a_gap_stops_the_close_and_is_told_before_and_after(floor, table):
    assert floor.sell("venta1", 20) == (1, 20)
    assert floor.sell("venta2", 10) == (25, 34)
    alarm = table.locator(".floor-alarm")
    expect(alarm).to_be_visible()
    expect(alarm.locator("li")).to_have_text(re.compile(rf"{ANA}.*{run(21, 24)}"))
    expect(alarm.locator(".floor-what")).to_contain_text("34")
    expect(table.locator(".floor .chip.is-hole")).to_have_text([run(21, 24)])
    table.wait_for_timeout(700)  # a key that has only just come up is not pressed yet
    table.keyboard.press("Enter")
    dialog = press(table)
    expect(dialog.get_by_role("alert")).to_contain_text(f"{ANA}: {run(21, 24)}")
    assert Journal.read(floor.hall.database).state == "selling"
    table.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def cards_are_passed_on_brought_back_and_spoiled(floor, cash, table):
    dealt(cash, "venta1", "21", what="to:venta2", first=21, last=22)
    expect(runs_of(cash, "venta1")).to_have_text([run(23, 24)])
    expect(runs_of(cash, "venta2")).to_have_text([run(21, 22), run(35, 48)])
    dealt(cash, "venta1", "23", what="back", first=23, last=24)
    expect(runs_of(cash, "venta1")).to_have_count(0)
    expect(cash.locator("#floor-desk .run-key")).to_have_text([run(23, 24)])
    expect(table.locator(".floor .is-desk .is-hole")).to_have_text([run(23, 24)])
    dealt(cash, "venta2", "35", what="spoil", first=35, last=35, reason="mojado")
    assert floor.sell("venta2", 2, first=21) == (21, 22)

    # What came back goes out first; a typed number counts before the chosen key.
    cash.locator("#quantity").fill("2")
    row(cash, "venta1").locator("[data-give]").click()
    expect(runs_of(cash, "venta1")).to_have_text([run(23, 24)])
    assert floor.sell("venta1", 2) == (23, 24)
    expect(table.locator(".floor-alarm")).to_be_hidden()


def the_sale_closes_and_the_table_sees_who_still_has_cards(floor, cash, table):
    table.keyboard.press("Enter")
    press(table)
    floor.until(lambda journal: journal.state == "ready")
    waited = table.locator(".step-leftovers .floor-list li")
    expect(waited).to_have_count(1)
    expect(waited).to_have_text(re.compile(rf"{BEA}.*{run(36, 48)}.*13"))
    expect(cash.locator("#leftovers-form")).to_be_hidden()
    expect(cash.locator("#leftovers-lead")).to_contain_text(BEA)
    row(cash, "venta2").locator(".run-back").click()
    expect(waited).to_have_count(0)
    expect(cash.locator("#leftovers-form")).to_be_visible()


def count(cash, name, amount):
    row(cash, name).locator(".row-keys .button").click()
    cash.locator("dialog[open] [name=amount]").fill(amount)
    return cash.locator("dialog[open]")


def money_is_counted_and_a_difference_is_signed(floor, cash):
    even = count(cash, "venta2", "24")
    expect(even.locator(".difference")).to_have_attribute("data-tone", "even")
    expect(even.locator("[name=password]")).to_be_hidden()
    press(cash)
    expect(even).to_have_count(0)

    short = count(cash, "venta1", "43,50")
    expect(short.locator(".difference")).to_have_attribute("data-tone", "short")
    expect(short.locator(".difference")).to_contain_text("0,50")
    short.locator("[name=password]").fill("not hers")
    press(cash)
    expect(short.get_by_role("alert")).not_to_be_empty()
    assert len(Journal.read(floor.hall.database).of("TakingsHandedIn")) == 1
    short.locator("[name=password]").fill(PASSWORD)
    short.locator("[type=submit]").click()
    expect(short).to_have_count(0)
    expect(row(cash, "venta1").locator(".bad")).to_contain_text("0,50")
    told = floor.until(lambda journal: len(journal.of("TakingsHandedIn")) == 2).of("TakingsHandedIn")
    assert [(one["seller"], one["expected_cents"], one["counted_cents"], one["signed"]) for one in told] == [
        ("venta2", 2_400, 2_400, ""),
        ("venta1", 4_400, 4_350, "venta1"),
    ]
    # Float and deposits of the demo, 652.00; 34 cards at 2.00, less the fifty cents; nothing is with the sellers.
    expect(cash.locator("#cash")).to_have_text("719,50 €")
    expect(cash.locator("#cash-parts dd")).to_have_text(["0,00 €", "719,50 €"])


def the_leftovers_are_counted_and_the_draw_starts(floor, cash, table):
    cash.locator("#first").fill("35")
    cash.locator("#leftovers-form [type=submit]").click()
    expect(cash.locator("#leftovers-refusal")).to_be_visible()
    cash.locator("#first").fill("36")
    cash.locator("#leftovers-form [type=submit]").click()
    formula = "Cartones vendidos 34, de la serie A 000001 del número 1 al 34"
    expect(table.locator(".step-start .aloud-line[lang=es]").first).to_contain_text(formula)
    table.locator(".step-start .button-main").click()
    floor.until(lambda journal: bool(journal.of("DrawStarted")))


def test_blocks_go_out_come_back_and_are_settled_before_the_draw(the_floor):
    the_floor.open_the_sale()
    cash, table = the_floor.enter("caja", "/caja/"), the_floor.enter("mesa", "/mesa/")
    everybody_gets_a_block_by_one_press(the_floor, cash)
    a_gap_stops_the_close_and_is_told_before_and_after(the_floor, table)
    assert {name: the_floor.grave(name) for name in the_floor.pages} == {"caja": [], "mesa": []}
    cards_are_passed_on_brought_back_and_spoiled(the_floor, cash, table)
    the_sale_closes_and_the_table_sees_who_still_has_cards(the_floor, cash, table)
    money_is_counted_and_a_difference_is_signed(the_floor, cash)
    the_leftovers_are_counted_and_the_draw_starts(the_floor, cash, table)
    assert the_floor.errors == []


def correct_figures(table, number, facts):
    """Correct the last card sold at the table, once its dialog states these facts: boards follow answers."""
    dialog = table.locator("dialog[open]")
    until = time.monotonic() + PATIENCE_MS / 1_000
    while True:
        table.keyboard.press("F6")
        if (seen := dialog.locator(".facts dd").all_inner_texts()) == facts or time.monotonic() > until:
            break
        table.keyboard.press("Escape")
        table.wait_for_timeout(READING_MS)
    assert seen == facts
    dialog.locator("input[name=last]").fill(number)
    dialog.locator("[name=reason]").fill("miscounted")
    table.wait_for_timeout(READING_MS)
    dialog.locator("[type=submit]").click()
    expect(dialog).to_have_count(0)


def test_a_series_that_runs_out_is_followed_by_another_with_one_key_and_the_formula_names_both(the_floor):
    the_floor.open_the_sale(physical_series=the_floor.deliver_a_short_series())
    table, cash = the_floor.enter("mesa", "/mesa/"), the_floor.enter("caja", "/caja/")
    offer = table.locator(".offer")
    expect(offer).to_be_hidden()
    assert the_floor.sell("venta1", 100) == (1_101, 1_200)
    expect(offer).to_be_visible()
    expect(offer.locator(".key-text")).to_contain_text("A 000001")
    expect(offer.locator(".key-text")).to_contain_text("1100")
    assert the_floor.grave("mesa") == []
    table.keyboard.press("F4")
    expect(offer).to_be_hidden()
    assert (
        the_floor.until(lambda journal: bool(journal.of("SeriesAdded"))).of("SeriesAdded")[0]["lot"]["last_card"]
        == 1_100
    )
    assert the_floor.sell("venta2", 7) == (1, 7)
    expect(table.locator("[data-fact=money] dd").nth(1)).to_have_text(run(1_101, 1_200))
    expect(table.locator("[data-fact=money] dd").nth(2)).to_have_text(run(1, 7))
    expect(cash.locator("#sellers tfoot td")).to_have_text(["107", "214,00 €"])
    table.wait_for_timeout(700)
    table.keyboard.press("Enter")
    press(table)
    cash.locator("#first").fill("8")
    cash.locator("#leftovers-form [type=submit]").click()
    expect(table.locator(".step-start .aloud-line[lang=es]").first).to_contain_text(
        "Cartones vendidos 107, de la serie B 000007 del número 1101 al 1200 y de la serie A 000001 del número 1 al 7"
    )
    # The last card sold is one of the second series, and that is what a correction starts from. A slip names a card of
    # the first: the next correction names the right one again, and the figures are as they were.
    slip, first, second = "1150", f"B 000007 ({run(1_101, 1_200)})", f"A 000001 ({run(1, 1_100)})"
    correct_figures(table, slip, [second, "7", run(1_101, 1_200)])
    correct_figures(table, "7", [first, slip, run(1, 1_100)])
    told = the_floor.until(lambda journal: len(journal.of("SaleFiguresCorrected")) > 1).of("SaleFiguresCorrected")
    assert [one["figures"]["physical_sold"] for one in told] == [50, 107]
    assert the_floor.errors == []
