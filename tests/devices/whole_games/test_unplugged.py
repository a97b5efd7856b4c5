"""
The cable pulled at every ball of a game, at each of four moments: 360 times.

No ball is lost and none comes twice, the draw stands still, and a cable plugged in again is no order to go on.
"""

import time
from itertools import repeat

import pytest

from bingo_hall import asking
from bingo_hall.wiring import Relay
from devices.codecs.events import BallRead, LinkDown
from devices.supervisor.device_log import DeviceLog
from tests.devices.whole_games.evening import BALLS, until
from tests.devices.whole_games.pulled import PulledMachine

PAUSED_WITHIN_SECONDS = 2.0


@pytest.fixture
def machine(tmp_path):
    machine = PulledMachine(tmp_path / "port")
    yield machine
    machine.end()


class Armed:
    """Pulls the cable from the host's side, in the middle of what the host does with the next ball."""

    def __init__(self, machine):
        self.machine, self.ordinals = machine, set()

    def pull(self, event):
        if isinstance(event, BallRead) and event.ordinal in self.ordinals:
            # Once for each ball: said again, it must come through.
            self.ordinals.remove(event.ordinal)
            self.machine.pull()
            until(lambda: not self.machine.is_plugged)


@pytest.fixture
def paused_at(monkeypatch):
    """When the draw stood still after each lost line, on the port's clock."""
    at, relay = [], Relay.__call__

    def told(self, event, source_ref):
        relay(self, event, source_ref)
        if isinstance(event, LinkDown):
            at.append(time.monotonic())

    monkeypatch.setattr(Relay, "__call__", told)
    return at


@pytest.fixture
def armed(machine, moment, monkeypatch):
    """Give what arms a ball, by its ordinal."""
    if moment in {"before", "middle"}:
        return lambda _ordinal: machine.pull_at(moment)
    trap, record, handled = Armed(machine), DeviceLog.record, DeviceLog.handled

    def recorded(self, event):
        trap.pull(event)
        return record(self, event)

    def closed(self, logged):
        handled(self, logged)
        trap.pull(logged.event)

    if moment == "read":
        monkeypatch.setattr(DeviceLog, "record", recorded)
    else:
        monkeypatch.setattr(DeviceLog, "handled", closed)
    return trap.ordinals.add


@pytest.mark.parametrize("moment", ["before", "middle", "read", "committed"])
def test_the_cable_pulled_at_every_ball_loses_none_and_brings_none_twice(
    game_with, machine, armed, paused_at, monkeypatch
):
    # A ball asked for just before its cable came out is asked for again a second later; ninety of them are a while.
    monkeypatch.setattr(asking, "ASK_AGAIN_SECONDS", 0.05)
    at = {ordinal: lambda _game, o=ordinal: armed(o) for ordinal in range(1, BALLS + 1)}
    game = game_with(machine=machine, repair=lambda game: game.machine.plug_in(), at=at)
    game.port._pauses = lambda: repeat(0.005)
    game.play(stops=BALLS)
    assert game.stops == [("link", "why=lost", "")] * BALLS
    game.assert_nothing_lost_nothing_twice()
    assert len(paused_at) == len(machine.pulled_at) == BALLS
    delays = sorted(paused - pulled for pulled, paused in zip(machine.pulled_at, paused_at, strict=True))
    # On a machine with other work a thread may wait for its turn; it must not be the rule.
    assert delays[BALLS * 95 // 100] < PAUSED_WITHIN_SECONDS
