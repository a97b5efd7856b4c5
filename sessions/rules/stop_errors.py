"""Refusals about suspensions, null games, refunds and pairs of games. Read them as `errors.<Name>`."""

from __future__ import annotations

from sessions.rules.refusal import RuleViolation


class BallsWereDrawn(RuleViolation):
    """The answer was that no ball had been drawn, and the journal has some. Params: drawn."""


class ParagraphNotRead(RuleViolation):
    """The paragraph of article 36 has to be read aloud first (O79 36.3). Params: paragraph."""


class WrongParagraph(RuleViolation):
    """Another paragraph applies, or none. Params: paragraph, expected."""


class FailureMayBeSolved(RuleViolation):
    """The fifteen minutes are not over (O79 36.1). Params: wait_seconds."""


class SuspensionTooLong(RuleViolation):
    """The fifteen minutes are over: the cards are paid back (O79 36.1). Params: none."""


class ManualDrawOnly(RuleViolation):
    """A ball had been drawn: play goes on by hand or not at all (O79 36.2). Params: none."""


class NoBallDrawn(RuleViolation):
    """No ball had been drawn: there is nothing to go on with by hand (O79 36.1). Params: none."""


class AgentDecides(RuleViolation):
    """Only the authority's agent, named, decides what follows (O79 34.4). Params: none."""


class NotThatSuspension(RuleViolation):
    """The game is not suspended for this cause. Params: cause."""


class ErrorIsSubstantial(RuleViolation):
    """Later balls were called and a prize would go elsewhere: the game is void (S0 V). Params: cards."""


class ErrorChangesNothing(RuleViolation):
    """No sold card comes out differently: such an error voids no game (S0 V). Params: ordinal."""


class AlreadyRefunded(RuleViolation):
    """A card of a void game was paid back before. Params: card."""


class CardNotInGame(RuleViolation):
    """The card was not sold in the void game. Params: card."""


class OrderRepeats(RuleViolation):
    """The draw began with the same balls as an earlier one: the agent judges it (O79 34.4). Params: none."""


class HalfNeeded(RuleViolation):
    """Which half of the double card is claimed was not said. Params: card."""


class HalfChanged(RuleViolation):
    """A double card ends the game on the half it began on (O79 33.7). Params: card, part."""


class HalfUsed(RuleViolation):
    """That half was played in the first game of the pair. Params: card, part."""


class FirstGameNotEnded(RuleViolation):
    """The second game of a pair begins when the first has ended. Params: game_no."""


class TokensMissing(RuleViolation):
    """An unpaid prize of the pair's first game needs its token before the game closes (S0 IV). Params: award_nos."""


class TokenInUse(RuleViolation):
    """The token stands for another prize of the game, or the prize has one. Params: token."""


class WrongToken(RuleViolation):
    """The prize is paid against another token. Params: token, expected."""


class LotsOfDifferentParts(RuleViolation):
    """Single and double cards are not sold in one game. Params: letter, ident."""


class NotOfAPair(RuleViolation):
    """The game is not the first of a pair. Params: none."""


__all__ = [
    "AgentDecides",
    "AlreadyRefunded",
    "BallsWereDrawn",
    "CardNotInGame",
    "ErrorChangesNothing",
    "ErrorIsSubstantial",
    "FailureMayBeSolved",
    "FirstGameNotEnded",
    "HalfChanged",
    "HalfNeeded",
    "HalfUsed",
    "LotsOfDifferentParts",
    "ManualDrawOnly",
    "NoBallDrawn",
    "NotOfAPair",
    "NotThatSuspension",
    "OrderRepeats",
    "ParagraphNotRead",
    "SuspensionTooLong",
    "TokenInUse",
    "TokensMissing",
    "WrongParagraph",
    "WrongToken",
]
