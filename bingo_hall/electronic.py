"""
The draw loop's hand for games without a machine: it takes the next ball of the order fixed before the sale.

There is no port and nothing to load: the board says which ball is wanted, the game's own secret which number it is.
"""

from __future__ import annotations

import logging

from sessions.models import Game
from sessions.rules.electronic import SECRET_LOST
from sessions.rules.errors import DrawIsPaused, DrawSecretLost, RuleViolation, WrongState
from sessions.services import draw
from sessions.services.electronic import draw_electronic, note_lost_secret

logger = logging.getLogger(__name__)

ACTOR = "electronic"


def draw_next(game: Game, ordinal: int) -> None:
    """Draw one ball (1..90); a secret that cannot be opened stops the draw, and never lets another order take over."""
    try:
        draw_electronic(game_id=game.pk, ordinal=ordinal, actor=ACTOR, source_ref=f"{ACTOR}:{game.stream}:{ordinal}")
    except DrawSecretLost:
        logger.exception("the secret of %s cannot be opened", game.stream)
        note_lost_secret(game.session.hall_id, game.stream)
        try:
            draw.pause_draw(game_id=game.pk, reason=SECRET_LOST, actor=ACTOR)
        except (DrawIsPaused, WrongState):
            logger.info("%s stands still already", game.stream)
    except RuleViolation as refusal:
        # A person was quicker: stopped, claimed, or went on by hand.
        logger.info("ball %s of %s was not drawn: %s", ordinal, game.stream, refusal.code)
