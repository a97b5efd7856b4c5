"""A crew of threads in one process, for SQLite: a hall on SQLite is one process, in which writers wait in line."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Self

from tests.concurrency.crew import WAIT_SECONDS, Answer, answer_of


class Threads:
    """`size` threads, each with its own connection; `at_once` gives each its deed, as a `Crew` does."""

    def __init__(self, size: int) -> None:
        """Begin with nobody at work."""
        self._size = size
        self._pool = ThreadPoolExecutor(size)
        self._barrier = threading.Barrier(size)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        from django.db import connections

        self.at_once(*[(connections.close_all, {})] * self._size)
        self._pool.shutdown()

    def _do(self, order: tuple[Any, dict[str, Any]]) -> Answer:
        # The barrier keeps each thread to one deed, and lets them go together.
        self._barrier.wait(WAIT_SECONDS)
        deed, kwargs = order
        return answer_of(deed, **kwargs)

    def at_once(self, *orders: tuple[Any, dict[str, Any]]) -> list[Answer]:
        """Let each thread do one (deed, arguments) at the same instant; answers come in their order."""
        assert len(orders) == self._size, "everybody has something to do"
        return list(self._pool.map(self._do, orders))
