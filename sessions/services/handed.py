"""A card handed over: what was typed or scanned, proved by its check before any door is opened."""

from __future__ import annotations

import logging
from hashlib import sha256

from django.conf import settings

from sessions.models import Game
from sessions.rules import errors
from sessions.rules.events import Lot
from sessions.rules.references import CardReference, read_reference
from sessions.services.noting import note

logger = logging.getLogger(__name__)


def handed_card(text: str, *, game_id: int, actor: str) -> CardReference:
    """
    Read a card as typed or scanned. A forged one is noted in a door of its own, then refused.

    Raises:
        BadReference: It is no card reference.
        ForgedReference: Its check is false.
    """
    try:
        return read_reference(text, settings.BINGO_CARD_KEY.encode())
    except errors.ForgedReference as forged:
        _note(str(forged.params["text"]), game_id=game_id, actor=actor)
        raise


def _note(text: str, *, game_id: int, actor: str) -> None:
    """Note a forged card once a game, however often it is shown."""
    logger.warning("forged card in game %s: %s", game_id, text)
    hall_id = Game.objects.filter(pk=game_id).values_list("session__hall", flat=True).first()
    if hall_id is not None:
        ref = f"forged:{game_id}:{sha256(text.encode()).hexdigest()[:32]}"
        note(hall_id=hall_id, code="forged_card", text=text, actor=actor, ref=ref)


def check_series(lots: tuple[Lot, ...], reference: CardReference) -> None:
    """Refuse a card that names another series than the one its number was sold in, or than those on sale."""
    in_play = [(lot.letter, lot.ident) for lot in lots]
    if (reference.letter, reference.ident) not in in_play:
        expected = " · ".join(f"{a} {b}" for a, b in in_play)
        raise errors.CardOfAnotherSeries(letter=reference.letter, ident=reference.ident, expected=expected)
