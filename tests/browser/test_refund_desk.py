"""Cards of a void game at the cash desk, in a real browser: an answer lost, a card shown twice, one brought late."""

from itertools import chain
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from bingo_hall.client import Person
from bingo_hall.player import SIGNATURE, make_checks
from tests.browser.foretold import numbers, rows_of

PASSWORD = "bingo"
PATIENCE_MS = 15_000
LONG_ENOUGH_TO_READ_MS = 450
POSTS = {"hall_manager": ["sala"], "table_chief": ["mesa"], "cashier": ["caja"], "seller_caller": ["venta1", "venta2"]}


@pytest.fixture
def people(hall):
    """Sell cards 1 to 6 at 2 euros; the ball that completes a line of card 1 is said wrongly: the game is null."""
    people = {name: Person(hall.url, name, PASSWORD) for name in ("sala", "mesa", "caja", "venta1")}
    manager, table, desk, seller = people.values()
    manager.deed("start_session")
    make_checks(manager, POSTS)
    manager.deed("open_session", **SIGNATURE)
    table.deed("open_sale", **table.mine()["suggested"] | {"extractor": "manual"})
    seller.deed("sell_cards", game_no=1, quantity=6)
    table.deed("close_sale", game_no=1)
    desk.deed("return_leftovers", game_no=1, first=7)
    table.deed("start_draw", game_no=1)
    (matrix,) = (file for file in Path(hall.folder, "matrices").iterdir() if not file.name.startswith("."))
    rows = [numbers(mask) for mask in rows_of(matrix.read_bytes(), 1)]
    wrong = next(number for number in range(1, 91) if number not in chain(*rows))
    for ordinal, number in enumerate(rows[0], start=1):
        seller.deed("draw_manual", game_no=1, number=number)
        seller.deed("call_ball", game_no=1, ordinal=ordinal)
    signed = {"second": "sala", "second_password": PASSWORD}
    told = {"cause": "announcing_error", "reason": "Another was said", "agent": "", "ordinal": 5, "said": wrong}
    table.deed("void_game", game_no=1, end_pair=False, **signed, **told)
    return people


def enter(hall, browser, address, *, user="", size=(1280, 800)):
    """Open a page at its real size, as somebody who is logged in."""
    context = browser.new_context(locale="es-ES", viewport={"width": size[0], "height": size[1]})
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    if user:
        page.goto(f"{hall.url}/entrar/")
        page.fill("#id_username", user)
        page.fill("#id_password", PASSWORD)
        page.press("#id_password", "Enter")
        page.wait_for_url(lambda url: "entrar" not in url)
    page.goto(hall.url + address)
    return page


def grave(page):
    """Give what axe finds seriously wrong."""
    found = Axe().run(page).response["violations"]
    return [(one["id"], one["nodes"][0]["target"]) for one in found if one["impact"] in ("serious", "critical")]


def take(page, card):
    """Scan a card: its digits and Enter, wherever the focus is."""
    page.keyboard.type(card)
    page.keyboard.press("Enter")


def due(page):
    """Look at the money to hand out."""
    return expect(page.locator("#refund-sum"))


def an_answer_that_was_lost_is_asked_for_again_and_paid_once(page):
    def lose(route):
        route.fetch()
        route.abort()

    page.route("**/deeds/refund_cards/", lose)
    take(page, "1")
    expect(page.locator("#refund-refusal")).to_be_visible()
    due(page).to_have_text("0,00\u00a0€")
    page.unroute("**/deeds/refund_cards/")
    page.press("#refund-card", "Enter")
    due(page).to_have_text("2,00\u00a0€")
    expect(page.locator("#refund-twice")).to_be_hidden()


def a_card_shown_twice_stops_the_desk_until_somebody_has_read_it(page):
    take(page, "1")
    expect(page.locator("#refund-twice")).to_be_visible()
    expect(page.locator("#refund-card")).to_be_disabled()
    assert grave(page) == []
    take(page, "2")
    due(page).to_have_text("2,00\u00a0€")
    page.locator("#refund-twice button").click()
    expect(page.locator("#refund-twice")).to_be_hidden()


def a_run_is_taken_and_the_next_player_begins_at_nothing(page):
    page.fill("#refund-card", "2")
    page.fill("#refund-last", "4")
    page.press("#refund-last", "Enter")
    due(page).to_have_text("8,00\u00a0€")
    page.click("#refund-next")
    due(page).to_have_text("0,00\u00a0€")


def the_desk_closes_and_a_late_card_is_paid(page, people):
    page.click("#refund-complete")
    page.wait_for_timeout(LONG_ENOUGH_TO_READ_MS)
    page.locator("dialog.ask [type=submit]").click()
    expect(page.locator("#refund-work")).to_be_hidden()
    people["mesa"].deed("close_game", game_no=1)
    late = page.locator("#late-1-1")
    late.fill("6")
    late.press("Enter")
    expect(page.locator("#late-told")).to_contain_text("2,00\u00a0€")
    expect(page.locator("#late-list .pay-card")).to_contain_text("5")
    # Before: a float of 500.00 and 152.00 of players. Six cards brought 12.00, and five went back for 10.00.
    assert people["caja"].mine()["cash_cents"] == 50_000 + 15_200 + 200


def test_cards_of_a_void_game_are_paid_back_once_each(hall, people, chromium):
    wall = enter(hall, chromium, "/sala/?k=demo-wall&anim=0", size=(1920, 1080))
    expect(wall.locator(".poster-price")).to_have_text("2,00\u00a0€")
    expect(wall.locator(".halt-count b")).to_have_text("0 / 6")
    page = enter(hall, chromium, "/caja/", user="caja")
    expect(page.locator("#refunds")).to_be_visible()
    assert grave(page) == []
    an_answer_that_was_lost_is_asked_for_again_and_paid_once(page)
    a_card_shown_twice_stops_the_desk_until_somebody_has_read_it(page)
    a_run_is_taken_and_the_next_player_begins_at_nothing(page)
    expect(wall.locator(".halt-count b")).to_have_text("4 / 6")
    the_desk_closes_and_a_late_card_is_paid(page, people)
