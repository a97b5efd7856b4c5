"""The floor of a sale in real browsers: a seller's tablet on good and bad lines, and a player's terminal."""

import json
import re

import pytest
from playwright.sync_api import expect

from sessions.rules.references import CardReference, printed_code
from tests.browser.floor import PASSWORD, BadLine, Floor, Tablet, dashed
from tests.walks.running_hall import RunningHall

A_KEY = bytes(range(32))


@pytest.fixture
def floor(tmp_path, monkeypatch, chromium):
    """Give a hall in which nothing has happened yet."""
    monkeypatch.setenv("BINGO_DATA_DIR", str(tmp_path))
    hall = RunningHall(tmp_path)
    try:
        hall.start(BINGO_MOST_VIRTUAL_A_PLAYER="9")
        yield Floor(hall, chromium)
    finally:
        hall.end()


def cards_in_hand_are_shown(tablet):
    floor = tablet.floor
    tablet.shows(following="1", chips=[])
    floor.do("caja", "issue_block", seller="venta2", quantity=10)
    expect(tablet.page.locator("#sale")).to_be_hidden()
    expect(tablet.page.locator("#closed")).to_be_visible()
    floor.do("caja", "issue_block", seller="venta1", quantity=20)
    tablet.shows(following="11", chips=["11-30"], resale=[])
    floor.do("caja", "issue_block", seller="venta2", quantity=5)
    floor.do("caja", "issue_block", seller="venta1", quantity=10)
    tablet.shows(following="11", chips=["11-30", "36-45"], resale=["11-30"])
    floor.look("block", tablet.page)


def a_press_sells_and_the_sale_is_taken_back_beside_it(tablet):
    page = tablet.page
    page.locator("#quantities").get_by_text("6", exact=True).click()
    tablet.shows(receipt=["11-16"], collect="12,00 €", following="17", cash="12,00 €")
    page.locator("#undo").click()
    tablet.answer()
    tablet.shows(following="11", cash="0,00 €")
    expect(page.locator("#collect")).to_be_hidden()


def scanned_cards_are_sold(tablet):
    page, pick = tablet.page, tablet.page.locator("#pick-run")
    tablet.scan(printed_code(CardReference(number=11, letter="A", ident="000002"), A_KEY))
    expect(page.locator("#refusal")).to_contain_text("000002")
    tablet.scan("3")
    expect(page.locator("#refusal")).to_contain_text("3")
    expect(page.locator("#pick")).to_be_hidden()

    tablet.scan(printed_code(CardReference(number=11, letter="A", ident="000001"), A_KEY))
    expect(pick).to_contain_text("11")
    tablet.scan("A-000001/14")
    expect(pick).to_have_text(dashed("11-14"))
    expect(page.locator("#pick-sell")).to_be_focused()
    page.keyboard.press("Enter")
    tablet.shows(receipt=["11-14"], collect="8,00 €", following="15")
    expect(page.locator("#pick")).to_be_hidden()


def a_scanner_on_a_port_is_heard_by_its_seller_only(tablet):
    page = tablet.page
    tablet.scan_by_port("scanner-7", "15")
    page.locator("#scanner").click()
    page.locator("dialog[open] select").select_option("scanner-7")
    tablet.answer()
    expect(page.locator("#pick")).to_be_hidden()
    tablet.scan_by_port("scanner-8", "15")
    tablet.scan_by_port("scanner-7", "36")
    expect(page.locator("#pick-run")).to_contain_text("36")
    page.locator("#pick-drop").click()
    expect(page.locator("#pick")).to_be_hidden()


def a_sale_over_two_runs_says_both(tablet):
    page = tablet.page
    both = {"receipt": ["15-30", "36-39"], "collect": "40,00 €", "following": "40"}
    page.locator("#other").click()
    page.locator("dialog[open] [name=quantity]").fill("20")
    tablet.answer()
    tablet.shows(**both, chips=["40-45"])
    tablet.floor.look("two runs", page)
    page.locator("#undo").click()
    tablet.answer()
    tablet.shows(following="15", chips=["15-30", "36-45"], cash="8,00 €")

    page.locator("#range").click()
    expect(page.locator("dialog[open] [name=first]")).to_have_value("15")
    tablet.scan("15")
    expect(page.locator("dialog[open] [name=last]")).to_be_focused()
    tablet.scan("39")
    expect(page.locator("dialog[open] [name=last]")).to_have_value("39")
    tablet.answer()
    tablet.shows(**both, cash="48,00 €")


