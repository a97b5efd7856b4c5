"""
The one door: every deed opens the game (or the session), asks a rule, records what happened.

A door is one durable transaction. Locks are taken in one order everywhere: session, game, series, accounts,
and the hall's head row last, when the recorded events are appended at the door's end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from records import clock, journal
from records.chain import body_hash
from records.models import Event
from sessions.journal import codec
from sessions.models import BingoSession, Game
from sessions.rules import errors
from sessions.rules.board import Board
from sessions.rules.events import GameEvent
from sessions.rules.folding import apply_event
from sessions.rules.session import SessionBoard, SessionEvent, apply_session_event


@dataclass(slots=True, kw_only=True)
class Door:
    """What both doors have: who acts, when, under which reference, and the events waiting for the journal."""

    hall_id: int
    session: BingoSession
    actor: str
    source_ref: str | None = None
    body: str = ""
    at: Any = field(default_factory=clock.now)
    drafts: list[journal.Draft] = field(default_factory=list)

    def _recorded(self) -> Event | None:
        """
        Find the row this same request recorded before.

        Raises:
            KeyReused: The reference was used with another body.
        """
        if self.source_ref is None:
            return None
        event = journal.recorded(self.hall_id, self.source_ref)
        if event is not None and event.body_hash != self.body:
            raise errors.KeyReused
        return event

    def _draft(self, kind: str, event: Any, stream: str, seq: int) -> None:
        first = not any(d.source_ref for d in self.drafts)
        self.drafts.append(
            journal.Draft(
                kind=kind,
                payload=codec.encode(event),
                actor=self.actor,
                at=self.at,
                session_no=self.session.session_no,
                stream=stream,
                seq=seq,
                source_ref=self.source_ref if first else None,
                body_hash=self.body if first else "",
            )
        )

    @property
    def moment(self) -> str:
        """The door's time as the fold takes it: ISO 8601, UTC."""
        return str(self.at.isoformat())


@dataclass(slots=True, kw_only=True)
class OpenGame(Door):
    """A game with its row locked and its board read after the lock."""

    game: Game
    board: Board

    def already(self) -> GameEvent | None:
        """Give what this same request recorded before, None the first time; raises KeyReused."""
        row = self._recorded()
        return codec.game_event(row.kind, row.payload) if row else None

    def record(self, event: GameEvent) -> int:
        """Fold an event into the board and queue its journal row; gives the game's new seq."""
        self.board = apply_event(self.board, event, self.moment)
        self._draft(event.kind, event, self.game.stream, self.board.seq)
        return self.board.seq


@dataclass(slots=True, kw_only=True)
class OpenSession(Door):
    """A session with its row locked and its board read after the lock."""

    board: SessionBoard

    def already(self) -> SessionEvent | None:
        """Give what this same request recorded before, None the first time; raises KeyReused."""
        row = self._recorded()
        return codec.session_event(row.kind, row.payload) if row else None

    def record(self, event: SessionEvent) -> int:
        """Fold an event into the session's board and queue its journal row; gives the session's new seq."""
        self.board = apply_session_event(self.board, event)
        self._draft(event.kind, event, self.session.stream, self.board.seq)
        return self.board.seq


@contextmanager
def open_game(
    game_id: int,
    *,
    actor: str,
    source_ref: str | None = None,
    deed: str = "",
    body: Mapping[str, Any] | None = None,
    with_session: bool = False,
) -> Iterator[OpenGame]:
    """
    Open a game for one deed; `with_session` locks its session first (sale opening, closing, withdrawal).

    Raises:
        NotFound: There is no such game.
        RuntimeError: A door is open already in this thread (doors do not nest).
    """
    with transaction.atomic(durable=True):
        if with_session:
            BingoSession.objects.select_for_update(no_key=True).filter(games=game_id).first()
        game = (
            Game.objects.select_for_update(no_key=True, of=("self",))
            .select_related("session")
            .filter(pk=game_id)
            .first()
        )
        if game is None:
            raise errors.NotFound(what="game", which=game_id)
        opened = OpenGame(
            hall_id=game.session.hall_id,
            session=game.session,
            game=game,
            board=codec.game_board(game.board),
            actor=actor,
            source_ref=source_ref,
            body=body_hash(deed, body or {}) if source_ref else "",
        )
        yield opened
        if opened.drafts:
            game.board = codec.encode(opened.board)
            game.state, game.seq = str(opened.board.state), opened.board.seq
            game.save(update_fields=["board", "state", "seq"])
            journal.append(opened.hall_id, opened.drafts)


@contextmanager
def open_session(
    session_id: int,
    *,
    actor: str,
    source_ref: str | None = None,
    deed: str = "",
    body: Mapping[str, Any] | None = None,
) -> Iterator[OpenSession]:
    """
    Open a session for one deed.

    Raises:
        NotFound: There is no such session.
    """
    with transaction.atomic(durable=True):
        session = BingoSession.objects.select_for_update(no_key=True).filter(pk=session_id).first()
        if session is None:
            raise errors.NotFound(what="session", which=session_id)
        opened = OpenSession(
            hall_id=session.hall_id,
            session=session,
            board=codec.session_board(session.board),
            actor=actor,
            source_ref=source_ref,
            body=body_hash(deed, body or {}) if source_ref else "",
        )
        yield opened
        if opened.drafts:
            session.board = codec.encode(opened.board)
            session.state, session.seq = opened.board.state, opened.board.seq
            session.save(update_fields=["board", "state", "seq", "opened_at", "closed_at"])
            journal.append(opened.hall_id, opened.drafts)
