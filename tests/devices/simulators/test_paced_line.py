"""The simulator's process on a real pseudo-terminal: how fast its bytes come, and what people beside it can do."""

import os
import select
import subprocess
import sys
import time
from itertools import pairwise

import pytest

from devices.codecs.bx1_frames import Bx1Decoder, Frame, encode_frame
from devices.simulators.client import ask, attach
from devices.simulators.options import Options
from devices.simulators.plug import PacedBytes
from tests.devices.plugs import until

HELLO = encode_frame("C 01 HELLO v=1 sid=7A3F ev=0000")


class Line:
    """A host's end of a simulator's port, with the moment at which each chunk came."""

    def __init__(self, path):
        self.fd = os.open(path, os.O_RDWR | os.O_NOCTTY)
        self.chunks = []
        self.decoder = Bx1Decoder()
        self.frames = []

    def say(self, body):
        os.write(self.fd, encode_frame(body))

    def hear(self, seconds):
        """Give what comes within some seconds of silence at most."""
        data = b""
        while select.select([self.fd], [], [], seconds)[0]:
            chunk = os.read(self.fd, 4096)
            self.chunks.append((time.monotonic(), len(chunk)))
            data += chunk
        return data

    def frame(self):
        """Give the text of the next whole frame."""
        while not self.frames:
            assert select.select([self.fd], [], [], 10)[0], "nothing comes"
            self.frames += [i.body for i in self.decoder.feed(os.read(self.fd, 4096)) if isinstance(i, Frame)]
        return self.frames.pop(0)

    def until(self, words):
        """Pass over frames until one has these words; gives it."""
        while words not in (body := self.frame()):
            continue
        return body

    def close(self):
        os.close(self.fd)


@pytest.fixture
def line(simulators):
    """Give a function that starts a simulator and opens its port."""
    lines = []

    def opened(name, **options):
        lines.append(Line(attach(Options(name=name, **options))))
        return lines[-1]

    yield opened
    for one in lines:
        one.close()


@pytest.mark.parametrize(("baud", "milliseconds"), [(9600, 1.0417), (19_200, 0.5208), (115_200, 0.0868)])
def test_a_byte_takes_ten_bits_and_is_not_there_before(baud, milliseconds):
    wire = PacedBytes(baud)
    wire.put(bytes(range(10)), now=5.0)
    got = [(now, wire.take(now)) for now in (5.0, 5.0 + 0.99 * milliseconds / 1000, 5.0 + 1.01 * milliseconds / 1000)]
    assert [data for _, data in got] == [b"", b"", b"\0"]
    assert wire.take(5.0 + 10.01 * milliseconds / 1000) == bytes(range(1, 10))


def test_bytes_put_later_set_out_later_and_a_busy_wire_keeps_its_pace():
    wire = PacedBytes(9600)
    wire.put(b"a", now=1.0)
    wire.put(b"b", now=1.0005)
    assert wire.take(1.0020) == b"a"
    assert wire.take(1.0021) == b"b"
    wire.put(b"c", now=9.0)
    assert wire.take(9.0010) == b""
    assert wire.take(9.0011) == b"c"


def test_what_is_waited_for_together_is_a_few_milliseconds_of_the_wire():
    wire = PacedBytes(9600)
    wire.put(bytes(100), now=0.0)
    # Three bytes at 9600 are 3.1 ms, four would be 4.2.
    assert wire.deadline() == pytest.approx(0.003125, abs=1e-5)
    assert len(wire.take(wire.deadline())) == 3


def test_without_a_pace_all_is_there_at_once():
    wire = PacedBytes(0)
    wire.put(bytes(1000), now=0.0)
    assert (wire.deadline(), len(wire.take(0.0))) == (0.0, 1000)
    assert wire.deadline() is None


def test_at_9600_no_byte_comes_before_its_time_and_a_question_takes_its_way_too(line):
    port = line("paced", baud=9600)
    port.hear(0.3)  # the BOOT event, said again and again until it is acknowledged
    begun = time.monotonic()
    os.write(port.fd, HELLO)
    answer = port.hear(0.4)
    first = next(at for at, _ in port.chunks if at >= begun)
    # The question is 37 bytes on the wire, and the answer comes after the last of them.
    assert len(HELLO) == 37
    assert first - begun >= len(HELLO) * 10 / 9600
    heard = [(at, count) for at, count in port.chunks if at >= begun]
    assert b" model=REF90 " in answer
    for index in range(1, len(heard)):
        (since, _), until = heard[0], heard[index][0]
        after_the_first = sum(count for _, count in heard[1 : index + 1])
        # Our own reading may come late by some milliseconds, so a stretch can look shorter than it was.
        assert after_the_first * 10 / 9600 <= until - since + 0.03
    assert max(count for _, count in heard) < len(answer) / 2


