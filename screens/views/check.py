"""
The public page where anyone looks up a card in a game: no log-in, no cookie, nothing written, nobody named.

Its address is in the square code on the hall board and, where the hall has a public address, on printed cards.
"""

from __future__ import annotations

from io import BytesIO
from time import time
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode

from django.conf import settings
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from records.models import Hall
from sessions.messages import sentence
from sessions.rules.errors import ForgedReference, RuleViolation
from sessions.rules.events import PrizeKind
from sessions.rules.references import CardReference, parse_reference, read_code
from sessions.selectors.electronic import draw_to_check
from sessions.selectors.public_check import (
    ENDED,
    RecentGame,
    checked_card,
    game_to_check,
    proof_of,
    recent_games,
    shown_board,
)

if TYPE_CHECKING:
    from sessions.models import Game

LONGEST: Final = 60
LEAST_CODE: Final = 20
FORGED_A_MINUTE: Final = 60
LIVE_AGE_S, ENDED_AGE_S, CODE_AGE_S = 5, 60, 3600
LOCAL: Final = frozenset({"127.0.0.1", "localhost", "::1", "[::1]"})


@require_safe
def check(request: HttpRequest) -> HttpResponse:
    """Show a game and a card of it: `s` and `g` name the game (the last that ended), `c` the card or its code."""
    language = request.GET.get("lang", translation.get_language())
    known = [code for code, _name in settings.LANGUAGES]
    with translation.override(language if language in known else settings.LANGUAGE_CODE):
        return _check(request)


def _check(request: HttpRequest) -> HttpResponse:
    hall = Hall.objects.order_by("pk").first()
    if hall is None:
        raise Http404
    recent = recent_games(hall.pk)
    game = _chosen(hall, recent, request)
    asked = request.GET.get("c", "").strip()[:LONGEST]
    context = {"hall": hall, "asked": asked, "language": translation.get_language(), "languages": settings.LANGUAGES}
    context["recent"] = [{"game": one, "url": _address(request, s=one.session_no, g=one.game_no)} for one in recent]
    context["language_urls"] = [(code, name, _address(request, lang=code)) for code, name in settings.LANGUAGES]
    if game is not None:
        context |= _game(game) | _card(request, game, asked)
        context["draw"] = draw_to_check(hall, game)
    response = render(request, "screens/check/index.html", context)
    named = "s" in request.GET and game is not None and game.state in ENDED
    patch_cache_control(response, public=True, max_age=ENDED_AGE_S if named else LIVE_AGE_S)
    response["Content-Language"] = str(context["language"])
    return response


def _chosen(hall: Hall, recent: list[RecentGame], request: HttpRequest) -> Game | None:
    """Find the game asked for; none asked for is the last that ended, or the one being played."""
    session_no, game_no = request.GET.get("s", ""), request.GET.get("g", "")
    if not session_no and not game_no:
        last = next((one for one in recent if one.ended), recent[0] if recent else None)
        return game_to_check(hall.pk, last.session_no, last.game_no) if last else None
    numbers = [_number(session_no), _number(game_no)]
    game = game_to_check(hall.pk, *numbers) if all(numbers) else None
    if game is None:
        raise Http404
    return game


def _number(text: str) -> int:
    """Read a number of at most nine digits; 0 is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else 0  # noqa: PLR2004


def _address(request: HttpRequest, **changes: Any) -> str:
    """Give this page's address with other values; what is empty is left out."""
    asked = {name: request.GET.get(name, "") for name in ("s", "g", "c", "lang")} | changes
    return "?" + urlencode({name: value for name, value in asked.items() if value != ""})


