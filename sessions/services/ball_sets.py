"""
The deeds of ball sets: one comes in, one is named the spare, one is retired; and what a session does with its set.

A set belongs to the hall: its events have no stream. Those made while a session is live bear its number.
Locks: the live session first, then the set's row, then the hall's head row.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F

from records import clock, journal
from records.chain import body_hash
from records.models import Hall
from records.turn import durable
from sessions.journal import codec
from sessions.models import BallSet, BingoSession, Game
from sessions.rules import ball_sets as rules
from sessions.rules import errors
from sessions.rules.ball_sets import BALL_SET_EVENTS, BallSetEvent, BallSetRegistered, BallSetState, Passport


def passport_of(row: BallSet) -> Passport:
    """Give what the rules know a set by."""
    return Passport(
        code=row.code,
        pneumatic=row.pneumatic,
        games=row.games,
        state=BallSetState(row.state),
        retired_reason=row.retired_reason,
    )


def _found(hall_id: int, code: str, *, lock: bool = True) -> BallSet:
    rows = BallSet.objects.select_for_update(no_key=True) if lock else BallSet.objects.all()
    row = rows.filter(hall_id=hall_id, code=code).first()
    if row is None:
        raise errors.NotFound(what="ball_set", which=code)
    return row


def check_ball_set(hall_id: int, code: str, games: int = 1) -> None:
    """
    Refuse a set with which the games of a sale may not be played: two of double cards.

    Raises:
        NotFound: The hall has none of that name.
        BallSetOutOfUse: It was retired.
        BallSetWorn, TooFewGamesLeft: It has played its 1,000 games, or would in the midst of a pair.
    """
    rules.check_games_left(passport_of(_found(hall_id, code, lock=False)), games)


def found_passport(hall_id: int, code: str) -> Passport:
    """
    Lock a set and give what the rules know it by.

    Raises:
        NotFound: The hall has none of that name.
    """
    return passport_of(_found(hall_id, code))


def put_in_use(hall_id: int, code: str, *, to_play: bool) -> None:
    """
    Make a set the one in use, inside a session's door. The one before goes to the store; a spare is no longer spare.

    Args:
        hall_id: Whose set.
        code: Its name.
        to_play: Games will be played with it, so it must be playable; the closing count takes it after its last game.

    Raises:
        NotFound: The hall has none of that name.
        BallSetOutOfUse: It was retired.
        BallSetWorn: It has played its 1,000 games.
    """
    row = _found(hall_id, code)
    if to_play or row.state == BallSetState.RETIRED:
        rules.check_playable(passport_of(row))
    if row.state == BallSetState.IN_USE:
        return
    others = BallSet.objects.filter(hall_id=hall_id, state=BallSetState.IN_USE)
    others.update(state=BallSetState.IN_STORE)
    BallSet.objects.filter(pk=row.pk).update(state=BallSetState.IN_USE)


def count_game(game: Game, codes: Collection[str], *, of_no_set: int = 0) -> None:
    """
    Count a game that closes for each set of which a ball was drawn in it (Q5), and join it to its set.

    A game of two sets counts for both and is joined to neither: which balls could come out changed in its midst, and it
    would tell nothing of either. Nor is one of which so many balls came `of_no_set`, and the others by hand (O79 36.2).
    """
    drawn = BallSet.objects.filter(hall=game.session.hall_id, code__in=codes)
    drawn.update(games=F("games") + 1)
    if len(codes) == 1 and not of_no_set:
        Game.objects.filter(pk=game.pk).update(drawn_with=drawn.get())


def new_ball_set(hall: Hall, event: BallSetRegistered, *, actor: str, **told: Any) -> BallSet:
    """
    Make a set's row and its event, inside the caller's transaction; `told` is the rest of the journal's row.

    Raises:
        IntegrityError: The name is taken; the caller's transaction goes on.
    """
    at = clock.now()
    with transaction.atomic():
        row = BallSet.objects.create(
            hall=hall,
            code=event.ball_set,
            pneumatic=event.pneumatic,
            games=event.games,
            approval_ref=event.approval_ref,
            supplier=event.supplier,
            received_at=at,
        )
    _append(hall.pk, event, actor=actor, at=at, **told)
    return row


def _append(hall_id: int, event: BallSetEvent, **told: Any) -> None:
    journal.append(hall_id, [journal.Draft(kind=event.kind, payload=codec.encode(event), **told)])


def _said(hall_id: int, source_ref: str | None, request: str) -> BallSetEvent | None:
    """Give what this same request recorded before; raises KeyReused."""
    row = journal.recorded(hall_id, source_ref) if source_ref else None
    if row is None:
        return None
    if row.body_hash != request:
        raise errors.KeyReused
    event: BallSetEvent = codec.decode(BALL_SET_EVENTS[row.kind], row.payload)
    return event


def _deed(
    deed: str,
    decide: Callable[[BingoSession | None, dict[str, Any]], BallSetEvent],
    *,
    hall_id: int,
    body: Mapping[str, Any],
    actor: str,
    source_ref: str | None,
) -> BallSetEvent:
    """Do one deed in its transaction: lock the live session, answer a repetition, else decide and write."""
    with durable():
        live = BingoSession.objects.select_for_update(no_key=True).filter(hall_id=hall_id).exclude(state="closed")
        session = live.first()
        request = body_hash(deed, body) if source_ref else ""
        if again := _said(hall_id, source_ref, request):
            return again
        told = {
            "actor": actor,
            "source_ref": source_ref,
            "body_hash": request,
            "session_no": session.session_no if session else None,
        }
        return decide(session, told)


def _in_play(session: BingoSession | None) -> str:
    return str(session.board.get("ball_set", "")) if session else ""


def register_ball_set(
    *,
    hall_id: int,
    ball_set: str,
    pneumatic: bool,
    approval_ref: str,
    supplier: str,
    games: int,
    actor: str,
    source_ref: str | None = None,
) -> BallSetEvent:
    """
    Take a ball set into the hall's books, with its approval and the games it has already played (S0 II).

    Raises:
        BadBallSetName: The name is too long, or not letters, digits and hyphens.
        BallSetExists: The name is taken.
    """
    body: dict[str, Any] = {"pneumatic": pneumatic, "approval_ref": approval_ref, "supplier": supplier, "games": games}

    def decide(_session: BingoSession | None, told: dict[str, Any]) -> BallSetEvent:
        event = rules.decide_registration(
            ball_set, taken=BallSet.objects.filter(hall_id=hall_id, code=ball_set).exists(), **body
        )
        try:
            new_ball_set(Hall.objects.get(pk=hall_id), event, **told)
        except IntegrityError:
            # Another took the name meanwhile, or this very request did, said twice at once.
            if again := _said(hall_id, source_ref, told["body_hash"]):
                return again
            raise errors.BallSetExists(ball_set=ball_set) from None
        return event

    asked = {"ball_set": ball_set, **body}
    return _deed("register_ball_set", decide, hall_id=hall_id, body=asked, actor=actor, source_ref=source_ref)


def name_spare_set(*, hall_id: int, ball_set: str, actor: str, source_ref: str | None = None) -> BallSetEvent:
    """
    Say which complete set is kept ready for a change (O79 34.5); there is one spare.

    Raises:
        NotFound: The hall has none of that name.
        BallSetInPlay: It is the set in use.
        BallSetOutOfUse: It was retired.
        BallSetWorn: It has played its 1,000 games.
    """

    def decide(session: BingoSession | None, told: dict[str, Any]) -> BallSetEvent:
        # All of the hall's sets in one order: two changes of the spare wait for each other.
        rows = {row.code: row for row in BallSet.objects.select_for_update().filter(hall_id=hall_id).order_by("pk")}
        if ball_set not in rows:
            raise errors.NotFound(what="ball_set", which=ball_set)
        was = next((code for code, row in rows.items() if row.state == BallSetState.SPARE), "")
        event = rules.decide_spare(passport_of(rows[ball_set]), was=was, in_play=_in_play(session))
        if was != ball_set:
            BallSet.objects.filter(hall_id=hall_id, code=was).update(state=BallSetState.IN_STORE)
            BallSet.objects.filter(pk=rows[ball_set].pk).update(state=BallSetState.SPARE)
        _append(hall_id, event, at=clock.now(), **told)
        return event

    body = {"ball_set": ball_set}
    return _deed("name_spare_set", decide, hall_id=hall_id, body=body, actor=actor, source_ref=source_ref)


def retire_ball_set(
    *, hall_id: int, ball_set: str, reason: str, actor: str, source_ref: str | None = None
) -> BallSetEvent:
    """
    Take a ball set out of use for good: worn, or with a ball that is not perfect (S0 II).

    Raises:
        NotFound: The hall has none of that name.
        BallSetInPlay: It is the set in use in the live session.
        BallSetOutOfUse: It was retired before.
    """

    def decide(session: BingoSession | None, told: dict[str, Any]) -> BallSetEvent:
        row = _found(hall_id, ball_set)
        event = rules.decide_retirement(passport_of(row), reason=reason, in_play=_in_play(session))
        at = clock.now()
        row.state, row.retired_at, row.retired_reason, row.unseen = BallSetState.RETIRED, at, reason, []
        row.save(update_fields=["state", "retired_at", "retired_reason", "unseen"])
        _append(hall_id, event, at=at, **told)
        return event

    body = {"ball_set": ball_set, "reason": reason}
    return _deed("retire_ball_set", decide, hall_id=hall_id, body=body, actor=actor, source_ref=source_ref)
