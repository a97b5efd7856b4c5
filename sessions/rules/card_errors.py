"""Refusals about cards: blocks on the floor, stock, matrices, printed references. Read them as `errors.<Name>`."""

from __future__ import annotations

from sessions.rules.refusal import RuleViolation


class CardsNotInState(RuleViolation):
    """Not all of the cards are in the state that the deed needs. Params: first, last, state."""


class SeriesTouched(RuleViolation):
    """Only a whole series, untouched, is given back (O79 33.10). Params: touched."""


class UsedCardsRemain(RuleViolation):
    """Used cards of an earlier session are not destroyed yet (O79 33.9). Params: session_no, cards."""


class NothingToDestroy(RuleViolation):
    """No used card is left. Params: none."""


class SignatureNeeded(RuleViolation):
    """A count that differs is signed by the seller. Params: expected_cents, counted_cents."""


class TakingsOutstanding(RuleViolation):
    """A seller has not handed in an earlier session's money. Params: session_no, seller, amount_cents."""


class NothingToHandIn(RuleViolation):
    """The seller has sold nothing since the last hand-over. Params: none."""


class StandingNotAllowed(RuleViolation):
    """The hall's profile knows no purchase for the next games. Params: none."""


class GameInPlay(RuleViolation):
    """Cards of this series are in play in a game. Params: game_no."""


class NoBlock(RuleViolation):
    """Cards are given out by the cashier in this game, and the seller has none left. Params: none."""


class CardsNotHeld(RuleViolation):
    """Not all of the cards are in those hands (holder "" = the desk). Params: first, last, holder."""


class SameSeller(RuleViolation):
    """Cards are handed over to another seller. Params: none."""


class SaleHasHoles(RuleViolation):
    """Unsold cards lie below the last one sold. Params: holes (list of first, last, holder), count."""


class BlocksOutstanding(RuleViolation):
    """A seller has not brought his unsold cards back. Params: first, last, holder."""


class PlayerLimitReached(RuleViolation):
    """A player may have so many virtual cards in a game. Params: most, bought."""


class GameLimitReached(RuleViolation):
    """A game may have so many virtual cards. Params: most."""


class SecondSeriesOnSale(RuleViolation):
    """A game has one complementary series at most (O79 33.4). Params: none."""


class SeriesNotExhausted(RuleViolation):
    """A second series opens when the first has run out at the desk (O79 33.4). Params: left."""


class SecondSeriesBegun(RuleViolation):
    """The second series is sold from its number 1 (O79 33.4.b). Params: next."""


class SecondSeriesDiffers(RuleViolation):
    """The second series has other faces, so its numbers would not keep equal cards apart. Params: none."""


class WholeSeriesOnSale(RuleViolation):
    """The first series began at number 1: no number is left for a second (O79 33.4.c). Params: none."""


class StaffMayNotPlay(RuleViolation):
    """Who works in the hall does not buy cards (O79 29.1). Params: none."""


class NotASeller(RuleViolation):
    """Cards are given to people who sell. Params: username."""


class BadReference(RuleViolation):
    """What was typed or scanned is no card number. Params: text."""


class SeriesExists(RuleViolation):
    """The hall already has a series of that letter and number. Params: letter, ident."""


class ForgedReference(RuleViolation):
    """The check on the card is not that of its series and number. Params: text."""


class CardsOutOfRange(RuleViolation):
    """The cards asked for are not all in the series or matrix. Params: first, last, least, most."""


class NeverPrinted(RuleViolation):
    """The cards are reserved for virtual play and never printed. Params: first, last."""


class StripBroken(RuleViolation):
    """Six cards in a row do not hold the 90 numbers once each, or the range cuts a strip. Params: first, last."""


class MatrixUnsound(RuleViolation):
    """A file of faces has problems; none of it was kept. Params: found (how many)."""


class MatrixExists(RuleViolation):
    """The hall already has these very faces. Params: name (of that matrix)."""


class MatrixNameTaken(RuleViolation):
    """The hall already has a matrix of that name. Params: name."""


class BadName(RuleViolation):
    """A name is empty, or too long for the books. Params: most."""


class UploadGone(RuleViolation):
    """A file that was looked at is no longer kept. Params: none."""


class MatrixUnusable(RuleViolation):
    """The file of the cards' faces is missing, or cannot be read. Params: matrix (how its name begins)."""


class BadSeriesName(RuleViolation):
    """A series has 1 to 3 letters A-Z and 1 to 12 digits, so that its cards can be named. Params: letter, ident."""


class PartsDiffer(RuleViolation):
    """The form of a print does not fit cards of one part, or of two (S0 II). Params: letter, ident, parts."""


class CardNotInStock(RuleViolation):
    """Paper is printed for cards in stock only: this one is the first that is not. Params: card, state."""


__all__ = [
    "BadName",
    "BadReference",
    "BadSeriesName",
    "BlocksOutstanding",
    "CardNotInStock",
    "CardsNotHeld",
    "CardsNotInState",
    "CardsOutOfRange",
    "ForgedReference",
    "GameInPlay",
    "GameLimitReached",
    "MatrixExists",
    "MatrixNameTaken",
    "MatrixUnsound",
    "MatrixUnusable",
    "NeverPrinted",
    "NoBlock",
    "NotASeller",
    "NothingToDestroy",
    "NothingToHandIn",
    "PartsDiffer",
    "PlayerLimitReached",
    "SaleHasHoles",
    "SameSeller",
    "SecondSeriesBegun",
    "SecondSeriesDiffers",
    "SecondSeriesOnSale",
    "SeriesExists",
    "SeriesNotExhausted",
    "SeriesTouched",
    "SignatureNeeded",
    "StaffMayNotPlay",
    "StandingNotAllowed",
    "StripBroken",
    "TakingsOutstanding",
    "UploadGone",
    "UsedCardsRemain",
    "WholeSeriesOnSale",
]
