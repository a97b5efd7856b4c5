"""
Who has a line, who has a bingo, and who lacks how many.

For one face: plain functions over masks (bit n-1 for number n). For all cards of a game: an `Evaluator`, which
keeps one small counter a card and touches, ball by ball, only the cards that have the ball's number. It is
rebuilt from the matrix and the numbers called in milliseconds; no database is asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sessions.rules.cards import (
    LAST_NUMBER,
    NUMBERS_A_CARD,
    NUMBERS_A_ROW,
    Face,
    mask_to_numbers,
    numbers_to_mask,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "Completed",
    "Evaluator",
    "has_bingo",
    "has_line",
    "line_rows",
    "mask_to_numbers",
    "missing_for_bingo",
    "missing_for_line",
    "numbers_to_mask",
    "row_masks_of",
]

# A counter has 16 bits: four a row, that begin at 3 so that the fifth number sets their eight, and four on top
# that count the numbers of the whole card, 0-15.
_NOTHING_MARKED = 0x0333
_A_LINE = 0x0888
_ONE_FROM_BINGO = 0xE000
_BINGO = 0xF000
_STEPS = (0x1001, 0x1010, 0x1100)
_TOTAL_SHIFT = 12


def line_rows(face: Face, called_mask: int) -> tuple[int, ...]:
    """
    Name the complete rows of a face.

    Args:
        face: A valid face.
        called_mask: The numbers called.

    Returns:
        Row indexes, ascending, each 0 (top) to 2.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I.
    """
    return tuple(index for index, row in enumerate(face.rows) if not row & ~called_mask)


def has_line(face: Face, called_mask: int) -> bool:
    """
    Tell whether all five numbers of any one row were called.

    Args:
        face: A valid face.
        called_mask: The numbers called.

    Returns:
        True for one row or more.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I.
    """
    return bool(line_rows(face, called_mask))


def has_bingo(face: Face, called_mask: int) -> bool:
    """
    Tell whether all fifteen numbers of a face were called.

    Args:
        face: A valid face.
        called_mask: The numbers called.

    Returns:
        True if none is missing.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I.
    """
    return not face.mask & ~called_mask


def missing_for_line(face: Face, called_mask: int) -> tuple[int, ...]:
    """
    Name the numbers that the row nearest to a line still lacks.

    Args:
        face: A valid face.
        called_mask: The numbers called.

    Returns:
        0-5 numbers, ascending, of the row that lacks fewest; of equal rows, the upper one.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I.
    """
    return mask_to_numbers(min((row & ~called_mask for row in face.rows), key=int.bit_count))


def missing_for_bingo(face: Face, called_mask: int) -> tuple[int, ...]:
    """
    Name the numbers that a face still lacks.

    Args:
        face: A valid face.
        called_mask: The numbers called.

    Returns:
        0-15 numbers, ascending.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I.
    """
    return mask_to_numbers(face.mask & ~called_mask)


def row_masks_of(faces: Sequence[Face]) -> NDArray[np.uint32]:
    """
    Write faces as the array an `Evaluator` takes.

    Args:
        faces: Valid faces, any number of them.

    Returns:
        Shape (len(faces), 3 rows, 3 words): bit b of word w of a row stands for number 32 w + b + 1.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I.
    """
    import numpy as np

    masks = b"".join(row.to_bytes(12, "little") for face in faces for row in face.rows)
    return np.frombuffer(masks, dtype="<u4").astype(np.uint32).reshape(-1, 3, 3)


class Completed(NamedTuple):
    """Card numbers, in the evaluator's order, that one ball gave their first line and their bingo."""

    lines: NDArray[np.int64]
    bingos: NDArray[np.int64]


