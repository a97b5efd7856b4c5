"""Things to be known that no deed caused: in the open session's minutes, else among the hall's incidents."""

from __future__ import annotations

import logging

from records import clock
from records.models import Incident
from records.turn import durable
from sessions.models import BingoSession, Game
from sessions.rules import errors
from sessions.services.sessions import note_incident

logger = logging.getLogger(__name__)


def note(*, hall_id: int, code: str, text: str, actor: str, ref: str) -> None:
    """Note it once: the same `ref` again notes nothing. Opens a door of its own, so never call it within one."""
    session = BingoSession.objects.filter(hall_id=hall_id, state="open").first()
    if session is not None:
        try:
            note_incident(session_id=session.pk, code=code, text=text, actor=actor, source_ref=ref)
        except errors.RuleViolation:
            # The session closed meanwhile: then it is the hall's.
            logger.warning("%s could not be noted in session %s", code, session.session_no)
        else:
            return
    if not Incident.objects.filter(hall_id=hall_id, payload__ref=ref).exists():
        payload = {"text": text, "actor": actor, "ref": ref}
        Incident.objects.create(hall_id=hall_id, at=clock.now(), code=code, payload=payload)


def alarm(*, game_id: int, code: str, card: int) -> None:
    """Leave an incident of the hall for a card shown in a game, once however often it is shown; outside any door."""
    game = Game.objects.select_related("session").get(pk=game_id)
    logger.warning("card %s of %s: %s", card, game.stream, code)
    facts = {"hall_id": game.session.hall_id, "code": code, "payload": {"stream": game.stream, "card": card}}
    if Incident.objects.filter(**facts).exists():
        return
    # Two desks may be shown the same card at once: the game's row lets them look one after the other.
    with durable():
        list(Game.objects.select_for_update(no_key=True).filter(pk=game_id).only("pk"))
        if not Incident.objects.filter(**facts).exists():
            Incident.objects.create(**facts, at=clock.now())
