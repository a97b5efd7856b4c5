"""The part of a profile's form for the gaming tax."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from screens.admin.fields import HundredthsField, LinesField, hundredths, written
from screens.labels.profiles import TAX
from sessions.rules.tax import FULL_BP, Accrual, Period, TaxBase, TaxProfile, TaxStep


def tax_fields() -> dict[str, forms.Field]:
    """Give the fields of the tax; no base is no tax."""
    return {
        "tax_name": forms.CharField(label=_("Name"), max_length=60, required=False),
        "tax_base": forms.ChoiceField(
            label=_("Base"), choices=[("", _("no tax is set")), *TAX["base"].items()], required=False
        ),
        "tax_fraction": HundredthsField(label=_("Part of the face value that is taxed"), required=False, help_text="%"),
        "tax_rate": HundredthsField(label=_("Rate"), required=False, help_text="%"),
        "tax_reduced": HundredthsField(
            label=_("Reduced rate, if the staff is kept (0 = none)"), required=False, help_text="%"
        ),
        "tax_staff_kept": forms.BooleanField(label=_("This hall keeps its staff"), required=False),
        "tax_scale": LinesField(
            label=_("Scale by the year's base"),
            read=_read_step,
            write=_write_step,
            help_text=_("Instead of the rate, one line a step, the last without end: 100000: 20, then *: 25"),
        ),
        "tax_accrual": forms.ChoiceField(label=_("What counts"), choices=list(TAX["accrual"].items())),
        "tax_period": forms.ChoiceField(label=_("Declared"), choices=list(TAX["period"].items())),
    }


def _read_step(line: str) -> TaxStep:
    end, rate = line.split(":")
    return TaxStep(up_to_cents=0 if end.strip() == "*" else hundredths(end), rate_bp=hundredths(rate))


def _write_step(step: TaxStep) -> str:
    return f"{written(step.up_to_cents) if step.up_to_cents else '*'}: {written(step.rate_bp)}"


def tax_initial(tax: TaxProfile | None) -> dict[str, Any]:
    """Give a tax as the form shows it."""
    known = tax or TaxProfile(name="", base=TaxBase.FACE)
    return {
        "tax_name": known.name,
        "tax_base": str(known.base) if tax else "",
        "tax_fraction": known.fraction_bp,
        "tax_rate": known.rate_bp,
        "tax_reduced": known.reduced_bp,
        "tax_staff_kept": known.staff_kept,
        "tax_scale": known.scale,
        "tax_accrual": str(known.accrual),
        "tax_period": str(known.period),
    }


def tax_from(given: Mapping[str, Any]) -> TaxProfile | None:
    """Give the tax the form sets, None for none; its text is the one beside it."""
    if not given["tax_base"]:
        return None
    return TaxProfile(
        name=given["tax_name"].strip() or str(TAX["base"][given["tax_base"]]),
        base=TaxBase(given["tax_base"]),
        fraction_bp=given["tax_fraction"] or FULL_BP,
        rate_bp=given["tax_rate"],
        reduced_bp=given["tax_reduced"],
        staff_kept=given["tax_staff_kept"],
        scale=given["tax_scale"],
        accrual=Accrual(given["tax_accrual"]),
        period=Period(given["tax_period"]),
        source=given["source_tax"].strip(),
    )
