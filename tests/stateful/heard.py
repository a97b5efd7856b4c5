"""What the hall heard and what was drawn: the cards that come out otherwise, by two lists of numbers and no rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

NOT_YET = 91


def _complete(numbers: Sequence[int], wanted: Any) -> int:
    """Give at which number of the list the last of those wanted came; 91 while one is missing."""
    wanted = set(wanted)
    return max(numbers.index(n) + 1 for n in wanted) if wanted <= set(numbers) else NOT_YET


def changed(faces: dict[int, Any], drawn: Sequence[int], *, at: int, said: int, line_ball: int) -> set[int]:
    """Give the cards that come out otherwise when `said` was heard at ball `at`; a line counts up to `line_ball`."""
    heard = [*drawn[: at - 1], said, *drawn[at:]]
    found = set()
    for card, rows in faces.items():
        lines = [min(_complete(numbers, row) for row in rows) for numbers in (heard, drawn)]
        bingos = [_complete(numbers, [n for row in rows for n in row]) for numbers in (heard, drawn)]
        if bingos[0] != bingos[1] or (lines[0] != lines[1] and min(lines) <= line_ball):
            found.add(card)
    return found
