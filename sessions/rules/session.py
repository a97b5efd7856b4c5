"""
The session around the games: opening checks, posts, counts, closing (S0 IV; O79 34.1).

Its own small state machine (preparing -> open -> closed), its own board, folded like a game's.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from sessions.rules.errors import WrongState


class Post(StrEnum):
    """Posts of O79 art. 24 that a session needs to play."""

    HALL_MANAGER = "hall_manager"
    TABLE_CHIEF = "table_chief"
    CASHIER = "cashier"
    SELLER_CALLER = "seller_caller"


EQUIPMENT: Final = ("extractor", "cctv", "panel", "sound", "spare_balls", "regulation_copies")
"""What is checked before each session (S0 II and IV; O79 32.5, 34.5)."""

REQUIRED_POSTS: Final = (Post.HALL_MANAGER, Post.TABLE_CHIEF, Post.CASHIER, Post.SELLER_CALLER)


class SessionEvent:
    """Base of every event of a session."""

    __slots__ = ()

    @property
    def kind(self) -> str:
        """The event's name in the journal."""
        return type(self).__name__.removeprefix("Session_")


@dataclass(frozen=True, slots=True, kw_only=True)
class EquipmentChecked(SessionEvent):
    """The checklist: items found in order, and those with a fault."""

    in_order: tuple[str, ...]
    faulty: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BallsCounted(SessionEvent):
    """A count of the ball set in use; missing names absent numbers; after_game = games played until then."""

    ball_set: str
    count: int
    missing: tuple[int, ...] = ()
    witness: str = ""
    after_game: int = 0
    closing: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffPosted(SessionEvent):
    """People took a post; it replaces who held it before."""

    post: Post
    usernames: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionOpened(SessionEvent):
    """The Jefe de Sala opened the session."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaceSet(SessionEvent):
    """Who calls: the caller's key, or the automatic voice after wait_ms."""

    automatic: bool
    wait_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultCleared(SessionEvent):
    """A person says that a machine's fault has been removed; the draw loop tells the machine."""

    device: str
    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BallSetChanged(SessionEvent):
    """Another ball set is in use (S0 II: it goes into the acta)."""

    was: str
    ball_set: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StrayBall(SessionEvent):
    """The machine sent a ball while no game took balls."""

    ordinal: int
    number: int
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IncidentNoted(SessionEvent):
    """An incident, in the words of who notes it, or a code of the system's."""

    code: str
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Session_PrizePaid(SessionEvent):  # noqa: N801 - its journal name is PrizePaid, as the game's
    """A prize left payable when its game closed was paid later."""

    game_no: int
    award_no: int
    card: int
    cents: int
    game_session_no: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionClosed(SessionEvent):
    """The Jefe de Sala closed the session."""


SESSION_EVENTS: Final = {cls.__name__.removeprefix("Session_"): cls for cls in SessionEvent.__subclasses__()}


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionBoard:
    """One session as last recorded; `count` is the last count of balls."""

    session_no: int
    seq: int = 0
    state: str = "preparing"
    in_order: tuple[str, ...] = ()
    faulty: tuple[str, ...] = ()
    count: BallsCounted | None = None
    ball_set: str = ""
    posts: tuple[StaffPosted, ...] = ()
    pace: PaceSet = PaceSet(automatic=False, wait_ms=4000)
    stray_balls: int = 0
    incidents: int = 0

    def people_at(self, post: Post) -> tuple[str, ...]:
        """Give the usernames at a post, empty when nobody is."""
        return next((p.usernames for p in self.posts if p.post == post), ())


_ANYTIME: Final = ("EquipmentChecked", "BallsCounted", "StaffPosted", "PaceSet")

SESSION_TRANSITIONS: Final[dict[str, dict[str, str]]] = {
    "preparing": {**dict.fromkeys(_ANYTIME, "preparing"), "SessionOpened": "open"},
    "open": {
        **dict.fromkeys(_ANYTIME[1:], "open"),
        **dict.fromkeys(("BallSetChanged", "PrizePaid", "StrayBall", "IncidentNoted", "FaultCleared"), "open"),
        "SessionClosed": "closed",
    },
    "closed": {},
}


def apply_session_event(board: SessionBoard, event: SessionEvent) -> SessionBoard:
    """
    Fold one recorded event into the session's board.

    Raises:
        WrongState: The event cannot happen in the session's state.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 34.1, 37.3; Catálogo (BOE-A-1979-25744), bingo IV.
    """
    try:
        state = SESSION_TRANSITIONS[board.state][event.kind]
    except KeyError:
        raise WrongState(state=board.state, deed=event.kind) from None
    return _folded(replace(board, state=state, seq=board.seq + 1), event)


def _folded(board: SessionBoard, event: SessionEvent) -> SessionBoard:
    match event:
        case EquipmentChecked():
            return replace(board, in_order=event.in_order, faulty=event.faulty)
        case BallsCounted():
            return replace(board, count=event, ball_set=event.ball_set)
        case BallSetChanged():
            return replace(board, ball_set=event.ball_set)
        case StaffPosted():
            others = tuple(p for p in board.posts if p.post != event.post)
            return replace(board, posts=(*others, event))
        case PaceSet():
            return replace(board, pace=event)
        case StrayBall():
            return replace(board, stray_balls=board.stray_balls + 1)
        case IncidentNoted():
            return replace(board, incidents=board.incidents + 1)
        case _:
            return board
