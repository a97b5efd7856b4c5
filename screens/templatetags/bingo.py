"""Template filters of printed pages: amounts and codes in words, as the scripts of the screens write them."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from django import template
from django.utils.translation import get_language

from screens.labels import acta, common, staff

register = template.Library()
WORDS = {**common.LABELS, **staff.LABELS, **acta.LABELS}
NO_BREAK = "\u00a0"


def _grouped(whole: int) -> str:
    text = f"{whole:,}"
    return text if (get_language() or "").startswith("en") else text.replace(",", ".")


@register.filter
def number(value: Any) -> str:
    """Write a whole number with its thousands marked: 1.234, or 1,234 in English."""
    return _grouped(int(value or 0))


@register.filter
def euros(cents: Any) -> str:
    """Write cents as euros: 1.234,50 €, or €1,234.50 in English."""
    amount = int(cents or 0)
    whole, rest = divmod(abs(amount), 100)
    sign = "\u2212" if amount < 0 else ""
    if (get_language() or "").startswith("en"):
        return f"{sign}€{_grouped(whole)}.{rest:02d}"
    return f"{sign}{_grouped(whole)},{rest:02d}{NO_BREAK}€"


@register.filter
def word(code: Any, family: str) -> str:
    """Say a code in words: "cctv" of the family "equipment"; the code itself when there is no word."""
    return str(WORDS.get(f"{family}.{code}", code))


@register.filter
def joined(values: Any) -> str:
    """Write a list with commas."""
    return ", ".join(str(value) for value in values or ())


def _told(name: str, value: Any) -> str:
    if isinstance(value, list | tuple):
        return joined(value)
    if name == "cents":
        return euros(value)
    return word(value, {"post": "post", "reason": "held"}.get(name, "")) if value not in (None, "") else ""


@register.filter
def entry_text(entry: Any) -> str:
    """Say what an entry of the minutes holds, from its event's kind and payload."""
    sentence = acta.SENTENCES.get(entry["kind"])
    if sentence is None:
        return str(entry["text"])
    values = {name: _told(name, value) for name, value in entry["payload"].items()}
    return " ".join(str(sentence).format_map(defaultdict(str, values)).split())
