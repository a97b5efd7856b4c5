"""Text for a narrow roll of paper: columns, amounts at the right edge, nothing cut off."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap

from django.utils.translation import get_language

NARROWEST, WIDEST = 32, 64


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiptLine:
    """One line as it stands on the paper; a `big` one is twice as wide and high, so it has half the columns."""

    text: str
    bold: bool = False
    big: bool = False


def amount(cents: int) -> str:
    """Write cents as euros with both decimals, as the hall's language does: 1.234,50 €."""
    euros, rest = divmod(abs(cents), 100)
    text = f"{euros:,}.{rest:02d}"
    if not (get_language() or "").startswith("en"):
        text = text.translate(str.maketrans(",.", ".,"))
    # A plain blank and a short minus: whether a printer has others is its own affair.
    return ("-" if cents < 0 else "") + text + " €"


class Roll:
    """A receipt being written, `columns` wide."""

    def __init__(self, columns: int) -> None:
        """Begin at the top; columns 32 to 64."""
        self.columns = min(max(columns, NARROWEST), WIDEST)
        self.lines: list[ReceiptLine] = []

    def text(self, text: str, *, bold: bool = False) -> None:
        """Write a text from the left edge, over as many lines as it takes."""
        for part in wrap(text, self.columns) or [""]:
            self.lines.append(ReceiptLine(text=part, bold=bold))

    def centred(self, text: str, *, bold: bool = False, big: bool = False) -> None:
        """Write a text in the middle."""
        width = self.columns // 2 if big else self.columns
        for part in wrap(text, width):
            self.lines.append(ReceiptLine(text=part.center(width).rstrip(), bold=bold, big=big))

    def row(self, left: str, right: str, *, bold: bool = False, big: bool = False) -> None:
        """Write a name at the left edge and a value at the right one; what is too long takes lines of its own."""
        width = self.columns // 2 if big else self.columns
        *values, right = wrap(right, width) or [""]
        room = width - len(right) - 1
        parts = wrap(left, width) or [""]
        if len(parts[-1]) > room:
            parts = (wrap(left, room) or [""]) if room >= width // 3 else [*parts, ""]
        *above, last = parts
        if values:
            above, values, last = [*above, last], [value.rjust(width) for value in values], ""
        lines = [*above, *values, last + right.rjust(width - len(last))]
        self.lines += [ReceiptLine(text=line, bold=bold, big=big) for line in lines]

    def rule(self) -> None:
        """Draw a line across."""
        self.lines.append(ReceiptLine(text="-" * self.columns))

    def blank(self, lines: int = 1) -> None:
        """Leave lines empty."""
        self.lines += [ReceiptLine(text="")] * lines

    def table(self, cells: list[str], width: int) -> None:
        """Write cells of one width side by side, as many as there is room for."""
        each = self.columns // width
        for at in range(0, len(cells), each):
            self.lines.append(ReceiptLine(text="".join(cell.rjust(width) for cell in cells[at : at + each])))
