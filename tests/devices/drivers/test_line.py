"""The driver of a reader that only says lines: which ball a line is, what is held, and what is told again."""

import re
from dataclasses import fields
from random import Random

import pytest

from devices.codecs.events import BallRead, BallUnread, DrawSlow, DrawStalled, LinkUp, StatusRead
from devices.drivers.base import Counters, RunKnown
from devices.drivers.line import LineExtractor
from devices.drivers.line_options import LineOptions
from devices.simulators.paths import PROJECT
from tests.devices.captures import received

TABLE_SCANNER = {"unread": r"\?\?", "ignore": "SR-30 .*"}
DRUM_READER = {
    "pattern": r"\x02B(?P<ordinal>\d\d) N(?P<number>\d\d) Q(?P<quality>\d{1,3})",
    "unread": r"\x02B\d\d ERR",
    "source": "rfid",
}


class Reader:
    """A driver with what it told; `storing` says whether its owner stores what it is told."""

    def __init__(self, clock, **options):
        self.clock = clock
        self.driver = LineExtractor(clock, None, options)
        self.storing = True
        self.told = []
        self.connect("")

    def connect(self, boot):
        self.driver.connect(boot=boot, last_ev=0)
        self.settle()

    def say(self, data, after=5.0):
        self.clock.forward(after)
        self._keep(self.driver.receive(data))
        return self.settle()

    def wait(self, seconds):
        self.clock.forward(seconds)
        return self.settle()

    def settle(self):
        """Tick while there is something due; return what was told since the last time."""
        for _ in range(10):
            deadline = self.driver.deadline()
            if deadline is None or deadline > self.clock():
                break
            self._keep(self.driver.tick())
        fresh, self.told = self.told, []
        return fresh

    def _keep(self, told):
        for event in told:
            self.told.append(event)
            if self.storing and isinstance(event, BallRead | BallUnread):
                self.driver.acknowledge(event.ev)


def balls(told):
    return [(event.ordinal, event.number) for event in told if isinstance(event, BallRead)]


def unread(told):
    return [(event.ordinal, event.reason, event.numbers) for event in told if isinstance(event, BallUnread)]


@pytest.fixture
def reader(clock):
    """A reader with a game begun, and its first ball wished for."""
    reader = Reader(clock)
    reader.driver.load("1")
    reader.driver.draw(1)
    reader.settle()
    return reader


def play(name, reader):
    """Replay a capture at its own pace, wishing for each next ball as a draw loop would; return what was told."""
    begin, told = reader.clock(), []
    reader.driver.load("1")
    for at, data in received(name):
        reader.driver.draw(reader.driver.status.ordinal + 1)
        told += reader.say(data, after=begin + at - reader.clock())
    return [event for event in told if isinstance(event, BallRead | BallUnread)]


def test_a_table_scanner_as_it_was_captured(clock):
    reader = Reader(clock, **TABLE_SCANNER)
    boot = reader.driver._journal.boot
    assert play("line-table-scanner.txt", reader) == [
        BallRead(boot, 1, 1, 47, 100, "bar", "47"),
        BallRead(boot, 2, 2, 8, 100, "bar", "08"),
        BallUnread(boot, 3, 3, "unread", "??"),
        BallRead(boot, 4, 3, 90, 100, "bar", "90"),
        BallRead(boot, 5, 4, 74, 100, "bar", "74"),
        BallUnread(boot, 6, 5, "unread", "4�"),
    ]
    assert reader.driver.counters() == Counters(bad=1, dup=1)


