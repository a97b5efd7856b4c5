"""The session's deeds: preparing, opening, counting, posting, noting, closing."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django.db import IntegrityError, transaction

from records import clock
from records.models import Hall, Incident
from sessions.journal import codec
from sessions.journal.door import open_session as session_door
from sessions.models import BingoSession, Game, StandingPurchase
from sessions.rules import errors, opening, replacing
from sessions.rules.session import (
    FaultCleared,
    IncidentNoted,
    PaceSet,
    SessionBoard,
    SessionEvent,
    StrayBall,
)
from sessions.rules.states import State
from sessions.selectors.acta import unsigned_entries
from sessions.selectors.ball_sets import spare_of
from sessions.selectors.cash import sold_by_seller
from sessions.selectors.evidence import anchor_violations, build_standing, must_approve
from sessions.selectors.verify import journal_violations
from sessions.services.anchoring import anchor_hall
from sessions.services.ball_sets import found_passport, put_in_use
from sessions.services.hours import hours_from
from sessions.services.jackpots import carry_settings
from sessions.services.people import change_posts
from sessions.services.store import used_cards_before
from sessions.services.tills import check_tills_closed


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
        closing = opened.board.state == "open"
        put_in_use(opened.hall_id, ball_set, to_play=not closing)
        event = opening.decide_count(
            ball_set,
            missing,
            witness=witness,
            after_game=games_of(session_id),
            closing=closing,
            spare=spare_of(opened.hall_id),
        )
        opened.record(event)
    return event


def games_of(session_id: int) -> int:
    """Count the games of the session that have come to their end: a count made during a game is not after it."""
    return Game.objects.filter(session_id=session_id, state=State.CLOSED).count()


def post_staff(
    *,
    session_id: int,
    post: str,
    usernames: Collection[str],
    reason: str = "",
    actor: str,
    source_ref: str | None = None,
) -> SessionEvent:
    """Put people at a post (O79 24); it replaces who held it. Once the session is open it needs a reason (O79 26.2)."""
    change = {post: usernames}
    return change_posts(session_id=session_id, changes=change, reason=reason, actor=actor, source_ref=source_ref)


def open_session(*, session_id: int, signed: str, actor: str, source_ref: str | None = None) -> SessionEvent:
    """Open the session, once all the law wants is there and the journal proves whole; the Jefe de Mesa signs."""
    hall = Hall.objects.get(bingo_sessions=session_id)
    if broken := [*journal_violations(hall), *anchor_violations(hall)]:
        raise errors.JournalBroken(found=len(broken))
    if must_approve(hall):
        raise errors.BuildNotApproved(build=build_standing(hall).running[:12])
    body = {"signed": signed}
    with session_door(session_id, actor=actor, source_ref=source_ref, deed="open_session", body=body) as opened:
        if again := opened.already():
            return again
        session_no, cards = used_cards_before(opened.hall_id, opened.board.session_no)
        if cards:
            raise errors.UsedCardsRemain(session_no=session_no, cards=cards)
        _check_takings(opened.hall_id)
        event = opening.decide_opening(opened.board, signed, category=hall.category, hours=hours_from(hall, opened.at))
        opened.session.opened_at = opened.at
        opened.record(event)
        carry_settings(opened)
    anchor_hall(hall.pk, "session_opened")
    return event


def _check_takings(hall_id: int) -> None:
    """Refuse a new session while a seller still has money of the last one."""
    last = BingoSession.objects.filter(hall_id=hall_id, state="closed").order_by("-session_no").first()
    if last is None:
        return
    board = codec.session_board(last.board)
    for seller, cents in sorted(sold_by_seller(last).items()):
        if owed := cents - board.handed_in_cents(seller):
            raise errors.TakingsOutstanding(session_no=last.session_no, seller=seller, amount_cents=owed)


def close_session(*, session_id: int, signed: str, actor: str, source_ref: str | None = None) -> SessionEvent:
    """Close the session after its last game and its closing count; the Jefe de Mesa signs the last entry."""
    body = {"signed": signed}
    with session_door(session_id, actor=actor, source_ref=source_ref, deed="close_session", body=body) as opened:
        if again := opened.already():
            return again
        check_tills_closed(opened.hall_id)
        games = Game.objects.filter(session_id=session_id)
        unfinished = games.exclude(state__in=[State.ANNOUNCED, State.CLOSED]).first()
        event = opening.decide_session_closing(
            opened.board,
            games=games_of(session_id),
            open_game=unfinished.game_no if unfinished else None,
            signed=signed,
            unsigned=unsigned_entries(opened.hall_id, opened.board),
        )
        games.filter(state=State.ANNOUNCED).delete()
        # Who wished to buy in every game was here tonight; tomorrow he says so again.
        StandingPurchase.objects.filter(hall_id=opened.hall_id).delete()
        opened.session.closed_at = opened.at
        opened.record(event)
    anchor_hall(opened.hall_id, "session_closed")
    return event


def change_ball_set(
    *, session_id: int, ball_set: str, reason: str, actor: str, source_ref: str | None = None
) -> SessionEvent:
    """
    Put another ball set in use, and the acta says so (S0 II): between games, or for the game that stands by its balls.

    Between the two games of a pair, it is the second's.
    """
    with session_door(
        session_id,
        actor=actor,
        source_ref=source_ref,
        deed="change_ball_set",
        body={"ball_set": ball_set, "reason": reason},
    ) as opened:
        if again := opened.already():
            return again
        live = [locked.board for locked in opened.lock_live_games()]
        passport = found_passport(opened.hall_id, ball_set)
        event, replaced = replacing.decide_change(passport, live, was=opened.board.ball_set, reason=reason)
        put_in_use(opened.hall_id, ball_set, to_play=True)
        opened.record(event)
        for game_no, instead in replaced:
            opened.record_in_game(game_no, instead)
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
    """Note an incident for the acta (O79 37.4); `code` says of which kind it is."""
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
