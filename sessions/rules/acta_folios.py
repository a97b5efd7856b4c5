"""Where an entry stands in the book of minutes: bound, its folios numbered, nothing left out (O79 37.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

LINES_PER_FOLIO: Final = 44


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where an entry begins, how many lines it takes, and of which session it is."""

    folio: int
    line: int
    lines: int
    session_no: int

    @property
    def folios(self) -> range:
        """The folios on which it stands; more than one only when it is longer than a folio."""
        return range(self.folio, self.folio + (self.line - 1 + self.lines - 1) // LINES_PER_FOLIO + 1)


def place_after(before: Place | None, *, first_folio: int, session_no: int, lines: int) -> Place:
    """
    Place an entry after the one before it; None: it is the book's first.

    A session begins on a new folio. An entry is not split: what does not fit goes to the next folio, and only what is
    longer than a folio runs on from its head over several.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 37.1, 37.2.
    """
    if before is None:
        return Place(folio=first_folio, line=1, lines=lines, session_no=session_no)
    folio = before.folios[-1]
    line = (before.line - 1 + before.lines - 1) % LINES_PER_FOLIO + 2
    if session_no != before.session_no or line + lines - 1 > LINES_PER_FOLIO:
        folio, line = folio + 1, 1
    return Place(folio=folio, line=line, lines=lines, session_no=session_no)
