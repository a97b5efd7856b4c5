"""The machine's faults one by one, in its own words: what it answers, what it tells, what it has drawn."""

import pytest

from devices.codecs.bx1_messages import Message, encode_message
from devices.simulators.cage import Cage
from devices.simulators.faults import NAMES, FaultScript
from devices.simulators.machine import Machine
from devices.simulators.mixer import MIXERS
from devices.simulators.options import options_of


class Table:
    """A loaded machine of a kind, with a clock that is moved by hand; `dice` is what every throw gives."""

    def __init__(self, fault="", *, kind="air", dice=0.0, cage=None):
        self.now = 0.0
        self.machine = Machine(
            cage or Cage(), FaultScript(fault, lambda: dice), seed=68, new_boot=lambda: "B001", mixer=MIXERS[kind]
        )
        assert self.say("LOAD", g="1").kind == "A"
        self.told()

    def say(self, verb, **fields):
        return self.machine.answer(Message("C", 1, verb, fields), self.now)

    def draw(self, ordinal, seconds=20.0):
        reply = self.say("DRAW", o=str(ordinal))
        self.wait(seconds)
        return reply

    def wait(self, seconds):
        self.now += seconds
        self.machine.tick(self.now)

    def told(self):
        """Give what it has told since the last time, without the numbers of the events."""
        cage = self.machine.cage
        news = [body.split(" ", 2)[2] for body in cage.journal[len(cage.journal) - (cage.ev - cage.acked) :]]
        cage.acked = cage.ev
        return news

    def status(self):
        return self.say("STATUS").fields


def test_every_fault_of_the_protocols_table_is_known():
    balls = {"jam", "double", "missing", "lost", "unread", "lowq", "misread", "repeat", "range", "slow", "stall"}
    line = {"garbage", "half", "badcrc", "swap", "dup", "noack", "lateack", "drop", "flood", "slowread", "baud"}
    machine = {"reboot", "door", "air", "readerdead", "wrongdev", "takeback", "drum", "motor"}
    assert balls | line | machine == NAMES


# With seed 68 the first balls are 47 and 89; the tests of whole games know them too.
@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("jam@1", ["FAULT c=JAM on=1 o=0", "STATE st=FAULT"]),
        ("motor@1", ["FAULT c=MOTOR on=1 o=0", "STATE st=FAULT"]),
        ("missing@1", ["NOBALL o=1 ms=8000"]),
        ("air@1", ["FAULT c=AIR on=1 o=0", "NOBALL o=1 ms=8000"]),
        ("readerdead@1", ["FAULT c=READER on=1 o=0", "UNREAD o=1 tries=3"]),
        ("unread@1", ["UNREAD o=1 tries=3"]),
        ("double@1", ["MULTI o=1 n=47,1"]),
        ("lowq@1", ["BALL o=1 n=47 q=61 src=rfid"]),
        ("misread@1", ["BALL o=1 n=90 q=98 src=rfid"]),
        ("range@1:0", ["BALL o=1 n=0 q=98 src=rfid"]),
        ("range@1", ["BALL o=1 n=91 q=98 src=rfid"]),
        ("range@1:7x", ["BALL o=1 n=7x q=98 src=rfid"]),
        ("reboot@1", ["BOOT reason=watchdog boot=B001"]),
        ("stall@1", []),
        ("takeback@1", ["BALL o=1 n=47 q=98 src=rfid", "VOID o=1 n=47"]),
        ("door@1", ["FAULT c=DOOR on=1 o=0", "STATE st=FAULT"]),
    ],
)
def test_a_fault_is_told_as_the_protocol_says(fault, told):
    table = Table(fault)
    table.draw(1)
    assert table.told() == told


@pytest.mark.parametrize(("fault", "code"), [("jam@1", "JAM"), ("motor@1", "MOTOR"), ("door@1", "DOOR")])
def test_a_machine_that_is_stuck_draws_only_after_clear(fault, code):
    table = Table(fault)
    table.draw(1)
    assert (table.status()["st"], table.status()["f"]) == ("FAULT", code)
    assert table.say("DRAW", o="1").verb == "FAULT"
    assert table.say("CLEAR", c=code).kind == "A"
    assert table.draw(1).kind == "A"
    assert table.machine.cage.order == [47]
    assert table.machine.cage.actuations == 1


def test_a_repeated_number_is_told_under_its_own_ordinal():
    table = Table("repeat@2")
    table.draw(1)
    table.draw(2)
    assert table.told()[1] == "BALL o=2 n=47 q=98 src=rfid"
    assert table.machine.cage.order == [47, 89]


def test_a_ball_taken_back_stays_counted_and_leaves_the_map_until_it_is_set():
    table = Table("takeback@2")
    table.draw(1)
    table.draw(2)
    # Ball 47 is bit 46: 4 in the twelfth digit from the right.
    assert (table.status()["o"], table.status()["last"]) == ("2", "0")
    assert table.status()["bm"] == "0" * 11 + "4" + "0" * 11
    table.say("SET", o="2", n="89")
    assert table.status()["last"] == "89"
    assert table.machine.cage.order == [47, 89]


def test_a_ball_nobody_could_read_is_not_taken_back():
    table = Table("unread@1,takeback@1")
    table.draw(1)
    assert table.told() == ["UNREAD o=1 tries=3"]