class Evaluator:
    """
    All cards of one game, evaluated ball by ball.

    Args:
        card_numbers: The number of each card, in the order results shall have.
        row_masks: Shape (cards, 3 rows, 3 words), see `row_masks_of`; five numbers a row, none twice on a card.

    Raises:
        ValueError: The two differ in length, or a card has not five numbers a row.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I.
    """

    def __init__(self, card_numbers: Sequence[int] | NDArray[np.int64], row_masks: NDArray[np.uint32]) -> None:
        import numpy as np

        self._cards = np.array(card_numbers, dtype=np.int64)
        masks = np.ascontiguousarray(row_masks, dtype="<u4")
        _check_masks(masks, len(self._cards))
        self._index, self._steps, self._starts = _index_by_number(masks)
        self._counters = np.empty(len(self._cards), dtype=np.uint16)
        self._called: list[int] = []
        self._one_from_bingo = 0
        self.replay(())

    @property
    def called(self) -> tuple[int, ...]:
        """The numbers marked so far, in order."""
        return tuple(self._called)

    @property
    def card_numbers(self) -> NDArray[np.int64]:
        """The number of each card, in the order of all results."""
        return self._cards.copy()

    @property
    def remaining(self) -> NDArray[np.int64]:
        """How many numbers each card lacks for bingo, 0-15, in the order of `card_numbers`."""
        import numpy as np

        return NUMBERS_A_CARD - (self._counters >> _TOTAL_SHIFT).astype(np.int64)

    def one_from_bingo(self) -> int:
        """
        Count the cards that lack exactly one number for bingo; it costs nothing.

        Source:
            Catálogo (BOE-A-1979-25744), bingo I.
        """
        return self._one_from_bingo

    def mark(self, number: int) -> Completed:
        """
        Mark a called number on every card that has it.

        Args:
            number: 1-90, not marked before.

        Returns:
            The cards to which this ball gave their first line, and those to which it gave their bingo.

        Raises:
            ValueError: The number is not 1-90 or was marked already; nothing is changed.

        Source:
            Catálogo (BOE-A-1979-25744), bingo I.
        """
        import numpy as np

        if not 1 <= number <= LAST_NUMBER or number in self._called:
            raise ValueError(f"{number} is not 1-{LAST_NUMBER} or was marked already")
        self._called.append(number)
        here = slice(self._starts[number - 1], self._starts[number])
        touched = self._index[here]
        before = self._counters[touched]
        after = before + self._steps[here]
        self._counters[touched] = after
        # A row's eight never goes out again, so what changed is what this ball completed.
        lines = np.flatnonzero((after ^ before) & _A_LINE)
        lines = lines[(before[lines] & _A_LINE) == 0]
        bingos = lines[:0]
        if after.max(initial=0) >= _ONE_FROM_BINGO:
            bingos = np.flatnonzero(after >= _BINGO)
            # Each touched card gained one number: who has 15 now had 14 before.
            near = int(np.count_nonzero(after >= _ONE_FROM_BINGO))
            self._one_from_bingo += near - 2 * len(bingos)
        return Completed(self._cards[touched[lines]], self._cards[touched[bingos]])

    def replay(self, called: Iterable[int]) -> list[Completed]:
        """
        Forget every mark and mark these numbers instead: after a restart or a corrected ball.

        Args:
            called: Different numbers, each 1-90, in order.

        Returns:
            What each ball completed, one for each number.

        Raises:
            ValueError: A number is not 1-90 or comes twice; those before it stay marked.

        Source:
            Catálogo (BOE-A-1979-25744), bingo I.
        """
        self._counters.fill(_NOTHING_MARKED)
        self._called.clear()
        self._one_from_bingo = 0
        return [self.mark(number) for number in called]


def _index_by_number(
    masks: NDArray[np.uint32],
) -> tuple[NDArray[np.intp], NDArray[np.uint16], list[int]]:
    """List, number by number, the cards that have it and what it adds to their counters."""
    import numpy as np

    # One contiguous array a word and row: each is read once a number, from end to end.
    _, middle, bottom = np.ascontiguousarray(masks.transpose(1, 2, 0))
    whole = np.ascontiguousarray(np.bitwise_or.reduce(masks, axis=1).T)
    steps = np.array(_STEPS, dtype=np.uint16)
    index, added, starts = [], [], [0]
    for number in range(1, LAST_NUMBER + 1):
        word, bit = divmod(number - 1, 32)
        one = np.uint32(1 << bit)
        cards = np.flatnonzero(whole[word] & one)
        row = np.where(middle[word][cards] & one, 1, np.where(bottom[word][cards] & one, 2, 0))
        index.append(cards)
        added.append(steps[row])
        starts.append(starts[-1] + len(cards))
    return np.concatenate(index), np.concatenate(added), starts


def _check_masks(masks: NDArray[np.uint32], cards: int) -> None:
    import numpy as np

    if masks.shape != (cards, 3, 3):
        raise ValueError(f"{cards} cards need as many faces, not shape {masks.shape}")
    a_row = np.bitwise_count(masks).sum(axis=2)
    a_card = np.bitwise_count(np.bitwise_or.reduce(masks, axis=1)).sum(axis=1)
    if np.any(a_row != NUMBERS_A_ROW) or np.any(a_card != NUMBERS_A_CARD):
        raise ValueError("a card has not 15 numbers, five a row")
    if np.any(masks[:, :, 2] >> (LAST_NUMBER - 64)):
        raise ValueError(f"a card has a number above {LAST_NUMBER}")