def _game(game: Game) -> dict[str, Any]:
    board = shown_board(game)
    ended = game.state in ENDED
    position, proof = proof_of(game) if ended else (0, "")
    winners: dict[str, list[int]] = {}
    balls = {(str(claim.prize), claim.card): claim.ball for claim in board.claims if claim.status == "upheld"}
    for award in board.awards:
        prize = "line" if award.prize == PrizeKind.LINE else "bingo"
        winners.setdefault(str(award.prize), []).append(balls.get((prize, award.card), 0))
    figures = board.figures
    prizes = [("line", figures.line_cents), ("bingo", figures.bingo_cents)] if figures else []
    prizes += [(str(one.kind), one.prize_cents) for one in figures.jackpots if one.prize_cents] if figures else []
    return {
        "game": game,
        "board": board,
        "ended": ended,
        "void": board.voided is not None,
        "prizes": [
            {"prize": prize, "cents": cents, "winners": len(won := winners.get(prize, [])), "ball": max(won, default=0)}
            for prize, cents in prizes
        ],
        "position": position,
        "proof": [proof[i : i + 8] for i in range(0, len(proof), 8)],
        "proof_whole": proof,
    }


def _card(request: HttpRequest, game: Game, asked: str) -> dict[str, Any]:
    """Look the card up; what cannot be read is told in a sentence."""
    if not asked:
        return {}
    try:
        reference = _read(asked)
        board = shown_board(game)
        card = checked_card(game, board, reference)
    except TooManyCodes:
        return {"refusal": _("Too many false codes: type the number of the card, or try again in a minute.")}
    except RuleViolation as refusal:
        return {"refusal": _refused(refusal)}
    if card is None:
        return {"refusal": _("There is no card number {number} in this hall.").format(number=reference.number)}
    drawn = {cell.number for row in card.grid for cell in row if cell.number}
    urls = [(no, _address(request, s=game.session.session_no, g=no)) for no in card.elsewhere]
    won_cents = sum(award.cents for award in card.awards)
    return {"card": card, "on_card": drawn, "elsewhere": urls, "won_cents": won_cents}


def _read(asked: str) -> CardReference:
    """
    Read a number, a reference or a printed code. The four signs of the short check are not proved here.

    Whoever could try signs until the page says yes could write them on a card of his own: they are too few for that,
    and of the code's eight digits only so many false ones are told a minute.
    """
    if len(asked) < LEAST_CODE:
        return parse_reference(asked.rsplit(None, 1)[0] if "/" in asked and " " in asked else asked)
    tried = f"check-forged:{int(time()) // 60}"
    if cache.get(tried, 0) >= FORGED_A_MINUTE:
        raise TooManyCodes
    try:
        return read_code(asked, settings.BINGO_CARD_KEY.encode())
    except ForgedReference:
        cache.add(tried, 0, 120)
        cache.incr(tried)
        raise


class TooManyCodes(Exception):
    """So many false codes were shown in this minute that none is proved for the rest of it."""


def _refused(refusal: RuleViolation) -> str:
    if refusal.code == "forged_reference":
        # The desk keeps such a card; a player at home is told what to do with it.
        return _("This code was not made by this hall. Show the card at the table.")
    return sentence(refusal)


def check_url(request: HttpRequest) -> str:
    """Give the page's address for the square code; "" where only this computer could open it."""
    if settings.BINGO_PUBLIC_URL:
        return f"{settings.BINGO_PUBLIC_URL}/comprobar/"
    if request.get_host().rsplit(":", 1)[0] in LOCAL or request.get_host() in LOCAL:
        return ""
    return request.build_absolute_uri("/comprobar/")


@require_safe
def check_code(request: HttpRequest) -> HttpResponse:
    """Give the square code of the page's address, dark on white, for the hall board."""
    import segno

    url = check_url(request)
    if not url:
        raise Http404
    drawn = BytesIO()
    segno.make(url, error="m", micro=False).save(drawn, kind="svg", scale=8, border=3, light="#fff", dark="#000")
    response = HttpResponse(drawn.getvalue(), content_type="image/svg+xml")
    patch_cache_control(response, public=True, max_age=CODE_AGE_S)
    return response
