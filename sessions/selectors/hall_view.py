"""
What the screens are told: a frame of the hall, for one of two audiences, from the journal's rows.

`HallView` is the hub's memory: boards folded up to a journal position. `public` frames hold nothing that has not
been called aloud; `staff` frames hold the whole board.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from records.models import Event, Hall
from records.snapshot import snapshot
from sessions.journal import codec
from sessions.models import BingoSession, Game
from sessions.rules.ball_sets import BALL_SET_EVENTS
from sessions.rules.board import Board, public_board
from sessions.rules.folding import apply_event
from sessions.rules.hall_events import HALL_EVENTS
from sessions.rules.session import SessionBoard, apply_session_event
from sessions.rules.states import State
from sessions.rules.stock import SERIES_EVENTS

# What the public is not told of while it happens: machine's affairs and people's names.
HIDDEN = frozenset({"BallDrawn", "BallHeld", "HeldBallResolved", "StaffPosted", "StrayBall", "IncidentNoted"})
HIDDEN |= {"BlockIssued", "BlockReturned", "BlockHandedOver", "CardsSpoiled", "TakingsHandedIn", "UsedCardsDestroyed"}
HIDDEN |= {"ChequeReturned"}
HIDDEN |= {"TokenGiven", "EntrySigned", "ComplaintNoted", "AdmissionRefused", *HALL_EVENTS}
HIDDEN |= {*SERIES_EVENTS, "MatrixFiled", *BALL_SET_EVENTS, "ProfileFiled", "ProfileChosen"}
HIDDEN_FIELDS = frozenset({"seller", "holder", "second", "usernames", "witness", "terms", "back_to", "off", "holes"})
HIDDEN_FIELDS |= {"to", "agent", "text", "affected", "signed", "how", "detail"}


def _without_names(value: Any) -> Any:
    """Leave out of an event, at any depth, what the public is not told."""
    if isinstance(value, dict):
        return {key: _without_names(item) for key, item in value.items() if key not in HIDDEN_FIELDS}
    return [_without_names(item) for item in value] if isinstance(value, list) else value


@dataclass(slots=True)
class HallView:
    """
    The hall as of a journal position.

    `boards` are the games not yet closed, or the last one: two only for the games of a pair.
    """

    hall: Hall
    position: int
    session: SessionBoard | None
    boards: list[Board]

    @property
    def board(self) -> Board | None:
        """The game the screens show: of a pair the first until it is closed, then the second."""
        return next((b for b in self.boards if b.state != State.CLOSED), self.boards[-1] if self.boards else None)

    def take(self, event: Event) -> None:
        """Fold the next journal row; rows must come in order, without gaps."""
        self.position = event.position
        at = event.at.isoformat()
        if event.stream is None or event.session_no is None or event.stream.startswith("series:"):
            return
        if event.stream.startswith("session:"):
            if self.session is None or self.session.session_no != event.session_no:
                self.session, self.boards = SessionBoard(session_no=event.session_no), []
            self.session = apply_session_event(self.session, codec.session_event(event.kind, event.payload))
            return
        game_no = int(event.stream.rsplit(":", 1)[1])
        known = next((b for b in self.boards if b.game_no == game_no), None)
        before = known or Board(session_no=event.session_no, game_no=game_no)
        board = apply_event(before, codec.game_event(event.kind, event.payload), at)
        others = [b for b in self.boards if b.game_no != game_no and b.state != State.CLOSED]
        self.boards = sorted([*others, board], key=lambda b: b.game_no)

    def frame(self, audience: str, event: Event | None = None) -> dict[str, Any]:
        """Give the frame for `public` or `staff`; event None asks for the state alone."""
        board = self.board
        if board is not None and audience == "public":
            board = public_board(board)
        return {
            "type": "board",
            "epoch": self.hall.journal_epoch,
            "position": self.position,
            "at": event.at.isoformat() if event else "",
            "hall": {"code": self.hall.code, "name": self.hall.name, "language": self.hall.language},
            "session": self._session(audience),
            "board": codec.encode(board) if board else None,
            "event": self._event(audience, event) if event else None,
        }

    def _session(self, audience: str) -> dict[str, Any] | None:
        if self.session is None:
            return None
        plain: dict[str, Any] = codec.encode(self.session)
        if audience == "public":
            return {key: plain[key] for key in ("session_no", "state", "pace", "last_game")}
        return plain

    def _event(self, audience: str, event: Event) -> dict[str, Any] | None:
        told = {**event.payload, "kind": event.kind, "stream": event.stream}
        if audience == "staff":
            return {**told, "actor": event.actor}
        uncalled = event.kind == "BallCorrected" and (
            self.board is None or event.payload["ordinal"] > self.board.called
        )
        if event.kind in HIDDEN or uncalled:
            return None
        if event.kind == "GameVoided":
            # In people's own words; a name may be among them.
            told["reason"] = ""
        shown: dict[str, Any] = _without_names(told)
        return shown


def read_hall_view(hall_id: int) -> HallView:
    """Read the hall as it stands: its head and its boards as of one moment, so that they agree. No deed waits."""
    with snapshot():
        hall = Hall.objects.get(pk=hall_id)
        session = BingoSession.objects.filter(hall_id=hall_id, seq__gt=0).order_by("-session_no").first()
        games: list[Game] = []
        if session is not None:
            begun = Game.objects.filter(session=session).exclude(state=State.ANNOUNCED).order_by("game_no")
            games = list(begun.exclude(state=State.CLOSED)) or list(begun.reverse()[:1])
    return HallView(
        hall=hall,
        position=hall.head_position,
        session=codec.session_board(session.board) if session else None,
        boards=[codec.game_board(game.board) for game in games],
    )