def cards_are_passed_on_and_spoiled_ones_reported(tablet):
    page, floor = tablet.page, tablet.floor
    page.locator("#hand-over").click()
    expect(page.locator("dialog[open] [name=last]")).to_have_value("45")
    page.locator("dialog[open] [name=to]").select_option("venta2")
    page.locator("dialog[open] [name=first]").fill("99")
    dialog = tablet.answer()
    expect(dialog.locator(".refusal")).to_be_visible()
    page.locator("dialog[open] [name=first]").fill("42")
    tablet.answer()
    tablet.shows(chips=["40-41"])
    theirs = floor.game.people["venta2"].mine()["my_block"]
    assert theirs == [{"first": 1, "last": 10}, {"first": 31, "last": 35}, {"first": 42, "last": 45}]

    page.locator("#spoil").click()
    for name, value in (("first", "41"), ("last", "41"), ("reason", "roto")):
        page.locator(f"dialog[open] [name={name}]").fill(value)
    tablet.answer()
    tablet.shows(chips=["40"])
    floor.do("caja", "issue_block", seller="venta1", quantity=5)
    tablet.shows(chips=["40", "46-50"], resale=["40"])


def without_network_nothing_can_be_sold_and_the_tablet_says_so(tablet):
    page, before = tablet.page, tablet.floor.sold()
    key = page.locator("#quantities button").first
    page.context.set_offline(True)
    expect(page.locator("#offline")).to_be_visible(timeout=2_000)
    expect(key).to_be_disabled()
    tablet.scan("40")
    expect(page.locator("#refusal")).to_be_visible()
    expect(page.locator("#pick")).to_be_hidden()
    page.context.set_offline(False)
    expect(page.locator("#offline")).to_be_hidden()
    expect(key).to_be_enabled()
    assert tablet.floor.sold() == before


def a_sale_whose_answer_is_lost_is_asked_for_and_told_once(tablet):
    page, floor = tablet.page, tablet.floor
    floor.do("venta2", "sell_cards", quantity=15)
    line, told = BadLine(page), page.locator("#told")
    page.locator("#quantities").get_by_text("1", exact=True).click()
    expect(told).to_have_attribute("data-tone", "warn", timeout=2_000)
    expect(page.locator("#quantities button").first).to_be_disabled()
    tablet.scan("46")
    expect(page.locator("#pick")).to_be_hidden()
    page.wait_for_timeout(2_500)
    floor.look("in doubt", page)
    floor.do("mesa", "close_sale")
    expect(told).to_have_attribute("data-tone", "warn")

    # Even a page loaded anew has not forgotten that it waits for an answer.
    page.reload()
    expect(told).to_have_attribute("data-tone", "warn")
    line.mended = True
    expect(told).to_have_attribute("data-tone", "good")
    expect(told).to_contain_text("40")
    tablet.shows(receipt=["40"], collect="2,00 €", cash="50,00 €")
    assert len({one["key"] for one in line.asked}) == 1
    assert len(line.asked) >= 4
    assert floor.sold().count((40, 40)) == 1


def the_closed_sale_lists_what_to_bring_back(tablet):
    page, floor = tablet.page, tablet.floor
    expect(page.locator("#bring li strong")).to_have_text([dashed("46-50")])
    expect(page.locator("#bring-money")).to_contain_text("50,00 €")
    expect(page.locator("#sale")).to_be_hidden()
    floor.look("closed", page)
    floor.do("caja", "return_block", seller="venta1", first=46, last=50)
    expect(page.locator("#bring")).to_be_hidden()
    expect(page.locator("#bring-money")).to_contain_text("50,00 €")
    floor.game.people["caja"].deed("hand_in_takings", seller="venta1", counted_cents=5_000, password=PASSWORD)
    expect(page.locator("#bring-money")).to_be_hidden()


def a_lot(ident, medium, first, last, following, **more):
    """Make a lot of a frame."""
    cards = {"first_card": first, "last_card": last, "next_card": following, "off": []}
    named = {"letter": "A" if medium == "physical" else "V", "ident": ident, "size": 1_800, "medium": medium}
    return named | cards | {"face_value_cents": 200, "parts": 1, "complementary": False} | more


