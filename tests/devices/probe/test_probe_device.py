"""`manage.py probe_device` on real pseudo-terminals: the simulator's process, broken machines, a reader of lines."""

import json
import os
import pty
import select
import threading
import time
import tty
from io import StringIO
from random import Random

import pytest
from django.core.management import CommandError, call_command

from devices.simulators.bx1_device import Bx1Device
from devices.simulators.cage import Cage
from devices.simulators.client import ask
from devices.simulators.faults import FaultScript
from devices.simulators.machine import Machine
from tests.devices.lines import LineReader
from tests.devices.plugs import until
from tests.devices.probe.machines import Of75, Silent


class Served:
    """A machine of the test's own on a real pseudo-terminal, in a thread."""

    def __init__(self, twisted):
        machine = Machine(Cage(), FaultScript("", Random(1).random), seed=7, speed=50, new_boot=lambda: "B001")
        self.machine = twisted(Bx1Device(machine, Random(1)))
        self.master, self.slave = pty.openpty()
        tty.setraw(self.slave)
        self.path = os.ttyname(self.slave)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self):
        self.machine.plugged(time.monotonic())
        while not self._stop.is_set():
            ready, _, _ = select.select([self.master], [], [], 0.01)
            now = time.monotonic()
            if ready:
                self.machine.receive(os.read(self.master, 4096), now)
            self.machine.tick(now)
            if out := self.machine.take_output(now):
                os.write(self.master, out)

    def end(self):
        self._stop.set()
        self._thread.join()
        os.close(self.master)
        os.close(self.slave)


@pytest.fixture
def served():
    machines = []

    def serve(twisted):
        machines.append(Served(twisted))
        return machines[-1].path

    yield serve
    for machine in machines:
        machine.end()


def test_the_simulated_machine_passes_every_step_and_its_balls_are_back(simulators, tmp_path):
    out, report = StringIO(), tmp_path / "report.json"
    call_command("probe_device", "bingosim://sim?seed=7&speed=50", draw=True, json=report, stdout=out)
    lines = out.getvalue().splitlines()
    assert lines[-2:] == [
        "34 passed, 0 failed, 0 not tried",
        "Switch the machine off and on, or the hall will hear of these balls.",
    ]
    assert lines[0] == " 1. PASSED    HELLO is answered with all its fields (BX/1, 6.1 HELLO)"
    machine = ask("sim", "status")["device"]
    assert (machine["order"], machine["state"], machine["acked"]) == ([], "IDLE", machine["ev"])
    assert machine["actuations"] in {2, 3}
    steps = json.loads(report.read_text())["steps"]
    assert [step["number"] for step in steps] == list(range(1, 35))
    assert {step["outcome"] for step in steps} == {"passed"}
    assert (
        bytes.fromhex(steps[0]["exchanged"][0]["hex"])
        == b"\x02" + steps[0]["exchanged"][0]["text"][1:-1].encode() + b"\x03"
    )


def test_a_machine_that_fails_ends_the_command_with_what_went_over_the_line(served, tmp_path):
    out, report = StringIO(), tmp_path / "report.json"
    with pytest.raises(CommandError, match="1 of 34 steps failed") as error:
        call_command("probe_device", served(Of75), json=report, stdout=out)
    assert error.value.returncode == 1
    lines = out.getvalue().splitlines()
    assert lines[0] == " 1. FAILED    HELLO is answered with all its fields (BX/1, 6.1 HELLO)"
    assert lines[1].startswith("      balls is not 90: A 01 v=1 model=")
    assert "> .C 01 HELLO v=1 sid=7A3F ev=0000" in lines[2]
    assert "[02 43 20 30 31 20 48 45 4C 4C 4F 20" in lines[2]
    assert any("< .A 01 v=1 model=" in line for line in lines[3:])
    assert lines[-1] == "0 passed, 1 failed, 33 not tried"
    steps = json.loads(report.read_text())["steps"]
    assert [step["key"] for step in steps if step["outcome"] == "failed"] == ["hello"]
    assert steps[0]["exchanged"][0]["text"].startswith(".C 01 HELLO v=1 sid=7A3F ev=0000")


def test_a_port_where_nobody_speaks_fails_at_hello(served):
    out = StringIO()
    with pytest.raises(CommandError, match="1 of 34 steps failed"):
        call_command("probe_device", served(Silent), draw=True, stdout=out)
    assert "no answer to HELLO, sent 5 times" in out.getvalue()


def test_a_port_that_is_absent_is_said_so():
    with pytest.raises(CommandError, match="no-such-port"):
        call_command("probe_device", "/dev/no-such-port")


def test_a_reader_of_lines_is_listened_to_until_a_ball(tmp_path):
    reader, out = LineReader(tmp_path / "reader"), StringIO()
    reader.plug()
    said = threading.Thread(target=lambda: (until(lambda: "bring a ball" in out.getvalue()), reader.say("N47")))
    said.start()
    try:
        options = json.dumps({"pattern": r"N(?P<number>\d\d)"})
        call_command("probe_device", str(reader.link), driver="line", options=options, draw=True, stdout=out)
    finally:
        said.join()
        reader.unplug()
    assert "number=47, quality=100, source='bar', raw='N47'" in out.getvalue()


@pytest.mark.parametrize("options", ['{"pattern": "47"}', "{"])
def test_options_that_make_no_sense_are_said_so(options):
    with pytest.raises(CommandError, match="line: "):
        call_command("probe_device", "/dev/no-such-port", driver="line", options=options)
