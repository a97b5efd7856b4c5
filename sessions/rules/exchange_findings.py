"""What is found in a file of faces: its problems, each with its place, and its sound faces, packed."""

from __future__ import annotations

from array import array
from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, overload

from typing_extensions import override

from sessions.rules.cards import (
    COLUMNS,
    LAST_NUMBER,
    NUMBERS_A_ROW,
    ROWS,
    Face,
    column_of,
)
from sessions.rules.matrix import FACE_BYTES, LAST_COUNT, MASK_BYTES, faces_from_bytes

if TYPE_CHECKING:
    from collections.abc import Mapping

CSV: Final = "csv"
JSON: Final = "json"
MOST_TOLD: Final = 200
"""Problems told one by one; of the others only how many they are."""

_COLUMN_OF: Final = tuple(column_of(number) for number in range(LAST_NUMBER + 1))

Rows = Sequence[Sequence[tuple[int, int | None]]]
"""Three rows of (number, column it stands in, or None where the form does not say)."""


@dataclass(frozen=True, slots=True)
class Problem:
    """
    Why a file cannot be taken.

    `row` is the line of a CSV file or the place in a JSON file's list of cards, from 1; None for the whole file.
    `card` is the number the file gives. `params` fill the sentence of the code (sessions/exchange_messages.py).
    """

    code: str
    row: int | None = None
    card: int | None = None
    params: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SeriesOffer:
    """A series as a file names it (catalogue, bingo II): letter, number of identification, face value."""

    letter: str
    ident: str
    face_value_cents: int


