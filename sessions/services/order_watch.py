"""A machine whose balls come in an order that came before is stopped: no chance does that (O79 34.4)."""

from __future__ import annotations

import logging

from records import clock
from records.models import Incident
from sessions.journal.door import OpenGame
from sessions.models import DrawnBall, Game
from sessions.rules.draw import REPEATED_ORDER, TELLING_BALLS, decide_pause

logger = logging.getLogger(__name__)


def watch_order(opened: OpenGame) -> None:
    """Compare a game's first balls, once they tell, with every earlier game's; a draw that repeats one stands still."""
    if len(opened.board.drawn) != TELLING_BALLS:
        return
    earlier = _begun_alike(opened)
    if earlier is None:
        return
    logger.error("%s began with the balls of %s, in the same order", opened.game.stream, earlier.stream)
    payload = {"stream": opened.game.stream, "as": earlier.stream}
    Incident.objects.get_or_create(
        hall_id=opened.hall_id, code=REPEATED_ORDER, payload=payload, defaults={"at": clock.now()}
    )
    if not opened.board.pause:
        opened.record(decide_pause(opened.board, REPEATED_ORDER))


def _begun_alike(opened: OpenGame) -> Game | None:
    """Find an earlier game of the hall with the same first balls; after two or three balls none is left as a rule."""
    rows = DrawnBall.objects.filter(game__session__hall_id=opened.hall_id, voided=False).exclude(game=opened.game)
    alike: set[int] | None = None
    for ordinal, number in enumerate(opened.board.drawn, start=1):
        same = rows.filter(ordinal=ordinal, number=number)
        if alike is not None:
            same = same.filter(game__in=alike)
        alike = set(same.values_list("game", flat=True))
        if not alike:
            return None
    return Game.objects.select_related("session").filter(pk__in=alike or ()).order_by("pk").first()
