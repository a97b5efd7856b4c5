"""The two weights everything is printed in, embedded in each file: the display face of the screens."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

BOLD: Final = "BarlowCondensed-Bold"
MEDIUM: Final = "BarlowCondensed-Medium"
ROUNDING: Final = 0.01
FOLDER: Final = Path(__file__).parent / "fonts"


@cache
def register_fonts() -> None:
    """Make the fonts known to reportlab, once a process."""
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFont

    for name, weight in ((MEDIUM, 500), (BOLD, 700)):
        registerFont(TTFont(name, FOLDER / f"barlow-condensed-{weight}.ttf"))


def width_of(text: str, font: str, size: float) -> float:
    """Measure a text in points."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    return float(stringWidth(text, font, size))


def fitted(text: str, font: str, size: float, width: float, least: float) -> tuple[str, float]:
    """Shrink a text until it fits a width, to no less than a size that can be read; then cut it."""
    needed = width_of(text, font, size)
    if needed <= width:
        return text, size
    size = max(least, size * width / needed)
    # What was shrunk to fit exactly may come out longer by a rounding: that is no reason to cut it.
    if width_of(text, font, size) <= width + ROUNDING:
        return text, size
    while text and width_of(text + "…", font, size) > width:
        text = text[:-1].rstrip()
    return text + "…", size
