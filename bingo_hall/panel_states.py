"""What the number panels show of a game: only what has been called aloud, and the prizes once they are known."""

from __future__ import annotations

from django.utils import translation
from django.utils.translation import gettext

from devices.codecs.panel_state import PanelState
from sessions.rules.board import Board
from sessions.rules.states import State

NEWS = frozenset({State.DRAWING, State.CHECKING})
"""While the balls come, the last one is the news; afterwards it is one of them."""


def panel_state_of(board: Board | None, language: str) -> PanelState:
    """
    Give the panels' state of a game, dark for None; texts are in the hall's language.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 34.2: the panel shows the balls as they come out; Catálogo, bingo IV:
        shown only after being announced.
    """
    if board is None:
        return PanelState()
    called, figures = board.numbers_called, board.figures
    return PanelState(
        called=frozenset(called),
        last=called[-1] if called else 0,
        ordinal=len(called),
        text=_prizes(figures.line_cents, figures.bingo_cents, language) if figures else "",
        flash=bool(called) and board.state in NEWS,
        game_no=board.game_no,
        line_cents=figures.line_cents if figures else 0,
        bingo_cents=figures.bingo_cents if figures else 0,
    )


def _prizes(line_cents: int, bingo_cents: int, language: str) -> str:
    with translation.override(language):
        return gettext("Line {line} Bingo {bingo}").format(line=_amount(line_cents), bingo=_amount(bingo_cents))


def _amount(cents: int) -> str:
    """Write euros with nothing between the thousands: some signs have one point or comma for both."""
    return f"{cents // 100},{cents % 100:02d}"
