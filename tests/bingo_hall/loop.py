"""The draw loop on a machine that only keeps what it is asked, turn by turn on a clock of the test's."""

from dataclasses import replace

import pytest

from bingo_hall import pacing
from bingo_hall.pacing import DrawLoop
from devices.supervisor.health import PortHealth
from records.models import Hall
from sessions.models import Game
from sessions.services import draw
from tests.given import a_game_ready

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

    def stage(self, board):
        """No scenes to switch."""

    def status(self):
        return []

    def detail(self):
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
