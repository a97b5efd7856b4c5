"""Template filters of printed pages: amounts and codes in words, as the scripts of the screens write them."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.translation import get_language

from screens.labels import common, staff
from sessions.acta_telling import moment
from sessions.printing.acta_pages import signed_line

register = template.Library()
register.filter("moment", moment)
WORDS = {**common.LABELS, **staff.LABELS}
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
def percent(share_bp: Any) -> str:
    """Write basis points as a percentage without idle zeros: 57,5 %, or 57.5% in English."""
    whole, rest = divmod(abs(int(share_bp or 0)), 100)
    digits = f"{rest:02d}".rstrip("0")
    if (get_language() or "").startswith("en"):
        return f"{whole}.{digits}%" if digits else f"{whole}%"
    return f"{whole},{digits}{NO_BREAK}%" if digits else f"{whole}{NO_BREAK}%"


@register.filter
def word(code: Any, family: str) -> str:
    """Say a code in words: "cctv" of the family "equipment"; the code itself when there is no word."""
    return str(WORDS.get(f"{family}.{code}", code))


@register.filter
def joined(values: Any) -> str:
    """Write a list with commas."""
    return ", ".join(str(value) for value in values or ())


@register.filter
def parts(signs: str) -> list[str]:
    """Break a long signature into groups of eight signs, as people read and copy them."""
    return [signs[at : at + 8] for at in range(0, len(signs), 8)]


@register.filter
def signed(entry: Any, signature: Any) -> str:
    """Say who signed an entry of the minutes, or that the signature is missing."""
    return signed_line(entry, signature)