def test_a_drum_reader_that_counts_as_it_was_captured(clock):
    reader = Reader(clock, **DRUM_READER)
    boot = reader.driver._journal.boot
    assert play("line-drum-reader.txt", reader) == [
        BallRead(boot, 1, 1, 47, 98, "rfid", "\x02B01 N47 Q98"),
        BallRead(boot, 2, 2, 8, 96, "rfid", "\x02B02 N08 Q96"),
        BallRead(boot, 3, 3, 90, 61, "rfid", "\x02B03 N90 Q61"),
        BallUnread(boot, 4, 4, "unread", "\x02B04 ERR"),
        BallRead(boot, 5, 4, 74, 95, "rfid", "\x02B04 N74 Q95"),
        BallUnread(boot, 6, 5, "range", "\x02B05 N91 Q99"),
    ]
    assert reader.driver.counters() == Counters(dup=1, garbled=1)


def test_the_port_is_up_at_once_and_each_process_is_a_run_of_its_own(clock):
    driver = LineExtractor(clock)
    driver.connect(boot="OLD", last_ev=9)
    known, up, status = driver.tick()
    assert (known, up) == (RunKnown(up.boot, renewed=True), LinkUp(up.boot, "line", renewed=True))
    assert status == StatusRead("IDLE", 0, 0, 90, frozenset(), frozenset(), own=False)
    assert up.boot != LineExtractor(clock)._journal.boot
    driver.disconnect()
    driver.connect(boot=up.boot, last_ev=9)
    assert driver.tick()[:2] == [RunKnown(up.boot, renewed=False), LinkUp(up.boot, "line")]


def test_the_wish_says_which_ordinal_the_next_line_has(reader):
    assert balls(reader.say(b"47\r")) == [(1, 47)]
    reader.driver.draw(2)
    assert reader.driver.status.state == "DRAWING"
    assert balls(reader.say(b"08\r\n")) == [(2, 8)]
    assert reader.driver.status == StatusRead("READY", 2, 8, 88, frozenset(), frozenset({47, 8}), own=False)


def test_a_ball_nobody_wished_for_is_told_as_the_next_one_since_it_is_out(reader):
    reader.say(b"47\r")
    assert balls(reader.say(b"08\r")) == [(2, 8)]
    reader.wait(0.5)
    reader.driver.draw(2)
    assert balls(reader.settle()) == []


def test_one_ball_may_come_before_its_wish_and_a_second_one_is_held_once(reader):
    reader.say(b"47\r")
    assert balls(reader.say(b"08\r")) == [(2, 8)]
    assert unread(reader.say(b"09\r")) == [(3, "multi", "09")]
    assert reader.say(b"10\r") == reader.say(b"11\r") == []
    reader.driver.draw(3)
    assert balls(reader.say(b"12\r")) == [(3, 12)]


def test_the_same_number_within_three_seconds_of_its_last_line_is_one_ball(reader):
    reader.say(b"47\r")
    reader.driver.draw(2)
    for _ in range(4):
        assert balls(reader.say(b"47\r", after=2.9)) == []
    assert reader.driver.counters().dup == 4
    assert balls(reader.say(b"47\r", after=3.1)) == [(2, 47)]


def test_how_long_a_ball_may_repeat_itself_is_the_hall_s_setting(clock):
    reader = Reader(clock, again_ms=1000)
    reader.driver.draw(1)
    reader.say(b"47\r")
    assert balls(reader.say(b"47\r", after=0.9)) == []
    assert balls(reader.say(b"47\r", after=1.1)) == [(2, 47)]


def test_a_reader_that_repeats_its_last_ball_on_a_new_connection_says_no_new_one(reader):
    reader.say(b"47\r")
    reader.driver.draw(2)
    reader.driver.disconnect()
    reader.clock.forward(60)
    reader.connect(reader.driver._journal.boot)
    assert balls(reader.say(b"47\r")) == []
    assert balls(reader.say(b"08\r")) == [(2, 8)]
    assert balls(reader.say(b"47\r")) == [(3, 47)]


def test_another_number_in_the_same_moment_is_two_balls_and_is_held(reader):
    reader.say(b"47\r")
    assert unread(reader.say(b"08\r", after=0.9)) == [(2, "multi", "08")]
    assert unread(reader.say(b"09\r", after=0.05)) == []


