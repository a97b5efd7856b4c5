"""Reading electronic draws: the hall's authorisation, how often such draws were broken off, one draw to be checked."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Q

from records.models import Event, Hall
from sessions.journal import codec
from sessions.models import DrawSecret, Game


def authorisation_of(hall: Hall) -> dict[str, Any]:
    """
    Give the hall's authorisation, "" where it has none, and how its electronic draws ended.

    Who knows a draw's secret could only break it off once the number of the public is known, so `broken_off` (null,
    withdrawn or never begun, of `draws` that are over) is for whoever inspects the hall.
    """
    ended = DrawSecret.objects.filter(hall=hall).exclude(ended="")
    told = ended.aggregate(draws=Count("pk"), broken_off=Count("pk", filter=Q(ended=DrawSecret.BROKEN_OFF)))
    return {
        "reference": hall.electronic_ref,
        "dated": hall.electronic_from.isoformat() if hall.electronic_from else "",
        **told,
    }


def draw_to_check(hall: Hall, game: Game) -> dict[str, Any] | None:
    """
    Give a draw as `verify_draw.py` reads it, None where the game is drawn with balls.

    `secret` is "" until it is shown, and `balls` are then those called, so that nobody learns of one before the room.
    `second_secret` is that of the pair's second game, where that one never began.
    """
    board = codec.game_board(game.board)
    told = board.electronic
    if told is None:
        return None
    shown = Event.objects.filter(hall=hall, stream=game.stream, kind="DrawRevealed").first()
    return {
        "format": "bingo-draw/1",
        "hall": hall.code,
        "stream": game.stream,
        "authorisation": told.authorisation,
        "commitment": told.commitment,
        "second": told.second,
        "closing": told.closing,
        "number": told.number,
        "secret": told.secret,
        "second_secret": shown.payload["second"] if shown else "",
        "balls": list((board.drawn if told.revealed else board.numbers_called)[: told.balls]),
    }
