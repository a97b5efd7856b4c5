"""
Which devices are there: what the sockets hear is written down seldom, and a loss once, with whoever it concerns.

A process tells what it heard itself. Another may hear the same device after it, so that a row which somebody has
written since is left alone: the device has only changed its socket.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from importlib import import_module
from typing import Final

from django.conf import settings
from django.db.models import QuerySet

from people.models import Terminal
from records import clock
from records.publish import tell
from records.turn import durable
from sessions.journal.hall_door import note
from sessions.models import BingoSession, Game, SoldCard
from sessions.rules.states import LIVE
from sessions.rules.terminal_events import TerminalBack, TerminalLost, TerminalSignedOut
from sessions.rules.terminals import LOST_LOG_IN_ENDS, TerminalKind, may_be_noted, signs_out

ACTOR: Final = "house"
STALE: Final = timedelta(seconds=30)
"""A row that says "there" and that no process has written for so long belongs to a process that has died."""

_TOLD: Final = ("login", "session_key", "version", "skew_ms")


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What a device told: who works at it ("" = nobody), their log-in, its pages' version, its clock against ours."""

    terminal_id: int
    login: str = ""
    session_key: str = ""
    version: str = ""
    skew_ms: int | None = None


def note_seen(hall_id: int, seen: Sequence[Seen], at: datetime) -> None:
    """Write down devices that are there; of those that were lost, the journal is told that they are back."""
    told = {one.terminal_id: one for one in seen}
    with durable():
        rows = list(_rows(hall_id).filter(pk__in=told))
        changed = [
            row for row in rows if not row.online or any(getattr(told[row.pk], n) != getattr(row, n) for n in _TOLD)
        ]
        back = [row.number for row in rows if row.owes_return]
        for row in rows:
            for name in _TOLD:
                setattr(row, name, getattr(told[row.pk], name))
            row.online, row.seen_at, row.lost_at, row.owes_return = True, at, None, False
        Terminal.objects.bulk_update(rows, [*_TOLD, "online", "seen_at", "lost_at", "owes_return"])
        if back:
            note(hall_id, TerminalBack(terminals=tuple(sorted(back))), actor=ACTOR)
    if changed:
        _tell_screens(hall_id)


def note_losses(hall_id: int, last_heard: Mapping[int, datetime]) -> None:
    """Write down devices that say nothing more, each with when this process heard or wrote it last."""
    with durable():
        rows = [
            row for row in _rows(hall_id).filter(pk__in=last_heard, online=True) if _is_ours(row, last_heard[row.pk])
        ]
        _lose(hall_id, rows)
    if rows:
        _tell_screens(hall_id)


def note_stale(hall_id: int) -> None:
    """Write down as lost the devices of a process that has died; only when this one has been up for a while."""
    before = clock.now() - STALE
    if not Terminal.objects.filter(hall_id=hall_id, online=True, seen_at__lt=before).exists():
        return
    with durable():
        rows = list(_rows(hall_id).filter(online=True, seen_at__lt=before))
        _lose(hall_id, rows)
    _tell_screens(hall_id)


def _rows(hall_id: int) -> QuerySet[Terminal]:
    """Lock devices in the one order everybody does."""
    return Terminal.objects.select_for_update(no_key=True).filter(hall_id=hall_id, revoked_at=None).order_by("pk")


def _is_ours(row: Terminal, last_heard: datetime) -> bool:
    return row.seen_at is None or row.seen_at <= last_heard


def _lose(hall_id: int, rows: Sequence[Terminal]) -> None:
    now = clock.now()
    in_session = BingoSession.objects.filter(hall_id=hall_id).exclude(state="closed").exists()
    noted = []
    for row in rows:
        row.online, row.lost_at = False, now
        if in_session and may_be_noted(row.noted_at, now):
            row.noted_at, row.owes_return = now, True
            noted.append(row.number)
    Terminal.objects.bulk_update(rows, ["online", "lost_at", "noted_at", "owes_return"])
    if noted:
        game = Game.objects.filter(session__hall_id=hall_id, state__in=LIVE).order_by("pk").first()
        event = TerminalLost(terminals=tuple(sorted(noted)), game_no=game.game_no if game else 0)
        note(hall_id, event, actor=ACTOR)


def _tell_screens(hall_id: int) -> None:
    """Let the staff's screens ask again; what they show is read from the rows."""
    tell(hall_id, {"type": "hall.terminals"})


# Log-ins that nobody uses --------------------------------------------------------------------------------


def plays_now(hall_id: int, account: str) -> bool:
    """Tell whether a player has cards in a game that is not over."""
    cards = SoldCard.objects.filter(game__session__hall_id=hall_id, game__state__in=LIVE, holder=account)
    return cards.exists()


def sign_out_idle(terminal_id: int, *, idle_seconds: float) -> bool:
    """End a player's log-in at a device that nobody has touched for too long; tells whether it was ended."""
    row = Terminal.objects.filter(pk=terminal_id, kind=TerminalKind.PLAYER_TERMINAL, revoked_at=None).first()
    if row is None or not row.login.startswith("player:"):
        return False
    limit = settings.BINGO_TERMINAL_IDLE_SECONDS
    if not signs_out(idle_seconds=idle_seconds, limit_seconds=limit, plays=plays_now(row.hall_id, row.login)):
        return False
    return _sign_out(row.pk, row.session_key, "idle")


def sign_out_lost(hall_id: int) -> int:
    """End players' log-ins at devices that have been lost too long; their cards play on. Gives how many were ended."""
    before = clock.now() - LOST_LOG_IN_ENDS
    lost = Terminal.objects.filter(hall_id=hall_id, online=False, lost_at__lte=before, login__startswith="player:")
    rows = lost.filter(kind=TerminalKind.PLAYER_TERMINAL).values_list("pk", "session_key")
    return sum(_sign_out(pk, key, "lost") for pk, key in list(rows))


def _sign_out(terminal_id: int, session_key: str, reason: str) -> bool:
    with durable():
        row = Terminal.objects.select_for_update(no_key=True).get(pk=terminal_id)
        if row.session_key != session_key or not row.login:
            # Somebody else has logged in meanwhile.
            return False
        player = int(row.login.removeprefix("player:"))
        end_log_in(row)
        event = TerminalSignedOut(terminal=row.number, player=player, reason=reason)
        note(row.hall_id, event, actor=ACTOR)
    _tell_screens(row.hall_id)
    return True


def end_log_in(row: Terminal) -> None:
    """End the log-in at a device, within the caller's transaction: its next page and its socket know nobody."""
    if row.session_key:
        import_module(settings.SESSION_ENGINE).SessionStore(row.session_key).delete()
    row.login, row.session_key = "", ""
    row.save(update_fields=["login", "session_key"])
