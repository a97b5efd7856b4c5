"""A profile in words: its values with their texts, its additional prizes, its tax. For pages; no deeds."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from screens.labels.profiles import CHOICES, JACKPOT_KINDS, TAX, VALUES
from screens.templatetags.bingo import euros, number, percent
from sessions.rules.profile_values import sources_of
from sessions.selectors.profiles import told_values

if TYPE_CHECKING:
    from sessions.rules.jackpots import JackpotRule, SharesWith
    from sessions.rules.regulation import Regulation
    from sessions.rules.tax import TaxProfile


def value_words(name: str, value: Any) -> str:
    """Say one plain value of a profile."""
    if name.endswith("_bp"):
        return percent(value)
    if name == "face_values_cents":
        return "; ".join(euros(cents) for cents in value) or _("any")
    if name == "rounding_unit":
        return euros(value)
    if name.endswith("_s"):
        return ngettext("{n} second", "{n} seconds", value).format(n=value)
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if name in CHOICES:
        return str(CHOICES[name].get(value, value))
    return number(value) if value else _("no limit")


def profile_words(regulation: Regulation) -> dict[str, Any]:
    """Say a profile: what a page draws of it."""
    texts = sources_of(regulation)
    rows = [
        {**one, "words": VALUES[one["name"]], "value": value_words(one["name"], one["value"])}
        for one in told_values(regulation)
    ]
    return {
        "code": regulation.code,
        "name": regulation.name,
        "version": regulation.version,
        "valid_from": date.fromisoformat(regulation.valid_from) if regulation.valid_from else None,
        "example": regulation.example,
        "dated": regulation.dated,
        "base": regulation.base if regulation.version else "",
        "sha256": regulation.sha256,
        "line": percent(regulation.line_bp),
        "bingo": percent(regulation.bingo_bp),
        "total": percent(regulation.line_bp + regulation.bingo_bp),
        "rows": rows,
        "prizes": [_prize(rule) for rule in regulation.jackpots],
        "prizes_source": texts["jackpots"],
        "variants": [_variant(row, regulation) for row in regulation.shares_with],
        "variants_source": texts["shares_with"],
        "tax": tax_words(regulation.tax) if regulation.tax else None,
        "tax_source": texts["tax"],
        "tax_posted": percent(regulation.tax_bp) if regulation.tax_bp else "",
    }


def _prize(rule: JackpotRule) -> dict[str, Any]:
    told = []
    if rule.from_house:
        told.append(_("paid by the house"))
    elif rule.funding_step_bp:
        told.append(_("{share} of the takings, or as the hall sets it").format(share=percent(rule.funding_bp)))
    elif not rule.fund:
        told.append(_("{share} of the takings").format(share=percent(rule.funding_bp)))
    if rule.reserve_bp:
        told.append(_("{share} of that for the reserve").format(share=percent(rule.reserve_bp)))
    if rule.cap_cents:
        told.append(_("at most {amount}").format(amount=euros(rule.cap_cents)))
    if rule.max_cents:
        amounts = {"least": euros(rule.min_cents), "most": euros(rule.max_cents), "step": euros(rule.step_cents)}
        told.append(_("from {least} to {most} in steps of {step}").format(**amounts))
    if rule.kind == "extra":
        told.append(_("never below ball {ball}").format(ball=rule.min_ball))
    told += [
        _("from {cards} cards sold: by ball {ball}").format(cards=number(cards), ball=ball)
        for cards, ball in rule.limits
    ]
    return {"name": rule.name, "kind": JACKPOT_KINDS[rule.kind], "told": told}


def _variant(row: SharesWith, regulation: Regulation) -> dict[str, Any]:
    names = {rule.code: rule.name for rule in regulation.jackpots}
    funding = [f"{names[code]} {percent(share)}" for code, share in row.funding_bp if code in names]
    return {
        "names": " + ".join(names.get(code, code) for code in row.codes),
        "line": percent(row.line_bp),
        "bingo": percent(row.bingo_bp),
        "funding": ", ".join(funding),
    }


def tax_words(tax: TaxProfile) -> dict[str, Any]:
    """Say a tax: base, rate, when and how often."""
    base = str(TAX["base"][tax.base])
    if tax.base == "fixed":
        base = _("{share} of the face value").format(share=percent(tax.fraction_bp))
    return {
        "name": tax.name,
        "dated": tax.dated,
        "base": base,
        "rate": rate_words(tax),
        "accrual": TAX["accrual"][tax.accrual],
        "period": TAX["period"][tax.period],
        "source": tax.source,
    }


def rate_words(tax: TaxProfile) -> str:
    """Say the rate: flat, reduced, or a scale by steps of the year's base."""
    if tax.scale:
        steps = [
            _("{rate} up to {amount}").format(rate=percent(step.rate_bp), amount=euros(step.up_to_cents))
            if step.up_to_cents
            else _("{rate} beyond").format(rate=percent(step.rate_bp))
            for step in tax.scale
        ]
        return "; ".join(steps)
    if tax.reduced_bp and tax.staff_kept:
        return _("{rate} (the staff is kept)").format(rate=percent(tax.reduced_bp))
    if tax.reduced_bp:
        return _("{rate} ({reduced} if the staff is kept)").format(
            rate=percent(tax.rate_bp), reduced=percent(tax.reduced_bp)
        )
    return percent(tax.rate_bp)