@pytest.mark.parametrize(
    ("line", "counted"),
    [
        (b"7\r", Counters(garbled=1)),
        (b"477\r", Counters(garbled=1)),
        (b"HELLO\r", Counters(garbled=1)),
        (b"4\xb7\r", Counters(bad=1)),
        (b"4" * 200 + b"\r", Counters(bad=1)),
    ],
)
def test_a_damaged_line_is_counted_and_its_ball_held_once_for_each_wish(reader, line, counted):
    told = unread(reader.say(line))
    assert [(ordinal, reason) for ordinal, reason, _ in told] == [(1, "unread")]
    assert reader.driver.counters() == counted
    assert reader.say(line) == []
    reader.driver.draw(1)
    assert len(unread(reader.say(line))) == 1


def test_noise_while_no_ball_is_wished_for_is_only_counted(clock):
    reader = Reader(clock)
    assert reader.say(b"\xff\xfe\r@@\r") == []
    assert reader.driver.counters() == Counters(bad=1, garbled=1)


def test_a_line_torn_by_a_silence_is_held_and_not_joined_to_the_next_one(reader):
    reader.say(b"4")
    assert unread(reader.wait(0.5)) == [(1, "unread", "4")]
    assert reader.driver.counters() == Counters(short=1)
    assert unread(reader.say(b"7\r")) == []
    assert reader.driver.counters() == Counters(short=1, garbled=1)


def test_a_line_torn_by_the_plug_is_held_too(reader):
    reader.say(b"4")
    reader.driver.disconnect()
    reader.connect(reader.driver._journal.boot)
    assert reader.driver.counters().short == 1
    assert balls(reader.say(b"47\r")) == [(1, 47)]


@pytest.mark.parametrize("line", [b"00\r", b"91\r", b"99\r"])
def test_a_number_that_no_ball_has_is_held(reader, line):
    assert unread(reader.say(line)) == [(1, "range", line[:-1].decode())]


def test_what_was_not_stored_is_told_again_with_its_own_number_and_nothing_overtakes_it(reader):
    reader.storing = False
    (first,) = [event for event in reader.say(b"47\r") if isinstance(event, BallRead)]
    assert balls(reader.say(b"08\r", after=1.01)) == [(1, 47)]
    reader.driver.disconnect()
    reader.clock.forward(2)
    reader.connect(first.boot)
    reader.storing = True
    told = reader.wait(2)
    assert balls(told) == [(1, 47), (2, 8)]
    assert [event.ev for event in told if isinstance(event, BallRead)] == [1, 2]


def test_a_game_in_the_middle_is_taken_up_where_the_hall_stands(reader):
    reader = Reader(reader.clock)
    reader.driver.draw(21)
    assert reader.settle()[-1] == StatusRead("DRAWING", 20, 0, 70, frozenset(), frozenset(), own=False)
    assert balls(reader.say(b"47\r")) == [(21, 47)]
    for ordinal in range(1, 21):
        reader.driver.set_number(ordinal, ordinal)
    reader.driver.set_number(22, 80)
    reader.driver.set_number(3, 91)
    assert reader.driver.status.drawn == {*range(1, 21), 47}


def test_a_line_before_the_first_wish_of_a_new_process_is_told_as_all_it_can_be(clock):
    assert balls(Reader(clock).say(b"47\r")) == [(1, 47)]


def test_a_ball_discarded_and_shown_again_keeps_its_ordinal(reader):
    reader.say(b"47\r")
    reader.driver.read_again(1)
    assert reader.driver.status.ordinal == 0
    assert balls(reader.say(b"47\r", after=0.2)) == [(1, 47)]