def test_the_pace_can_be_changed_while_it_runs(line):
    port = line("tuned")
    port.hear(0.2)
    assert ask("tuned", "tune", baud=9600, speed=50)["baud"] == 9600
    begun = time.monotonic()
    os.write(port.fd, HELLO)
    answer = port.until("model=REF90")
    assert time.monotonic() - begun >= (len(HELLO) + len(encode_frame(answer))) * 10 / 9600
    told = ask("tuned", "tune", baud=0)
    assert (told["baud"], told["device"]["speed"]) == (0, 50.0)


@pytest.mark.parametrize("wrong", [{"baud": 9601}, {"speed": -1}, {"speed": 5000}, {"speed": "fast"}, {"baud": None}])
def test_a_pace_that_does_not_exist_is_refused(line, wrong):
    line("tuned-wrong")
    assert not ask("tuned-wrong", "tune", **wrong)["ok"]


def test_a_machine_is_unplugged_until_it_is_plugged_again(line, simulators):
    line("cable")
    port = simulators / "cable" / "port"
    assert not ask("cable", "unplug")["plugged"]
    time.sleep(0.5)  # longer than a fault's own unplugging
    assert not ask("cable", "status")["plugged"]
    assert not port.is_symlink()
    ask("cable", "plug")
    until(port.is_symlink)


@pytest.mark.parametrize(("kept", "told"), [("kept", 47), ("lost", 0)])
def test_a_machine_switched_off_is_silent_and_begins_a_run_when_switched_on(line, kept, told):
    name = f"power-{kept}"
    port = line(name, seed=68, speed=500)
    for body in ("C 01 HELLO v=1 sid=7A3F ev=0000", "C 02 LOAD g=1", "C 03 DRAW o=1"):
        port.say(body)
        port.until(f"A {body[2:4]}")
    for event in range(1, 4):
        port.until(f"E {event:04X}")
        port.say(f"K {event:04X}")
    before = until(lambda: (told := ask(name, "status")["device"])["acked"] == 3 and told)
    assert before["order"] == [47]
    assert not ask(name, "power", on=False)["device"]["powered"]
    port.say("C 04 STATUS")
    assert port.hear(0.3) == b""
    after = ask(name, "power", on=True, map=kept)["device"]
    assert (after["told"], after["order"], after["runs"]) == ([told], [47], before["runs"] + 1)
    assert "reason=power" in port.until("BOOT")


def test_at_a_wrong_speed_only_noise_comes_until_it_is_cleared(line):
    port = line("noise", fault="baud")
    os.write(port.fd, HELLO)
    noise = port.hear(0.7)
    assert noise
    assert [item for item in Bx1Decoder().feed(noise) if isinstance(item, Frame)] == []
    ask("noise", "clear")
    os.write(port.fd, HELLO)
    assert "model=REF90" in port.until("A 01")


def test_a_machine_that_does_not_read_fills_the_line_and_then_goes_on(line):
    port = line("stuck")
    os.set_blocking(port.fd, False)
    ask("stuck", "inject", fault="slowread:60")
    # Told is not yet done: the machine stops reading in its next turn.
    ask("stuck", "status")
    with pytest.raises(BlockingIOError):
        os.write(port.fd, HELLO)
    ask("stuck", "clear")
    assert select.select([], [port.fd], [], 5)[1]
    time.sleep(0.1)
    os.write(port.fd, b"\x03" + HELLO)
    assert "model=REF90" in port.until("A 01")


def test_the_command_tells_what_people_can_do(simulators):
    attach(Options(name="command"))
    told = subprocess.run(
        [sys.executable, "manage.py", "simulate_extractor", "--name", "command", "--power", "off"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert '"powered": false' in told.stdout
    assert ask("command", "status")["device"]["powered"] is False


def test_a_blower_has_no_drum_to_stop(line):
    line("blower")
    refused = ask("blower", "inject", fault="drum@3")
    assert (refused["ok"], refused["error"]) == (False, "a machine of kind air has no fault drum")
    assert ask("blower", "status")["device"]["script"] == ""


def test_only_waiting_faults_are_taken_back(line):
    line("forget", fault="jam@3,unread@5")
    assert ask("forget", "forget", fault="jam@3")["device"]["script"] == "unread@5"
    assert not ask("forget", "forget", fault="jam@3")["ok"]


def test_events_come_again_after_a_half_one_two_and_two_seconds_only(line):
    port = line("again")
    os.write(port.fd, HELLO)
    port.until("A 01")
    said = []
    for _ in range(4):
        port.until(" BOOT ")
        said.append(time.monotonic())
    gaps = [later - earlier for earlier, later in pairwise(said)]
    assert gaps == pytest.approx([0.5, 1.0, 2.0], abs=0.3)
