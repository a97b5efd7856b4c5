"""Form fields that read numbers as people write them: percentages, euros, and lines of pairs."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

_NUMBER: Final = re.compile(r"(\d{1,9})(?:[.,](\d{1,2}))?")


def hundredths(text: str) -> int:
    """
    Read "57,5" as 5750, in euros or percent.

    Raises:
        ValueError: It is no such number.
    """
    found = _NUMBER.fullmatch(text.strip().removesuffix("%").removesuffix("€").strip())
    if found is None:
        raise ValueError(text)
    return int(found[1]) * 100 + int((found[2] or "").ljust(2, "0"))


def written(value: int) -> str:
    """Write 5750 as "57,5"."""
    whole, rest = divmod(value, 100)
    digits = f"{rest:02d}".rstrip("0")
    return f"{whole},{digits}" if digits else str(whole)


class HundredthsField(forms.Field):
    """A number with at most two decimals, comma or point, kept as whole hundredths; empty is 0."""

    default_error_messages: Final = {"invalid": _("Write a number such as 57,5.")}
    widget = forms.TextInput(attrs={"inputmode": "decimal", "maxlength": 12, "size": 8})

    @override
    def prepare_value(self, value: Any) -> Any:
        return written(value) if isinstance(value, int) else value

    @override
    def to_python(self, value: Any) -> int:
        if value in self.empty_values:
            return 0
        try:
            return hundredths(str(value))
        except ValueError:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid") from None


class LinesField(forms.CharField):
    """Lines, each read by `read` and written by `write`; what one line cannot be read as is told with that line."""

    widget = forms.Textarea(attrs={"rows": 3, "cols": 48, "spellcheck": "false"})

    def __init__(self, *, read: Callable[[str], Any], write: Callable[[Any], str], **kwargs: Any) -> None:
        """Keep how a line is read and written."""
        super().__init__(required=False, **kwargs)
        self.read, self.write = read, write

    @override
    def prepare_value(self, value: Any) -> Any:
        return value if value is None or isinstance(value, str) else "\n".join(self.write(one) for one in value)

    @override
    def to_python(self, value: Any) -> Any:
        found = []
        for line in str(value or "").splitlines():
            if line.strip():
                try:
                    found.append(self.read(line.strip()))
                except ValueError:
                    said = _("This line cannot be read: {line}")
                    raise forms.ValidationError(str(said).format(line=line.strip()[:80])) from None
        return tuple(found)
