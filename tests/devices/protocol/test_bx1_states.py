"""The page's table of states is what the simulated machine does, command by command."""

import pytest

from devices.codecs.bx1_messages import Message
from devices.simulators.cage import Cage
from devices.simulators.faults import FaultScript
from devices.simulators.machine import Machine
from tests.devices.protocol.test_bx1_vectors import table

COLUMNS = ("IDLE", "LOADED", "MIXING", "READY", "DRAWING", "SHOWING", "RETURNING", "FAULT")
FIELDS = {
    "LOAD": {"g": "2"},
    "MIX": {"on": "1"},
    "READ": {"o": "1"},
    "SET": {"o": "1", "n": "5"},
    "CLEAR": {"c": "DRUM"},
}


class Bench:
    """A machine brought to a state as a host would bring it there."""

    def __init__(self, state, *, balls=1):
        self.machine = Machine(Cage(), FaultScript("", lambda: 0.0), seed=7, new_boot=lambda: "B001")
        self.now = 0.0
        if state != "IDLE":
            self.say("LOAD", g="1")
        if state not in {"IDLE", "LOADED"}:
            for ordinal in range(1, balls + 1):
                self.say("DRAW", o=str(ordinal))
                self.settle()
        getattr(self, state.lower(), lambda: None)()
        assert self.machine.cage.state == state

    def say(self, verb, **fields):
        return self.machine.answer(Message("C", 1, verb, fields), self.now)

    def settle(self):
        self.now += 100.0
        self.machine.tick(self.now)

    def mixing(self):
        self.say("RELEASE")
        self.say("MIX", on="1")

    def ready(self):
        self.mixing()
        self.say("MIX", on="0")

    def drawing(self):
        self.say("DRAW", o=str(len(self.machine.cage.order) + 1))

    def returning(self):
        self.say("RETURN")

    def fault(self):
        self.machine.break_down("JAM")


def told(reply):
    return reply.verb if reply.kind == "N" else "dup" if reply.fields.get("dup") else "A"


def cells():
    """Give each cell; HELLO is the line's, and its answer does not look at the machine's state."""
    return [
        (verb, state, cell.split(", "))
        for row in table("", *COLUMNS)
        for verb in row[0].split(", ")
        for state, cell in zip(COLUMNS, row[1:], strict=True)
        if verb != "HELLO"
    ]


@pytest.mark.parametrize(("verb", "state", "allowed"), cells(), ids=str)
def test_a_command_is_answered_as_the_table_says(verb, state, allowed):
    bench = Bench(state)
    out = len(bench.machine.cage.order)
    if verb == "DRAW":
        answers = [told(Bench(state).say("DRAW", o=str(out + 1)))]
        if "dup" in allowed:
            answers.append(told(Bench(state).say("DRAW", o=str(out + 2))))
    else:
        answers = [told(bench.say(verb, **FIELDS.get(verb, {})))]
    if verb == "LOAD" and allowed == ["A", "BALLS"]:
        answers.insert(0, told(Bench(state, balls=0).say(verb, g="2")))
    assert answers == allowed


def test_what_a_machine_is_in_after_each_command_is_what_the_page_says():
    after = {
        ("LOADED", "MIX", "on=1"): "MIXING",
        ("MIXING", "MIX", "on=0"): "READY",
        ("MIXING", "STOP", ""): "READY",
        ("DRAWING", "STOP", ""): "READY",
        ("RETURNING", "STOP", ""): "READY",
        ("SHOWING", "STOP", ""): "SHOWING",
        ("SHOWING", "RELEASE", ""): "READY",
        ("FAULT", "CLEAR", "c=JAM"): "READY",
        ("FAULT", "STOP", ""): "FAULT",
        ("READY", "DRAW", "o=2"): "DRAWING",
        ("SHOWING", "RETURN", ""): "RETURNING",
    }
    found = {}
    for state, verb, field in after:
        bench = Bench(state)
        bench.say(verb, **dict([field.split("=")] if field else []))
        found[state, verb, field] = bench.machine.cage.state
    assert found == after


def test_how_a_motion_ends_is_what_the_page_says():
    drawing, returning = Bench("DRAWING"), Bench("RETURNING")
    drawing.settle()
    returning.settle()
    assert (drawing.machine.cage.state, returning.machine.cage.state) == ("SHOWING", "IDLE")
    assert returning.machine.cage.order == []
