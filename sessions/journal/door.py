"""
The one door: every deed opens the game (or the session), asks a rule, records what happened.

A door is one durable transaction. Locks are taken in one order everywhere: session, game, series by id,
accounts by id, and the hall's head row last, when the recorded events are appended at the door's end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from records import clock, journal
from records.chain import body_hash
from records.models import Event
from records.turn import durable
from sessions.journal import codec, minutes
from sessions.journal.carried import board_of, first_events
from sessions.journal.redeeming import redeem
from sessions.models import BingoSession, CardSeries, Game
from sessions.rules import errors
from sessions.rules.board import Board
from sessions.rules.events import GameEvent
from sessions.rules.folding import apply_event
from sessions.rules.session import SessionBoard, SessionEvent, apply_session_event
from sessions.rules.states import LIVE
from sessions.rules.stock import REMAINS, SeriesBoard, SeriesEvent, apply_series_event


@dataclass(slots=True, kw_only=True)
class Door:
    """What both doors have: who acts, when, under which reference, and the events waiting for the journal."""

    hall_id: int
    session: BingoSession | None
    actor: str
    source_ref: str | None = None
    body: str = ""
    at: Any = field(default_factory=clock.now)
    drafts: list[journal.Draft] = field(default_factory=list)
    boards: dict[int, minutes.Boards] = field(default_factory=dict)

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

    def _recorded_run(self) -> list[Event]:
        """Find every row of one stream that this same request recorded before, in order."""
        first = self._recorded()
        return journal.recorded_run(first) if first else []

    def record_in_series(self, series: CardSeries, event: SeriesEvent) -> None:
        """Fold an event into the board of a locked series and queue its journal row."""
        self.begin_series(series)
        self._fold(series, event)

    def begin_series(self, series: CardSeries, *, next_card: int | None = None) -> None:
        """Record what is known of a locked series without events; its rows have no reference, which the deed's has."""
        for event in first_events(series, next_card=next_card):
            self._fold(series, event, referred=False)

    def _fold(self, series: CardSeries, event: SeriesEvent, *, referred: bool = True) -> None:
        board = apply_series_event(codec.series_board(series.board), event)
        series.board, series.seq = codec.encode(board), board.seq
        series.remains = bool(board.runs(*REMAINS))
        series.save(update_fields=["board", "seq", "remains"])
        self._draft(event.kind, event, series.stream, board.seq, referred=referred)

    def _fold_beside(self, locked: LockedGame, event: GameEvent) -> int:
        before, locked.board = locked.board, apply_event(locked.board, event, self.moment)
        self.boards[len(self.drafts)] = before, locked.board
        self._draft(event.kind, event, locked.game.stream, locked.board.seq, referred=False)
        return locked.board.seq

    def _draft(self, kind: str, event: Any, stream: str, seq: int, *, referred: bool = True) -> None:
        first = referred and not any(d.source_ref for d in self.drafts)
        self.drafts.append(
            journal.Draft(
                kind=kind,
                payload=codec.encode(event),
                actor=self.actor,
                at=self.at,
                session_no=self.session.session_no if self.session else None,
                stream=stream,
                seq=seq,
                source_ref=self.source_ref if first else None,
                body_hash=self.body,
            )
        )

    def append(self) -> None:
        """Append the queued rows to the journal, and write in the book of minutes what they make there (O79 37.1)."""
        minutes.write(self.hall_id, journal.append(self.hall_id, self.drafts), self.boards)

    @property
    def moment(self) -> str:
        """The door's time as the fold takes it: ISO 8601, UTC."""
        return str(self.at.isoformat())


@dataclass(slots=True, kw_only=True)
class LockedGame:
    """A game inside another's door, as the other of its pair or of its session: locked, its board read after that."""

    game: Game
    board: Board


