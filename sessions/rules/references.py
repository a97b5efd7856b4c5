"""Card references as typed or scanned: `104`, or with the series `A-000001/104`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sessions.rules.errors import BadReference

_FORM = re.compile(r"(?:([A-Z]{1,3})[-\s]?([0-9]{1,12})\s*/\s*)?([0-9]{1,7})", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardReference:
    """A card number, with its series when that was given ("" when not)."""

    number: int
    letter: str = ""
    ident: str = ""


def parse_reference(text: str) -> CardReference:
    """
    Read a card reference; letters may be small, spaces around are ignored.

    Raises:
        BadReference: It is not one.

    Source:
        Catálogo (BOE-A-1979-25744), bingo II and IV: letter, identification number, card number.
    """
    match = _FORM.fullmatch(text.strip().upper())
    if match is None:
        raise BadReference(text=text[:40])
    letter, ident, number = match.groups()
    return CardReference(number=int(number), letter=letter or "", ident=ident or "")