def test_a_ball_still_wished_for_a_second_after_it_was_told_is_told_again_as_a_new_event(reader):
    (first,) = [event for event in reader.say(b"47\r") if isinstance(event, BallRead)]
    reader.driver.draw(1)
    assert reader.settle() == []
    reader.clock.forward(1)
    reader.driver.draw(1)
    (again,) = [event for event in reader.settle() if isinstance(event, BallRead)]
    assert (again.ordinal, again.number, again.ev) == (1, 47, first.ev + 1)


def test_a_new_game_begins_with_nothing_out(reader):
    reader.say(b"47\r")
    reader.driver.finish()
    assert reader.driver.status == StatusRead("IDLE", 0, 0, 90, frozenset(), frozenset(), own=False)
    reader.driver.load("2")
    reader.driver.draw(1)
    assert balls(reader.say(b"47\r", after=0.2)) == [(1, 47)]


def test_after_ninety_balls_another_one_is_held(reader):
    reader.driver.draw(90)
    assert balls(reader.say(b"47\r")) == [(90, 47)]
    assert unread(reader.say(b"08\r")) == [(90, "range", "08")]


def test_nobody_is_told_that_people_are_slow_unless_the_hall_wants_it(clock):
    patient, watched = Reader(clock), Reader(clock, slow_seconds=6, stalled_seconds=12)
    for reader in (patient, watched):
        reader.driver.draw(1)
        reader.settle()
    clock.forward(6)
    assert (patient.settle(), watched.settle()) == ([], [DrawSlow(1, 6.0)])
    clock.forward(6)
    assert (patient.settle(), watched.settle()) == ([], [DrawStalled(1, 12.0)])
    watched.driver.halt()
    assert watched.driver.status.state == "READY"


def test_it_is_never_spoken_to(reader):
    reader.driver.clear("JAM")
    assert reader.driver.take_output() == b""


@pytest.mark.parametrize(
    "options",
    [
        {"colour": "red"},
        {"again_ms": "3"},
        {"again_ms": -1},
        {"again_ms": 1.5},
        {"again_ms": 900},
        {"quality": 101},
        {"quality": True},
        {"source": "a b"},
        {"slow_seconds": "6"},
        {"pattern": "47"},
        {"pattern": r"(?P<number>(\d+)+)"},
        {"unread": "(a*)*"},
        {"pattern": None},
    ],
)
def test_options_that_make_no_sense_are_refused(clock, options):
    with pytest.raises(ValueError):  # noqa: PT011 - each says it in its own words
        LineExtractor(clock, None, options)


def test_of_a_noisy_line_it_tells_the_balls_that_a_second_reading_finds_and_raises_nothing(clock):
    dice = Random(20_261_130)
    stream = bytes(dice.choices(b"0123456789\r\n\x02 \xffB", weights=[4] * 10 + [12, 4, 1, 1, 1, 1], k=100_000))
    found = [int(line) for line in re.split(rb"[\r\n]+", stream)[:-1] if re.fullmatch(rb"[0-9][0-9]", line)]
    reader, told, at = Reader(clock, again_ms=0, apart_ms=0), [], 0
    while at < len(stream):
        # Two balls at most: the one wished for and one ahead of its wish.
        reader.driver.draw(reader.driver.status.ordinal + 1)
        end = at + dice.randint(1, 5)
        told += [number for _, number in balls(reader.say(stream[at:end], after=0.001))]
        at = end
        if reader.driver.status.ordinal > 80:
            reader.driver.load("1")
    assert len(found) > 1000
    assert told == [number for number in found if 1 <= number <= 90]


def test_the_options_and_how_they_come_are_those_of_the_page():
    page = (PROJECT / "docs" / "devices" / "line.md").read_text()
    rows = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \| (.*?) \| ", page.split("## The pattern")[0], re.MULTILINE)
    written = {name: cell.strip("`") for names, cell in rows for name in re.findall(r"\w+", names)}
    said = {None: "none", "": "empty"}
    ours = {field.name: said.get(field.default, str(field.default)) for field in fields(LineOptions)}
    assert written == ours
