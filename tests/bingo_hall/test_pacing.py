"""The draw loop, turn by turn on a clock of the test's: what it asks of a machine, and when it calls."""

from dataclasses import replace

import pytest

from bingo_hall import pacing
from bingo_hall.pacing import DrawLoop
from devices.supervisor.health import PortHealth
from records.models import Event, Hall
from sessions.models import Game
from sessions.services import corrections, draw, sessions
from tests.given import a_game_ready, a_hall

pytestmark = pytest.mark.django_db(transaction=True)

MACHINE = "extractor-1"


class Port:
    """A machine's port that keeps what it is asked."""

    def __init__(self):
        self.asked = []
        self.now = PortHealth(MACHINE, "up", "ok", state="LOADED", ordinal=0, balls_in=90)

    def health(self):
        return self.now

    def is_(self, **changed):
        self.now = replace(self.now, **changed)

    def __getattr__(self, verb):
        return lambda *args: self.asked.append((verb, *args))

    def take(self):
        """Give what was asked since the last time."""
        asked, self.asked = self.asked, []
        return asked


class Ports:
    """The ports of a hall with one machine."""

    def __init__(self):
        self.extractors = {MACHINE: Port()}
        self.shown = []

    def show(self, board):
        self.shown.append(board)

    def status(self):
        return []


class Game1:
    """A game on a machine, its loop, and a clock that stands until it is moved."""

    def __init__(self, clock):
        self.clock = clock
        self.story = a_game_ready(extractor=MACHINE)
        self.by = {"game_id": self.story.game_id, "actor": "mesa"}
        self.begin()

    def begin(self):
        self.ports = Ports()
        self.port = self.ports.extractors[MACHINE]
        self.loop = DrawLoop(Hall.objects.get(pk=self.story.hall.pk), self.ports)

    def turn(self, seconds=1.1):
        """Let time pass and turn the loop once; gives what it asked of the machine."""
        self.clock[0] += seconds
        self.loop._turn()
        return self.port.take()

    def start(self):
        draw.start_draw(**self.by)

    def ball(self, ordinal, number, **more):
        by = {**self.by, "actor": "device:extractor-1"}
        draw.draw_ball(
            ordinal=ordinal, number=number, source="rfid", source_ref=f"e:1:{ordinal}:{number}", **more, **by
        )
        drawn = frozenset(self.board()["drawn"])
        self.port.is_(state="SHOWING", ordinal=ordinal, balls_in=90 - ordinal, drawn=drawn)

    def drawing(self, *numbers):
        """Draw and call these."""
        self.start()
        self.turn()
        for ordinal, number in enumerate(numbers, start=1):
            self.ball(ordinal, number)
            draw.call_ball(ordinal=ordinal, **self.by)
        self.port.take()

    def board(self):
        return Game.objects.get(pk=self.story.game_id).board


@pytest.fixture
def game(monkeypatch):
    clock = [1_000.0]
    monkeypatch.setattr(pacing.time, "monotonic", lambda: clock[0])
    return Game1(clock)


def test_nothing_is_asked_before_the_start(game):
    assert [game.turn() for _ in range(3)] == [[], [], []]


def test_the_start_asks_a_loaded_machine_for_the_first_ball_and_once_a_second_again(game):
    game.start()
    assert game.turn() == [("draw", 1)]
    assert game.turn(0.5) == []
    assert game.turn(0.6) == [("draw", 1)]


def test_a_machine_with_last_game_s_balls_out_returns_them_and_loads_before_ball_one(game):
    game.port.is_(state="SHOWING", ordinal=63, balls_in=27)
    game.start()
    assert game.turn() == [("finish",)]
    # While the balls come back the count may say 90 before the machine is ready.
    game.port.is_(state="RETURNING", ordinal=0, balls_in=90)
    assert game.turn() == []
    game.port.is_(state="IDLE")
    assert game.turn() == [("load", "game-1-1")]
    game.port.is_(state="LOADED")
    assert game.turn() == [("draw", 1)]


@pytest.mark.parametrize("unfit", [{"link": "down"}, {"link": "connecting"}, {"faults": frozenset({"JAM"})}], ids=str)
def test_a_machine_that_is_away_or_at_fault_is_asked_nothing(game, unfit):
    game.port.is_(**unfit)
    game.start()
    assert [game.turn(), game.turn()] == [[], []]


def test_the_next_ball_is_asked_for_when_the_last_one_has_been_called(game):
    game.drawing(7)
    game.ball(2, 12)
    assert game.turn() == []
    draw.call_ball(ordinal=2, **game.by)
    assert game.turn() == [("draw", 3)]


