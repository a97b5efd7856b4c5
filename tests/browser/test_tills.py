"""The tills in a real browser: receipts on the simulated printer, the cash desk's printer, scans beside the fields."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import expect

from bingo_hall.client import Person, Refused
from bingo_hall.player import SIGNATURE, make_checks
from devices.simulators.client import ask
from tests.browser.foretold import numbers, rows_of
from tests.browser.test_refund_desk import POSTS, enter, grave
from tests.walks.running_hall import until

PASSWORD = "bingo"
PATIENCE_MS = 15_000


@pytest.fixture
def people(hall):
    """Open the first sale, drawn by hand."""
    people = {name: Person(hall.url, name, PASSWORD) for name in ("sala", "mesa", "caja", "venta1")}
    people["sala"].deed("start_session")
    make_checks(people["sala"], POSTS)
    people["sala"].deed("open_session", **SIGNATURE)
    people["mesa"].deed("open_sale", **people["mesa"].mine()["suggested"] | {"extractor": "manual"})
    return people


def paper(hall):
    """Give the lines of the simulated printer's paper."""
    return [
        line["text"].strip()
        for line in ask(hall.simulator, "status", kind="printer")["device"]["paper"]
        if "text" in line
    ]


def kicks(hall):
    """Count how often the drawer was told to open."""
    return ask(hall.simulator, "status", kind="printer")["device"]["kicks"]


def jobs(hall):
    """Count the papers ever asked for."""
    with closing(sqlite3.connect(hall.database)) as file:
        return file.execute("SELECT count(*) FROM bingo_sessions_receiptjob").fetchone()[0]


def choose_printer(page, code):
    """Choose a screen's printer; "-" is none."""
    page.click("#printer")
    page.locator("dialog.ask select").select_option(code)
    confirm(page)
    expect(page.locator("dialog[open]")).to_have_count(0)


def break_it(hall, fault):
    assert ask(hall.simulator, "inject", kind="printer", fault=fault)["ok"]


def confirm(page):
    page.wait_for_timeout(450)  # a dialog that has only just come up takes no press
    page.locator("dialog.ask [type=submit]").click()


def a_tablet_has_no_printer_until_it_chooses_one(seller):
    """The hall's first printer is the cash desk's: a seller's paper would come out there."""
    expect(seller.locator("#printer")).to_have_text("Sin recibos")
    seller.click("#printer")
    assert seller.locator("dialog.ask option").evaluate_all("all => all.map((one) => one.value)") == ["printer-1", "-"]
    expect(seller.locator("dialog.ask select")).to_have_value("-")
    seller.keyboard.press("Escape")
    choose_printer(seller, "printer-1")
    expect(seller.locator("#printer")).to_contain_text("printer-1")


def a_sale_on_the_tablet_comes_out_of_the_printer_and_leaves_the_drawer_shut(hall, seller):
    expect(seller.locator("#bar-link")).to_have_attribute("data-link", "live")
    seller.wait_for_timeout(450)  # a bounce of the finger is no press, nor is one on a page that has only just come up
    seller.locator("#quantities button").nth(2).click()
    expect(seller.locator("#collect-sum")).to_contain_text("6,00", timeout=PATIENCE_MS)
    until(lambda: "6,00 €" in " ".join(paper(hall)))
    assert [line for line in paper(hall) if line.startswith("TOTAL")] == ["TOTAL          6,00 €"]
    assert kicks(hall) == 0


def the_cash_desk_says_what_ails_the_printer_and_takes_money_all_the_same(hall, desk):
    expect(desk.locator("#printer")).to_contain_text("printer-1")
    state = desk.locator("#printer-state")
    expect(state).to_have_attribute("data-tone", "good", timeout=PATIENCE_MS)
    break_it(hall, "paper")
    expect(state).to_have_attribute("data-tone", "bad", timeout=PATIENCE_MS)
    desk.fill("#player", "1")
    desk.fill("#amount", "20")
    desk.press("#amount", "Enter")
    confirm(desk)
    expect(desk.locator("#player-found")).to_be_empty()
    expect(state).to_contain_text("1", timeout=PATIENCE_MS)
    assert grave(desk) == []
    break_it(hall, "load")
    expect(state).to_have_attribute("data-tone", "good", timeout=PATIENCE_MS)
    until(lambda: any(line.startswith("TOTAL") and "20,00" in line for line in paper(hall)))


def the_drawer_opens_with_a_reason(hall, desk):
    before = kicks(hall)
    desk.click("#drawer")
    desk.fill("dialog.ask input", "Cambio")
    confirm(desk)
    until(lambda: kicks(hall) == before + 1)


def the_list_prints_one_again_as_a_copy(hall, desk):
    desk.goto(hall.url + "/caja/recibos/")
    rows = desk.locator(".receipts-table tbody tr")
    expect(rows).to_have_count(3)
    assert grave(desk) == []
    key = rows.nth(2).locator("[data-source]")
    expect(key).to_be_enabled()
    key.click()
    confirm(desk)
    expect(rows.nth(2).locator(".paper.is-confirmed")).to_have_count(2, timeout=PATIENCE_MS)
    assert [line for line in paper(hall) if "COPIA" in line] == ["COPIA 1"]


