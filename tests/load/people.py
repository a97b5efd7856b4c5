"""People of the load evening: each a log-in, deeds whose answers are kept, and the same key now and then sent twice."""

from __future__ import annotations

import random
import re
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable
from typing import Any

import httpx

from bingo_hall.client import Person, Refused

AGAIN = 0.15
"""How often an answer is held to be lost, and the same request sent again."""


class Tally:
    """What everybody was answered; shared by all threads."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.statuses: Counter[int] = Counter()
        self.codes: Counter[str] = Counter()
        self.done: Counter[str] = Counter()
        self.seconds: dict[str, list[float]] = {}
        self.again = 0
        self.faults: list[str] = []
        self.sold: dict[tuple[int, str], set[int]] = {}

    def fault(self, told: str) -> None:
        """Keep what must not happen."""
        with self.lock:
            self.faults.append(told)

    def answered(self, name: str, seconds: float) -> None:
        """Count a deed done and how long its answer took."""
        with self.lock:
            self.done[name] += 1
            self.seconds.setdefault(name, []).append(seconds)

    def cards(self, game_no: int, who: str) -> set[int]:
        """Give the numbers somebody was told are sold in a game, by them or to them."""
        with self.lock:
            return self.sold.setdefault((game_no, who), set())

    def sold_in(self, game_no: int) -> int:
        """Count the printed cards sold in a game, as the sellers know it."""
        with self.lock:
            return sum(len(c) for (no, who), c in self.sold.items() if no == game_no and not who.startswith("jugador"))


class Screen(Person):
    """One log-in, by the demo's door; every answer is looked at."""

    def __init__(self, url: str, username: str, tally: Tally, seed: object) -> None:
        # Not Person's own way in: forty passwords hashed at once would be the load.
        self.url, self.username, self.tally = url.rstrip("/"), username, tally
        self.chance = random.Random(f"{seed}-{username}")
        self.http = httpx.Client(
            base_url=self.url, timeout=30, trust_env=False, event_hooks={"response": [self._look_at]}
        )
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', self.http.get("/entrar/").text)
        form = {"username": username, "csrfmiddlewaretoken": token[1] if token else ""}
        answer = self.http.post("/entrar/demo/", data=form, headers={"Referer": f"{self.url}/entrar/"})
        if not answer.is_redirect:
            raise Refused("enter", {"message": f"{username} is not let in"}, answer.status_code)

    def _look_at(self, answer: httpx.Response) -> None:
        with self.tally.lock:
            self.tally.statuses[answer.status_code] += 1
        if answer.status_code >= 500:
            answer.read()
            self.tally.fault(f"{answer.request.url.path}: {answer.status_code} {answer.text[:300]}")

    def _until_answered(self, ask: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """Ask again when the line was closed under the question, as a browser does: a deed's key makes it one deed."""
        for _ in range(3):
            try:
                return ask()
            except httpx.TransportError:
                with self.tally.lock:
                    self.tally.again += 1
        return ask()

    def deed(self, name: str, *, key: str = "", **body: Any) -> dict[str, Any]:
        """Do a deed, said again with its key when no answer came. Raises Refused."""
        key = key or uuid.uuid4().hex
        return self._until_answered(lambda: super(Screen, self).deed(name, key=key, **body))

    def state(self) -> dict[str, Any]:
        """Ask for the frame of the person's audience."""
        return self._until_answered(super().state)

    def mine(self) -> dict[str, Any]:
        """Ask for what is the person's own."""
        return self._until_answered(super().mine)

    def do(self, name: str, **body: Any) -> dict[str, Any]:
        """Do a deed, now and then twice with one key: the second answer must be the first. Raises Refused."""
        key, began = uuid.uuid4().hex, time.monotonic()
        try:
            told = self.deed(name, key=key, **body)
        except Refused as refused:
            with self.tally.lock:
                self.tally.codes[refused.code] += 1
            raise
        self.tally.answered(name, time.monotonic() - began)
        if self.chance.random() < AGAIN:
            again = self.deed(name, key=key, **body)
            with self.tally.lock:
                self.tally.again += 1
            if again != told:
                self.tally.fault(f"{name} said again: {told} then {again}")
        return told

    def think(self, seconds: float) -> None:
        """Wait a moment, about so long."""
        time.sleep(self.chance.uniform(0.2, 1.8) * seconds)


def runs_of(told: dict[str, Any]) -> list[int]:
    """Give the numbers of the cards of a sale's answer."""
    return [n for run in told["event"]["runs"] for n in range(run["first"], run["last"] + 1)]
