"""Cleaning the JSON body of a deed: every field is named, typed and bounded; the rest is refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

# Control characters, and halves of a character that no database can hold.
_UNFIT = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")
_DIGITS = re.compile(r"[0-9]{1,20}")
_NUMBER = re.compile(r"[0-9]{1,7}")
Cleaner = Callable[[Any], Any]


class BadInput(Exception):
    """A field of the body is not what it should be; `str()` is the sentence for the person."""

    def __init__(self, field: str, message: str) -> None:
        """Keep the field's name for the form."""
        super().__init__(message)
        self.field = field


def whole(least: int, most: int) -> Cleaner:
    """Clean a whole number within bounds, both included; true and 1.0 are not numbers."""

    def clean(value: Any) -> int:
        if isinstance(value, str) and _DIGITS.fullmatch(value):
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise ValueError(_("A whole number is needed."))  # noqa: TRY004 - every cleaner refuses alike
        if not least <= value <= most:
            raise ValueError(_("The number must be between {least} and {most}.").format(least=least, most=most))
        return value

    return clean


def text(most: int, *, required: bool = True) -> Cleaner:
    """Clean a text without control characters, stripped; one that is not required may be absent."""

    def clean(value: Any) -> str:
        if value is None and not required:
            return ""
        if not isinstance(value, str) or _UNFIT.search(value):
            raise ValueError(_("A text is needed."))
        value = value.strip()
        if required and not value:
            raise ValueError(_("This must not be empty."))
        if len(value) > most:
            raise ValueError(_("At most {most} characters.").format(most=most))
        return value

    return clean


def one_of(*choices: str) -> Cleaner:
    """Clean a code that is one of the choices."""

    def clean(value: Any) -> str:
        if value not in choices:
            raise ValueError(_("That choice does not exist."))
        return str(value)

    return clean


def flag(value: Any) -> bool:
    """Clean true or false."""
    if not isinstance(value, bool):
        raise ValueError(_("Yes or no is needed."))  # noqa: TRY004 - every cleaner refuses alike
    return value


def card(value: Any) -> int | str:
    """Clean a card: its number, or the text of a reference or of a scanned code."""
    if isinstance(value, str) and not _NUMBER.fullmatch(value.strip()):
        return str(text(40)(value))
    return int(whole(1, 9_999_999)(value.strip() if isinstance(value, str) else value))


def digits(most: int) -> Cleaner:
    """Clean a text of 1 to so many digits; leading zeros stay."""

    def clean(value: Any) -> str:
        if not isinstance(value, str) or not _DIGITS.fullmatch(value.strip()) or len(value.strip()) > most:
            raise ValueError(_("Only digits, at most {most}.").format(most=most))
        return value.strip()

    return clean


def fault_code(value: Any) -> str:
    """Clean a machine's fault code: 1 to 16 capital letters."""
    if not isinstance(value, str) or not re.fullmatch(r"[A-Z]{1,16}", value, re.ASCII):
        raise ValueError(_("That is not a fault's code."))
    return value


def hour(value: Any) -> str:
    """Clean an hour of the wall clock, 00:00 to 23:59."""
    if not isinstance(value, str) or not re.fullmatch(r"([01][0-9]|2[0-3]):[0-5][0-9]", value, re.ASCII):
        raise ValueError(_("Write the hour as 03:30."))
    return value


def many(item: Cleaner, most: int) -> Cleaner:
    """Clean a list of at most so many items."""

    def clean(value: Any) -> list[Any]:
        if not isinstance(value, list) or len(value) > most:
            raise ValueError(_("A list is needed."))
        return [item(v) for v in value]

    return clean


def optional(item: Cleaner) -> Cleaner:
    """Let a field be absent or null."""

    def clean(value: Any) -> Any:
        return None if value is None or value == "" else item(value)

    return clean


def clean_body(fields: Mapping[str, Cleaner], body: Mapping[str, Any]) -> dict[str, Any]:
    """
    Clean a body by its fields.

    Raises:
        BadInput: A field is wrong, or one is not known.
    """
    unknown = sorted(set(body) - set(fields))
    if unknown:
        raise BadInput(unknown[0], _("Unknown field: {field}.").format(field=unknown[0][:40]))
    cleaned = {}
    for name, cleaner in fields.items():
        try:
            cleaned[name] = cleaner(body.get(name))
        except ValueError as wrong:
            raise BadInput(name, str(wrong)) from None
    return cleaned
