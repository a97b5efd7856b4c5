"""
Ranges of card numbers: runs first..last, both included, and runs set apart from the others with a reason.

Cards are never listed one by one; every question about a thousand of them is arithmetic on a few runs. The tests
compare each function with the same question asked of plain sets.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import Field, dataclass, replace
from typing import Any, ClassVar, Protocol, TypeVar


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Cards first..last, both included; never empty where a function gives one."""

    first: int
    last: int

    @property
    def count(self) -> int:
        """How many cards."""
        return self.last - self.first + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Off:
    """
    Cards first..last set apart from a lot's sold ones.

    `why` is held (in a seller's hands; `holder` = username), desk (came back to the cash desk), spoiled or
    unplayable (its stored face is damaged).
    """

    first: int
    last: int
    why: str
    holder: str = ""

    @property
    def count(self) -> int:
        """How many cards."""
        return self.last - self.first + 1


HELD, DESK, SPOILED, UNPLAYABLE = "held", "desk", "spoiled", "unplayable"
GONE = frozenset({SPOILED, UNPLAYABLE})
"""Reasons for which a card can never be sold."""


def merged(runs: Iterable[Run]) -> tuple[Run, ...]:
    """
    Sort runs and join those that touch or overlap; empty ones vanish.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 33.3 (cards are correlative).
    """
    joined: list[Run] = []
    for run in sorted((r for r in runs if r.count > 0), key=lambda r: r.first):
        if joined and run.first <= joined[-1].last + 1:
            joined[-1] = Run(first=joined[-1].first, last=max(joined[-1].last, run.last))
        else:
            joined.append(run)
    return tuple(joined)


def minus(runs: Iterable[Run], cut: Iterable[Run | Off]) -> tuple[Run, ...]:
    """
    Give the cards of `runs` that are not in `cut`.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 33.3.
    """
    left = list(merged(runs))
    for hole in cut:
        left = [
            piece
            for run in left
            for piece in (
                Run(first=run.first, last=min(run.last, hole.first - 1)),
                Run(first=max(run.first, hole.last + 1), last=run.last),
            )
            if piece.count > 0
        ]
        # A hole beside or beyond a run gives the run twice.
        left = list(merged(left))
    return tuple(left)


def common(runs: Iterable[Run], other: Run) -> tuple[Run, ...]:
    """
    Give the cards of `runs` that are in `other` too.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 33.3.
    """
    cut = (Run(first=max(run.first, other.first), last=min(run.last, other.last)) for run in runs)
    return merged(cut)


def holds(runs: Iterable[Run | Off], first: int, last: int) -> bool:
    """
    Tell whether all of first..last is in `runs`.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 33.3.
    """
    plain = [Run(first=run.first, last=run.last) for run in runs]
    return first <= last and any(run.first <= first and last <= run.last for run in merged(plain))


def count(runs: Iterable[Run | Off]) -> int:
    """
    Count the cards of disjoint runs.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 37.3.
    """
    return sum(run.count for run in runs)


class Piece(Protocol):
    """Cards first..last that are alike in all else the piece says: `Off`, or a span of a series."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def first(self) -> int:
        """The first card."""

    @property
    def last(self) -> int:
        """The last card."""


P = TypeVar("P", bound=Piece)


def set_apart(pieces: tuple[P, ...], new: P) -> tuple[P, ...]:
    """
    Put a piece in the place of whatever its cards were before; neighbours that are alike join.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 24.4, 33.9.
    """
    joined: list[P] = []
    for piece in sorted([*put_back(pieces, new.first, new.last), new], key=lambda one: one.first):
        before = joined[-1] if joined else None
        alike = before is not None and replace(before, first=piece.first, last=piece.last) == piece
        if before is not None and alike and before.last + 1 == piece.first:
            joined[-1] = replace(before, last=piece.last)
        else:
            joined.append(piece)
    return tuple(joined)


def put_back(pieces: tuple[P, ...], first: int, last: int) -> tuple[P, ...]:
    """
    Take the cards first..last out of all pieces; what stood over its ends stays.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 24.4, 33.9.
    """
    left: list[P] = []
    for piece in pieces:
        if piece.last < first or piece.first > last:
            left.append(piece)
            continue
        if piece.first < first:
            left.append(replace(piece, last=first - 1))
        if piece.last > last:
            left.append(replace(piece, first=last + 1))
    return tuple(left)


def split_up(runs: Iterable[Run], quantity: int) -> tuple[Run, ...]:
    """
    Take the first `quantity` cards of disjoint ascending runs; fewer when they hold fewer.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 33.3.
    """
    taken: list[Run] = []
    for run in runs:
        if quantity <= 0:
            break
        piece = Run(first=run.first, last=min(run.last, run.first + quantity - 1))
        taken.append(piece)
        quantity -= piece.count
    return tuple(taken)