def two_series_stand_on_the_wall(floor):
    """The house says that a second series is on sale; eleven cards of the first are still in somebody's hands."""
    frame = floor.game.chief.http.get("/state/?k=demo-wall").json() | {"event": None}
    held = [{"first": 1_190, "last": 1_200, "why": "held", "holder": ""}]
    lots = [
        a_lot("000001", "physical", 101, 1_200, 1_201, off=held),
        a_lot("000002", "physical", 1, 100, 41, complementary=True),
        a_lot("000001", "virtual", 1_201, 1_800, 1_231),
    ]
    sale = {**frame["board"], "state": "selling", "figures": None, "blocks": True, "lots": lots}
    sold = {"physical_sold": 1_129, "virtual_sold": 30, "line_cents": 20_862, "bingo_cents": 133_285}
    closed = {**sale, "state": "ready", "figures": sold}
    sockets = []
    wall = floor.page(
        "venta1",
        "/sala/?k=demo-wall&lang=es",
        (1920, 1080),
        before=lambda page: page.route_web_socket("**/ws/hall/**", lambda socket: sockets.append(socket)),  # noqa: PLW0108 - it marks what it is given
    )
    expect(wall.locator("#stage")).to_be_visible()
    sockets[-1].send(json.dumps({**frame, "board": sale}))
    expect(wall.locator(".lot .figure-value")).to_have_text(["11", "1.089", "60", "40", "1231", "30"])
    floor.look("wall", wall)
    sockets[-1].send(json.dumps({**frame, "position": frame["position"] + 1, "board": closed}))
    ranges = wall.locator(".poster-part i")
    expect(ranges).to_have_text([re.compile(r"101\D+1189"), re.compile(r"1\D+40"), re.compile(r"1201\D+1230")])
    expect(wall.locator("#series")).to_contain_text(re.compile(r"A.000001 . 101\D1189.*A.000002 . 1\D40"))


def test_a_seller_works_through_a_sale_of_cards_in_hand(floor):
    floor.game.open_session()
    floor.open_sale()
    tablet = Tablet(floor)
    cards_in_hand_are_shown(tablet)
    a_press_sells_and_the_sale_is_taken_back_beside_it(tablet)
    scanned_cards_are_sold(tablet)
    a_scanner_on_a_port_is_heard_by_its_seller_only(tablet)
    a_sale_over_two_runs_says_both(tablet)
    cards_are_passed_on_and_spoiled_ones_reported(tablet)
    without_network_nothing_can_be_sold_and_the_tablet_says_so(tablet)
    a_sale_whose_answer_is_lost_is_asked_for_and_told_once(tablet)
    the_closed_sale_lists_what_to_bring_back(tablet)
    two_series_stand_on_the_wall(floor)
    assert floor.errors == []
    assert floor.axe_found == {}


def a_wish_for_every_game_is_a_switch(floor, page):
    switch = page.locator("#standing-switch")
    expect(switch).to_have_attribute("aria-checked", "false")
    expect(page.locator("#repeat")).to_be_hidden()
    page.locator("#standing-more").click()
    page.locator("#standing-more").click()
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "true")
    expect(page.locator("#standing-now")).to_contain_text(re.compile(r"3 .*6,00"))
    assert floor.game.people["jugador1"].mine()["standing"] == {"allowed": True, "quantity": 3}


def the_next_sale_brings_the_cards_and_one_press_ends_it(floor, page):
    expect(page.locator("#mine-count")).to_contain_text("3 cartones")
    expect(page.locator("#balance")).to_have_text("94,00 €")
    floor.look("standing", page)
    page.locator("#standing-switch").click()
    expect(page.locator("#standing-switch")).to_have_attribute("aria-checked", "false")
    assert floor.game.people["jugador1"].mine()["standing"] == {"allowed": True, "quantity": 0}


def one_press_buys_as_last_time(floor, page):
    repeat = page.locator("#repeat")
    expect(repeat).to_contain_text(re.compile(r"4 .*8,00"))
    floor.look("repeat", page)
    repeat.click()
    expect(page.locator("#mine-count")).to_contain_text("4 cartones")
    expect(repeat).to_be_hidden()


def more_than_the_limit_is_not_offered(page):
    """Nine cards a player are the hall's limit here, and four are bought."""
    page.locator("#quantity").fill("5")
    expect(page.locator("#buy-go")).to_be_enabled()
    page.locator("#quantity").fill("6")
    expect(page.locator("#buy-go")).to_be_disabled()
    expect(page.locator("#buy-why")).to_contain_text("9")


def test_a_player_buys_as_last_time_and_in_every_game(floor):
    floor.game.open_session()
    floor.open_sale()
    floor.do("venta1", "sell_cards", quantity=12)
    floor.do("jugador2", "buy_cards", quantity=4)
    page = floor.page("jugador1", "/terminal/", (1280, 800))
    a_wish_for_every_game_is_a_switch(floor, page)
    floor.game.close_sale()
    floor.game.draw()
    floor.game.settle()
    floor.open_sale()
    the_next_sale_brings_the_cards_and_one_press_ends_it(floor, page)
    other = floor.page("jugador2", "/terminal/", (390, 844))
    one_press_buys_as_last_time(floor, other)
    more_than_the_limit_is_not_offered(other)
    assert floor.errors == []
    assert floor.axe_found == {}
