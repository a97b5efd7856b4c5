"""The hall's clock: the wall clock, or one that a simulation or a test injects."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime


def _wall() -> datetime:
    return datetime.now(UTC)


_source: ContextVar[Callable[[], datetime]] = ContextVar("clock", default=_wall)


def now() -> datetime:
    """Tell the time, aware, in UTC."""
    return _source.get()()


@contextmanager
def injected(source: Callable[[], datetime]) -> Iterator[None]:
    """Let `source` tell the time within the block."""
    token = _source.set(source)
    try:
        yield
    finally:
        _source.reset(token)
