"""The session's deeds: preparing, opening, counting, posting, noting, closing."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django.db import IntegrityError, transaction

from records import clock
from records.models import Hall, Incident
from sessions.journal import codec
from sessions.journal.door import open_session as session_door
from sessions.models import BallSet, BingoSession, Game
from sessions.rules import errors, opening
from sessions.rules.session import (
    BallSetChanged,
    FaultCleared,
    IncidentNoted,
    PaceSet,
    Post,
    SessionBoard,
    SessionEvent,
    StaffPosted,
    StrayBall,
)
from sessions.rules.states import State
from sessions.selectors.verify import journal_violations


def start_session(*, hall_id: int) -> BingoSession:
    """
    Begin preparing the hall's next session; it has no event until its first check.

    Raises:
        SessionAlreadyLive: One is being prepared or is open.
    """
    last = BingoSession.objects.filter(hall_id=hall_id).order_by("-session_no").first()
    if last is not None and last.state != "closed":
        raise errors.SessionAlreadyLive(session_no=last.session_no)
    session_no = last.session_no + 1 if last else 1
    board = codec.encode(SessionBoard(session_no=session_no))
    try:
        with transaction.atomic():
            return BingoSession.objects.create(hall_id=hall_id, session_no=session_no, board=board)
    except IntegrityError:
        raise errors.SessionAlreadyLive(session_no=session_no) from None


def _record(
    session_id: int,
    event: SessionEvent,
    *,
    actor: str,
    source_ref: str | None,
    body: Mapping[str, Any] | None = None,
) -> SessionEvent:
    with session_door(
        session_id, actor=actor, source_ref=source_ref, deed=event.kind, body=body or codec.encode(event)
    ) as opened:
        if again := opened.already():
            return again
        opened.record(event)
    return event


def check_equipment(
    *,
    session_id: int,
    in_order: Collection[str],
    faulty: Collection[str] = (),
    actor: str,
    source_ref: str | None = None,
) -> SessionEvent:
    """Record the equipment checklist (S0 IV)."""
    event = opening.decide_checklist(in_order, faulty)
    return _record(session_id, event, actor=actor, source_ref=source_ref)


def count_balls(
    *,
    session_id: int,
    ball_set: str,
    missing: Collection[int],
    witness: str = "",
    actor: str,
    source_ref: str | None = None,
) -> SessionEvent:
    """Record a count of the balls, at the opening or after the last game (O79 34.1)."""
    body = {"ball_set": ball_set, "missing": sorted(missing), "witness": witness}
    with session_door(session_id, actor=actor, source_ref=source_ref, deed="count_balls", body=body) as opened:
        if again := opened.already():
            return again
        if not BallSet.objects.filter(hall_id=opened.hall_id, code=ball_set).exists():
            raise errors.NotFound(what="ball_set", which=ball_set)
        event = opening.decide_count(
            ball_set,
            missing,
            witness=witness,
            after_game=games_of(session_id),
            closing=opened.board.state == "open",
        )
        opened.record(event)
    return event


def games_of(session_id: int) -> int:
    """Count the games of the session that have come to their end: a count made during a game is not after it."""
    return Game.objects.filter(session_id=session_id, state=State.CLOSED).count()


def post_staff(
    *, session_id: int, post: str, usernames: Collection[str], actor: str, source_ref: str | None = None
) -> SessionEvent:
    """Put people at a post (O79 24); it replaces who held it, and the acta keeps both."""
    event = StaffPosted(post=Post(post), usernames=tuple(usernames))
    return _record(session_id, event, actor=actor, source_ref=source_ref)


def open_session(*, session_id: int, actor: str, source_ref: str | None = None) -> SessionEvent:
    """Open the session, once everything the law wants is there and the journal proves whole."""
    hall = Hall.objects.get(bingo_sessions=session_id)
    if broken := list(journal_violations(hall)):
        raise errors.JournalBroken(found=len(broken))
    with session_door(session_id, actor=actor, source_ref=source_ref, deed="open_session") as opened:
        if again := opened.already():
            return again
        event = opening.decide_opening(opened.board)
        opened.session.opened_at = opened.at
        opened.record(event)
    return event


def close_session(*, session_id: int, actor: str, source_ref: str | None = None) -> SessionEvent:
    """Close the session after its last game and its closing count."""
    with session_door(session_id, actor=actor, source_ref=source_ref, deed="close_session") as opened:
        if again := opened.already():
            return again
        games = Game.objects.filter(session_id=session_id)
        unfinished = games.exclude(state__in=[State.ANNOUNCED, State.CLOSED]).first()
        event = opening.decide_session_closing(
            opened.board,
            games=games_of(session_id),
            open_game=unfinished.game_no if unfinished else None,
        )
        games.filter(state=State.ANNOUNCED).delete()
        opened.session.closed_at = opened.at
        opened.record(event)
    return event


def change_ball_set(
    *, session_id: int, ball_set: str, reason: str, actor: str, source_ref: str | None = None
) -> SessionEvent:
    """Put another ball set in use; between games only, and the acta says so (S0 II)."""
    with session_door(
        session_id,
        actor=actor,
        source_ref=source_ref,
        deed="change_ball_set",
        body={"ball_set": ball_set, "reason": reason},
    ) as opened:
        if again := opened.already():
            return again
        live = Game.objects.filter(session_id=session_id).exclude(state__in=[State.ANNOUNCED, State.CLOSED])
        if game := live.first():
            raise errors.GameStillOpen(game_no=game.game_no)
        if not BallSet.objects.filter(hall_id=opened.hall_id, code=ball_set).exists():
            raise errors.NotFound(what="ball_set", which=ball_set)
        was = opened.board.ball_set
        event = BallSetChanged(was=was, ball_set=ball_set, reason=reason)
        opened.record(event)
    return event


def set_pace(
    *, session_id: int, automatic: bool, wait_ms: int, actor: str, source_ref: str | None = None
) -> SessionEvent:
    """Choose who calls: the caller's key, or the automatic voice after wait_ms (1,000 to 15,000)."""
    wait_ms = min(max(wait_ms, 1_000), 15_000)
    event = PaceSet(automatic=automatic, wait_ms=wait_ms)
    return _record(session_id, event, actor=actor, source_ref=source_ref)


def clear_fault(*, session_id: int, device: str, code: str, actor: str, source_ref: str | None = None) -> SessionEvent:
    """Say that a machine's fault has been removed; the draw stays paused until it is ordered on."""
    event = FaultCleared(device=device, code=code)
    return _record(session_id, event, actor=actor, source_ref=source_ref)


def note_incident(
    *, session_id: int, text: str, code: str = "noted", actor: str, source_ref: str | None = None
) -> SessionEvent:
    """Note an incident for the acta (O79 37.4)."""
    return _record(session_id, IncidentNoted(code=code, text=text), actor=actor, source_ref=source_ref)


def note_stray_ball(*, hall_id: int, ordinal: int, number: int, source: str, actor: str, source_ref: str) -> None:
    """Record a machine's ball that belongs to no game: in the session, or as the hall's incident."""
    session = BingoSession.objects.filter(hall_id=hall_id, state="open").first()
    if session is None:
        hall = Hall.objects.get(pk=hall_id)
        payload = {"ordinal": ordinal, "number": number, "source": source, "ref": source_ref}
        if not Incident.objects.filter(hall=hall, payload__ref=source_ref).exists():
            Incident.objects.create(hall=hall, at=clock.now(), code="stray_ball", payload=payload)
        return
    stray = StrayBall(ordinal=ordinal, number=number, source=source)
    _record(session.pk, stray, actor=actor, source_ref=source_ref)
