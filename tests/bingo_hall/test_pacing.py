"""The draw loop, turn by turn on a clock of the test's: what it asks of a machine, and when it calls."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bingo_hall import pacing
from bingo_hall.asking import difference_of
from bingo_hall.pacing import DrawLoop
from records.models import Event
from sessions.journal import codec
from sessions.services import corrections, draw, sessions
from tests.bingo_hall.loop import MACHINE, Ports
from tests.given import a_hall

pytestmark = pytest.mark.django_db(transaction=True)


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


def test_the_journal_is_read_only_where_it_is_new(game):
    game.drawing(7, 12)
    draw.pause_draw(reason="person", **game.by)
    game.begin()
    game.turn()
    assert game.loop.still
    with CaptureQueriesContext(connection) as asked:
        game.turn()
    assert [query["sql"] for query in asked if Event._meta.db_table in query["sql"]] == []
    sessions.clear_fault(session_id=game.story.session.pk, device=MACHINE, code="JAM", actor="venta")
    assert game.turn() == [("clear", "JAM")]
    with CaptureQueriesContext(connection) as asked:
        assert game.turn() == []
    assert [query["sql"] for query in asked if Event._meta.db_table in query["sql"]] == []
    draw.resume_draw(**game.by)
    game.turn()
    assert not game.loop.still


def test_the_state_of_the_machines_is_told_on_change_and_again_for_screens_that_come_later(game, monkeypatch):
    told = []
    monkeypatch.setattr(pacing, "tell", lambda _hall_id, message: told.append(message["type"]))
    game.turn(0.1)
    game.turn(0.1)
    assert told == ["hall.status", "hall.health"]
    game.turn(3.1)
    assert told == ["hall.status", "hall.health"] * 2


def test_without_a_hall_s_game_the_loop_turns_idle():
    hall, *_ = a_hall()
    ports = Ports()
    loop = DrawLoop(hall, ports)
    loop._turn()
    assert (loop.still, ports.shown, ports.extractors[MACHINE].asked) == (False, [None], [])


def test_a_machine_that_stays_away_stops_the_draw_with_why(game):
    game.start()
    game.port.is_(link="down", message="absent")
    game.turn()
    assert game.board()["pause"] == ""
    game.turn()
    assert game.board()["pause"] == ""
    game.turn()
    assert (game.board()["pause"], game.board()["pause_detail"]) == ("link", "why=absent")


@pytest.mark.parametrize(
    ("faults", "pause", "detail"),
    [({"JAM", "AIR"}, "fault", "c=JAM"), ({"READER"}, "reader", "c=READER"), ({"READER", "DOOR"}, "fault", "c=DOOR")],
    ids=str,
)
def test_a_fault_older_than_the_start_stops_the_draw_with_its_name(game, faults, pause, detail):
    game.port.is_(faults=frozenset(faults))
    game.start()
    assert [game.turn() for _ in range(3)] == [[], [], []]
    assert (game.board()["pause"], game.board()["pause_detail"]) == (pause, detail)


def test_weak_air_is_a_warning_and_the_ball_is_asked_for(game):
    game.port.is_(faults=frozenset({"AIR"}))
    game.start()
    assert game.turn() == [("draw", 1)]
    assert game.board()["pause"] == ""


def test_with_a_ball_missing_nothing_is_loaded_until_a_person_orders_a_new_count(game):
    game.port.is_(state="IDLE", balls_in=89)
    game.start()
    assert game.turn() == []
    assert (game.board()["pause"], game.board()["pause_detail"]) == ("balls", "in=89")
    assert [game.turn(), game.turn()] == [[], []]
    draw.resume_draw(**game.by)
    assert game.turn() == [("load", "game-1-1")]
    # A machine that would have loaded 89 is sent back, and the count is told again.
    game.port.is_(state="LOADED")
    assert game.turn() == [("finish",)]
    game.port.is_(state="IDLE")
    assert game.turn() == []
    assert game.board()["pause"] == "balls"


def test_a_machine_that_has_forgotten_balls_it_read_stops_the_draw_and_names_them(game):
    game.drawing(7, 12, 90)
    game.port.is_(drawn=frozenset({12}))
    assert game.turn() == []
    # It may be about to say why.
    assert game.board()["pause"] == ""
    assert game.turn() == []
    assert (game.board()["pause"], game.board()["pause_detail"]) == ("machine", "machine=3 house=3 more=- less=7,90")
    assert game.turn() == []
    # Ordered on over that difference, the board is right, and the machine is told it ball by ball.
    draw.resume_draw(**game.by)
    assert game.turn() == [("set_number", 1, 7)]
    game.port.is_(drawn=frozenset({12, 7}))
    assert game.turn() == [("set_number", 3, 90)]
    game.port.is_(drawn=frozenset({12, 7, 90}))
    assert game.turn() == [("draw", 4)]


def test_a_machine_with_a_ball_the_board_has_not_at_the_same_count_stops_the_draw_each_time_anew(game):
    game.drawing(7, 12)
    game.port.is_(drawn=frozenset({7, 12, 13}))
    assert [game.turn(), game.turn()] == [[], []]
    assert game.board()["pause_detail"] == "machine=2 house=2 more=13 less=-"
    draw.resume_draw(**game.by)
    game.port.is_(drawn=frozenset({7, 12, 14}))
    assert [game.turn(), game.turn()] == [[], []]
    assert game.board()["pause_detail"] == "machine=2 house=2 more=14 less=-"


def test_one_ball_more_in_the_machine_is_asked_for_and_no_difference(game):
    game.drawing(7, 12)
    game.port.is_(ordinal=3, drawn=frozenset({7, 12, 13}))
    assert difference_of(codec.game_board(game.board()), game.port.health()) is None
    assert game.turn() == [("draw", 3)]


@pytest.mark.parametrize(
    ("machine", "said"),
    [
        ({"ordinal": 2, "drawn": frozenset({7, 12})}, None),
        ({"ordinal": 2, "drawn": frozenset({7, 13})}, (2, [13], [12])),
        ({"ordinal": 3, "drawn": frozenset({7, 13, 14})}, (3, [13, 14], [12])),
        ({"ordinal": 4, "drawn": frozenset({7, 12, 13, 14})}, (4, [13, 14], [])),
        ({"ordinal": 0, "drawn": frozenset()}, (0, [], [7, 12])),
        ({"ordinal": 0, "drawn": frozenset(), "link": "down"}, None),
    ],
    ids=str,
)
def test_the_difference_of_machine_and_board_is_named(game, machine, said):
    game.drawing(7, 12)
    game.port.is_(**machine)
    found = difference_of(codec.game_board(game.board()), game.port.health())
    assert (found and (found["machine"], found["only_machine"], found["only_house"])) == said


def test_a_difference_is_told_to_the_staff_once_it_lasts_a_second(game, monkeypatch):
    told = []
    monkeypatch.setattr(pacing, "tell", lambda _hall_id, message: told.append(message))
    game.ports.status = lambda: [{"code": MACHINE, "kind": "extractor", "link": "up"}]
    game.drawing(7, 12)
    draw.pause_draw(reason="link", **game.by)
    game.port.is_(ordinal=0, drawn=frozenset())
    game.turn(0.1)
    game.turn(0.5)
    assert {d["differs"] is None for m in told for d in m.get("status", {}).get("devices", [])} == {True}
    game.turn(0.6)
    last = [m for m in told if m["type"] == "hall.status"][-1]
    assert last["status"]["devices"][0]["differs"] == {
        "machine": 0,
        "house": 2,
        "only_machine": [],
        "only_house": [7, 12],
    }
