"""Who is there: a loss is written once, in a session, and so is its end; log-ins nobody uses end; cards play on."""

from datetime import timedelta

import pytest
from django.contrib.sessions.backends.db import SessionStore

from people.models import Terminal
from records.models import Event
from sessions.selectors.terminals import troubles_of
from sessions.services import payments, presence, sales
from sessions.services.presence import Seen
from sessions.services.sessions import start_session
from sessions.services.terminals import enrol, offer_enrolment
from tests.given import a_game_on_sale, a_hall

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("silent")]


def let_in(hall, place, *, device="player_terminal"):
    code = offer_enrolment(hall_id=hall.pk, device=device, place=place, actor="sala")["code"]
    return enrol(code=code, address="192.168.1.12").terminal


def log_in():
    store = SessionStore()
    store["x"] = 1
    store.create()
    return store.session_key


def told(hall):
    kinds = ("TerminalLost", "TerminalBack", "TerminalSignedOut")
    rows = Event.objects.filter(hall=hall, kind__in=kinds).order_by("position")
    return [(row.kind, row.payload) for row in rows]


class House:
    """A game on sale, and two players' terminals that were heard just now."""

    def __init__(self, time):
        self.time = time
        self.story = a_game_on_sale()
        self.hall = self.story.hall
        self.terminals = [let_in(self.hall, "Terminal 1"), let_in(self.hall, "Terminal 2")]
        self.at = None
        self.hear(*self.terminals)

    def hear(self, *terminals, **more):
        self.at = self.time()
        presence.note_seen(self.hall.pk, [Seen(terminal_id=one.pk, **more) for one in terminals], self.at)

    def lose(self, *terminals, heard=None):
        presence.note_losses(self.hall.pk, {one.pk: heard or self.at for one in terminals})


@pytest.fixture
def house(time):
    return House(time)


def test_terminals_lost_together_are_one_row_with_their_game_and_so_is_their_return(house):
    house.lose(*house.terminals)
    assert told(house.hall) == [("TerminalLost", {"terminals": [1, 2], "game_no": 1})]
    lost = troubles_of(house.hall)
    assert (lost["enrolled"], lost["online"], lost["more"]) == (2, 0, 0)
    assert [one["place"] for one in lost["lost"]] == ["Terminal 1", "Terminal 2"]
    house.lose(*house.terminals)
    assert len(told(house.hall)) == 1, "what is lost is not lost again"
    house.hear(*house.terminals)
    house.hear(*house.terminals)
    assert told(house.hall)[1:] == [("TerminalBack", {"terminals": [1, 2]})]
    assert troubles_of(house.hall)["lost"] == []


def test_one_that_another_process_has_heard_since_is_not_lost(house):
    heard_here = house.at
    house.time.advance(3)
    house.hear(house.terminals[0])
    house.lose(*house.terminals, heard=heard_here)
    assert told(house.hall) == [("TerminalLost", {"terminals": [2], "game_no": 1})]
    assert Terminal.objects.get(number=1).online


def test_one_that_comes_and_goes_is_shown_each_time_and_written_once_a_minute(house):
    first, _ = house.terminals
    for _ in range(10):
        house.lose(first)
        assert [one["number"] for one in troubles_of(house.hall)["lost"]] == [1]
        house.time.advance(5)
        house.hear(first)
    assert [kind for kind, _ in told(house.hall)] == ["TerminalLost", "TerminalBack"]
    house.time.advance(60)
    house.lose(first)
    assert [kind for kind, _ in told(house.hall)] == ["TerminalLost", "TerminalBack", "TerminalLost"]


def test_without_a_session_nothing_is_missed_and_nothing_is_written(time):
    hall = a_hall()[0]
    one = let_in(hall, "Terminal 1")
    presence.note_seen(hall.pk, [Seen(terminal_id=one.pk)], time())
    presence.note_losses(hall.pk, {one.pk: time()})
    assert told(hall) == []
    assert Terminal.objects.get().lost_at is not None
    assert troubles_of(hall)["lost"] == []
    start_session(hall_id=hall.pk)
    assert [lost["number"] for lost in troubles_of(hall)["lost"]] == [1]


def test_the_devices_of_a_process_that_died_are_lost_after_half_a_minute(house):
    house.time.advance(29)
    presence.note_stale(house.hall.pk)
    assert told(house.hall) == []
    house.time.advance(2)
    presence.note_stale(house.hall.pk)
    assert told(house.hall) == [("TerminalLost", {"terminals": [1, 2], "game_no": 1})]


def test_a_wrong_clock_is_told_with_its_place_while_the_device_is_there(house):
    house.hear(house.terminals[1], skew_ms=-2_600)
    told_now = troubles_of(house.hall)
    assert told_now["wrong_clock"] == [
        {"number": 2, "kind": "player_terminal", "place": "Terminal 2", "skew_ms": -2_600}
    ]
    house.lose(house.terminals[1])
    assert troubles_of(house.hall)["wrong_clock"] == []


def at_terminal(house, account="player:1"):
    key = log_in()
    house.hear(house.terminals[0], login=account, session_key=key)
    return key


def test_an_idle_player_is_logged_out_and_who_still_plays_is_not(house, settings):
    settings.BINGO_TERMINAL_IDLE_SECONDS = 300
    key = at_terminal(house)
    payments.deposit(hall_id=house.hall.pk, account="player:1", amount_cents=200, actor="caja")
    sales.buy_cards(game_id=house.story.game_id, quantity=1, holder="player:1", actor="player:1")
    assert not presence.sign_out_idle(house.terminals[0].pk, idle_seconds=100_000), "their card plays"
    other = log_in()
    house.hear(house.terminals[1], login="player:2", session_key=other)
    assert not presence.sign_out_idle(house.terminals[1].pk, idle_seconds=299)
    assert presence.sign_out_idle(house.terminals[1].pk, idle_seconds=300)
    assert not presence.sign_out_idle(house.terminals[1].pk, idle_seconds=300), "once"
    assert (SessionStore().exists(key), SessionStore().exists(other)) == (True, False)
    assert told(house.hall) == [("TerminalSignedOut", {"terminal": 2, "player": 2, "reason": "idle"})]


def test_a_lost_terminal_s_log_in_ends_after_two_minutes_though_cards_play(house):
    key = at_terminal(house)
    payments.deposit(hall_id=house.hall.pk, account="player:1", amount_cents=200, actor="caja")
    sales.buy_cards(game_id=house.story.game_id, quantity=1, holder="player:1", actor="player:1")
    house.lose(house.terminals[0])
    house.time.advance(timedelta(minutes=2).total_seconds() - 1)
    assert presence.sign_out_lost(house.hall.pk) == 0
    house.time.advance(2)
    assert presence.sign_out_lost(house.hall.pk) == 1
    assert presence.sign_out_lost(house.hall.pk) == 0
    assert not SessionStore().exists(key)
    assert Terminal.objects.get(number=1).login == ""
    assert told(house.hall)[-1] == ("TerminalSignedOut", {"terminal": 1, "player": 1, "reason": "lost"})


def test_staff_are_not_logged_out_by_the_terminals_watch(house):
    tablet = let_in(house.hall, "Tablet", device="seller_tablet")
    key = log_in()
    house.hear(tablet, login="venta1", session_key=key)
    house.lose(tablet)
    house.time.advance(600)
    assert presence.sign_out_lost(house.hall.pk) == 0
    assert not presence.sign_out_idle(tablet.pk, idle_seconds=100_000)
    assert SessionStore().exists(key)