def test_a_pause_stops_the_asking_and_an_order_begins_it_again(game):
    game.drawing(7)
    draw.pause_draw(reason="person", **game.by)
    assert [game.turn(), game.turn()] == [[], []]
    draw.resume_draw(**game.by)
    assert game.turn() == [("draw", 2)]


def test_after_a_restart_in_the_middle_of_a_draw_the_loop_stands_still_until_it_is_ordered_on(game):
    game.drawing(7)
    before = Event.objects.count()
    game.begin()
    game.port.is_(state="SHOWING", ordinal=1, balls_in=89, drawn=frozenset({7}))
    assert game.loop.still
    assert [game.turn() for _ in range(3)] == [[], [], []]
    assert Event.objects.count() == before
    # Calls and pauses are no order to go on.
    draw.pause_draw(reason="person", **game.by)
    assert game.turn() == []
    assert game.loop.still
    draw.resume_draw(**game.by)
    assert game.turn() == [("draw", 2)]
    assert not game.loop.still


def test_a_restart_before_the_start_of_the_draw_stands_not_still(game):
    game.begin()
    assert not game.loop.still
    game.start()
    assert game.turn() == [("draw", 1)]


def test_standing_still_the_automatic_pace_calls_nothing_either(game):
    game.drawing(7)
    game.ball(2, 12)
    pace = {"session_id": game.story.session.pk, "actor": "mesa"}
    sessions.set_pace(automatic=True, wait_ms=1_000, **pace)
    game.begin()
    game.turn(60)
    assert game.board()["called"] == 1


def test_the_automatic_pace_calls_a_drawn_ball_after_its_wait_and_not_before(game):
    game.drawing()
    sessions.set_pace(session_id=game.story.session.pk, automatic=True, wait_ms=3_000, actor="mesa")
    game.ball(1, 7)
    game.turn(0.1)
    game.turn(1.0)
    assert game.board()["called"] == 0
    game.turn(3.0)
    assert game.board()["called"] == 1
    row = Event.objects.get(kind="BallCalled")
    assert (row.actor, row.payload["number"]) == ("automatic", 7)
    game.ball(2, 12)
    game.turn(0.1)
    game.turn(2.5)
    assert game.board()["called"] == 1
    game.turn(1.0)
    assert game.board()["called"] == 2


def test_the_automatic_pace_calls_nothing_while_paused(game):
    game.drawing()
    sessions.set_pace(session_id=game.story.session.pk, automatic=True, wait_ms=1_000, actor="mesa")
    game.ball(1, 7)
    draw.pause_draw(reason="claim", **game.by)
    game.turn(60)
    assert game.board()["called"] == 0


def test_with_the_caller_s_key_nothing_is_called_by_itself(game):
    game.drawing()
    game.ball(1, 7)
    game.turn(3_600)
    assert game.board()["called"] == 0


def test_a_ball_corrected_by_two_people_is_set_in_the_machine_before_the_next_is_asked_for(game):
    game.drawing(7)
    corrections.correct_ball(ordinal=1, number=8, second="sala", **game.by)
    assert game.turn() == [("set_number", 1, 8)]
    assert game.turn(0.5) == []
    game.port.is_(drawn=frozenset({8}))
    assert game.turn() == [("draw", 2)]


def test_a_discarded_ball_still_in_the_tube_is_read_again_and_not_drawn(game):
    game.drawing()
    game.ball(1, 0, reason="unread")
    assert game.turn() == []
    corrections.resolve_held(accept=False, number=0, **game.by)
    draw.resume_draw(**game.by)
    game.port.is_(ordinal=1, drawn=frozenset())
    assert game.turn() == [("read_again", 1)]


def test_a_fault_that_a_person_cleared_is_cleared_in_the_machine_once(game):
    game.drawing()
    sessions.clear_fault(session_id=game.story.session.pk, device=MACHINE, code="JAM", actor="venta")
    game.port.is_(faults=frozenset({"JAM"}))
    assert game.turn() == [("clear", "JAM")]
    assert game.turn() == []


def test_the_state_of_the_machines_is_told_on_change_and_again_for_screens_that_come_later(game, monkeypatch):
    told = []
    monkeypatch.setattr(pacing, "tell", lambda _hall_id, message: told.append(message["status"]["still"]))
    game.turn(0.1)
    game.turn(0.1)
    assert told == [False]
    game.turn(3.1)
    assert told == [False, False]


def test_without_a_hall_s_game_the_loop_turns_idle():
    hall, *_ = a_hall()
    ports = Ports()
    loop = DrawLoop(hall, ports)
    loop._turn()
    assert (loop.still, ports.shown, ports.extractors[MACHINE].asked) == (False, [None], [])