class Findings:
    """Problems in the order found: the first 200, and how many more."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.more = 0

    def add(self, code: str, row: int | None = None, card: int | None = None, **params: object) -> None:
        """Note a problem, or count it when 200 are noted."""
        if len(self.problems) < MOST_TOLD:
            self.problems.append(Problem(code, row, card, params))
        else:
            self.more += 1

    @property
    def total(self) -> int:
        """How many problems there are, noted or counted."""
        return len(self.problems) + self.more


class PackedFaces(Sequence[Face]):
    """Faces as 36 bytes each instead of some 300: a million of them fit beside a hall that is playing."""

    def __init__(self, masks: bytes | bytearray = b"") -> None:
        self._masks = bytearray(masks)

    def append(self, face: Face) -> None:
        """Add a face at the end."""
        for row in face.rows:
            self._masks += row.to_bytes(MASK_BYTES, "little")

    @override
    def __len__(self) -> int:
        return len(self._masks) // FACE_BYTES

    @overload
    def __getitem__(self, index: int) -> Face: ...
    @overload
    def __getitem__(self, index: slice) -> PackedFaces: ...
    @override
    def __getitem__(self, index: int | slice) -> Face | PackedFaces:
        if isinstance(index, slice):
            start, stop, step = index.indices(len(self))
            if step != 1:
                raise ValueError("faces are cut in one piece")
            return PackedFaces(self._masks[start * FACE_BYTES : stop * FACE_BYTES])
        place = range(len(self))[index]
        return faces_from_bytes(bytes(self._masks[place * FACE_BYTES : (place + 1) * FACE_BYTES]))[0]


@dataclass(frozen=True, slots=True)
class Reading:
    """A file, read: its faces, or its problems and no faces. `form` is csv, json or "" when it was neither."""

    form: str
    faces: PackedFaces
    series: SeriesOffer | None
    problems: tuple[Problem, ...]
    more: int

    @property
    def sound(self) -> bool:
        """Whether the faces may be filed."""
        return not self.problems

    @property
    def total(self) -> int:
        """How many problems there are."""
        return len(self.problems) + self.more

    @classmethod
    def refused(cls, findings: Findings) -> Reading:
        """Give the reading of what is no matrix at all."""
        return cls("", PackedFaces(), None, tuple(findings.problems), findings.more)


class CardsJudge:
    """Judges the cards of a file one after the other, and keeps the faces of the sound ones."""

    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self.faces = PackedFaces()
        self.judged = 0
        self._next = 1
        # Ranges left out on the way, ascending; and the cards of them that came after all.
        self._gaps: list[tuple[int, int]] = []
        self._late: set[int] = set()
        self._cards = array("L")
        self._sets: dict[int, int] = {}

    def card(self, row: int, card: int | None, rows: Rows | None) -> None:
        """
        Judge one card.

        Args:
            row: Its place in the file.
            card: Its number; None if it could not be read, which whoever read it has noted.
            rows: Its numbers; None if they could not be read, likewise noted.
        """
        self.judged += 1
        if card is not None:
            self._sequence(row, card)
        if rows is None:
            return
        before = self.findings.total
        if not _is_sound(rows):
            _judge_rows(self.findings, row, card, rows)
        if self.findings.total == before and card is not None:
            self._keep(row, card, _face_of(rows))

    def finish(self, form: str, said: tuple[int | None, SeriesOffer | None] | None) -> Reading:
        """
        Judge the file as a whole.

        Args:
            form: csv or json.
            said: How many cards the file says it has, and its series; None if it was not read to its end.
        """
        declared, series = said or (None, None)
        if said and not self.judged and not self.findings.total:
            self.findings.add("no-cards")
        if declared is not None and declared != self.judged:
            self.findings.add("count", declared=declared, found=self.judged)
        if self.judged > LAST_COUNT:
            self.findings.add("too-many", found=self.judged, most=LAST_COUNT)
        if self.findings.total:
            return Reading(form, PackedFaces(), series, tuple(self.findings.problems), self.findings.more)
        return Reading(form, self.faces, series, (), 0)

    def _sequence(self, row: int, card: int) -> None:
        """Cards are numbered 1, 2, 3 ... in the order of the file."""
        if not 1 <= card <= LAST_COUNT:
            self.findings.add("card-range", row, card, most=LAST_COUNT)
            return
        if card < self._next:
            self._look_back(row, card)
            return
        if card == self._next + 1:
            self.findings.add("card-missing", row, card, missing=self._next)
        elif card > self._next:
            self.findings.add("cards-missing", row, card, first=self._next, last=card - 1)
        if card > self._next:
            self._gaps.append((self._next, card - 1))
        self._next = card + 1

    def _look_back(self, row: int, card: int) -> None:
        place = bisect(self._gaps, (card, LAST_COUNT)) - 1
        left_out = place >= 0 and card <= self._gaps[place][1]
        if left_out and card not in self._late:
            self._late.add(card)
            self.findings.add("card-order", row, card, after=self._next - 1)
        else:
            self.findings.add("card-repeated", row, card)

    def _keep(self, row: int, card: int, face: Face) -> None:
        place = self._sets.setdefault(face.mask, len(self.faces))
        if place == len(self.faces):
            self.faces.append(face)
            self._cards.append(card)
            return
        if card == self._cards[place]:
            # A card that stands twice is told as such.
            return
        code = "same-face" if self.faces[place] == face else "same-numbers"
        self.findings.add(code, row, card, other=self._cards[place])


def _face_of(rows: Rows) -> Face:
    top, middle, bottom = (sum([1 << (number - 1) for number, _ in row]) for row in rows)
    return Face((top, middle, bottom))


def _is_sound(rows: Rows) -> bool:
    """Tell at a glance that nothing is wrong with a face: it is asked of every card, and most are sound."""
    lowest = [0] * COLUMNS
    for row in rows:
        if len(row) != NUMBERS_A_ROW:
            return False
        before = -1
        for number, column in row:
            if not 1 <= number <= LAST_NUMBER:
                return False
            own = _COLUMN_OF[number]
            if own <= before or number <= lowest[own] or (column is not None and column != own):
                return False
            before, lowest[own] = own, number
    return 0 not in lowest


def _judge_rows(findings: Findings, row: int, card: int | None, rows: Rows) -> None:
    """Name all that is wrong with a face; what only follows from another fault is not named."""
    before = findings.total
    seen: set[int] = set()
    for place, numbers in enumerate(rows, start=1):
        if len(numbers) != NUMBERS_A_ROW:
            findings.add("row-size", row, card, row_of_card=place, found=len(numbers))
        for number, column in numbers:
            if not 1 <= number <= LAST_NUMBER:
                findings.add("range", row, card, number=number)
            elif column is not None and column != column_of(number):
                findings.add("column", row, card, number=number, column=column + 1)
            elif number in seen:
                findings.add("repeated", row, card, number=number)
            seen.add(number)
    if findings.total == before:
        _judge_columns(findings, row, card, [[number for number, _ in numbers] for numbers in rows])


def _judge_columns(findings: Findings, row: int, card: int | None, rows: list[list[int]]) -> None:
    columns: list[list[int]] = [[] for _ in range(COLUMNS)]
    for place, numbers in enumerate(rows, start=1):
        stand = [column_of(number) for number in numbers]
        for column, number in zip(stand, numbers, strict=True):
            columns[column].append(number)
        for column in sorted({column for column in stand if stand.count(column) > 1}):
            findings.add("cell", row, card, row_of_card=place, column=column + 1)
        if numbers != sorted(numbers):
            findings.add("row-order", row, card, row_of_card=place)
    for column, found in enumerate(columns, start=1):
        if not found:
            findings.add("column-empty", row, card, column=column)
        elif len(found) <= ROWS and found != sorted(found):
            findings.add("column-order", row, card, column=column, numbers=found)
