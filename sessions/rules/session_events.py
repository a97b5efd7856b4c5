"""What an event of a session is, and what happens around the games: complaints, refused admissions, the last game."""

from __future__ import annotations

from dataclasses import dataclass


class SessionEvent:
    """Base of every event of a session."""

    __slots__ = ()

    @property
    def kind(self) -> str:
        """The event's name in the journal."""
        return type(self).__name__.removeprefix("Session_")


@dataclass(frozen=True, slots=True, kw_only=True)
class ComplaintNoted(SessionEvent):
    """
    A player's complaint, in the player's words (O79 37.4); who complains stands outside the journal.

    `identified`: the number of an identity document was given; `game_no` 0 = of no game in particular.
    """

    complaint_no: int
    game_no: int
    text: str
    claimant_signed: bool
    identified: bool = False

    @property
    def has_value(self) -> bool:
        """Whether it is signed and identified, without which it has no value (O79 37.4)."""
        return self.claimant_signed and self.identified


@dataclass(frozen=True, slots=True, kw_only=True)
class AdmissionRefused(SessionEvent):
    """Somebody was not let in, or (`expelled`) was asked to leave (O79 30.2, 32.2); nobody is named here."""

    reason: str
    expelled: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LastGameAnnounced(SessionEvent):
    """The players were told which game is the session's last (O79 32.3)."""

    game_no: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChequeReturned(SessionEvent):
    """The cheque given for a prize came back unpaid: the prize is payable again (O79 35.4)."""

    game_session_no: int
    game_no: int
    award_no: int
    card: int
    cents: int
    cheque: str
