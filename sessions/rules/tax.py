"""
The gaming tax (tasa fiscal): what a hall owes for a period, from its profile and the period's facts.

Integer cents only. A tax is rounded once, to the nearest cent with half a cent upwards, on the whole base of the
period: never card by card nor game by game. Nothing here is posted to the books; see `posted_bp` for what is.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

FULL_BP = 10_000


class TaxBase(StrEnum):
    """What is taxed: the face value of the cards, a fixed part of it, or what is left of it after the prizes."""

    FACE = "face"
    FIXED = "fixed"
    NET = "net"


class Accrual(StrEnum):
    """
    When a card's face value counts.

    `supply`: printed cards as they come into the hall. `play`: all cards sold in games played to their end.
    `virtual_issue`: printed cards as they come in, virtual ones as they are sold in such games.
    """

    SUPPLY = "supply"
    PLAY = "play"
    VIRTUAL_ISSUE = "virtual_issue"


class Period(StrEnum):
    """How often the tax is declared."""

    MONTHLY = "monthly"
    QUARTERLY = "quarterly"
    YEARLY = "yearly"


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxStep:
    """One step of a progressive scale: the rate of the part of the year's base up to `up_to_cents`; 0 = without end."""

    up_to_cents: int
    rate_bp: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxProfile:
    """
    The tax of one territory. Rates and fractions are basis points.

    `fraction_bp` is the part of the face value that a FIXED base takes. `scale` replaces `rate_bp` where it is not
    empty. `reduced_bp` is the rate of who keeps their staff (0 = there is none), and `staff_kept` says that this hall
    does. `source` is the article, `dated` its year.
    """

    name: str
    base: TaxBase
    rate_bp: int = 0
    fraction_bp: int = FULL_BP
    scale: tuple[TaxStep, ...] = ()
    reduced_bp: int = 0
    staff_kept: bool = False
    accrual: Accrual = Accrual.PLAY
    period: Period = Period.MONTHLY
    source: str = ""
    dated: str = ""

    @property
    def flat_bp(self) -> int:
        """The one rate that applies, 0 where a scale does."""
        if self.scale:
            return 0
        return self.reduced_bp if self.staff_kept and self.reduced_bp else self.rate_bp


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxFacts:
    """
    What happened in a period, in cents of face value; void games are in none of it.

    `supplied`: printed cards that came in, less whole series given back. `played`: cards sold in games that ended.
    `issued`: the virtual ones among those. `prizes`: what those games owe their winners.
    """

    supplied_cents: int = 0
    played_cents: int = 0
    issued_cents: int = 0
    prizes_cents: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxDue:
    """The tax of a period: its face value that counts, its base, the rate (0 with a scale), what is owed; cents."""

    face_cents: int
    base_cents: int
    rate_bp: int
    due_cents: int


def taxed_face(profile: TaxProfile, facts: TaxFacts) -> int:
    """
    Give the face value, in cents, that counts in the period by the profile's accrual.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 33.1 (cards are supplied by the Treasury, at their face value).
    """
    match profile.accrual:
        case Accrual.SUPPLY:
            return facts.supplied_cents
        case Accrual.VIRTUAL_ISSUE:
            return facts.supplied_cents + facts.issued_cents
        case _:
            return facts.played_cents


def base_of(profile: TaxProfile, facts: TaxFacts) -> int:
    """
    Give the taxable base of a period in cents; what a NET base falls short of 0 is not carried into the next.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 33.1, 35.2.
    """
    face = taxed_face(profile, facts)
    match profile.base:
        case TaxBase.FIXED:
            return rounded(max(0, face) * profile.fraction_bp)
        case TaxBase.NET:
            return max(0, face - facts.prizes_cents)
        case _:
            return max(0, face)


def tax_due(profile: TaxProfile, facts: TaxFacts, *, base_before_cents: int = 0) -> TaxDue:
    """
    Work out the tax of a period, in cents rounded half up.

    With a scale the year counts as a whole: the tax of the base so far this year, less that of `base_before_cents`, the
    year's base before this period. So the periods of a year always add up to the tax of the year.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 33.1; Q2.
    """
    base = base_of(profile, facts)
    if profile.scale:
        due = scaled(profile.scale, base_before_cents + base) - scaled(profile.scale, base_before_cents)
    else:
        due = rounded(base * profile.flat_bp)
    return TaxDue(face_cents=taxed_face(profile, facts), base_cents=base, rate_bp=profile.flat_bp, due_cents=due)


def scaled(scale: tuple[TaxStep, ...], base_cents: int) -> int:
    """
    Apply a progressive scale to a year's base: each step's rate to the part of the base that lies in it; half up.

    Source:
        Q2.
    """
    total, below = 0, 0
    for step in scale:
        top = base_cents if step.up_to_cents == 0 else min(base_cents, step.up_to_cents)
        total += max(0, top - below) * step.rate_bp
        below = max(below, top)
    return rounded(total)


def rounded(cents_bp: int) -> int:
    """
    Divide cents times basis points by 10,000, to the nearest cent, half a cent upwards.

    Source:
        Q2.
    """
    return (cents_bp + FULL_BP // 2) // FULL_BP


def posted_bp(profile: TaxProfile | None) -> int:
    """
    Give the share of the takings that each game posts to the tax account; 0 where only the report can know the tax.

    Only a flat rate on the face value of cards played is known when a sale closes: a supply came before, prizes come
    after, and a scale looks at the year.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 35.2.
    """
    if profile is None or profile.base != TaxBase.FACE or profile.accrual != Accrual.PLAY:
        return 0
    return profile.flat_bp
