"""Who logged in and out, what was approved, what was found and kept: the significant events of the hall."""

from __future__ import annotations

from dataclasses import dataclass

from sessions.rules.hall_event import HallEvent

# People ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedIn(HallEvent):
    """Somebody logged in: `who` is a member of staff's log-in or a player's account; `address` only of staff."""

    who: str
    address: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedOut(HallEvent):
    """Somebody logged out."""

    who: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LogInFailed(HallEvent):
    """
    A log-in failed, `times` times within a minute from one address; `who` "" = no such person.

    What was typed is kept nowhere: it may be a password.
    """

    who: str
    address: str
    times: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class LogInLocked(HallEvent):
    """After too many failures a log-in is locked for a while; `times` as in a failed log-in."""

    who: str
    address: str
    times: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class StepUpProved(HallEvent):
    """Somebody proved who they are once more, with their PIN, before a grave deed."""

    who: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StepUpFailed(HallEvent):
    """A wrong PIN was given in somebody's name; `locked` = that was the last one allowed, or it is locked still."""

    who: str
    locked: bool = False
    times: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalAsked(HallEvent):
    """Somebody wants to do a deed that needs a second person, and asked for their word; `digest` as in the answer."""

    deed: str
    wanted_by: str
    digest: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalGiven(HallEvent):
    """A second person approved a deed that another wants to do; `digest` binds it to that deed and amount."""

    deed: str
    wanted_by: str
    second: str
    digest: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalRefused(HallEvent):
    """A second person said no, or was not allowed to say yes; `reason` is a code, "" = they said no."""

    deed: str
    wanted_by: str
    second: str
    reason: str = ""
    digest: str = ""
    times: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class OriginRefused(HallEvent):
    """A page or socket of another origin, or a form without the hall's token, was turned away."""

    origin: str
    address: str
    times: int = 1


# The house -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class HallStarted(HallEvent):
    """The hall's program was started; `build` is the SHA-256 over its code and the versions it runs on."""

    build: str
    version: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HallStopped(HallEvent):
    """The hall's program was stopped in order."""

    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class UncleanRestart(HallEvent):
    """The program had not been stopped in order: power, a kill or a crash; `last_at` is its last row, ISO 8601, UTC."""

    started_at: str
    last_at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkLost(HallEvent):
    """The line to a device or a service was lost; `what` is extractor, panel, scanner, printer, scenes or redis."""

    device: str
    what: str
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkRestored(HallEvent):
    """The line is back after `away_seconds`."""

    device: str
    what: str
    away_seconds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceFault(HallEvent):
    """A device reported a fault of itself, such as PAPER of a printer."""

    device: str
    what: str
    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceFaultOver(HallEvent):
    """The device says that the fault is over."""

    device: str
    what: str
    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingChange:
    """One setting before and after; of a secret only a mark of four digits, "" = not set."""

    name: str
    was: str
    now: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsChanged(HallEvent):
    """The hall's settings are not those of its last start; the first such row tells all of them."""

    changes: tuple[SettingChange, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SoftwareChanged(HallEvent):
    """The program is not the one of the last start; `was` "" = the first one known. `files` = how many differ."""

    was: str
    now: str
    files: int = 0
    packages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SoftwareApproved(HallEvent):
    """Somebody answers for the program as it is now; `note` says what was updated, and on whose word."""

    build: str
    was: str
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockStepped(HallEvent):
    """The server's clock was moved by so many milliseconds, forward or (below 0) back."""

    milliseconds: int


# Evidence --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperMade(HallEvent):
    """
    Minutes were printed or given out as a file; `up_to` is the row of the journal whose hash stands on them.

    `copy` is authority or holder of a print, `form` pdf, csv, xlsx or json.
    """

    session: int
    form: str
    copy: str
    up_to: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportMade(HallEvent):
    """A report, a register or a list was printed or given out as a file; `asked` are its limits, such as dates."""

    report: str
    form: str
    asked: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class VerificationRun(HallEvent):
    """
    The hall proved itself: `scope` is start, opening, night or demand; `found` = how many things are wrong.

    `first_bad` is the first row of the journal that is wrong, 0 = none; `up_to` the last row that was looked at.
    """

    scope: str
    found: int
    first_bad: int
    up_to: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupMade(HallEvent):
    """A copy of the whole hall was made; it ends with the row `up_to`; `sha256` and size are the file's."""

    up_to: int
    sha256: str
    size_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupRestored(HallEvent):
    """
    The hall was put back to a copy that ends with the row `up_to`, of this hash; its journal counts a new epoch.

    `lost_to` is the last row that the anchor file knows of, more than `up_to` when rows were lost.
    """

    epoch: int
    up_to: int
    head_hash: str
    lost_to: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Purged(HallEvent):
    """Data that the law wants forgotten were deleted for good: of what kind, and how many."""

    what: str
    count: int
