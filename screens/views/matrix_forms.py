"""The two forms of an import: the file and its name; then the series its cards become, if they become one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as lazy
from typing_extensions import override

from sessions.models import CardMatrix
from sessions.rules.events import Medium
from sessions.rules.exchange_findings import SeriesOffer
from sessions.rules.references import SERIES_IDENT, SERIES_LETTER
from sessions.services.exchange import LONGEST_NAME

if TYPE_CHECKING:
    from django.core.files.uploadedfile import UploadedFile

    from records.models import Hall

MOST_UPLOAD_BYTES: Final = 8 * 1024 * 1024
"""Some 130,000 cards, read in a few seconds beside a game; a longer file is for the command, with the hall closed."""

SERIES: Final = ("letter", "ident", "price")
ALL_OR_NONE: Final = lazy("Fill in the letter, the number and the price, or leave the three of them empty.")


class CheckForm(forms.Form):
    """A file, and the name its matrix will have."""

    name = forms.CharField(max_length=LONGEST_NAME)
    file = forms.FileField(max_length=200, allow_empty_file=True)

    def __init__(self, *args: Any, hall: Hall, **kwargs: Any) -> None:
        """Keep the hall, whose names are not taken twice."""
        super().__init__(*args, **kwargs)
        self.hall = hall

    def clean_name(self) -> str:
        """Refuse a name that a matrix of the hall has."""
        name: str = self.cleaned_data["name"]
        if CardMatrix.objects.filter(hall=self.hall, name=name).exists():
            raise forms.ValidationError(lazy("The hall already has a matrix of that name."))
        return name

    def clean_file(self) -> UploadedFile:
        """Refuse what is too long to be read while a game may be played."""
        file: UploadedFile = self.cleaned_data["file"]
        if (file.size or 0) > MOST_UPLOAD_BYTES:
            raise forms.ValidationError(
                lazy("The file is larger than 8 MB. Use the command import_matrix on the house's computer.")
            )
        return file


class StoreForm(forms.Form):
    """A file that was looked at, and the series to register with it."""

    upload = forms.RegexField(r"^[0-9a-f]{64}$")
    name = forms.CharField(max_length=LONGEST_NAME)
    letter = forms.CharField(
        max_length=3,
        required=False,
        validators=[RegexValidator(rf"\A{SERIES_LETTER.pattern}\Z", lazy("Letters only."))],
    )
    ident = forms.CharField(
        max_length=12,
        required=False,
        validators=[RegexValidator(rf"\A{SERIES_IDENT.pattern}\Z", lazy("Digits only."))],
    )
    price = forms.CharField(
        required=False,
        validators=[RegexValidator(r"^\d{1,4}([.,]\d{1,2})?$", lazy("Type a price in euros, such as 2 or 1,50."))],
    )
    medium = forms.TypedChoiceField(choices=[(str(one), str(one)) for one in Medium], coerce=Medium)

    @override
    def clean(self) -> dict[str, Any]:
        """Ask for all of a series, or for none of it."""
        cleaned: dict[str, Any] = super().clean() or {}
        left_out = [name for name in SERIES if not self.data.get(name, "").strip()]
        if 0 < len(left_out) < len(SERIES):
            self.add_error(None, ALL_OR_NONE)
            for name in left_out:
                self.add_error(name, lazy("Missing."))
        if cleaned.get("price") and not self.cents():
            self.add_error("price", lazy("Type a price in euros, such as 2 or 1,50."))
        return cleaned

    def cents(self) -> int:
        """Give the price in cents."""
        euros, _, rest = str(self.cleaned_data["price"]).replace(",", ".").partition(".")
        return int(euros) * 100 + int(rest.ljust(2, "0"))

    def series(self) -> SeriesOffer | None:
        """Give the series that was asked for, if one was; the form must be valid."""
        letter, ident = self.cleaned_data["letter"], self.cleaned_data["ident"]
        return SeriesOffer(letter.upper(), ident, self.cents()) if letter else None
