"""Players at the cash desk and at the terminals, over HTTP: money, log-in, statement, limits, cards handed on."""

import json
import re

import pytest
from django.core.cache import cache
from django.test import Client

from ledger.selectors import balance_cents
from people.models import Player, PlayerCard, PlayerVisit
from records.models import Event
from screens.views.statement import csv_of
from sessions.models import Award, SoldCard
from sessions.selectors.hall_view import read_hall_view
from sessions.services import payments, players, sales, transfers
from tests.given import Clock, a_game_on_sale, a_game_ready, an_open_session
from tests.screens.sockets import PIN, logged_in, make_people
from tests.sessions.services.floors import a_player
from tests.sessions.stories import play_out

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _nobody_tried_yet():
    cache.clear()


@pytest.fixture
def hall(time):
    """Open a session with its people; player 1 has the log-in jugador1 and 10.00 euros, player 2 another account."""
    story = an_open_session()
    story.people = make_people(story.hall)
    story.caja, story.player = logged_in(story.people["caja"]), logged_in(story.people["jugador1"])
    story.number = Player.objects.get(user=story.people["jugador1"]).number
    cash(story, 1_000)
    return story


def do(browser, deed, /, **body):
    """Send a deed as a screen does; gives the whole answer."""
    return browser.post(f"/deeds/{deed}/", json.dumps(body), content_type="application/json")


def cash(story, cents, number=None):
    account = f"player:{number or story.number}"
    payments.deposit(hall_id=story.hall.pk, account=account, amount_cents=cents, actor="caja")


def opened(story, name=""):
    """Open another account at the cash desk; gives its number."""
    answer = do(story.caja, "open_player", key=f"open-{Player.objects.count()}", name=name)
    return answer.json()["player"]


def refused(answer):
    return answer.status_code, answer.json()["code"]


def entry(who, pin, browser=None):
    browser = browser or Client()
    return browser, browser.post("/terminal/entrar/", {"who": who, "pin": pin})


# At the cash desk ------------------------------------------------------------------------------------------


def test_an_account_is_opened_paid_into_and_out_of_and_closed(hall):
    number = opened(hall, "Rosa")
    assert do(hall.caja, "deposit", key="d", player=number, amount_cents=2_000).json()["balance_cents"] == 2_000
    page = hall.caja.get(f"/caja/jugadores/{number}/").content.decode()
    assert "Rosa" in page
    assert do(hall.caja, "withdraw", key="w", player=number, amount_cents=2_001).json()["code"] == "balance_too_small"
    assert do(hall.caja, "withdraw", key="w2", player=number, amount_cents=2_000).json()["balance_cents"] == 0
    assert do(hall.caja, "close_player", key="c", player=number).json()["player"] == number
    assert refused(do(hall.caja, "deposit", key="d2", player=number, amount_cents=100)) == (409, "account_closed")
    assert hall.caja.get(f"/caja/jugadores/{number}/").status_code == 200
    assert f"/caja/jugadores/{number}/" not in hall.caja.get("/caja/jugadores/").content.decode()


def test_who_has_a_pin_proves_it_before_cash_is_paid_out(hall):
    order = {"player": hall.number, "amount_cents": 300}
    do(hall.caja, "set_player_pin", key="p", player=hall.number, pin="2580", again="2580")
    assert refused(do(hall.caja, "withdraw", key="w1", **order)) == (409, "pin_needed")
    assert refused(do(hall.caja, "withdraw", key="w2", pin="0852", **order)) == (409, "pin_refused")
    assert balance_cents(hall.hall.pk, f"player:{hall.number}") == 1_000
    first = do(hall.caja, "withdraw", key="w3", pin="2580", **order)
    assert first.json()["balance_cents"] == 700
    # Said again, it was proved the first time.
    assert do(hall.caja, "withdraw", key="w3", pin="", **order).json()["balance_cents"] == 700


def test_a_pin_that_is_there_is_replaced_with_it_or_before_a_second_person(hall):
    order = {"player": hall.number, "again": "8520", "pin": "8520"}
    do(hall.caja, "set_player_pin", key="p", player=hall.number, pin="2580", again="2580")
    assert refused(do(hall.caja, "set_player_pin", key="p1", **order)) == (409, "second_person_needed")
    assert refused(do(hall.caja, "set_player_pin", key="p2", old_pin="0852", **order)) == (409, "pin_refused")
    cashier = {"second": "caja", "second_password": PIN}
    assert do(hall.caja, "set_player_pin", key="p3", **cashier, **order).json()["ok"] is False
    assert do(hall.caja, "set_player_pin", key="p4", old_pin="2580", **order).json()["ok"] is True
    senior = {"second": "sala", "second_password": PIN}
    again = order | {"pin": "2580", "again": "2580"}
    assert do(hall.caja, "set_player_pin", key="p5", **senior, **again).json()["ok"] is True


