"""Money is whole euro cents in an int; a split loses and invents nothing."""

from __future__ import annotations


def split(
    pool_cents: int, winners: int, *, unit: int = 1, remainder_to_winners: bool = True
) -> tuple[tuple[int, ...], int]:
    """
    Share a pool equally among winners, in whole units.

    Args:
        pool_cents: What there is, >= 0.
        winners: How many share it, >= 1.
        unit: The smallest amount handed out, in cents, >= 1.
        remainder_to_winners: Odd units go one each to the first winners; else they are left over.

    Returns:
        The shares in order of verification (they differ by at most one unit) and what is left over, in cents.
        Shares and left-over add up to the pool. What is less than a unit is always left over.

    Raises:
        ValueError: A negative pool, no winner, or no unit.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I: proportional distribution of the prizes.
    """
    if pool_cents < 0 or winners < 1 or unit < 1:
        raise ValueError("a split needs a pool >= 0, a winner and a unit")
    units, dust = divmod(pool_cents, unit)
    each, odd = divmod(units, winners)
    if not remainder_to_winners:
        return (each * unit,) * winners, odd * unit + dust
    return tuple((each + (i < odd)) * unit for i in range(winners)), dust
