"""A hall killed twenty times in one game goes on, every time, with nothing lost and nothing twice."""

import random
import sqlite3
import threading
from collections import Counter
from contextlib import closing
from uuid import uuid4

import httpx
import pytest
from websockets.exceptions import WebSocketException

from bingo_hall import player
from bingo_hall.client import Person
from tests.walks.running_hall import PATIENCE_SECONDS, RunningHall, Verifier

SEED = 20260913
BROKEN = (httpx.TransportError, WebSocketException, ConnectionError)
UNASKED = {"BallDrawn", "BallHeld", "DrawPaused"}
OF_THE_HOUSE = {"UncleanRestart", "HallStarted", "SoftwareChanged", "SettingsChanged", "VerificationRun"}
OF_THE_HOUSE |= {"LinkLost", "LinkRestored", "DeviceFault", "DeviceFaultOver", "LogInFailed", "LoggedIn"}
TAKES_BALLS = ("ready", "drawing", "checking")
LONGEST_WAIT_SECONDS = 0.12


def plan(dice):
    """Choose the deeds (name and which of its kind) soon after which the hall dies: twenty, over the whole game."""
    sales = {("sell_cards", n) for n in dice.sample(range(1, 21), 4)}
    calls = {("call_ball", n) for n in dice.sample(range(1, 31), 7)}
    once = ("open_sale", "buy_cards", "close_sale", "return_leftovers", "start_draw", "verify_claim")
    return sales | calls | {(name, 1) for name in (*once, "resume_play", "close_bingo", "close_game")}


class Killer:
    """Kills the hall soon after the deeds of the plan, proves what is left, and starts it again."""

    def __init__(self, hall, dice):
        self.hall, self.dice, self.plan = hall, dice, plan(dice)
        self.verifier = Verifier(hall.folder)
        self.up, self.one = threading.Event(), threading.Lock()
        self.done, self.answered = Counter(), []
        self.states, self.failures, self.threads = [], [], []
        self.chief = None
        self.up.set()

    def deed(self, name):
        """Take note that a deed is being sent for the first time; die soon after it when the plan says so."""
        self.done[name] += 1
        if (name, self.done[name]) in self.plan:
            timer = threading.Timer(self.dice.uniform(0, LONGEST_WAIT_SECONDS), self._die)
            self.threads.append(timer)
            timer.start()

    def wait(self):
        """Wait until the hall is up, as a screen does that says `reconectando`."""
        assert self.up.wait(PATIENCE_SECONDS)
        assert not self.failures, self.failures

    def _die(self):
        with self.one:
            self.up.clear()
            try:
                self._kill_and_prove()
            except BaseException as wrong:  # noqa: BLE001 - told in the thread of the test
                self.failures.append(repr(wrong))
            self.up.set()

    def _kill_and_prove(self):
        self.hall.kill()
        left = self.hall.read()
        self.states.append((left.board.get("state"), len(left.board.get("drawn", ())) > left.board.get("called", 0)))
        self.hall.start()
        under_way = left.board.get("draw_started") and left.board["state"] in TAKES_BALLS
        if under_way:
            self._stands_still(left)
        rows = self.hall.look().after(left.head)
        assert rows.count("UncleanRestart") == 1, rows
        unasked = [kind for kind in rows if kind not in OF_THE_HOUSE]
        assert len(unasked) <= 2, unasked
        assert set(unasked) <= UNASKED, unasked
        assert max(Counter(unasked).values(), default=0) <= 1, unasked
        assert self.verifier.violations() == []
        if under_way and left.board["state"] != "checking":
            self.chief.again("resume_draw", game_no=left.board["game_no"])

    def _stands_still(self, left):
        """See the machine's line come up, and then see that no ball is asked for."""
        status = self.chief.status_with_the_line_up()
        assert status["still"] is True, (left, status, self.hall.look())
        self._same_machine_for_a_while()
        rows = [kind for kind in self.hall.look().after(left.head) if kind not in OF_THE_HOUSE]
        assert len(rows) <= 2, rows

    def _same_machine_for_a_while(self):
        actuations = self.hall.machine()["actuations"]
        # Several turns of the loop; at the simulator's speed a ball asked for would be out by then.
        threading.Event().wait(0.4)
        assert self.hall.machine()["actuations"] == actuations

    def end(self):
        """Wait for what is under way."""
        for thread in self.threads:
            thread.join(PATIENCE_SECONDS)
        self.verifier.end()


class Stubborn(Person):
    """A person whose screen says the same deed again, with the same key, until the hall has answered."""

    killer = None

    def deed(self, name, *, key="", **body):
        key = uuid4().hex
        self.killer.wait()
        self.killer.deed(name)
        answer = self._until_answered(lambda: self.again(name, key=key, **body))
        self.killer.answered.append((name, f"{self.username}:{key}"))
        return answer

    def again(self, name, **body):
        return super().deed(name, **body)

    def state(self):
        return self._until_answered(super().state)

    def mine(self):
        return self._until_answered(super().mine)

    def wait_for(self, wanted, **options):
        follow = super().wait_for
        return self._until_answered(lambda: follow(wanted, **options))

    def _until_answered(self, ask):
        while True:
            self.killer.wait()
            try:
                return ask()
            except BROKEN:
                threading.Event().wait(0.05)

    def status_with_the_line_up(self):
        with closing(self.frames(seconds=PATIENCE_SECONDS)) as frames:
            return next(f for f in frames if f["type"] == "status" and f["devices"][0]["link"] == "up")


@pytest.fixture
def hall(tmp_path, monkeypatch):
    monkeypatch.setenv("BINGO_DATA_DIR", str(tmp_path))
    running = RunningHall(tmp_path)
    running.start()
    yield running
    running.end()


@pytest.fixture
def killer(hall, monkeypatch):
    killer = Killer(hall, random.Random(SEED))
    monkeypatch.setattr(Stubborn, "killer", killer)
    monkeypatch.setattr(player, "Person", Stubborn)
    yield killer
    killer.end()


def rows(hall, query):
    with closing(sqlite3.connect(hall.database)) as file:
        return file.execute(query).fetchall()


def test_twenty_kills_of_the_running_hall_lose_nothing_and_do_nothing_twice(hall, killer):
    game = player.DemoGame(hall.url, "bingo", speed=20, say=lambda _line: None)
    killer.chief = game.chief
    game.play()
    killer.end()
    assert killer.failures == []
    assert len(killer.states) == 20, killer.states

    left = hall.look()
    assert left.board["state"] == "closed"
    machine = hall.machine()
    drawn = "SELECT json_extract(payload, '$.number') FROM records_event WHERE kind = 'BallDrawn' ORDER BY seq"
    assert [number for (number,) in rows(hall, drawn)] == machine["order"] == left.board["drawn"]
    assert machine["actuations"] == len(machine["order"])

    references = Counter(row[0] for row in rows(hall, "SELECT source_ref FROM records_event"))
    # Beginning to prepare a session leaves no event yet.
    answered = [said for name, said in killer.answered if name != "start_session"]
    assert {said: references[said] for said in answered} == dict.fromkeys(answered, 1)
    sales = rows(hall, "SELECT count(*) FROM records_event WHERE kind = 'CardsSold'")
    assert sales == [(22,)], "twenty in the hall and two at the terminals"

    states = {state for state, _ in killer.states}
    assert {"selling", "ready", "drawing", "checking"} <= states
    assert ("drawing", True) in killer.states, "never killed with a ball that was not called yet"
