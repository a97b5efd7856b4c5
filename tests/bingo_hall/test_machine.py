"""The hall and a machine with faults: it stops by itself, goes on when a person says so, and loses no ball."""

from devices.simulators.client import ask
from sessions.services import corrections, draw
from tests.screens.sockets import PASSWORD, do
from tests.walks.running_hall import until


def pause_of(table):
    return table.board()["pause"]


def drawn(table):
    return table.board()["drawn"]


def call_and_wait(table, ordinal):
    """Call a ball, and wait for the next one."""
    table.call(ordinal)
    until(lambda: len(drawn(table)) == ordinal + 1)


def test_a_jam_pauses_the_draw_until_the_fault_is_cleared_and_the_draw_ordered_on(table_with):
    table = table_with("jam@2")
    table.start()
    until(lambda: drawn(table) == [47])
    table.call(1)
    until(lambda: pause_of(table) == "fault")

    assert do(table.caller, "clear_fault", device="extractor-1", code="JAM")[0] == 200
    until(lambda: table.machine()["faults"] == [])
    assert (pause_of(table), drawn(table)) == ("fault", [47])

    assert do(table.chief, "resume_draw", key="key-2", game_no=1)[0] == 200
    until(lambda: drawn(table) == table.machine()["order"] == [47, 89])
    assert table.violations() == []


def test_a_pulled_cable_pauses_the_draw_and_a_plugged_one_does_not_resume_it(table_with):
    table = table_with()
    table.start()
    until(lambda: drawn(table) == [47])
    ask(table.name, "inject", fault="drop")
    until(lambda: pause_of(table) == "link")
    until(lambda: table.loop.ports.extractors["extractor-1"].health().link == "up")
    assert pause_of(table) == "link"
    assert (drawn(table), table.machine()["actuations"]) == ([47], 1)

    draw.resume_draw(game_id=table.story.game_id, actor="mesa")
    call_and_wait(table, 1)
    assert drawn(table) == table.machine()["order"]


def test_the_machine_is_told_the_number_two_people_decided_on(table_with):
    table = table_with("misread@1")
    table.start()
    until(lambda: len(drawn(table)) == 1)
    # The ball in the tube is 47; the machine read the last one left in the drum.
    assert (drawn(table), table.machine()["told"]) == ([90], [90])

    alone = do(table.chief, "correct_ball", game_no=1, ordinal=1, number=47, second="", second_password="")
    assert (alone[0], alone[1]["code"]) == (409, "second_person_needed")
    two = {"second": "sala", "second_password": PASSWORD}
    wrong = do(
        table.chief, "correct_ball", key="k2", game_no=1, ordinal=1, number=47, second="sala", second_password="x"
    )
    assert (wrong[0], wrong[1]["code"]) == (409, "second_person_needed")
    assert do(table.chief, "correct_ball", key="k3", game_no=1, ordinal=1, number=47, **two)[0] == 200

    call_and_wait(table, 1)
    assert table.machine()["told"][0] == 47
    assert drawn(table) == table.machine()["order"]
    assert table.violations() == []


def test_a_ball_nobody_could_read_is_held_and_a_discarded_one_is_read_again(table_with):
    table = table_with("unread@1")
    table.start()
    until(lambda: table.board()["held"])
    assert table.board()["held"] == [{"ordinal": 1, "number": 0, "reason": "unread"}]
    assert pause_of(table) == "held_unread"

    corrections.resolve_held(game_id=table.story.game_id, accept=False, number=0, actor="mesa")
    draw.resume_draw(game_id=table.story.game_id, actor="mesa")
    until(lambda: drawn(table) == [47])
    assert table.machine()["actuations"] == 1


def test_a_ball_keyed_by_hand_in_a_machine_s_game_waits_for_a_second_person(table_with):
    table = table_with("stall@1")
    table.start()
    status, answer = do(table.caller, "draw_manual", game_no=1, number=7)
    assert (status, answer["event"]["kind"], answer["event"]["reason"]) == (200, "BallHeld", "manual")
    by = {"game_no": 1, "accept": True, "number": 7}
    alone = do(table.chief, "resolve_held", key="k1", second="mesa", second_password=PASSWORD, **by)
    assert (alone[0], alone[1]["code"]) == (409, "second_person_needed")
    assert do(table.chief, "resolve_held", key="k2", second="caja", second_password=PASSWORD, **by)[0] == 200
    assert drawn(table) == [7]


def test_the_stand_still_after_a_restart_ends_with_one_order(table_with):
    table = table_with()
    table.start()
    until(lambda: drawn(table) == [47])
    table.call(1)
    until(lambda: len(drawn(table)) == 2)
    table.loop.stop()
    table.call(2)

    table.restart()
    port = table.loop.ports.extractors["extractor-1"]
    until(lambda: port.health().link == "up")
    assert table.loop.still
    table.loop._wake.set()
    assert table.machine()["actuations"] == 2
    draw.resume_draw(game_id=table.story.game_id, actor="mesa")
    until(lambda: len(drawn(table)) == 3)
    assert not table.loop.still