@dataclass(slots=True, kw_only=True)
class OpenGame(Door):
    """A game with its row locked and its board read after the lock."""

    session: BingoSession
    game: Game
    board: Board
    twin: LockedGame | None = None

    def begin_twin(self) -> LockedGame:
        """Give the second game of the pair a row: it is born in the door that closes the sale of both."""
        board = Board(session_no=self.board.session_no, game_no=self.board.other_game_no)
        game = Game.objects.create(session=self.session, game_no=board.game_no, board=codec.encode(board))
        self.twin = LockedGame(game=game, board=board)
        return self.twin

    def open_twin(self) -> LockedGame | None:
        """Lock the second game of the pair, after the first; None when there is none (yet)."""
        games = Game.objects.select_for_update(no_key=True).filter(session=self.session)
        game = games.filter(game_no=self.board.other_game_no).first() if self.board.pair == 1 else None
        if game is not None:
            game.session = self.session
            self.twin = LockedGame(game=game, board=codec.game_board(game.board))
        return self.twin

    def record_in_twin(self, event: GameEvent) -> int:
        """Fold an event into the other game of the pair and queue its journal row; gives that game's new seq."""
        assert self.twin is not None, "the twin is open"
        return self._fold_beside(self.twin, event)

    def already(self) -> GameEvent | None:
        """Give what this same request recorded before, None the first time; raises KeyReused."""
        row = self._recorded()
        return codec.game_event(row.kind, row.payload) if row else None

    def already_all(self) -> list[GameEvent]:
        """Give all that this same request recorded before, [] the first time; raises KeyReused."""
        return [codec.game_event(row.kind, row.payload) for row in self._recorded_run()]

    def record(self, event: GameEvent) -> int:
        """Fold an event into the board and queue its journal row; gives the game's new seq."""
        before, self.board = self.board, apply_event(self.board, event, self.moment)
        self.boards[len(self.drafts)] = before, self.board
        self._draft(event.kind, event, self.game.stream, self.board.seq)
        return self.board.seq


@dataclass(slots=True, kw_only=True)
class OpenSession(Door):
    """A session with its row locked and its board read after the lock."""

    session: BingoSession
    board: SessionBoard
    games: list[LockedGame] = field(default_factory=list)

    def lock_live_games(self) -> list[LockedGame]:
        """Lock the session's games that are being played or wait, the first of a pair before the second."""
        games = Game.objects.select_for_update(no_key=True).filter(session=self.session, state__in=LIVE)
        for game in games.order_by("game_no"):
            game.session = self.session
            self.games.append(LockedGame(game=game, board=codec.game_board(game.board)))
        return self.games

    def record_in_game(self, game_no: int, event: GameEvent) -> None:
        """Fold an event into the board of a locked game and queue its journal row, after the session's own."""
        self._fold_beside(next(one for one in self.games if one.board.game_no == game_no), event)

    def already(self) -> SessionEvent | None:
        """Give what this same request recorded before, None the first time; raises KeyReused."""
        row = self._recorded()
        return codec.session_event(row.kind, row.payload) if row else None

    def record(self, event: SessionEvent) -> int:
        """Fold an event into the session's board and queue its journal row; gives the session's new seq."""
        before, self.board = self.board, apply_session_event(self.board, event)
        self.boards[len(self.drafts)] = before, self.board
        self._draft(event.kind, event, self.session.stream, self.board.seq)
        return self.board.seq


@dataclass(slots=True, kw_only=True)
class OpenSeries(Door):
    """A series with its row locked and its board read after the lock."""

    session: BingoSession | None = None
    series: CardSeries

    @property
    def board(self) -> SeriesBoard:
        """The series as last recorded, this door's events included."""
        return board_of(self.series)

    def already(self) -> SeriesEvent | None:
        """Give what this same request recorded before, None the first time; raises KeyReused."""
        row = self._recorded()
        return codec.series_event(row.kind, row.payload) if row else None

    def record(self, event: SeriesEvent) -> None:
        """Fold an event into the series' board and queue its journal row."""
        self.record_in_series(self.series, event)


def _keep(game: Game, board: Board) -> None:
    game.board = codec.encode(board)
    game.state, game.seq = str(board.state), board.seq
    game.save(update_fields=["board", "state", "seq"])


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
    with durable():
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
        redeem(source_ref)
        yield opened
        if opened.drafts:
            _keep(game, opened.board)
            if opened.twin is not None:
                _keep(opened.twin.game, opened.twin.board)
            opened.append()


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
    with durable():
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
        redeem(source_ref)
        yield opened
        if opened.drafts:
            session.board = codec.encode(opened.board)
            session.state, session.seq = opened.board.state, opened.board.seq
            session.save(update_fields=["board", "state", "seq", "opened_at", "closed_at"])
            for locked in opened.games:
                _keep(locked.game, locked.board)
            opened.append()


@contextmanager
def open_series(
    series_id: int,
    *,
    actor: str,
    source_ref: str | None = None,
    deed: str = "",
    body: Mapping[str, Any] | None = None,
) -> Iterator[OpenSeries]:
    """
    Open a series of cards for one deed of the store.

    Raises:
        NotFound: There is no such series.
    """
    with durable():
        rows = CardSeries.objects.select_for_update(no_key=True, of=("self",)).select_related("matrix")
        series = rows.filter(pk=series_id).first()
        if series is None:
            raise errors.NotFound(what="series", which=series_id)
        opened = OpenSeries(
            hall_id=series.hall_id,
            series=series,
            actor=actor,
            source_ref=source_ref,
            body=body_hash(deed, body or {}) if source_ref else "",
        )
        redeem(source_ref)
        yield opened
        if opened.drafts:
            opened.append()