def a_screen_that_wants_no_receipts_prints_none(hall, seller):
    choose_printer(seller, "-")
    before = jobs(hall)
    seller.wait_for_timeout(450)  # a bounce of the finger is no press
    # The house asks for a sale's paper before it answers the sale.
    with seller.expect_response("**/deeds/sell_cards/") as answer:
        seller.locator("#quantities button").first.click()
    assert answer.value.ok
    assert jobs(hall) == before


def the_printers_page_shows_its_paper(hall, chromium):
    page = enter(hall, chromium, "/impresora/", user="caja")
    expect(page.locator(".till-line.is-big").first).to_have_text("Sala Demo")
    page.click("[data-fault=cover]")
    expect(page.locator("[data-fault=close]")).to_be_visible()
    expect(page.locator("#lamp-cover")).to_have_class("is-bad")
    page.click("[data-fault=close]")
    expect(page.locator("[data-fault=cover]")).to_be_visible()
    assert grave(page) == []


def test_receipts_come_out_and_are_printed_again_only_as_copies(hall, people, chromium):
    seller = enter(hall, chromium, "/venta/", user="venta1")
    a_tablet_has_no_printer_until_it_chooses_one(seller)
    a_sale_on_the_tablet_comes_out_of_the_printer_and_leaves_the_drawer_shut(hall, seller)
    desk = enter(hall, chromium, "/caja/", user="caja")
    the_cash_desk_says_what_ails_the_printer_and_takes_money_all_the_same(hall, desk)
    the_drawer_opens_with_a_reason(hall, desk)
    the_list_prints_one_again_as_a_copy(hall, desk)
    a_screen_that_wants_no_receipts_prints_none(hall, seller)
    the_printers_page_shows_its_paper(hall, chromium)


def closed(table):
    """Tell whether the bingo is closed: other winners have a second to call."""
    try:
        return table.deed("close_bingo", game_no=1)
    except Refused:
        return None


PLAY_KEYS = """(text) => {
    const strike = (key, kind) => {
        const at = document.activeElement || document.body;
        return at.dispatchEvent(new KeyboardEvent(kind, { key, bubbles: true, cancelable: true }));
    };
    for (const key of [...text, "Enter"]) {
        const goes = strike(key, "keydown");
        const at = document.activeElement;
        if (goes && key !== "Enter" && at?.matches("input, textarea")) {
            at.setRangeText(key, at.selectionStart, at.selectionEnd, "end");
            at.dispatchEvent(new InputEvent("input", { data: key, inputType: "insertText", bubbles: true }));
        }
        if (goes && key === "Enter") at?.matches("button") ? at.click() : at?.form?.requestSubmit();
        strike(key, "keyup");
    }
}"""
"""Keys struck inside the page, at a reader's speed however busy the machine; with what a browser does of each."""


def scan(page, text):
    """Play a scanner that plays keyboard: all keys at once, and Enter."""
    page.evaluate(PLAY_KEYS, text)


def test_a_scan_at_the_table_presses_no_key_of_the_step(hall, people, chromium):
    """While cards are on sale Enter closes the sale; a card scanned by mistake must not."""
    people["venta1"].deed("sell_cards", game_no=1, quantity=3)
    table = enter(hall, chromium, "/mesa/", user="mesa")
    expect(table.locator(".step-keys .button-main:not([hidden])")).to_be_enabled()
    table.wait_for_timeout(1_000)  # the key has settled: a person's Enter would press it
    scan(table, "100001000001040000010012345678")
    table.wait_for_timeout(700)
    expect(table.locator("dialog[open]")).to_have_count(0)
    assert people["mesa"].state()["board"]["state"] == "selling"
    table.keyboard.type("17", delay=150)  # fingers are slower
    table.wait_for_timeout(200)
    table.keyboard.press("Enter")
    expect(table.locator("dialog[open]")).to_have_count(1)


def test_a_prize_is_paid_by_a_scan_wherever_the_focus_is_and_an_amount_is_left_alone(hall, people, chromium):
    """The scanned card is not the winner's: what is refused shows that the scan was taken there and as a whole."""
    table, caller, seller, cash = people["mesa"], people["venta1"], people["venta1"], people["caja"]
    seller.deed("sell_cards", game_no=1, quantity=3)
    table.deed("close_sale", game_no=1)
    cash.deed("return_leftovers", game_no=1, first=4)
    table.deed("start_draw", game_no=1)
    (matrix,) = (file for file in Path(hall.folder, "matrices").iterdir() if not file.name.startswith("."))
    for ordinal, number in enumerate((n for row in rows_of(matrix.read_bytes(), 1) for n in numbers(row)), start=1):
        caller.deed("draw_manual", game_no=1, number=number)
        caller.deed("call_ball", game_no=1, ordinal=ordinal)
    claim = table.deed("raise_claim", game_no=1, prize="bingo", card="1")["event"]["claim_no"]
    table.deed("verify_claim", game_no=1, claim_no=claim)
    until(lambda: closed(table))
    page = enter(hall, chromium, "/caja/", user="caja")
    expect(page.locator("#prizes .pay")).to_have_count(1)
    page.click("h1")
    scan(page, "2")
    expect(page.locator("#prizes .refusal")).to_be_visible()
    page.focus("#amount")
    scan(page, "12345")
    expect(page.locator("#amount")).to_have_value("12345")
    page.focus("#prizes [data-scan]")
    scan(page, "1")
    expect(page.locator("#prizes .pay")).to_have_count(0)
