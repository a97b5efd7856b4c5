"""People who press at the same instant: processes, each with its own connection, let go by one barrier."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable
from dataclasses import dataclass
from time import sleep
from typing import Any, Self

from django.db import DatabaseError, connections

from sessions.rules.errors import RuleViolation

WAIT_SECONDS = 60


@dataclass(frozen=True)
class Answer:
    """What one person got: a value, a refusal's code, or the name of a database error."""

    value: Any = None
    refused: str = ""
    error: str = ""


def answer_of(deed: Callable[..., Any], /, **kwargs: Any) -> Answer:
    """Do a deed and say how it ended."""
    try:
        return Answer(value=deed(**kwargs))
    except RuleViolation as refusal:
        return Answer(refused=refusal.code)
    except DatabaseError as error:
        return Answer(error=type(error).__name__)


def _work(pipe: Any, barrier: Any, prepare: Callable[[], None] | None) -> None:
    if prepare is not None:
        prepare()
    while (order := pipe.recv()) is not None:
        deed, kwargs = order
        barrier.wait(WAIT_SECONDS)
        pipe.send(answer_of(deed, **kwargs))
    connections.close_all()
    # The test run's own hooks are not this process's.
    os._exit(0)


class Crew:
    """`size` processes; `at_once` gives each its deed. `prepare` runs first in each of them."""

    def __init__(self, size: int, prepare: Callable[[], None] | None = None) -> None:
        """Fork them; the parent lets go of its connections first, so that none is shared."""
        connections.close_all()
        fork = multiprocessing.get_context("fork")
        barrier = fork.Barrier(size)
        self.pipes, self.people = [], []
        for _ in range(size):
            mine, theirs = fork.Pipe()
            person = fork.Process(target=_work, args=(theirs, barrier, prepare), daemon=True)
            person.start()
            self.pipes.append(mine)
            self.people.append(person)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for pipe in self.pipes:
            pipe.send(None)
        for person in self.people:
            person.join(WAIT_SECONDS)
            assert person.exitcode == 0

    def at_once(self, *orders: tuple[Callable[..., Any], dict[str, Any]]) -> list[Answer]:
        """Let each person do one (deed, arguments) at the same instant; answers come in their order."""
        assert len(orders) == len(self.pipes), "everybody has something to do"
        for pipe, order in zip(self.pipes, orders, strict=True):
            pipe.send(order)
        answers = []
        for pipe in self.pipes:
            assert pipe.poll(WAIT_SECONDS), "a person never answered"
            answers.append(pipe.recv())
        return answers


HEAD_STARTS = ((0.0, 0.0), (0.0, 0.2), (0.2, 0.0))
"""Seconds that the first and the second of two wait, round by round: at once, then each is surely the earlier once."""


def after(seconds, deed, **kwargs):
    """Do a deed a little later than the others of its round."""
    sleep(seconds)
    return deed(**kwargs)
