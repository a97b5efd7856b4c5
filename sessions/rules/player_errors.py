"""Refusals about players' accounts, limits, cards handed on and cheques. Read them as `errors.<Name>`."""

from __future__ import annotations

from sessions.rules.refusal import RuleViolation


class AccountClosed(RuleViolation):
    """The player's account is closed. Params: player."""


class AccountNotEmpty(RuleViolation):
    """An account with money is not closed. Params: balance_cents."""


class BalanceTooSmall(RuleViolation):
    """More cash is asked for than is on the balance. Params: balance_cents."""


class CardsInPlay(RuleViolation):
    """The player has cards, or a prize on its way, in a game that is not over. Params: game_no."""


class BadLimit(RuleViolation):
    """A limit is nothing or a whole number up to the most. Params: most."""


class DepositLimitReached(RuleViolation):
    """The player's own limit of deposits in a period. Params: limit_cents, left_cents, period."""


class LossLimitReached(RuleViolation):
    """The player's own limit of losses in a period. Params: limit_cents, left_cents, period."""


class TimeLimitReached(RuleViolation):
    """The player's own limit of time in a day. Params: minutes."""


class PlayIsPaused(RuleViolation):
    """The player has stopped playing until a moment. Params: until."""


class PauseNotShortened(RuleViolation):
    """A pause ends when it was said to end, not before. Params: until."""


class NoCardsToTransfer(RuleViolation):
    """The player has no virtual card in this game that can be handed on. Params: player."""


class CardAlreadyWon(RuleViolation):
    """A card that has won a prize stays with its player. Params: card."""


class CardBeingChecked(RuleViolation):
    """A card that was called is not handed on before it is judged. Params: card."""


class NotHoldersCard(RuleViolation):
    """The card is not one of the player's. Params: card, player."""


class SamePlayer(RuleViolation):
    """Cards are handed to another player. Params: none."""


class OfferGone(RuleViolation):
    """The cards are not offered any more. Params: none."""


class ChequeNeedsConsent(RuleViolation):
    """Below the amount fixed, a cheque is given only to who agrees (O79 35.3). Params: from_cents."""


class ChequeNumberNeeded(RuleViolation):
    """A cheque has a number, and only a cheque has. Params: none."""


class NoSuchCheque(RuleViolation):
    """No cheque of this number was given for the prize. Params: cheque."""


class NotFromGuarantee(RuleViolation):
    """Only a prize whose cheque came back unpaid is paid from the deposit (O79 35.4). Params: none."""


class PinNeeded(RuleViolation):
    """The player types their own PIN. Params: none."""


__all__ = [
    "AccountClosed",
    "AccountNotEmpty",
    "BadLimit",
    "BalanceTooSmall",
    "CardAlreadyWon",
    "CardBeingChecked",
    "CardsInPlay",
    "ChequeNeedsConsent",
    "ChequeNumberNeeded",
    "DepositLimitReached",
    "LossLimitReached",
    "NoCardsToTransfer",
    "NoSuchCheque",
    "NotFromGuarantee",
    "NotHoldersCard",
    "OfferGone",
    "PauseNotShortened",
    "PinNeeded",
    "PlayIsPaused",
    "SamePlayer",
    "TimeLimitReached",
]
