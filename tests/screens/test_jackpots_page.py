"""Additional prizes on the screens: the page of the Jefe de Sala, its deeds, what is told to the walls, the receipt."""

from __future__ import annotations

import re

import pytest

from screens.mine import mine_of
from sessions.services import jackpots, payments, sales
from tests.given import an_open_session, close_sale, open_next_sale
from tests.screens.sockets import do, logged_in, make_people
from tests.sessions.services.test_jackpots import call_bingo

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall():
    """Give a story of a hall that plays as Murcia did in 2012, and its people."""
    story = an_open_session(profile="murcia-2012")
    return story, make_people(story.hall)


def words(browser, address) -> str:
    answer = browser.get(address, headers={"accept-language": "en"})
    assert answer.status_code == 200
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def test_the_page_shows_each_prize_and_offers_what_can_be_done(hall):
    _story, people = hall
    browser = logged_in(people["sala"])
    assert "Bingo acumulado off In the fund €0.00" in words(browser, "/botes/")
    assert do(browser, "bring_in_fund", code="acumulado", fund_cents=140_000, reserve_cents=35_000, key="a")[0] == 200
    assert do(browser, "switch_jackpot", code="acumulado", on=True, last_ball=43, key="b")[0] == 200
    told = words(browser, "/botes/")
    assert "Bingo acumulado on In the fund €1,400.00 Won by a bingo called until ball 43." in told
    assert "In the reserve €350.00" in told
    page = browser.get("/botes/").content.decode()
    # Scripts read bare numbers, whatever the language.
    assert 'data-cap="300000"' in page
    assert 'max="300000" value="140000"' in page


def test_what_the_fund_does_not_hold_is_refused_in_words(hall):
    _story, people = hall
    browser = logged_in(people["sala"])
    do(browser, "switch_jackpot", code="extra", on=True, key="a")
    status, answer = do(browser, "announce_extra", code="extra", amount_cents=20_000, exact_ball=55, key="b")
    assert (status, answer["code"]) == (409, "prize_not_covered")
    status, answer = do(browser, "announce_prima", code="prima", amount_cents=5_000, due_at="half past ten", key="c")
    assert (status, answer["params"]) == (400, {"field": "due_at"})
    status, answer = do(browser, "switch_jackpot", code="extra", on=True, funding_bp=305, key="d")
    assert (status, answer["code"]) == (409, "share_not_allowed")


def test_while_a_game_is_played_the_page_says_so_and_offers_nothing(hall):
    story, people = hall
    browser = logged_in(people["sala"])
    open_next_sale(story, virtual=False)
    assert "Game 1 is being played: what is set here changes between games." in words(browser, "/botes/")
    assert "data-do" not in browser.get("/botes/").content.decode()
    assert do(browser, "switch_jackpot", code="extra", on=True)[1]["code"] == "jackpot_live"


def test_a_regulation_without_additional_prizes_says_so():
    browser = logged_in(make_people(an_open_session().hall)["sala"])
    assert "This regulation has no additional prizes" in words(browser, "/botes/")


def test_a_prize_won_has_its_own_line_at_the_desk_and_its_own_receipt(hall, time):
    """Of 100.00 the fund gets 4.00; 1,404.00 are won at ball 15, and the third award is the cashier's third line."""
    story, people = hall
    by = {"session_id": story.session.pk, "code": "acumulado", "actor": "sala"}
    jackpots.bring_in_fund(fund_cents=140_000, reserve_cents=35_000, **by)
    jackpots.switch_jackpot(on=True, last_ball=43, **by)
    open_next_sale(story, virtual=False)
    sales.sell_cards(game_id=story.game_id, quantity=50, actor="venta")
    close_sale(story)
    call_bingo(story, time, winner=3)
    mine = mine_of(people["caja"], story.hall)
    assert [(one["name"], one["cents"]) for one in mine["payable"]] == [
        ("", 713),
        ("", 5_017),
        ("Bingo acumulado", 140_400),
    ]
    assert mine["receipts"] == []
    payments.pay_prize(game_id=story.game_id, award_no=3, card=3, actor="caja")
    (told,) = mine_of(people["caja"], story.hall)["receipts"]
    assert (told["name"], told["card"], told["cents"]) == ("Bingo acumulado", 3, 140_400)
    answer = logged_in(people["caja"]).get("/caja/recibo/1/1/3/")
    text = " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())
    assert "Bingo acumulado 1.404,00" in text
    assert "A 000001" in text
    assert answer.content.decode().count("<li><small>") == 15
    # The bingo's own prize has none, and nobody else's prize is found.
    assert logged_in(people["caja"]).get("/caja/recibo/1/1/2/").status_code == 404
    assert logged_in(people["venta1"]).get("/caja/recibo/1/1/3/").status_code == 403
