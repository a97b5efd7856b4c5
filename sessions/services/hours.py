"""Deeds about the hours: what the hall's permit says, and the last game of a session."""

from __future__ import annotations

from datetime import datetime, time, tzinfo
from zoneinfo import ZoneInfo

from django.conf import settings

from records import clock, journal
from records.models import Hall
from records.turn import durable
from sessions.journal import codec
from sessions.journal.door import open_session
from sessions.models import Game
from sessions.rules import errors
from sessions.rules.hall_events import LicenceSet
from sessions.rules.hours import decide_last_game, hours_of
from sessions.rules.session import SessionEvent
from sessions.rules.staff import MOST_PLAYERS
from sessions.rules.states import LIVE, State


def zone() -> tzinfo:
    """Give the zone of the hall's wall clock."""
    return ZoneInfo(settings.TIME_ZONE)


def hours_from(hall: Hall, at: datetime) -> tuple[str, str]:
    """Give from when until when a game may begin in a session opened at this moment."""
    return hours_of(at, hall.opening_time, hall.closing_time, zone())


def set_licence(
    *,
    hall_id: int,
    category: str,
    opening_time: str | None,
    closing_time: str | None,
    actor: str,
    source_ref: str | None = None,
) -> LicenceSet:
    """
    State the hall's category and hours as its permit gives them (O79 22, 32.3); the next session goes by them.

    Raises:
        NotFound: There is no such category.
        KeyReused: The same key came with something else.
    """
    if category and category not in MOST_PLAYERS:
        raise errors.NotFound(what="category", which=category)
    event = LicenceSet(category=category, opening=opening_time or "", closing=closing_time or "")
    payload = codec.encode(event)
    draft = journal.Draft(kind=event.kind, payload=payload, actor=actor, at=clock.now(), source_ref=source_ref)
    with durable():
        said = journal.recorded(hall_id, source_ref) if source_ref else None
        if said is not None:
            if said.payload != payload:
                raise errors.KeyReused
            return event
        Hall.objects.filter(pk=hall_id).update(
            category=category,
            opening_time=time.fromisoformat(opening_time) if opening_time else None,
            closing_time=time.fromisoformat(closing_time) if closing_time else None,
        )
        journal.append(hall_id, [draft])
    return event


def announce_last_game(*, session_id: int, game_no: int, actor: str, source_ref: str | None = None) -> SessionEvent:
    """
    Announce the session's last game (O79 32.3): the one being played, or the next. No sale opens after it.

    Raises:
        NotFound: It is neither of the two.
    """
    body = {"game_no": game_no}
    with open_session(session_id, actor=actor, source_ref=source_ref, deed="announce_last_game", body=body) as opened:
        if again := opened.already():
            return again
        games = {game.game_no: game for game in opened.session.games.exclude(state=State.ANNOUNCED)}
        live = [number for number, game in games.items() if game.state in LIVE]
        if game_no not in {*live, max(games, default=0) + 1}:
            raise errors.NotFound(what="game", which=game_no)
        game = games.get(game_no)
        if game is not None and game.board.get("pair") == 1:
            # With double cards two games are played: the second is the last.
            game_no = codec.game_board(game.board).other_game_no
        before = games.get(opened.board.last_game)
        event = decide_last_game(opened.board, game_no=game_no, called_off=before is not None and _called_off(before))
        opened.record(event)
    return event


def _called_off(game: Game) -> bool:
    """Tell whether a game has ended without being played: withdrawn, or void."""
    board = codec.game_board(game.board)
    return game.state not in LIVE and (board.figures is None or board.voided is not None)
