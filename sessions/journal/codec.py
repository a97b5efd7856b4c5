"""
Frozen dataclasses to JSON-plain values and back, by their annotations.

`encode` gives lists, never tuples, so that a row in memory equals the row read again.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from enum import Enum
from functools import cache
from typing import Any, Final, TypeVar

from sessions.rules.board import Board
from sessions.rules.errors import RuleViolation
from sessions.rules.events import GAME_EVENTS, GameEvent
from sessions.rules.session import SESSION_EVENTS, SessionBoard, SessionEvent
from sessions.rules.stock import SERIES_EVENTS, SeriesBoard, SeriesEvent

T = TypeVar("T")

UNFOLDABLE: Final = (RuleViolation, LookupError, TypeError, ValueError, AttributeError, AssertionError)
"""What an altered row may raise when it is read and folded; whoever proves the journal tells it instead of failing."""


def encode(value: Any) -> Any:
    """Give the JSON-plain form of a dataclass, tuple, enum or scalar."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: encode(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, tuple | list):
        return [encode(item) for item in value]
    if isinstance(value, Enum):
        return value.value
    return value


@cache
def _hints(cls: Any) -> dict[str, Any]:
    hints = typing.get_type_hints(cls)
    return {f.name: hints[f.name] for f in dataclasses.fields(cls)}


def _decode_tuple(hint: Any, value: Any) -> Any:
    (item, *_rest) = typing.get_args(hint)
    return tuple(_decode_value(item, v) for v in value)


def _decode_value(hint: Any, value: Any) -> Any:
    origin = typing.get_origin(hint)
    if origin is tuple:
        return _decode_tuple(hint, value)
    if origin in {types.UnionType, typing.Union}:
        inner = next(arg for arg in typing.get_args(hint) if arg is not type(None))
        return None if value is None else _decode_value(inner, value)
    if dataclasses.is_dataclass(hint):
        return decode(typing.cast("type[Any]", hint), value)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint(value)
    return value


def decode(cls: type[T], plain: dict[str, Any]) -> T:
    """Build a dataclass from its JSON-plain form; fields absent there take their defaults."""
    hints = _hints(typing.cast("typing.Hashable", cls))
    return cls(**{name: _decode_value(hints[name], plain[name]) for name in hints if name in plain})


def game_event(kind: str, payload: dict[str, Any]) -> GameEvent:
    """Read a game's event from its journal row."""
    return decode(GAME_EVENTS[kind], payload)


def session_event(kind: str, payload: dict[str, Any]) -> SessionEvent:
    """Read a session's event from its journal row."""
    return decode(SESSION_EVENTS[kind], payload)


def game_board(plain: dict[str, Any]) -> Board:
    """Read a game's board."""
    return decode(Board, plain)


def session_board(plain: dict[str, Any]) -> SessionBoard:
    """Read a session's board."""
    return decode(SessionBoard, plain)


def series_event(kind: str, payload: dict[str, Any]) -> SeriesEvent:
    """Read a series' event from its journal row."""
    return decode(SERIES_EVENTS[kind], payload)


def series_board(plain: dict[str, Any]) -> SeriesBoard:
    """Read a series' board."""
    return decode(SeriesBoard, plain)
