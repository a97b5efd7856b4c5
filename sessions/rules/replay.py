"""
A game played again with a number as it was said and as it was drawn: what an announcing error changes (S0 V).

"Substantial" is thereby something that can be looked at: the prizes would go to other cards, or at another ball.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sessions.rules.facts import BALLS, Rows

NEVER = BALLS + 1
"""The ball of a combination that is not complete."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardReplay:
    """One card whose marks the error changes: the balls (1..90, 91 = not yet) of its first line and of its bingo."""

    card: int
    line_said: int
    line_drawn: int
    bingo_said: int
    bingo_drawn: int

    def differs(self, line_ball: int) -> bool:
        """Tell whether the card comes out differently; its line only while the line was to be won, up to that ball."""
        line = self.line_said != self.line_drawn and min(self.line_said, self.line_drawn) <= line_ball
        return line or self.bingo_said != self.bingo_drawn


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstCards:
    """The cards that complete a prize first, and at which ball; ball 91 and no card when none has."""

    ball: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """
    The game both ways, up to the last ball called.

    `line_ball` is the ball up to which the line was to be won. `marked` are the cards that hold either number,
    `affected` those that come out differently.
    """

    ordinal: int
    said: int
    number: int
    called: int
    line_ball: int
    marked: tuple[CardReplay, ...]
    line_said: FirstCards
    line_drawn: FirstCards
    bingo_said: FirstCards
    bingo_drawn: FirstCards

    @property
    def affected(self) -> tuple[int, ...]:
        """Cards that come out differently, ascending."""
        return tuple(card.card for card in self.marked if card.differs(self.line_ball))

    @property
    def substantial(self) -> bool:
        """
        Tell whether a card wins, or may call, what it would not otherwise, or at another ball.

        The first cards alone do not tell: one that completed a line and was not called leaves it to be won.
        """
        return bool(self.affected)


def _positions(numbers: Sequence[int]) -> list[int]:
    """Give at which ball each number 0..90 came first; 91 for those that did not."""
    at = [NEVER] * (BALLS + 1)
    for ordinal, number in enumerate(numbers, start=1):
        at[number] = min(at[number], ordinal)
    return at


def _outcome(rows: Rows, at: Sequence[int]) -> tuple[int, int]:
    """Give the balls at which a face's first line and its bingo are complete."""
    complete = [max(at[n] for n in row) for row in rows]
    return min(complete), max(complete)


def _first(outcomes: Iterable[tuple[int, int]]) -> FirstCards:
    """Find the cards that are complete first among (card, ball)."""
    done = [(ball, card) for card, ball in outcomes if ball < NEVER]
    first = min((ball for ball, _card in done), default=NEVER)
    return FirstCards(ball=first, cards=tuple(sorted(card for ball, card in done if ball == first)))


def replay(
    faces: Iterable[tuple[int, Rows]], called: Sequence[int], *, ordinal: int, said: int, line_ball: int = NEVER
) -> Replay:
    """
    Play a game again with the number said at `ordinal` instead of the ball's.

    What the hall heard is what it marked: the ball's own number was heard only if it was said at another ball.

    Args:
        faces: Every card sold in the game, with its rows.
        called: The balls' numbers, 1..90 each, in draw order, up to the last one called.
        ordinal: The ball announced wrongly, 1..len(called).
        said: The number that was said, 1..90.
        line_ball: The ball at which the line was called that closed it; without it the line is still to be won.

    Source:
        Catálogo (BOE-A-1979-25744), bingo V.
    """
    number = called[ordinal - 1]
    heard = _positions([*called[: ordinal - 1], said, *called[ordinal:]])
    drawn = _positions(called)
    marked, outcomes = [], []
    for card, rows in faces:
        line_drawn, bingo_drawn = _outcome(rows, drawn)
        line_said, bingo_said = line_drawn, bingo_drawn
        if any(number in row or said in row for row in rows):
            line_said, bingo_said = _outcome(rows, heard)
            marked.append(
                CardReplay(
                    card=card,
                    line_said=line_said,
                    line_drawn=line_drawn,
                    bingo_said=bingo_said,
                    bingo_drawn=bingo_drawn,
                )
            )
        outcomes.append((card, line_said, line_drawn, bingo_said, bingo_drawn))
    return Replay(
        ordinal=ordinal,
        said=said,
        number=number,
        called=len(called),
        line_ball=line_ball,
        marked=tuple(marked),
        line_said=_first((o[0], o[1]) for o in outcomes),
        line_drawn=_first((o[0], o[2]) for o in outcomes),
        bingo_said=_first((o[0], o[3]) for o in outcomes),
        bingo_drawn=_first((o[0], o[4]) for o in outcomes),
    )
