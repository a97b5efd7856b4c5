"""Refusals at the admission desk. Read them as `errors.<Name>`."""

from __future__ import annotations

from sessions.rules.refusal import RuleViolation


class DocumentLetterWrong(RuleViolation):
    """The letter is not that of the figures: a DNI or NIE was read wrongly, or it is another document. Params: none."""


class VisitorUnknown(RuleViolation):
    """Nobody is on file under that document or number. Params: none."""


class VisitorOnFile(RuleViolation):
    """That document has a record already (O79 31.1: one, at the first visit). Params: none."""


class VisitorDataWrong(RuleViolation):
    """A date of birth, or name, that nobody has. Params: none."""


class VisitorTooYoung(RuleViolation):
    """Nobody below the age comes in (O79 30.1.a). Params: years."""


class EntryNotAllowed(RuleViolation):
    """They may not come in; no reason is told (O79 30.1, 30.2). Params: none."""


class GameBeingPlayed(RuleViolation):
    """Nobody comes in during a game, nor between the two of a pair (O79 32.1). Params: none."""


class NobodyMustWait(RuleViolation):
    """No game is on: whoever is at the door comes in. Params: none."""


class HallFull(RuleViolation):
    """As many people are inside as the hall may hold (O79 21.4, 22.1). Params: inside, seats."""


class EntryCardNeeded(RuleViolation):
    """No entry card of the visitor is valid today (O79 31.2): one is issued as they come in. Params: none."""


class FewerInside(RuleViolation):
    """More people would go out than are inside. Params: inside."""


class CountUnchanged(RuleViolation):
    """The number of people inside is that already. Params: inside."""


class VisitorUnreadable(RuleViolation):
    """The key that sealed the record is not here. Params: none."""


class RegisterUnread(RuleViolation):
    """A line of the file holds no document; nothing was changed. Params: line."""


class RegisterEmpty(RuleViolation):
    """The file holds no document, or is no text; nothing was changed. Params: none."""


class RetentionUnchanged(RuleViolation):
    """The record is held already, or is not. Params: none."""


__all__ = [
    "CountUnchanged",
    "DocumentLetterWrong",
    "EntryCardNeeded",
    "EntryNotAllowed",
    "FewerInside",
    "GameBeingPlayed",
    "HallFull",
    "NobodyMustWait",
    "RegisterEmpty",
    "RegisterUnread",
    "RetentionUnchanged",
    "VisitorDataWrong",
    "VisitorOnFile",
    "VisitorTooYoung",
    "VisitorUnknown",
    "VisitorUnreadable",
]