@pytest.mark.parametrize(
    ("pin", "again", "field"), [("1234", "1234", "pin"), ("2580", "2581", "again"), ("25", "25", "pin")]
)
def test_a_pin_that_is_guessed_or_typed_twice_unlike_is_not_set(hall, pin, again, field):
    answer = do(hall.caja, "set_player_pin", key="p", player=hall.number, pin=pin, again=again)
    assert (answer.status_code, answer.json()["params"]) == (400, {"field": field})
    assert Player.objects.get(number=hall.number).pin_hash == ""


def test_a_card_is_shown_once_and_a_second_look_at_the_same_page_shows_none(hall):
    address = f"/caja/jugadores/{hall.number}/tarjeta/"
    assert hall.caja.get(address).headers["Location"] == f"/caja/jugadores/{hall.number}/"
    shown = hall.caja.post(address, {"key": "k1"})
    assert "<svg" in shown.content.decode()
    assert "no-store" in shown.headers["Cache-Control"]
    again = hall.caja.post(address, {"key": "k1"})
    assert "<svg" not in again.content.decode()
    assert PlayerCard.objects.count() == 1
    assert hall.player.post(address, {"key": "k2"}).status_code == 403
    assert PlayerCard.objects.count() == 1


def test_limits_and_a_pause_are_set_by_the_cashier_for_the_player_and_by_the_player(hall):
    do(hall.caja, "set_player_limit", key="1", player=hall.number, kind="deposit_day", value=3_000)
    assert refused(do(hall.caja, "deposit", key="2", player=hall.number, amount_cents=2_001)) == (
        409,
        "deposit_limit_reached",
    )
    looser = do(hall.player, "set_limit", key="3", kind="deposit_day", value=None).json()
    assert (looser["value"], looser["next_value"], bool(looser["next_from"])) == (3_000, None, True)
    assert do(hall.player, "set_limit", key="4", kind="deposit_day", value=100).json()["value"] == 100
    assert do(hall.player, "set_limit", key="5", kind="speed", value=100).status_code == 400
    do(hall.player, "pause_play", key="6", pause="7d")
    assert refused(do(hall.caja, "pause_player", key="7", player=hall.number, pause="24h")) == (
        409,
        "pause_not_shortened",
    )
    page = hall.player.get("/terminal/cuenta/").content.decode()
    assert page.count("data-limit=") == 7
    assert hall.player.get("/state/mine/").json()["player"]["paused_until"]


# Statement -------------------------------------------------------------------------------------------------


def test_a_statement_is_the_player_s_own_and_another_s_is_not_there_and_is_noted_once_a_day(hall):
    other = opened(hall)
    mine = hall.player.get(f"/terminal/extracto/{hall.number}/")
    assert mine.status_code == 200
    for number in (other, other, 999):
        assert hall.player.get(f"/terminal/extracto/{number}/").status_code == 404
    assert list(Event.objects.filter(kind="OtherAccountAsked").values_list("payload", flat=True)) == [
        {"player": hall.number, "asked": other}
    ]
    assert hall.caja.get(f"/terminal/extracto/{other}/").status_code == 200
    assert hall.caja.get("/terminal/extracto/999/").status_code == 404
    assert hall.player.get(f"/caja/jugadores/{hall.number}/").status_code == 403
    assert Client().get(f"/terminal/extracto/{hall.number}/").status_code == 302


def test_a_statement_as_a_file_has_amounts_that_are_numbers_and_no_formula(hall):
    payments.withdraw(hall_id=hall.hall.pk, account=f"player:{hall.number}", amount_cents=250, actor="caja")
    hall.player.cookies["django_language"] = "es"
    lines = hall.player.get(f"/terminal/extracto/{hall.number}/").content.decode("utf-8-sig").split("\r\n")
    assert [line.split(";")[5:] for line in lines[1:3]] == [["-2,50", "7,50"], ["10,00", "10,00"]]
    for line in lines[1:3]:
        for cell in line.split(";"):
            assert not re.match(r"[=+@\t\r]|-(?![0-9]+,[0-9]{2}$)", cell), cell


