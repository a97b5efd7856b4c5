"""
Players at the terminals: whose a card or number is, one log-in at a time, and how long they have been there.

A log-in somewhere ends the one before it: the newest wins. Cards in play need nobody at a terminal.
"""

from __future__ import annotations

from datetime import timedelta
from hashlib import sha256
from importlib import import_module
from typing import Any, Final

from django.conf import settings

from people.models import Player, PlayerCard, PlayerVisit
from records import clock
from records.models import Hall

SEEN_EVERY: Final = timedelta(seconds=30)
"""How often a visit that goes on is written; screens ask more often."""
LONGEST_NUMBER: Final = 9


def hash_of(token: str) -> str:
    """Hash the text of a card: 256 random bits need no salt and no slow hash."""
    return sha256(token.strip().upper().encode()).hexdigest()


def player_of(hall: Hall, who: str) -> Player | None:
    """Find a player by the text of their card or by their number; None where nobody is, or the account is closed."""
    who = who.strip()
    open_ones = Player.objects.select_related("user").filter(hall=hall, closed_at=None, user__is_active=True)
    if who.isascii() and who.isdecimal() and len(who) <= LONGEST_NUMBER:
        return open_ones.filter(number=int(who)).first()
    card = PlayerCard.objects.filter(token_hash=hash_of(who), revoked_at=None).first()
    return open_ones.filter(pk=card.player_id).first() if card else None


def begin_visit(player: Player, session_key: str) -> None:
    """Note that a player logged in at a browser; where the hall has one log-in a player, the others end."""
    now = clock.now()
    going_on = PlayerVisit.objects.filter(player=player, ended=False)
    if settings.BINGO_ONE_TERMINAL_A_PLAYER:
        others = list(going_on.exclude(session_key=session_key).values_list("session_key", flat=True))
        for key in others:
            import_module(settings.SESSION_ENGINE).SessionStore(key).delete()
        going_on.filter(session_key__in=others).update(ended=True)
    PlayerVisit.objects.create(player=player, session_key=session_key, since=now, seen_at=now)


def see(player: Player, session_key: str | None) -> None:
    """Note that a player is still there; written once in SEEN_EVERY."""
    now = clock.now()
    visits = PlayerVisit.objects.filter(player=player, ended=False).order_by("-pk")
    visit = visits.filter(session_key=session_key).first() or visits.first()
    if visit is not None and now - visit.seen_at >= SEEN_EVERY:
        PlayerVisit.objects.filter(pk=visit.pk).update(seen_at=now)


def end_visit(player: Player, session_key: str | None) -> None:
    """Note that a player logged out."""
    visits = PlayerVisit.objects.filter(player=player, session_key=session_key, ended=False)
    visits.update(ended=True, seen_at=clock.now())


def hear_log_in(request: Any, user: Any, **_kwargs: Any) -> None:
    """Begin a player's visit, however they logged in."""
    player = Player.objects.filter(user=user).first()
    if player is not None and request is not None:
        begin_visit(player, request.session.session_key or "")


def hear_log_out(request: Any, user: Any, **_kwargs: Any) -> None:
    """End a player's visit."""
    player = Player.objects.filter(user=user).first() if user is not None else None
    if player is not None and request is not None:
        end_visit(player, request.session.session_key)
