"""The part of a profile's form for its additional prizes: one of each kind, and the shares while they are on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from screens.admin.fields import HundredthsField, LinesField, hundredths, written
from sessions.rules.jackpots import JackpotKind, JackpotRule, SharesWith
from sessions.rules.regulation import Regulation

_PERCENT: Final = {
    "funding_bp": _("Share of the takings"),
    "funding_step_bp": _("Steps in which the hall sets that share (0 = it does not)"),
    "reserve_bp": _("Part of it kept for the next prize"),
}
_EUROS: Final = {
    "cap_cents": _("Highest prize (0 = none)"),
    "cap_step_cents": _("Steps in which the hall may choose a lower one"),
    "min_cents": _("Least amount announced"),
    "max_cents": _("Most announced"),
    "step_cents": _("In steps of"),
}
OF_KIND: Final[dict[JackpotKind, tuple[str, ...]]] = {
    JackpotKind.ACCUMULATED: ("funding_bp", "funding_step_bp", "reserve_bp", "cap_cents", "cap_step_cents", "limits"),
    JackpotKind.PRIMA: ("funding_bp", "funding_step_bp", "min_cents", "max_cents", "step_cents"),
    JackpotKind.EXTRA: ("funding_bp", "funding_step_bp", "min_cents", "max_cents", "step_cents", "min_ball"),
}
_SHARES: Final = re.compile(r"([^:]+):\s*([\d.,]+)\s*/\s*([\d.,]+)(?:\s*/\s*(.+))?")


def _named(name: str) -> forms.Field:
    if name in _PERCENT:
        return HundredthsField(label=_PERCENT[name], required=False, help_text="%")
    if name in _EUROS:
        return HundredthsField(label=_EUROS[name], required=False, help_text="€")
    if name == "min_ball":
        return forms.IntegerField(
            label=_("Never below ball"), required=False, widget=forms.TextInput(attrs={"size": 8})
        )
    return LinesField(
        label=_("Limits by cards sold"),
        read=_read_limit,
        write=lambda row: f"{row[0]}: {row[1]}",
        help_text=_("One line a step, from the cards sold on: 1: 43"),
    )


def prize_fields() -> dict[str, forms.Field]:
    """Give the fields of the three kinds; a name is the kind, a dash and the value."""
    fields: dict[str, forms.Field] = {}
    for kind, names in OF_KIND.items():
        fields[f"{kind}-on"] = forms.BooleanField(label=_("This profile has it"), required=False)
        fields[f"{kind}-code"] = forms.CharField(label=_("Code"), max_length=20, required=False)
        fields[f"{kind}-name"] = forms.CharField(label=_("Name"), max_length=40, required=False)
        fields |= {f"{kind}-{name}": _named(name) for name in names}
        fields[f"{kind}-overflow_to"] = forms.CharField(
            label=_("At the cap its share goes to"), max_length=20, required=False, help_text=_("line, bingo or a code")
        )
        fields[f"{kind}-from_house"] = forms.BooleanField(label=_("The house pays it"), required=False)
        fields[f"{kind}-fund"] = forms.CharField(
            label=_("Shares the fund of"), max_length=20, required=False, help_text=_("a code, or empty")
        )
        if kind is not JackpotKind.ACCUMULATED:
            del fields[f"{kind}-overflow_to"]
        else:
            del fields[f"{kind}-fund"], fields[f"{kind}-from_house"]
    return fields


def prizes_initial(regulation: Regulation) -> dict[str, Any]:
    """Give the first prize of each kind as the form shows it."""
    shown: dict[str, Any] = {}
    for kind in JackpotKind:
        rule = next((one for one in regulation.jackpots if one.kind == kind), None)
        shown[f"{kind}-on"] = rule is not None
        known = rule or JackpotRule(code=str(kind), kind=kind, name="")
        for name in (*OF_KIND[kind], "code", "name", "overflow_to", "from_house", "fund"):
            shown[f"{kind}-{name}"] = getattr(known, name)
    return shown


def prizes_from(given: Mapping[str, Any]) -> tuple[JackpotRule, ...]:
    """Give the additional prizes that the form switches on."""
    rules = []
    for kind in JackpotKind:
        if not given.get(f"{kind}-on"):
            continue
        values = {name.split("-", 1)[1]: value for name, value in given.items() if name.startswith(f"{kind}-")}
        del values["on"]
        values["min_ball"] = values.get("min_ball") or JackpotRule.__dataclass_fields__["min_ball"].default
        values["overflow_to"] = values.get("overflow_to") or "bingo"
        values["step_cents"] = values.get("step_cents") or 1
        rules.append(JackpotRule(kind=kind, **values))
    return tuple(rules)


def _read_limit(line: str) -> tuple[int, int]:
    cards, ball = line.split(":")
    return int(cards), int(ball)


def read_shares(line: str) -> SharesWith:
    """
    Read "acumulado + prima: 8 / 50 / acumulado 3, prima 3".

    Raises:
        ValueError: The line is not so.
    """
    found = _SHARES.fullmatch(line)
    if found is None:
        raise ValueError(line)
    codes, line_share, bingo_share, funding = found.groups()
    pairs = [part.split() for part in (funding or "").split(",") if part.strip()]
    return SharesWith(
        codes=tuple(code.strip() for code in codes.split("+")),
        line_bp=hundredths(line_share),
        bingo_bp=hundredths(bingo_share),
        funding_bp=tuple((code, hundredths(share)) for code, share in pairs),
    )


def write_shares(row: SharesWith) -> str:
    """Write such a line; decimals with a point, as commas part the prizes."""
    shares = [written(share).replace(",", ".") for share in (row.line_bp, row.bingo_bp)]
    funding = ", ".join(f"{code} {written(share).replace(',', '.')}" for code, share in row.funding_bp)
    told = f"{' + '.join(row.codes)}: {shares[0]} / {shares[1]}"
    return f"{told} / {funding}" if funding else told
