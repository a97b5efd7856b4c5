"""A table of a report, once for the page and the files: cells know what they are, and are written by who shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from screens.templatetags import bingo

MINUTE: Final = 60
TENTHS: Final = 10
MANY: Final = 11
"""So many columns fit on the desk at their common distance."""


class Kind(StrEnum):
    """What a cell's value is: a text, whole numbers, cents, basis points, seconds, or tenths."""

    TEXT = "text"
    NUMBER = "number"
    MONEY = "money"
    SHARE = "share"
    TIME = "time"
    TENTH = "tenth"


@dataclass(frozen=True, slots=True)
class Cell:
    """One value; None is not known, and written as nothing. `tone` is bad or warn where it must be looked at."""

    kind: Kind
    value: str | int | None
    tone: str = ""

    @property
    def shown(self) -> str:
        """Write it as the page does."""
        return shown(self.kind, self.value)

    @property
    def right(self) -> bool:
        """Whether it stands on the right, as numbers do."""
        return self.kind != Kind.TEXT


def text(value: str, tone: str = "") -> Cell:
    """Make a cell of words."""
    return Cell(Kind.TEXT, value, tone)


def number(value: int | None, tone: str = "") -> Cell:
    """Make a cell of a count."""
    return Cell(Kind.NUMBER, value, tone)


def money(cents: int | None, tone: str = "") -> Cell:
    """Make a cell of an amount in cents."""
    return Cell(Kind.MONEY, cents, tone)


def share(basis_points: int | None, tone: str = "") -> Cell:
    """Make a cell of a share in basis points."""
    return Cell(Kind.SHARE, basis_points, tone)


def hours(seconds: int | None) -> Cell:
    """Make a cell of a length of time in seconds."""
    return Cell(Kind.TIME, seconds)


def tenth(value: int | None) -> Cell:
    """Make a cell of tenths: 123 is 12.3."""
    return Cell(Kind.TENTH, value)


def in_english() -> bool:
    """Tell whether who reads writes 1.5 and not 1,5."""
    return (get_language() or "").startswith("en")


def shown(kind: Kind, value: str | int | None) -> str:
    """Write a value for people to read."""
    if value is None:
        return "\u2013"
    match kind:
        case Kind.MONEY:
            return str(bingo.euros(value))
        case Kind.NUMBER:
            return _signed(int(value), bingo.number(abs(int(value))))
        case Kind.SHARE:
            return _signed(int(value), bingo.percent(value))
        case Kind.TIME:
            whole, minutes = divmod(int(value) // MINUTE, MINUTE)
            return _("{h} h {min:02} min").format(h=whole, min=minutes)
        case Kind.TENTH:
            whole, rest = divmod(abs(int(value)), TENTHS)
            return _signed(int(value), f"{bingo.number(whole)}{'.' if in_english() else ','}{rest}")
        case _:
            return str(value)


def _signed(value: int, written: str) -> str:
    return f"\u2212{written}" if value < 0 else written


Row = tuple[Cell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """
    One table: `code` names it in addresses and files, `heads` its columns, the first cell of a row is its name.

    `optional` are columns, by place, that the page leaves out while all their values are 0, `file_only` those it never
    has; the files have them all.
    `note` says what must be known to read it, `empty` what is said instead of no row.
    """

    code: str
    title: str
    heads: tuple[str, ...]
    rows: Sequence[Row]
    total: Row | None = None
    note: str = ""
    empty: str = ""
    optional: frozenset[int] = field(default_factory=frozenset)
    file_only: frozenset[int] = field(default_factory=frozenset)

    @property
    def columns(self) -> list[int]:
        """The places of the columns that the page shows."""
        said = [at for at in range(len(self.heads)) if at not in self.file_only]
        return [at for at in said if at not in self.optional or any(row[at].value for row in self.rows)]

    @property
    def wide(self) -> bool:
        """Whether so many columns are shown that they stand closer."""
        return len(self.columns) > MANY

    @property
    def shown_heads(self) -> list[tuple[str, bool]]:
        """The heads that the page shows, and whether each stands on the right."""
        first = self.rows[0] if self.rows else None
        return [(self.heads[at], bool(first and first[at].right)) for at in self.columns]

    @property
    def shown_rows(self) -> list[list[Cell]]:
        """The rows, without the columns that say nothing."""
        return [[row[at] for at in self.columns] for row in self.rows]

    @property
    def shown_total(self) -> list[Cell] | None:
        """The last line, without the columns that say nothing."""
        return [self.total[at] for at in self.columns] if self.total else None
