"""What a number panel shows, whatever it is made of; and its text in letters that every sign has."""

import re
import unicodedata
from dataclasses import dataclass, field, replace

BALLS = 90


@dataclass(frozen=True, slots=True)
class PanelState:
    """
    All a panel shows: called balls 1 to 90, the last one (0: none), how many, and a short text.

    `flash`: the last ball is still the news, and a panel that can may flash it. `game_no` 0: no game. The prizes are 0
    until the sale is closed.
    """

    called: frozenset[int] = field(default_factory=frozenset)
    last: int = 0
    ordinal: int = 0
    text: str = ""
    flash: bool = False
    game_no: int = 0
    line_cents: int = 0
    bingo_cents: int = 0

    def without_last(self) -> "PanelState":
        """Return the dark half of a flash: the same with the last ball not lit."""
        return replace(self, called=self.called - {self.last}, last=0)

    def lamps(self) -> list[bool]:
        """Return 90 lamps, that of ball 1 first."""
        return [ball in self.called for ball in range(1, BALLS + 1)]


def plain_text(text: str) -> str:
    """Return a text in capitals of plain ASCII: `Línea 12,50 €` is `LINEA 12,50`."""
    letters = unicodedata.normalize("NFKD", text.replace("·", " ")).encode("ascii", "ignore").decode("ascii")
    return re.sub(r"\s+", " ", letters).strip().upper()