def test_a_text_that_would_be_a_formula_is_kept_from_being_one():
    row = {
        "at": Clock()(),
        "kind": '=HYPERLINK("http://x")',
        "session_no": 0,
        "game_no": 0,
        "cents": 1,
        "balance_cents": 1,
    }
    assert ';"\'=HYPERLINK(""http://x"")";' in csv_of([row])


# Log-in ----------------------------------------------------------------------------------------------------


def test_a_player_logs_in_by_number_or_by_card_and_pin(hall):
    account = {"hall_id": hall.hall.pk, "account": f"player:{hall.number}", "actor": "caja"}
    players.set_player_pin(pin="2580", **account)
    _, token = players.issue_card(**account)
    for who in (str(hall.number), token, token.lower()):
        browser, answer = entry(who, "2580")
        assert (answer.status_code, answer.headers["Location"]) == (302, "/terminal/")
        assert browser.get("/state/mine/").json()["player"]["number"] == hall.number
    players.revoke_card(**account)
    assert entry(token, "2580")[1].status_code == 400


def test_who_is_nobody_has_no_pin_or_types_another_is_not_let_in(hall):
    told = []
    for who, pin in (("999", "2580"), (str(hall.number), "2580"), ("", ""), ("x" * 500, "2580"), ("٣", "2580")):
        browser, answer = entry(who, pin)
        assert answer.status_code == 400
        assert "_auth_user_id" not in browser.session
        told.append(re.search(r'role="alert">([^<]*)<', answer.content.decode())[1])
    assert told[0] == told[2] == told[3] == told[4] != told[1]


def test_five_wrong_pins_lock_the_account_and_the_right_one_waits_too(hall, time):
    account = {"hall_id": hall.hall.pk, "account": f"player:{hall.number}", "actor": "caja"}
    players.set_player_pin(pin="2580", **account)
    for _ in range(5):
        entry(str(hall.number), "1470")
    assert entry(str(hall.number), "2580")[1].status_code == 400
    time.advance(15 * 60 + 1)
    assert entry(str(hall.number), "2580")[1].status_code == 302


def test_twenty_wrong_tries_of_many_accounts_close_the_terminal_and_no_other(hall):
    players.set_player_pin(hall_id=hall.hall.pk, account=f"player:{hall.number}", pin="2580", actor="caja")
    for number in range(100, 120):
        entry(str(number), "2580")
    assert entry(str(hall.number), "2580")[1].status_code == 400
    assert entry(str(hall.number), "2580", Client(REMOTE_ADDR="192.0.2.7"))[1].status_code == 302


def test_a_log_in_elsewhere_ends_the_one_before_it_and_only_the_player_s(hall, settings):
    players.set_player_pin(hall_id=hall.hall.pk, account=f"player:{hall.number}", pin="2580", actor="caja")
    first, _ = entry(str(hall.number), "2580")
    assert first.get("/state/mine/").status_code == 200
    second, _ = entry(str(hall.number), "2580")
    assert first.get("/state/mine/").status_code == 403
    assert first.get("/terminal/").headers["Location"] == "/terminal/entrar/"
    assert second.get("/state/mine/").status_code == 200
    assert hall.caja.get("/state/mine/").status_code == 200
    settings.BINGO_ONE_TERMINAL_A_PLAYER = False
    third, _ = entry(str(hall.number), "2580")
    assert [browser.get("/state/mine/").status_code for browser in (second, third)] == [200, 200]


def test_who_logs_out_is_told_whether_cards_play_on(time):
    story = a_game_on_sale()
    people = make_people(story.hall)
    browser, number = logged_in(people["jugador1"]), Player.objects.get(user=people["jugador1"]).number
    assert browser.post("/terminal/salir/").headers["Location"] == "/terminal/entrar/?left=yes"
    browser = logged_in(people["jugador1"])
    cash(story, 200, number)
    sales.buy_cards(game_id=story.game_id, quantity=1, holder=f"player:{number}", actor="jugador1")
    assert browser.post("/terminal/salir/").headers["Location"] == "/terminal/entrar/?left=cards"
    assert browser.get("/state/mine/").status_code == 403
    assert SoldCard.objects.filter(game=story.game, holder=f"player:{number}").exists()


