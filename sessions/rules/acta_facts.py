"""What an entry of the minutes is made from, and how card numbers are written in it. Plain facts, no sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any, Final

TEXT_WIDTH: Final = 112
"""Signs of free text on one line of a folio; what is longer takes more lines."""

Fields = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """
    One row of the journal as the book reads it: what happened, and the boards before and after it.

    `game_no` is None for a session's row; `earlier` are the entries its session has so far (a closing sums them up).
    """

    kind: str
    payload: Mapping[str, Any]
    actor: str
    game_no: int | None
    before: Any
    after: Any
    earlier: Sequence[Entry] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An entry to be written: its kind, the game it is about, its facts (JSON-plain)."""

    kind: str
    fields: Fields
    game_no: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of an entry: which sentence it is, and the facts it tells."""

    code: str
    values: Fields


def written(text: str) -> list[Row]:
    """
    Break somebody's words into lines of a folio.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 37.4.
    """
    return [Row(code="text", values={"text": line}) for line in wrap(text, TEXT_WIDTH)]


def runs_told(runs: Iterable[tuple[int, int]]) -> str:
    """
    Write runs of card numbers: 1-12, 15.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 33.3.
    """
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)


def listed(code: str, told: str) -> list[Row]:
    """
    Break a list of numbers into lines; only the first is headed.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 34.2, 37.6.
    """
    lines = wrap(told, TEXT_WIDTH - 24)
    return [Row(code=code if not i else "text", values={"text": line}) for i, line in enumerate(lines)]
