"""What is to be printed: which cards, in which form, with which words; and what may not be printed at all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from operator import or_
from typing import Final

from sessions.journal.carried import board_of
from sessions.models import CardMatrix, CardSeries
from sessions.rules import errors
from sessions.rules.events import Medium
from sessions.rules.ranges import Run, minus
from sessions.rules.references import CardReference, printed_code
from sessions.rules.stock import STOCK
from sessions.rules.strips import CARDS_A_STRIP
from sessions.selectors.faces import matrix_of
from sessions.selectors.stock import game_with

MOST_CARDS: Final = 60_000
CHUNK: Final = 6_000  # a multiple of the strip; bounds what is proved at a time
ALL_WORDS: Final = (0xFFFFFFFF, 0xFFFFFFFF, 0x03FFFFFF)  # 90 bits


class Kind(StrEnum):
    """The forms of a print: cards by themselves, double cards, strips of six, the book of master cards."""

    SINGLE = "single"
    DOUBLE = "double"
    STRIP = "strip"
    BOOK = "book"


PER_SHEET: Final = {Kind.SINGLE: 6, Kind.DOUBLE: 3, Kind.STRIP: CARDS_A_STRIP, Kind.BOOK: 4}
INDEX_LINES: Final = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """Cards first..last of a matrix, both included. The book belongs to no series: its `letter` and `ident` are ""."""

    kind: Kind
    first: int
    last: int
    hall: str
    language: str
    matrix: str
    matrix_name: str
    letter: str = ""
    ident: str = ""
    series_size: int = 0
    face_value_cents: int = 0
    warning: bool = False

    @property
    def cards(self) -> int:
        """How many cards there are."""
        return self.last - self.first + 1

    @property
    def card_sheets(self) -> int:
        """How many pages hold cards."""
        return -(-self.cards // PER_SHEET[self.kind])

    @property
    def index_sheets(self) -> int:
        """How many pages of index stand before the book."""
        if self.kind is not Kind.BOOK:
            return 0
        return -(-len(self.index_lines()) // INDEX_LINES)

    @property
    def sheets(self) -> int:
        """How many pages there are in all."""
        return self.index_sheets + self.card_sheets

    def sheet_cards(self, sheet: int) -> range:
        """Give the card numbers of the n-th page with cards, counted from 1."""
        per_sheet = PER_SHEET[self.kind]
        start = self.first + (sheet - 1) * per_sheet
        return range(start, min(start + per_sheet, self.last + 1))

    def index_lines(self) -> list[tuple[int, int, int]]:
        """Give the lines of the index: first and last card, and the page with cards where they begin."""
        step = PER_SHEET[self.kind] * 5
        starts = range(self.first, self.last + 1, step)
        return [(n, min(n + step - 1, self.last), 1 + i * 5) for i, n in enumerate(starts)]

    @property
    def stem(self) -> str:
        """Name the file by what it holds."""
        return self.stem_of(1, self.sheets)

    def stem_of(self, start: int, end: int) -> str:
        """Name a part by the cards on its pages start..end, so that the names of the parts are their index."""
        first = self.sheet_cards(max(start - self.index_sheets, 1))[0]
        last = self.sheet_cards(end - self.index_sheets)[-1]
        what = f"{self.letter}-{self.ident}" if self.letter else f"matrix-{self.matrix[:8]}"
        return f"{what}-{self.kind}-{first:07}-{last:07}"


def order_for(
    series: CardSeries | None, matrix: CardMatrix, kind: Kind, first: int, last: int, *, warning: bool = False
) -> Order:
    """Make the order for these cards of a series; the book is of the matrix, whatever the series."""
    shown = None if kind is Kind.BOOK else series
    return Order(
        kind=kind,
        first=first,
        last=last,
        hall=matrix.hall.name,
        language=matrix.hall.language,
        matrix=matrix.sha256,
        matrix_name=matrix.name,
        letter=shown.letter if shown else "",
        ident=shown.ident if shown else "",
        series_size=shown.size if shown else 0,
        face_value_cents=shown.face_value_cents if shown else 0,
        warning=warning,
    )


def check_order(order: Order, series: CardSeries | None, matrix: CardMatrix) -> None:
    """
    Prove that every card asked for may be printed, before any is.

    Raises:
        CardsOutOfRange: The range leaves the series, or the matrix of a book.
        BadQuantity: More cards than one print takes.
        NeverPrinted: The range touches one reserved for virtual cards (Q8).
        CardUnplayable: A stored face fails its check.
        PartsDiffer: Double cards are printed as single ones, or single as double.
        StripBroken: Six cards in a row do not hold the 90 numbers.
        BadReference: The series has a letter or number that no printed code can hold.
        GameInPlay: The series is on sale in a game.
        CardNotInStock: A card was used, spoiled, destroyed or given back: a second one would have a true code.
    """
    of_matrix = order.kind is Kind.BOOK or series is None
    least, most = (1, matrix.size) if of_matrix else (series.first_number, series.last_number)
    if not least <= order.first <= order.last <= most:
        raise errors.CardsOutOfRange(first=order.first, last=order.last, least=least, most=most)
    if order.cards > MOST_CARDS:
        raise errors.BadQuantity(quantity=order.cards, most=MOST_CARDS)
    reserved = CardSeries.objects.filter(
        matrix=matrix, medium=Medium.VIRTUAL, first_number__lte=order.last, last_number__gte=order.first
    )
    if reserved.exists():
        raise errors.NeverPrinted(first=order.first, last=order.last)
    if not of_matrix:
        _check_form(order, series)
        _check_in_stock(order, series)
    for _ in _proved(order):
        pass


def _check_form(order: Order, series: CardSeries) -> None:
    """Refuse a form of print that does not fit the cards of a series."""
    if series.parts != (2 if order.kind is Kind.DOUBLE else 1):
        raise errors.PartsDiffer(letter=series.letter, ident=series.ident, parts=series.parts)
    if order.kind is Kind.STRIP and order.cards % CARDS_A_STRIP:
        raise errors.StripBroken(first=order.first, last=order.last)
    # A series with a letter in its identification number has no code of digits.
    printed_code(CardReference(number=order.first, letter=order.letter, ident=order.ident), b"only the form")


def _check_in_stock(order: Order, series: CardSeries) -> None:
    """Refuse paper of cards that are no longer in stock, or that a game is being played with."""
    if game := game_with(series):
        raise errors.GameInPlay(game_no=game.game_no)
    board = board_of(series)
    if gone := minus([Run(first=order.first, last=order.last)], board.runs(STOCK)):
        raise errors.CardNotInStock(card=gone[0].first, state=board.state_of(gone[0].first))


def _proved(order: Order) -> Iterator[None]:
    """Prove every stored face, and every strip, some thousands at a time."""
    file = matrix_of(order.matrix)
    for first in range(order.first, order.last + 1, CHUNK):
        last = min(first + CHUNK - 1, order.last)
        numbers, masks = file.row_masks(first, last)
        if len(numbers) <= last - first:
            sound = set(numbers.tolist())
            raise errors.CardUnplayable(card=next(n for n in range(first, last + 1) if n not in sound))
        if order.kind is Kind.STRIP:
            _check_strips(first, masks.reshape(-1, CARDS_A_STRIP * 3, 3))
        yield


def _check_strips(first: int, strips: object) -> None:
    """Refuse the first strip whose cards leave a number out: 6 times 15 numbers are 90 only when none is twice."""
    for index, rows in enumerate(strips.tolist()):  # type: ignore[attr-defined]
        words = tuple(reduce(or_, (row[word] for row in rows)) for word in range(3))
        if words != ALL_WORDS:
            start = first + index * CARDS_A_STRIP
            raise errors.StripBroken(first=start, last=start + CARDS_A_STRIP - 1)
