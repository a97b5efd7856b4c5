"""What the overlay shows as a flat list, for mixers that draw their own titles from a data source (vMix, CasparCG)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from django.http import JsonResponse
from django.utils import translation
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from screens.access import hall_of, wall_access
from screens.labels import labels_for, languages_asked
from screens.templatetags.bingo import euros
from sessions.rules.board import Board, Claim, public_board
from sessions.rules.states import State
from sessions.selectors.hall_view import read_hall_view

if TYPE_CHECKING:
    from django.http import HttpRequest

    from sessions.selectors.hall_view import HallView

LASTS: Final = 5
CHECKED: Final = frozenset({State.CHECKING, State.WON, State.UNCLAIMED, State.PAYING})


@never_cache
@require_GET
@wall_access
def overlay_data(request: HttpRequest) -> JsonResponse:
    """
    Give a list of one object with nothing nested, its texts in the language of `lang`.

    It holds nothing that has not been called. What is not there is "", so that the columns are always the same.
    """
    hall = hall_of(request.user)
    if hall is None:
        return JsonResponse([], safe=False)
    (language,) = languages_asked(request.GET.get("lang", ""), hall.language, most=1)
    words = labels_for("overlay", [language])[language]
    with translation.override(language):
        row = row_of(read_hall_view(hall.pk), words)
    return JsonResponse([row], safe=False, json_dumps_params={"ensure_ascii": False})


def row_of(view: HallView, words: dict[str, str]) -> dict[str, Any]:
    """Flatten what the public may know; money as text in the language now active, and in cents."""
    session = view.session if view.session and view.session.state == "open" else None
    board = public_board(view.board) if session and view.board else None
    called = board.numbers_called if board else ()
    past = called[-2 : -2 - LASTS : -1]
    state = str(board.state) if board else "no_game" if session else "no_session"
    return {
        "hall": view.hall.name,
        "session": session.session_no if session else "",
        "game": board.game_no if board else "",
        "state": state,
        "state_text": words[f"state.{state}"],
        "ball": called[-1] if called else "",
        "ordinal": len(called) or "",
        **{f"last_{place + 1}": past[place] if place < len(past) else "" for place in range(LASTS)},
        "called": " ".join(map(str, called)),
        **_prizes(board),
        **_card(_claim_now(board), words),
    }


def _prizes(board: Board | None) -> dict[str, Any]:
    figures = board.figures if board else None
    return {
        "cards_sold": sum(lot.sold for lot in board.lots) if board else "",
        "line_prize": euros(figures.line_cents) if figures else "",
        "line_cents": figures.line_cents if figures else "",
        "line_closed": int(board.line_closed) if board else "",
        "bingo_prize": euros(figures.bingo_cents) if figures else "",
        "bingo_cents": figures.bingo_cents if figures else "",
    }


def _claim_now(board: Board | None) -> Claim | None:
    """Give the claim in hand: the first open one of this round, or else the round's last."""
    if board is None or board.state not in CHECKED:
        return None
    claims = [claim for claim in board.claims if claim.window == board.window]
    return next((claim for claim in claims if claim.status == "open"), claims[-1] if claims else None)


def _card(claim: Claim | None, words: dict[str, str]) -> dict[str, Any]:
    if claim is None:
        return dict.fromkeys(("card", "card_prize", "card_result", "card_result_text", "card_missing"), "")
    return {
        "card": claim.card,
        "card_prize": words[f"prize.{claim.prize}"],
        "card_result": claim.status,
        "card_result_text": words[f"check.{claim.status}"],
        "card_missing": " ".join(map(str, claim.missing)),
    }
