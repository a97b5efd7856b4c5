"""
How often each ball came out, and what that proves: little about a small bias, much about a ball that is not there.

In a game the first k of 90 balls come out without being put back, so the counts vary less than in throws of a die: a
chi-square of 89 degrees uncorrected would accept everything. Each game of k balls adds k/90 * (1 - k/90) to the
variance of a ball's count; the sum over the games makes the statistic's scale. For games of one length this is the
common statistic times 89 / (90 - k).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, lgamma, log, sqrt
from typing import Final

from sessions.rules.events import BALLS

DEGREES: Final = BALLS - 1
FALSE_ALARM: Final = 1e-6
"""How likely it may be that good balls ring the alarm of a ball that stays away."""
LEAST_VARIANCE: Final = 5.0
"""Below it (about 21 games of 60 balls) the counts are too small for the chi-square's curve."""
BAND_SIGMAS: Final = 3.87
"""One fair set in a hundred has any of its 90 balls outside so many standard deviations."""
_STEPS: Final = 1_000
_TINY: Final = 1e-300
_EXACT: Final = 1e-15


@dataclass(frozen=True, slots=True, kw_only=True)
class Frequency:
    """
    The balls of a set, game after game.

    `times` says for each ball, 1 to 90, how often it came out; `expected` how often each should have; `band` how far
    from that chance alone takes it. `chi_square` and `p_value` are None while the games are too few.
    """

    games: int
    balls: int
    times: tuple[int, ...]
    expected: float
    band: float
    chi_square: float | None
    p_value: float | None

    @property
    def average_balls(self) -> float:
        """How many balls a game had."""
        return self.balls / self.games if self.games else 0.0


def frequency_of(times: Sequence[int], lengths: Sequence[int]) -> Frequency:
    """
    Compare how often each ball came out with what chance gives.

    Args:
        times: How often each ball, 1 to 90, came out.
        lengths: How many balls came out in each game.

    Source:
        Catálogo (BOE-A-1979-25744), bingo II; O. 9-1-1979 (BOE-A-1979-2188), art. 34.2.
    """
    assert len(times) == BALLS
    assert sum(times) == sum(lengths)
    expected = sum(lengths) / BALLS
    variance = sum(k * (BALLS - k) for k in lengths) / BALLS**2
    chi = p = None
    if variance >= LEAST_VARIANCE:
        # The counts add up to a constant, so their covariance is -variance / 89: hence 89 / 90, and 89 degrees.
        chi = sum((n - expected) ** 2 for n in times) / variance * DEGREES / BALLS
        p = chi_square_tail(chi, DEGREES)
    return Frequency(
        games=len(lengths),
        balls=sum(lengths),
        times=tuple(times),
        expected=expected,
        band=BAND_SIGMAS * sqrt(variance),
        chi_square=chi,
        p_value=p,
    )


def never_drawn_after(average_balls: float) -> int:
    """
    Give the games without a ball after which it is hardly chance: the smallest n with 90 (1 - k/90)^n < 1e-6.

    Args:
        average_balls: k, how many balls a game has on average, above 0.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 34.1, 34.4.
    """
    assert 0 < average_balls <= BALLS
    if average_balls == BALLS:
        return 1
    games = log(FALSE_ALARM / BALLS) / log(1 - average_balls / BALLS)
    return int(games) + 1


def chi_square_tail(value: float, degrees: int) -> float:
    """
    Give the chance of a chi-square of so many degrees at or above a value: the regularised gamma Q(degrees/2, value/2).

    Below the mean the series of its complement converges fast, above it the continued fraction (Abramowitz and Stegun
    6.5.29 and 6.5.31).

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 34.2.
    """
    a, x = degrees / 2, value / 2
    if x <= 0:
        return 1.0
    front = exp(a * log(x) - x - lgamma(a))
    return 1.0 - front * _series(a, x) if x < a + 1 else front * _fraction(a, x)


def _series(a: float, x: float) -> float:
    """Sum x^n / (a (a+1) … (a+n))."""
    term = total = 1 / a
    for n in range(1, _STEPS):
        term *= x / (a + n)
        total += term
        if term < total * _EXACT:
            break
    return total


def _fraction(a: float, x: float) -> float:
    """Work out 1/(x+1-a- 1(1-a)/(x+3-a- 2(2-a)/(x+5-a- …))) from its beginning on (Lentz)."""
    b = x + 1 - a
    c = 1 / _TINY
    d = 1 / b
    value = d
    for n in range(1, _STEPS):
        step = n * (a - n)
        b += 2
        d = 1 / (step * d + b or _TINY)
        c = b + step / c or _TINY
        value *= d * c
        if abs(d * c - 1) < _EXACT:
            break
    return value
