"""
The session around the games: opening checks, posts, counts, closing (S0 IV; O79 34.1).

Its own small state machine (preparing -> open -> closed), its own board, folded like a game's.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from sessions.rules.errors import WrongState
from sessions.rules.jackpot_settings import JackpotSet
from sessions.rules.session_events import (
    AdmissionRefused,
    ComplaintNoted,
    LastGameAnnounced,
)
from sessions.rules.session_events import SessionEvent as SessionEvent  # noqa: PLC0414 - one door to a session


class Post(StrEnum):
    """The posts of O79 art. 24, the senior ones first."""

    HALL_MANAGER = "hall_manager"
    TABLE_CHIEF = "table_chief"
    CASHIER = "cashier"
    SELLER_CALLER = "seller_caller"
    FLOOR_ASSISTANT = "floor_assistant"
    ADMISSION = "admission"


EQUIPMENT: Final = ("extractor", "cctv", "panel", "sound", "spare_balls", "regulation_copies")
"""What is checked before each session (S0 II and IV; O79 32.5, 34.5)."""

REQUIRED_POSTS: Final = (Post.HALL_MANAGER, Post.TABLE_CHIEF, Post.CASHIER, Post.SELLER_CALLER)
"""Without somebody at each of these no game is possible, whatever the hall's category."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EquipmentChecked(SessionEvent):
    """The checklist: items found in order, and those with a fault."""

    in_order: tuple[str, ...]
    faulty: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BallsCounted(SessionEvent):
    """
    A count of the ball set in use; missing names absent numbers; after_game = games played until then.

    `spare` is the complete set kept ready (O79 34.5), "" when none is named; None in counts from before it was told.
    """

    ball_set: str
    count: int
    missing: tuple[int, ...] = ()
    witness: str = ""
    after_game: int = 0
    closing: bool = False
    spare: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffPosted(SessionEvent):
    """
    People took a post; it replaces who held it before. In an open session it is a substitution, with its reason.

    `transitory`: who is then both Jefe de Mesa and Cajero, which one person may be for a while only (O79 26.2.b).
    """

    post: Post
    usernames: tuple[str, ...]
    reason: str = ""
    transitory: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionOpened(SessionEvent):
    """
    The Jefe de Sala opened the session; `signed` is the Jefe de Mesa who signs its first entry (O79 37.3).

    `category` is the hall's (O79 22; "" = not stated). No sale opens before `opens_at` or after `closes_at` (O79 32.3):
    moments in UTC, "" = no limit.
    """

    signed: str = ""
    category: str = ""
    opens_at: str = ""
    closes_at: str = ""


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
    """
    Another ball set is in use (S0 II: it goes into the acta).

    `game_no` is the game that plays on with it, after so many balls `drawn`; 0 between games.
    """

    was: str
    ball_set: str
    reason: str
    game_no: int = 0
    drawn: int = 0


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
    second: str = ""
    method: str = "cash"
    cheque: str = ""
    consented: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RefundPaid(SessionEvent):
    """Cards of a void game were brought back after its closing and paid back (S0 V)."""

    game_session_no: int
    game_no: int
    first: int
    last: int
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TakingsHandedIn(SessionEvent):
    """A seller's money was counted at the cash desk; `signed` is the seller who confirmed the count, or ""."""

    seller: str
    expected_cents: int
    counted_cents: int
    signed: str = ""

    @property
    def difference_cents(self) -> int:
        """What was counted more (or, negative, less) than expected."""
        return self.counted_cents - self.expected_cents


@dataclass(frozen=True, slots=True, kw_only=True)
class UsedCardsDestroyed(SessionEvent):
    """All used cards in the hall were destroyed before a witness; `kept` stay as evidence (O79 33.9)."""

    cards: int
    kept: int
    witness: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionClosed(SessionEvent):
    """The Jefe de Sala closed the session; `signed` is the Jefe de Mesa who signs its last entry (O79 37.3)."""

    signed: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrySigned(SessionEvent):
    """Somebody at a post signed an entry of the minutes with their PIN (O79 37.4)."""

    entry_no: int
    as_post: Post
    signer: str


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
    handed_in: tuple[TakingsHandedIn, ...] = ()
    destroyed: int = 0
    stray_balls: int = 0
    incidents: int = 0
    jackpots: tuple[JackpotSet, ...] = ()
    complaints: int = 0
    admissions_refused: int = 0
    category: str = ""
    opens_at: str = ""
    closes_at: str = ""
    last_game: int = 0
    signatures: tuple[EntrySigned, ...] = ()

    def handed_in_cents(self, seller: str) -> int:
        """Give what a seller's hand-overs settled so far, in cents: what was expected, whatever was counted."""
        return sum(h.expected_cents for h in self.handed_in if h.seller == seller)

    def people_at(self, post: Post) -> tuple[str, ...]:
        """Give the usernames at a post, empty when nobody is."""
        return next((p.usernames for p in self.posts if p.post == post), ())


_ANYTIME: Final = ("EquipmentChecked", "BallsCounted", "StaffPosted", "PaceSet", "JackpotSet", "FundBroughtIn")

SESSION_TRANSITIONS: Final[dict[str, dict[str, str]]] = {
    "preparing": {**dict.fromkeys(_ANYTIME, "preparing"), "SessionOpened": "open"},
    "open": {
        **dict.fromkeys(_ANYTIME[1:], "open"),
        **dict.fromkeys(("BallSetChanged", "PrizePaid", "StrayBall", "IncidentNoted", "FaultCleared"), "open"),
        **dict.fromkeys(("TakingsHandedIn", "UsedCardsDestroyed", "RefundPaid", "EntrySigned"), "open"),
        **dict.fromkeys(("ComplaintNoted", "AdmissionRefused", "LastGameAnnounced", "ChequeReturned"), "open"),
        "SessionClosed": "closed",
    },
    # O79 33.9: destroyed before the next session at the latest; and no money is left uncounted.
    "closed": {"UsedCardsDestroyed": "closed", "TakingsHandedIn": "closed"},
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
        case _:
            return _decided(board, event)


def _decided(board: SessionBoard, event: SessionEvent) -> SessionBoard:
    match event:
        case SessionOpened():
            return replace(board, category=event.category, opens_at=event.opens_at, closes_at=event.closes_at)
        case LastGameAnnounced():
            return replace(board, last_game=event.game_no)
        case JackpotSet():
            others_set = tuple(one for one in board.jackpots if one.code != event.code)
            return replace(board, jackpots=(*others_set, event))
        case _:
            return _counted(board, event)


def _counted(board: SessionBoard, event: SessionEvent) -> SessionBoard:
    match event:
        case StrayBall():
            return replace(board, stray_balls=board.stray_balls + 1)
        case TakingsHandedIn():
            return replace(board, handed_in=(*board.handed_in, event))
        case UsedCardsDestroyed():
            return replace(board, destroyed=board.destroyed + event.cards)
        case IncidentNoted():
            return replace(board, incidents=board.incidents + 1)
        case ComplaintNoted():
            return replace(board, complaints=board.complaints + 1)
        case AdmissionRefused():
            return replace(board, admissions_refused=board.admissions_refused + 1)
        case EntrySigned():
            return replace(board, signatures=(*board.signatures, event))
        case _:
            return board
