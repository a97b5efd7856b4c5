import pytest

from devices.codecs.bx1_messages import Message
from devices.simulators.cage import Cage
from devices.simulators.faults import FaultScript, parse_fault
from devices.simulators.machine import Machine
from devices.simulators.options import Options, options_of
from devices.simulators.paths import home_of


def machine_of(fault="", cage=None, seed=7):
    return Machine(cage or Cage(), FaultScript(fault, lambda: 0.0), seed=seed, new_boot=lambda: "B001")


def say(machine, verb, now=0.0, **fields):
    return machine.answer(Message("C", 1, verb, fields), now)


def draw(machine, ordinal):
    reply = say(machine, "DRAW", o=str(ordinal))
    machine.tick(100.0)
    return reply


def loaded(**options):
    machine = machine_of(**options)
    assert say(machine, "LOAD", g="1").fields == {"in": "90"}
    return machine


def test_a_game_has_90_balls_each_once():
    machine = loaded()
    for ordinal in range(1, 91):
        draw(machine, ordinal)
    assert sorted(machine.cage.order) == list(range(1, 91))
    assert draw(machine, 91).verb == "RANGE"


def test_one_seed_is_one_game_and_another_is_another():
    orders = []
    for seed in (7, 7, 8):
        machine = loaded(seed=seed)
        for ordinal in range(1, 11):
            draw(machine, ordinal)
        orders.append(machine.cage.order)
    assert orders[0] == orders[1] != orders[2]


def test_without_a_seed_two_machines_differ():
    orders = []
    for _ in range(2):
        machine = loaded(seed=None)
        for ordinal in range(1, 31):
            draw(machine, ordinal)
        orders.append(machine.cage.order)
    assert orders[0] != orders[1]


def test_a_ball_asked_for_twice_falls_once_and_is_told_twice():
    machine = loaded()
    draw(machine, 1)
    assert draw(machine, 1).fields == {"dup": "1"}
    first, second = machine.cage.journal[-2:]
    assert first.split(" ", 2)[2] == second.split(" ", 2)[2]
    assert machine.cage.actuations == 1


@pytest.mark.parametrize(
    ("verb", "fields", "code"),
    [
        ("DRAW", {"o": "3"}, "ORDER"),
        ("DRAW", {"o": "0"}, "RANGE"),
        ("SET", {"o": "1", "n": "91"}, "RANGE"),
        ("SET", {"o": "2", "n": "5"}, "ORDER"),
        ("READ", {"o": "2"}, "ORDER"),
        ("LOAD", {"g": "2"}, "BALLS"),
        ("LOAD", {}, "SYNTAX"),
        ("DANCE", {}, "VERB"),
    ],
)
def test_what_cannot_be_done_is_refused_with_its_code(verb, fields, code):
    machine = loaded()
    draw(machine, 1)
    assert say(machine, verb, **fields).verb == code


def test_no_ball_before_the_machine_is_loaded():
    assert say(machine_of(), "DRAW", o="1").verb == "STATE"


def test_a_machine_switched_on_again_keeps_its_balls_and_begins_a_new_journal():
    machine = loaded()
    draw(machine, 1)
    again = machine_of(cage=machine.cage)
    assert again.cage.journal == ["E 0001 BOOT reason=power boot=B001"]
    assert (again.cage.runs, len(again.cage.order)) == (2, 1)
    assert draw(again, 1).fields == {"dup": "1"}


@pytest.mark.parametrize("text", ["jam@12", "garbage*0.05", "drop@45:before", "lost", "range@5:7x"])
def test_a_fault_reads_as_it_is_written(text):
    assert parse_fault(text).text == text


@pytest.mark.parametrize("text", ["fire@1", "jam@", "jam@x", "jam 12", "jam@123"])
def test_what_is_no_fault_is_refused(text):
    with pytest.raises(ValueError, match="not a fault"):
        parse_fault(text)


def test_a_fault_at_a_ball_happens_once_there():
    script = FaultScript("jam@2", lambda: 0.0)
    assert [bool(script.take("jam", ordinal)) for ordinal in (1, 2, 2)] == [False, True, False]


def test_a_url_gives_the_options():
    url = "bingosim://hall-1?seed=7&speed=10&baud=9600&fault=jam@12,drop@45:ack"
    assert options_of(url) == Options("hall-1", "extractor", 7, 10.0, 9600, "jam@12,drop@45:ack")
    assert options_of("bingopanel://hall-1").kind == "panel"


@pytest.mark.parametrize("query", ["seed=x", "speed=0", "fault=fire@1", "colour=red"])
def test_a_url_with_nonsense_is_refused(query):
    with pytest.raises(ValueError):  # noqa: PT011 - each says it in its own words
        options_of(f"bingosim://hall-1?{query}")


def test_a_socket_path_is_short_however_deep_the_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("BINGO_DATA_DIR", str(tmp_path / ("deep" * 20)))
    assert len(str(home_of("sim").socket)) < 100
    assert home_of("sim").socket != home_of("sim", "panel").socket


def test_a_name_that_leaves_the_folder_is_refused():
    with pytest.raises(ValueError, match="not a simulator's name"):
        home_of("../etc")
