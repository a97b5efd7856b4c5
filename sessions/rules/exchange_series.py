"""The series that a file of faces may name: letter, number of identification and face value, all three or none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sessions.rules.exchange_findings import SeriesOffer
from sessions.rules.references import SERIES_IDENT, SERIES_LETTER

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sessions.rules.exchange_findings import Findings

MOST_FACE_VALUE_CENTS: Final = 1_000_000


def offer_of(fields: Mapping[str, object], findings: Findings, row: int | None = None) -> SeriesOffer | None:
    """
    Make a series of what a file says of it.

    Args:
        fields: letter, ident and face_value_cents, as far as the file gives them.
        findings: Takes what is wrong.
        row: Where in the file the series is named.

    Returns:
        The series; None if the file names none, or not as it must.

    Source:
        Catálogo (BOE-A-1979-25744), bingo II.
    """
    if not fields:
        return None
    letter, ident, cents = fields.get("letter"), fields.get("ident"), fields.get("face_value_cents")
    wrong = []
    if not isinstance(letter, str) or not SERIES_LETTER.fullmatch(letter):
        wrong.append("letter")
    if not isinstance(ident, str) or not SERIES_IDENT.fullmatch(ident):
        wrong.append("ident")
    # True is an int to Python, and no amount to anybody.
    if not isinstance(cents, int) or isinstance(cents, bool) or not 1 <= cents <= MOST_FACE_VALUE_CENTS:
        wrong.append("face_value_cents")
    for name in wrong:
        findings.add("series", row, field=name)
    if wrong:
        return None
    return SeriesOffer(str(letter).upper(), str(ident), int(str(cents)))
