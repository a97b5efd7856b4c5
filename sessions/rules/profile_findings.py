"""What can be wrong with a version of a profile: findings by field, and those of additional prizes and of the tax."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from sessions.rules.facts import BALLS
from sessions.rules.jackpots import JackpotKind, JackpotRule
from sessions.rules.regulation import SHARES_IN_FULL_BP, Regulation
from sessions.rules.tax import TaxBase, TaxProfile, TaxStep

LEAST_EXTRA_BALL: Final = 50
_CODE: Final = re.compile(r"[a-z][a-z0-9-]{0,19}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One finding: the field, its code (`sessions.profile_messages` has the sentence), and what the sentence names."""

    field: str
    code: str
    params: dict[str, Any] = dataclasses.field(default_factory=dict)


def problems_of_extras(regulation: Regulation) -> list[Problem]:
    """
    Find what is wrong with the additional prizes and with the tax of a profile.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 35.2.
    """
    codes = [rule.code for rule in regulation.jackpots]
    found = [
        Problem(field="jackpots", code=code, params={"prize": rule.name or rule.code})
        for rule in regulation.jackpots
        for code in _of_rule(rule, {*codes, "line", "bingo"} - {rule.code}, _funds_to_share(regulation) - {rule.code})
    ]
    if len(set(codes)) < len(codes):
        found.append(Problem(field="jackpots", code="prize_twice"))
    found += [
        Problem(field="shares_with", code="prize_unknown")
        for row in regulation.shares_with
        if not row.codes or not {*row.codes, *(code for code, _bp in row.funding_bp)} <= set(codes)
    ]
    if regulation.tax is not None:
        found += [Problem(field=name, code=code) for name, code in _of_tax(regulation.tax)]
    return found


def _funds_to_share(regulation: Regulation) -> set[str]:
    """Give the primas and extras with a fund of their own: what is announced of one is fixed, and can be set aside."""
    return {
        rule.code
        for rule in regulation.jackpots
        if rule.kind != JackpotKind.ACCUMULATED and not rule.from_house and not rule.fund
    }


def _may_share(rule: JackpotRule, funds: set[str]) -> bool:
    return rule.kind != JackpotKind.ACCUMULATED and not rule.from_house and rule.fund in funds


def _of_rule(rule: JackpotRule, others: set[str], funds: set[str]) -> Iterator[str]:
    if not _CODE.fullmatch(rule.code) or not rule.name.strip():
        yield "prize_unnamed"
    shares = (rule.funding_bp, rule.funding_step_bp, rule.reserve_bp)
    if not all(0 <= share <= SHARES_IN_FULL_BP for share in shares):
        yield "prize_share"
    below = min(rule.cap_cents, rule.cap_step_cents, rule.min_cents, rule.max_cents, rule.step_cents - 1) < 0
    if below or (rule.max_cents and rule.min_cents > rule.max_cents):
        yield "prize_amount"
    if rule.overflow_to not in others:
        yield "prize_other"
    if rule.fund and not _may_share(rule, funds):
        yield "prize_fund"
    if not _are_limits(rule.limits):
        yield "prize_limits"
    if not LEAST_EXTRA_BALL <= rule.min_ball <= BALLS:
        yield "prize_ball"


def _are_limits(limits: tuple[tuple[int, int], ...]) -> bool:
    cards = [cards for cards, _ball in limits]
    return cards == sorted(set(cards)) and all(1 <= ball <= BALLS for _cards, ball in limits)


def _of_tax(tax: TaxProfile) -> Iterator[tuple[str, str]]:
    if not 0 <= tax.rate_bp <= SHARES_IN_FULL_BP:
        yield "tax_rate", "share_range"
    if not 0 <= tax.reduced_bp <= SHARES_IN_FULL_BP or (not tax.scale and tax.reduced_bp > tax.rate_bp):
        yield "tax_reduced", "reduced_too_high"
    if tax.staff_kept and (not tax.reduced_bp or tax.scale):
        yield "tax_staff_kept", "no_reduced_rate"
    if not 0 < tax.fraction_bp <= SHARES_IN_FULL_BP or (
        tax.base != TaxBase.FIXED and tax.fraction_bp != SHARES_IN_FULL_BP
    ):
        yield "tax_fraction", "fraction_only_fixed"
    if not is_scale(tax.scale):
        yield "tax_scale", "scale_broken"


def is_scale(scale: tuple[TaxStep, ...]) -> bool:
    """
    Tell whether steps make a scale: rising, the last without end; no steps are a flat rate.

    Source:
        Q2.
    """
    ends = [step.up_to_cents for step in scale]
    rising = all(low < high for low, high in zip([0, *ends], ends[:-1], strict=False))
    return not scale or (rising and ends[-1] == 0 and all(0 <= step.rate_bp <= SHARES_IN_FULL_BP for step in scale))
