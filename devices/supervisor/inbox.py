"""
What waits for a port's thread: bytes from the reader, wishes from everyone else.

The reader must never block and memory must not grow: bytes beyond the bound are dropped and counted as an
overrun, and the protocol repairs it as it repairs noise.
"""

import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass

BYTES_WAITING_MAX = 65_536


@dataclass(frozen=True, slots=True)
class Data:
    """Bytes read from connection `session`, at a time of the port's clock."""

    session: int
    data: bytes
    at: float = 0.0


@dataclass(frozen=True, slots=True)
class Lost:
    """Connection `session` has ended."""

    session: int
    error: BaseException | None


@dataclass(frozen=True, slots=True)
class Wish:
    """A command said by another thread; `verb` only names it."""

    verb: str
    act: Callable[[], None]


Item = Data | Lost | Wish | None


class Inbox:
    """A queue for one reader; `None` only wakes it."""

    def __init__(self) -> None:
        self.overruns = 0
        self._queue: queue.SimpleQueue[Item] = queue.SimpleQueue()
        self._waiting = 0
        self._lock = threading.Lock()

    def put(self, item: Item) -> None:
        """Add an item; never blocks."""
        if isinstance(item, Data):
            with self._lock:
                if self._waiting + len(item.data) > BYTES_WAITING_MAX:
                    self.overruns += 1
                    return
                self._waiting += len(item.data)
        self._queue.put(item)

    def get(self, timeout: float) -> Item:
        """Return the next item, or None after `timeout` seconds."""
        try:
            item = self._queue.get(timeout=max(timeout, 0.0))
        except queue.Empty:
            return None
        if isinstance(item, Data):
            with self._lock:
                self._waiting -= len(item.data)
        return item

    def empty(self) -> bool:
        """Whether nothing waits."""
        return self._queue.empty()