@pytest.mark.parametrize(("dice", "seconds"), [(0.0, 7.0), (0.5, 9.0), (1.0, 11.0)])
def test_a_slow_ball_takes_seven_to_eleven_seconds(dice, seconds):
    table = Table("slow@1", dice=dice)
    table.draw(1, seconds - 0.01)
    assert table.told() == []
    table.wait(0.02)
    assert table.told() == ["BALL o=1 n=47 q=98 src=rfid"]


def test_the_air_falls_with_each_draw_and_ever_more_of_them_are_empty():
    """
    The draw at which it falls is empty. Then 1 in 4, 2 in 4, 3 in 4, and all: with dice of 0.6 the third is the next.
    """
    table = Table("air@1", dice=0.6)
    table.draw(1)
    forces = [int(table.status()["pa"])]
    outcomes = []
    table.told()
    for ordinal in (1, 2, 3, 3):
        table.draw(ordinal)
        outcomes.append(table.told()[0].split()[0])
        forces.append(int(table.status()["pa"]))
    assert outcomes == ["BALL", "BALL", "NOBALL", "NOBALL"]
    # 70, 55, 40, 25 and 10 percent of 1200 Pa, and a tremble of 2 percent of 1200 at most.
    assert all(abs(force - true) <= 24 for force, true in zip(forces, (840, 660, 480, 300, 120), strict=True))
    assert table.say("CLEAR", c="AIR").kind == "A"
    assert abs(int(table.status()["pa"]) - 1200) <= 24
    assert table.draw(3).kind == "A"
    assert table.told()[-1].startswith("BALL o=3")


def test_a_drum_says_its_turns_and_stands_when_it_breaks():
    table = Table("drum@2", kind="drum")
    assert table.status()["rpm"] == "0"
    table.draw(1)
    assert table.told() == ["BALL o=1 n=47 q=98 src=bar"]
    assert abs(int(table.status()["rpm"]) - 30) <= 1
    table.draw(2)
    assert table.told() == ["FAULT c=DRUM on=1 o=1", "STATE st=FAULT"]
    assert int(table.status()["rpm"]) < 20
    assert "pa" not in table.status()
    table.say("CLEAR", c="DRUM")
    assert table.draw(2).kind == "A"


def test_mix_turns_the_blower_on_and_off_and_a_draw_turns_it_on_by_itself():
    table = Table()
    assert table.status()["pa"] == "0"
    assert table.say("MIX", on="1").kind == "A"
    assert (table.status()["st"], table.status()["pa"] != "0") == ("MIXING", True)
    table.say("MIX", on="0")
    assert (table.status()["st"], table.status()["pa"]) == ("READY", "0")
    assert table.say("MIX", on="2").verb == "SYNTAX"
    table.say("MIX", on="1")
    table.say("STOP")
    assert (table.status()["st"], table.status()["pa"]) == ("READY", "0")
    table.draw(1)
    assert int(table.status()["pa"]) > 1100
    table.say("RETURN")
    table.wait(2)
    assert table.status()["pa"] == "0"


def test_a_ball_in_the_tube_stays_shown_while_the_mixing_stops():
    table = Table()
    table.draw(1)
    table.say("MIX", on="0")
    assert table.status()["st"] == "SHOWING"


def test_a_flood_is_two_hundred_events_a_second_for_its_seconds_and_no_more():
    table = Table()
    table.machine.flood(table.now, "2")
    counts = []
    for _ in range(30):
        table.wait(0.1)
        counts.append(len(table.told()))
    # From 0 to 2 s each 5 ms; the last moment may be rounded away.
    assert sum(counts) in {400, 401}
    assert max(counts) <= 21
    assert counts[21:] == [0] * 9


def test_a_flood_nobody_takes_stops_before_the_journal_forgets_a_ball():
    table = Table("flood@2:60")
    table.draw(1)
    table.told()
    table.draw(2, 60.0)
    assert table.machine.cage.ev - table.machine.cage.acked == 257
    assert len(table.told()) == 257


def test_with_all_its_faults_a_status_still_fits_a_frame():
    table = Table()
    table.draw(1)
    for code in ("JAM", "DOOR", "AIR", "READER", "MOTOR"):
        table.machine.break_down(code)
        table.machine.cage.state = "RETURNING"
        assert len(encode_message(Message("A", 255, "", table.status()))) <= 96
    assert table.status()["f"] == "JAM,DOOR,AIR,READER,MOTOR"


@pytest.mark.parametrize(
    "query",
    ["machine=steam", "machine=drum&fault=air@3", "fault=drum@3", "fault=flood@3:long", "fault=slowread:x"],
)
def test_a_machine_that_does_not_exist_is_refused(query):
    with pytest.raises(ValueError):  # noqa: PT011 - each says it in its own words
        options_of(f"bingosim://hall-1?{query}")


def test_a_drum_by_url():
    assert options_of("bingosim://hall-1?machine=drum&fault=slow*1").machine == "drum"


def test_one_fault_to_come_is_taken_back_and_the_others_stay():
    script = FaultScript("jam@2,unread@3", lambda: 0.0)
    script.forget("jam@2")
    assert script.text == "unread@3"
    with pytest.raises(ValueError, match="does not wait"):
        script.forget("jam@2")


def test_a_fault_that_lasts_begins_at_its_ball():
    script = FaultScript("baud@5", lambda: 0.0)
    assert [script.lasts("baud", ordinal) for ordinal in (4, 5, 6)] == [False, True, True]
