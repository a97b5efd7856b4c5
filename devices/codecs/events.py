"""
What an extractor can tell: frozen events, whatever dialect it speaks.

An event with `boot` and `ev` came from the machine's journal and is acknowledged after it is stored; the
others are said by the port itself. `boot` names one run of the machine, `ev` (1 to 65,535) counts its events.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class BallRead:
    """A ball read: `number` 1 to 90, `ordinal` 1 to 90, `quality` 0 to 100, `raw` the frame's text."""

    boot: str
    ev: int
    ordinal: int
    number: int
    quality: int
    source: str
    raw: str = ""


@dataclass(frozen=True, slots=True)
class BallUnread:
    """
    A draw that gave no number to trust.

    `reason`: `unread` (reader gave up), `multi` (two balls), `noball` (none came, twice), `range` (no such
    number). `numbers` is what the machine wrote, not checked. `ordinal` is 0 when that was unreadable too.
    """

    boot: str
    ev: int
    ordinal: int
    reason: str
    numbers: str = ""


@dataclass(frozen=True, slots=True)
class BallMissing:
    """A draw brought no ball for the first time; the port asks for the same ordinal once more by itself."""

    boot: str
    ev: int
    ordinal: int


@dataclass(frozen=True, slots=True)
class BallVoided:
    """The operator took a ball back at the machine (tray consoles)."""

    boot: str
    ev: int
    ordinal: int
    number: int


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault begins (`active`) or ends: JAM, DOOR, AIR, DRUM, READER, MOTOR or COUNT."""

    boot: str
    ev: int
    code: str
    active: bool


@dataclass(frozen=True, slots=True)
class MachineState:
    """The machine says it is IDLE, LOADED, MIXING, READY, DRAWING, SHOWING, RETURNING or FAULT."""

    boot: str
    ev: int
    state: str


@dataclass(frozen=True, slots=True)
class DrawEnded:
    """The balls are back in the drum; `balls_in` should be 90."""

    boot: str
    ev: int
    balls_in: int


@dataclass(frozen=True, slots=True)
class Booted:
    """The machine has started; `reason` is `power` or `watchdog`. Always its event 1."""

    boot: str
    ev: int
    reason: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """An event of a later protocol version, or one that makes no sense: kept, acknowledged, ignored."""

    boot: str
    ev: int
    raw: str


@dataclass(frozen=True, slots=True)
class LinkUp:
    """The machine has answered HELLO and STATUS. `renewed`: another boot than the one last known."""

    boot: str
    model: str
    firmware: str = ""
    caps: tuple[str, ...] = ()
    renewed: bool = False


@dataclass(frozen=True, slots=True)
class LinkDown:
    """The machine cannot be spoken to; `reason` is a code (`lost`, `no-answer`, `rebooted`, ...)."""

    reason: str


@dataclass(frozen=True, slots=True)
class StatusRead:
    """
    What the machine says of itself: `ordinal`, `last` and `balls_in` 0 to 90, and the map `drawn`.

    `pressure_pa` (pascal) is that of its air, `rpm` the turns of its drum; None where it says none.
    `own` is False where the machine keeps no count: then all this is what the host has heard, and proves nothing.
    """

    state: str
    ordinal: int
    last: int
    balls_in: int
    faults: frozenset[str]
    drawn: frozenset[int]
    pressure_pa: int | None = None
    rpm: int | None = None
    own: bool = True


@dataclass(frozen=True, slots=True)
class CommandRefused:
    """The machine (or the port, code DOWN) refused a command; `detail` is what it added, as sent."""

    verb: str
    code: str
    detail: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DrawSlow:
    """The ball asked for has not come for `seconds`; nothing is wrong yet."""

    ordinal: int
    seconds: float


@dataclass(frozen=True, slots=True)
class DrawStalled:
    """No ball and no word of it for `seconds`; a STATUS follows and a person decides."""

    ordinal: int
    seconds: float


JournalEvent = BallRead | BallUnread | BallMissing | BallVoided | Fault | MachineState | DrawEnded | Booted | Unknown
"""What the machine keeps in its journal: stored, handled, then acknowledged."""

LineEvent = LinkUp | LinkDown | StatusRead | CommandRefused | DrawSlow | DrawStalled
"""What the port says of itself: never stored, never acknowledged."""

PortEvent = JournalEvent | LineEvent
