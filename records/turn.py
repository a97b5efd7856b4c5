"""
Whose turn it is to write: on SQLite, the threads of a process wait in line before they ask for the one write lock.

SQLite's own waiting is by chance: who asks again at the right moment is served, and of sixteen sellers one may stand
for seconds. PostgreSQL queues by itself; there nobody waits here.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import connection, transaction


class Line:
    """First come, first served."""

    def __init__(self) -> None:
        """Begin with nobody in line."""
        self._guard = threading.Lock()
        self._waiting: deque[threading.Event] = deque()
        self._busy = False

    def enter(self) -> None:
        """Wait until it is this thread's turn."""
        with self._guard:
            if not self._busy:
                self._busy = True
                return
            mine = threading.Event()
            self._waiting.append(mine)
        mine.wait()

    def leave(self) -> None:
        """Give the turn to who has waited longest."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._busy = False


_line: Final = Line()


@contextmanager
def durable() -> Iterator[None]:
    """
    Open one durable transaction, in turn.

    Raises:
        RuntimeError: A transaction is open already in this thread.
    """
    # Inside a transaction `atomic` refuses below; waiting first would be for oneself.
    in_line = connection.vendor == "sqlite" and not connection.in_atomic_block
    if in_line:
        _line.enter()
    try:
        with transaction.atomic(durable=True):
            yield
    finally:
        if in_line:
            _line.leave()
