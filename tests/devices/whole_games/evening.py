"""
One game of 90 balls on a simulated machine: a real pseudo-terminal, the hall's own port, relay, draw loop and journal.

The people are scripted: the caller calls each ball that is out, and the table chief does at every stop what a person
would: looks at the machine and at the ball, clears the fault, decides with a second person, orders the draw on.
"""

import threading
import time
from contextlib import suppress
from uuid import uuid4

from bingo_hall.pacing import DrawLoop
from bingo_hall.ports import Ports
from devices.models import Device, DeviceEvent
from devices.simulators.client import SimulatorAbsent, ask
from devices.simulators.host import SimulatorHost
from devices.simulators.options import Options
from devices.simulators.paths import home_of
from devices.simulators.process import device_of
from records.models import Event, Hall
from records.publish import listeners
from sessions.models import Game
from sessions.rules.errors import DrawIsPaused
from sessions.selectors.verify import violations
from sessions.services import corrections, draw, sessions, suspensions
from tests.given import a_game_ready

CODE = "extractor-1"
BALLS = 90
PATIENCE_SECONDS = 60
TURNS_AT_REST = 3
CHIEF, SECOND, CALLER = "mesa", "caja", "locutor"


def until(what):
    """Wait until something is so, and give it."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not (answer := what()):
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.002)
    return answer


class Machine:
    """The machine in a thread of the test, on a pseudo-terminal of its own."""

    def __init__(self, fault="", *, speed=2_000.0, seed=7):
        self.name = f"whole-{uuid4().hex[:8]}"
        self.home = home_of(self.name)
        self.home.make()
        options = Options(name=self.name, seed=seed, speed=speed, fault=fault)
        self.device = device_of(options, self.home)
        self.host = SimulatorHost(self.device, self.home, baud=0, about={})
        self.thread = threading.Thread(target=self.host.serve, daemon=True)
        self.thread.start()
        until(self.home.pty.exists)
        self.url = str(self.home.pty)

    def truth(self):
        return ask(self.name, "status")["device"]

    def end(self):
        try:
            ask(self.name, "shutdown")
        except SimulatorAbsent:
            return
        self.thread.join(5)


class WholeGame:
    """
    The game; `stops` is what the chief found at each stop: (pause, what the machine said, why a ball is held).

    `repair` is done at the machine first, at every stop; `by_hand` is the pause after which the machine is given up.
    `at` is done once as a ball is asked for: {ordinal: what}. `machine` is another than the simulator's own;
    `beside` makes the hall's other devices, given its code.
    """

    def __init__(
        self, fault="", *, speed=2_000.0, options=None, repair=None, by_hand="", at=None, machine=None, beside=None
    ):
        self.story = a_game_ready(extractor=CODE)
        self.machine = machine or Machine(fault, speed=speed)
        hall, url = self.story.hall, self.machine.url
        Device.objects.create(code=CODE, hall_code=hall.code, driver="bx1", url=url, options=options or {})
        if beside is not None:
            beside(hall.code)
        self.repair, self.by_hand, self.at = repair, by_hand, at or {}
        self.stops, self.drawn_by_hand = [], []
        self._changed = threading.Event()
        self.loop = DrawLoop(Hall.objects.get(pk=hall.pk), Ports(Hall.objects.get(pk=hall.pk)))
        self.turns = 0
        self._count_turns()
        self._watch_asking()
        listeners.append(self._hear)

    def _hear(self, _hall_id):
        self._changed.set()

    def _watch_asking(self):
        ask_for = self.port.draw

        def asked(ordinal):
            if what := self.at.pop(ordinal, None):
                what(self)
            ask_for(ordinal)

        self.port.draw = asked

    def _count_turns(self):
        turn = self.loop._turn

        def counted():
            turn()
            self.turns += 1

        self.loop._turn = counted

    @property
    def port(self):
        return self.loop.ports.extractors[CODE]

    @property
    def by(self):
        return {"game_id": self.story.game_id, "actor": CHIEF}

    def board(self):
        return Game.objects.get(pk=self.story.game_id).board

    def rows(self, *kinds):
        return list(Event.objects.filter(hall=self.story.hall, kind__in=kinds).order_by("position"))

    def end(self):
        listeners.remove(self._hear)
        self.loop.stop()
        self.machine.end()

    def play(self, *, stops=0):
        """Play to the ninetieth call, and to so many stops: the last may come after it."""
        self.loop.start()
        draw.start_draw(**self.by)
        end = time.monotonic() + PATIENCE_SECONDS
        while (board := self.board())["called"] < BALLS or len(self.stops) < stops:
            assert time.monotonic() < end, (board["pause"], board["drawn"], self.stops, self.port.health())
            self._changed.clear()
            if board["pause"] or board["held"]:
                self._stand(board)
            elif len(board["drawn"]) > board["called"]:
                self._call(board["called"] + 1)
            elif board["extractor"] == "manual":
                self._draw_by_hand(board)
            else:
                self._changed.wait(0.02)
        return self

    def _call(self, ordinal):
        # Between the look and the word the machine may have stopped the draw: then the caller is refused.
        with suppress(DrawIsPaused):
            draw.call_ball(game_id=self.story.game_id, ordinal=ordinal, actor=CALLER)

    def _stand(self, board):
        """Be the table chief at a stop."""
        if self.repair is not None:
            self.repair(self)
        until(self._is_quiet)
        # What was under way when the draw stopped has come by now, and belongs to the same stop.
        board = self.board()
        held = board["held"][0]["reason"] if board["held"] else ""
        self.stops.append((board["pause"], board["pause_detail"], held))
        actuations = self.machine.truth()["actuations"]
        if board["pause"] == self.by_hand:
            self._give_up_the_machine()
        else:
            self._clear_faults()
        while held := self.board()["held"]:
            self._decide(held[0])
        self._rest(actuations)
        if self.board()["pause"]:
            draw.resume_draw(**self.by)

    def _is_quiet(self):
        truth = self.machine.truth()
        return self.port.health().link == "up" and not truth["moving"] and truth["acked"] == truth["ev"]

    def _clear_faults(self):
        for code in self.machine.truth()["faults"]:
            sessions.clear_fault(session_id=self.story.session.pk, device=CODE, code=code, actor=CHIEF)
        until(lambda: not self.machine.truth()["faults"] and not self.port.health().faults)

    def _decide(self, held):
        """Look at the ball itself; a number that is not the machine's takes a second person."""
        order, drawn, ordinal = self.machine.truth()["order"], self.board()["drawn"], held["ordinal"]
        by_hand = self.board()["extractor"] == "manual"
        if len(order) < ordinal:
            corrections.resolve_held(accept=False, number=0, **self.by)
            return
        true = order[ordinal - 1]
        if true in drawn:
            # This ball was never out: an earlier one was misread as it.
            wrong = drawn.index(true) + 1
            corrections.correct_ball(ordinal=wrong, number=order[wrong - 1], second=SECOND, **self.by)
        second = SECOND if held["number"] != true and not by_hand else ""
        corrections.resolve_held(accept=True, number=true, second=second, **self.by)

    def _give_up_the_machine(self):
        suspensions.suspend_game(cause="failure", ball_out=True, text="the reader is dead", **self.by)
        suspensions.read_paragraph(paragraph="36.2", **self.by)
        suspensions.order_manual_draw(how="from the drum, by hand", **self.by)

    def _draw_by_hand(self, board):
        number = next(n for n in range(1, BALLS + 1) if n not in board["drawn"])
        self.drawn_by_hand.append(number)
        draw.draw_manual(game_id=self.story.game_id, number=number, actor=CALLER)

    def _rest(self, actuations):
        """See that nothing goes on by itself while nobody has ordered it."""
        before, turns = self.board(), self.turns
        until(lambda: self.loop._wake.set() or self.turns >= turns + TURNS_AT_REST)
        assert self.board() == before
        assert self.machine.truth()["actuations"] == actuations

    def assert_nothing_lost_nothing_twice(self):
        """The hall's order is the machine's, each ball fell once, the chief ended each stop, the journal is whole."""
        until(self._is_quiet)
        board, truth = self.board(), self.machine.truth()
        by_machine = BALLS - len(self.drawn_by_hand)
        assert board["drawn"][:by_machine] == truth["order"]
        assert board["drawn"][by_machine:] == self.drawn_by_hand
        assert sorted(board["drawn"]) == list(range(1, BALLS + 1))
        assert truth["actuations"] == by_machine
        assert not DeviceEvent.objects.filter(handled=False).exists()
        called = self.rows("BallCalled")
        assert [row.payload["ordinal"] for row in called] == list(range(1, BALLS + 1))
        assert {row.actor for row in called} == {CALLER}
        assert {row.actor for row in self.rows("DrawResumed")} <= {CHIEF}
        self._assert_no_call_in_a_stop()
        assert list(violations(Hall.objects.get(pk=self.story.hall.pk))) == []

    def decisions(self):
        """Give what the journal knows of every ball decided on: (why, before, after, who, second)."""
        balls = [row for row in self.rows("BallHeld", "HeldBallResolved") if row.stream == self.stream]
        pairs = zip(balls[::2], balls[1::2], strict=True)
        return [
            (was.payload["reason"], was.payload["number"], now.payload["number"], now.actor, now.payload["second"])
            for was, now in pairs
        ]

    @property
    def stream(self):
        return Game.objects.get(pk=self.story.game_id).stream

    def _assert_no_call_in_a_stop(self):
        stopped = False
        for row in self.rows("DrawPaused", "BallHeld", "DrawResumed", "ManualDrawOrdered", "BallCalled"):
            assert not (stopped and row.kind == "BallCalled"), f"called at {row.position} in a stop"
            stopped = row.kind in {"DrawPaused", "BallHeld"}
