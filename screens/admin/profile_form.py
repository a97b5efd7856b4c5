"""The form of a new version of a profile: every value with the article it comes from. The rules judge it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from screens.admin.fields import HundredthsField, LinesField, hundredths, written
from screens.admin.profile_prizes import prize_fields, prizes_from, prizes_initial, read_shares, write_shares
from screens.admin.profile_tax import tax_fields, tax_from, tax_initial
from screens.labels.profiles import CHOICES, JACKPOT_KINDS, VALUES
from sessions.profile_messages import problem_sentence
from sessions.rules.errors import NotFound
from sessions.rules.profile_checks import UNITS_CENTS, problems_of
from sessions.rules.profile_values import VALUES as NAMES
from sessions.rules.profile_values import ProfileValues, sources_of, with_values
from sessions.rules.regulation import Regulation, regulation_of

PLAIN: Final = tuple(name for name in NAMES if name not in {"jackpots", "shares_with", "jackpots_bp", "tax"})


def _field(name: str) -> forms.Field:
    label = VALUES[name]
    if name.endswith("_bp"):
        return HundredthsField(label=label, required=False, help_text="%")
    if name == "face_values_cents":
        help_text = _("euros, one a line; empty = any")
        return LinesField(label=label, read=hundredths, write=written, help_text=help_text)
    if name == "rounding_unit":
        units = [(unit, f"{unit / 100:.2f} €".replace(".", ",")) for unit in UNITS_CENTS]
        return forms.TypedChoiceField(label=label, choices=units, coerce=int)
    if name in CHOICES:
        return forms.ChoiceField(label=label, choices=list(CHOICES[name].items()))
    if name in {"show_unclaimed", "standing_purchase"}:
        return forms.BooleanField(label=label, required=False)
    help_text = _("seconds") if name.endswith("_s") else _("0 = no limit")
    return forms.IntegerField(label=label, min_value=0, help_text=help_text, widget=forms.TextInput(attrs={"size": 8}))


class ProfileForm(forms.Form):
    """One version: its names, its values each beside its text, its additional prizes, its tax."""

    code = forms.CharField(
        label=_("Code"), max_length=40, help_text=_("A built-in code, or one with a point and a name of your own.")
    )
    name = forms.CharField(label=_("Name"), max_length=80)
    valid_from = forms.DateField(
        label=_("Valid from"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Add a field for each value, and one for the text beside it."""
        super().__init__(*args, **kwargs)
        for name in PLAIN:
            self.fields[name] = _field(name)
        self.fields["jackpots_bp"] = HundredthsField(label=VALUES["jackpots_bp"], required=False, help_text="%")
        self.fields["shares_with"] = LinesField(
            label=VALUES["shares_with"],
            read=read_shares,
            write=write_shares,
            help_text=_("One line for each way of playing: acumulado + prima: 8 / 50 / acumulado 3, prima 3"),
        )
        self.fields |= prize_fields() | tax_fields()
        for name in NAMES:
            size = forms.TextInput(attrs={"size": 60})
            self.fields[f"source_{name}"] = forms.CharField(
                label=_("Article"), max_length=200, required=False, widget=size
            )

    def clean(self) -> dict[str, Any]:
        """Let the rules judge the whole; each finding stands at its field."""
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        try:
            regulation = self.regulation()
        except NotFound:
            regulation = replace(regulation_of("es-1979"), code="?")
        for problem in problems_of(regulation):
            field = problem.field if problem.field in self.fields else None
            self.add_error(field, problem_sentence(problem))
        return cleaned

    def regulation(self) -> Regulation:
        """
        Give the version as the rules take it.

        Raises:
            NotFound: The code has no built-in profile at its beginning.
        """
        given = self.cleaned_data
        values = ProfileValues(
            **{name: given[name] for name in (*PLAIN, "jackpots_bp", "shares_with")},
            jackpots=prizes_from(given),
            tax=tax_from(given),
        )
        return with_values(
            regulation_of(given["code"]),
            values,
            {name: given[f"source_{name}"].strip() for name in NAMES},
            name=given["name"].strip(),
            valid_from=given["valid_from"].isoformat(),
            example=False,
            dated="",
        )


def initial_of(regulation: Regulation) -> dict[str, Any]:
    """Give what the form shows first: the values and texts of a profile to start from."""
    texts = sources_of(regulation)
    plain = {name: getattr(regulation, name) for name in (*PLAIN, "jackpots_bp", "shares_with")}
    sources = {f"source_{name}": text for name, text in texts.items()}
    given = {"code": regulation.code, "name": regulation.name}
    return given | plain | prizes_initial(regulation) | tax_initial(regulation.tax) | sources


def fieldsets() -> list[tuple[Any, dict[str, Any]]]:
    """Lay the form out: names, shares, rules, one part for each additional prize, tax; a value beside its text."""
    both = {name: (name, f"source_{name}") for name in NAMES}
    shares = ("line_bp", "bingo_bp")
    prizes: dict[str, list[str]] = {}
    for name in prize_fields():
        prizes.setdefault(name.split("-")[0], []).append(name)
    parts: list[tuple[Any, dict[str, Any]]] = [
        (None, {"fields": ["code", "name", "valid_from"]}),
        (_("Shares of the takings"), {"fields": [both[name] for name in shares]}),
        (_("Rules"), {"fields": [both[name] for name in PLAIN if name not in shares]}),
        (_("Additional prizes"), {"fields": ["source_jackpots", both["jackpots_bp"], both["shares_with"]]}),
    ]
    parts += [
        (capfirst(JACKPOT_KINDS[kind]), {"fields": names, "classes": ["collapse"]}) for kind, names in prizes.items()
    ]
    return [*parts, (_("Gaming tax"), {"fields": [*tax_fields(), "source_tax"]})]