def test_time_at_a_terminal_is_counted_while_its_page_asks_and_not_after(hall, time):
    players.set_player_pin(hall_id=hall.hall.pk, account=f"player:{hall.number}", pin="2580", actor="caja")
    browser, _ = entry(str(hall.number), "2580")
    visit = PlayerVisit.objects.filter(ended=False).get()
    time.advance(60)
    browser.get("/state/mine/")
    time.advance(600)
    visit.refresh_from_db()
    assert 59 < (visit.seen_at - visit.since).total_seconds() < 62
    browser.post("/terminal/salir/")
    visit.refresh_from_db()
    assert visit.ended


# Cards handed on -------------------------------------------------------------------------------------------


def test_cards_are_handed_on_at_the_desk_or_from_terminal_to_terminal(time):
    story = a_game_on_sale()
    people = make_people(story.hall)
    story.caja = logged_in(people["caja"])
    number = Player.objects.get(user=people["jugador1"]).number
    mine = logged_in(people["jugador1"])
    cash(story, 1_000, number)
    sales.buy_cards(game_id=story.game_id, quantity=2, holder=f"player:{number}", actor="jugador1")
    other = opened(story)
    players.set_player_pin(hall_id=story.hall.pk, account=f"player:{other}", pin="2580", actor="caja")
    theirs, _ = entry(str(other), "2580")
    assert do(mine, "offer_cards", key="o", game_no=1, to=other).status_code == 200
    assert theirs.get("/state/mine/").json()["offers"] == [{"player": number, "game_no": 1, "cards": 2}]
    assert do(theirs, "take_cards", key="t", game_no=1, player=number).json()["cards"] == 2
    assert {c["card"] for c in theirs.get("/state/mine/").json()["cards"]} == {201, 202}
    assert mine.get("/state/mine/").json()["cards"] == []
    # Back again at the desk: who gives them has a PIN and types it.
    back = {"game_no": 1, "player": other, "to": number}
    assert refused(do(story.caja, "transfer_cards", key="b1", **back)) == (409, "pin_needed")
    assert do(story.caja, "transfer_cards", key="b2", pin="2580", **back).status_code == 200
    assert len(mine.get("/state/mine/").json()["cards"]) == 2
    assert refused(do(mine, "take_cards", key="t2", game_no=1, player=other)) == (409, "offer_gone")


def test_the_public_is_told_which_cards_went_over_and_not_whose_they_are(time):
    story = a_game_on_sale()
    for number in (1, 2):
        a_player(story, number, 400)
    sales.buy_cards(game_id=story.game_id, quantity=1, holder="player:1", actor="player:1")
    transfers.transfer_cards(game_id=story.game_id, holder="player:1", to="player:2", actor="caja")
    told = read_hall_view(story.hall.pk).frame("public", Event.objects.get(kind="CardsTransferred"))["event"]
    assert told == {"kind": "CardsTransferred", "stream": "game:1:1", "runs": [{"first": 201, "last": 201}]}


# Prizes left to pay ----------------------------------------------------------------------------------------


def test_a_prize_not_fetched_is_listed_paid_by_cheque_and_listed_again_when_that_comes_back(time):
    story = a_game_ready()
    caja = logged_in(make_people(story.hall)["caja"])
    play_out(story, time, winner=2, close=False)
    page = caja.get("/caja/premios/").content.decode()
    assert page.count("data-pay=") == 2
    order = {"session_no": 1, "game_no": 1, "award_no": 2, "card": "2", "token": ""}
    cheque = {"method": "cheque", "cheque": "7701"}
    assert refused(do(caja, "pay_prize", key="1", **order, **cheque)) == (409, "cheque_needs_consent")
    assert do(caja, "pay_prize", key="2", consents=True, **order, **cheque).status_code == 200
    page = caja.get("/caja/premios/").content.decode()
    assert (page.count("data-pay="), page.count('data-returned-cheque="7701"')) == (1, 1)
    back = {"session_no": 1, "game_no": 1, "award_no": 2, "cheque": "7701"}
    assert do(caja, "cheque_returned", key="3", **back).json()["event"]["cents"] == 690
    page = caja.get("/caja/premios/").content.decode()
    assert (page.count("data-pay="), page.count('data-returned="yes"')) == (2, 1)
    assert do(caja, "pay_prize", key="4", method="guarantee", **order).status_code == 200
    assert Award.objects.get(award_no=2).method == "guarantee"
    assert json.loads(do(caja, "pay_prize", key="5", **order).content)["code"] == "no_such_award"
