"""Refusals about the book of minutes, its signatures and the PINs that make them. Read them as `errors.<Name>`."""

from __future__ import annotations

from sessions.rules.refusal import RuleViolation


class ChiefSignatureNeeded(RuleViolation):
    """The opening and the closing are signed by the Jefe de Mesa at the table (O79 37.3). Params: none."""


class EntriesUnsigned(RuleViolation):
    """Entries of the minutes lack a signature that the law asks for (O79 37.4). Params: entries (list of numbers)."""


class SignerNotAtPost(RuleViolation):
    """Who signs is not at the post whose signature the entry needs. Params: signer."""


class TwoSignersNeeded(RuleViolation):
    """An entry of two signatures is signed by two people (O79 37.4). Params: signer."""


class SignedAlready(RuleViolation):
    """The entry needs no such signature, or has it. Params: entry_no."""


class PinRefused(RuleViolation):
    """The PIN is not the signer's. Params: none."""


class PinNotSet(RuleViolation):
    """The signer has no PIN yet. Params: none."""


class PinLocked(RuleViolation):
    """Too many wrong PINs: the signer waits. Params: wait_minutes."""


class BookInUse(RuleViolation):
    """A session is open in this book; another is opened between sessions. Params: session_no."""
