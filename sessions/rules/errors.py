"""
Refusals: each is a noun that is the reason, with a code and named parameters.

No sentence lives here: `sessions.messages` is the only dictionary from code to sentence.
"""

from __future__ import annotations

from sessions.rules.acta_errors import *  # noqa: F403 - one door to all refusals
from sessions.rules.approval_errors import *  # noqa: F403 - as above
from sessions.rules.ball_errors import *  # noqa: F403 - one door to all refusals
from sessions.rules.card_errors import *  # noqa: F403 - one door to all refusals
from sessions.rules.electronic_errors import *  # noqa: F403 - one door to all refusals
from sessions.rules.evidence_errors import *  # noqa: F403 - as above
from sessions.rules.jackpot_errors import *  # noqa: F403 - as above
from sessions.rules.people_errors import *  # noqa: F403 - one door to all refusals
from sessions.rules.player_errors import *  # noqa: F403 - as above
from sessions.rules.profile_errors import *  # noqa: F403 - as above
from sessions.rules.refusal import RuleViolation as RuleViolation  # noqa: PLC0414 - the same
from sessions.rules.staff_errors import *  # noqa: F403 - one door to all refusals
from sessions.rules.stop_errors import *  # noqa: F403 - as above
from sessions.rules.terminal_errors import *  # noqa: F403 - as above
from sessions.rules.till_errors import *  # noqa: F403 - as above
from sessions.rules.visitor_errors import *  # noqa: F403 - as above


class WrongState(RuleViolation):
    """The game is in a state in which this cannot happen. Params: state, deed."""


class KeyReused(RuleViolation):
    """The same request key came with another body. Params: none."""


class NotYourPost(RuleViolation):
    """The person's post does not do this (O79 art. 24). Params: deed."""


# Session ---------------------------------------------------------------------------------------------------


class SessionNotReady(RuleViolation):
    """Something the opening needs is missing. Params: missing (list of codes)."""


class SessionAlreadyLive(RuleViolation):
    """Another session of the hall is still being prepared or open. Params: session_no."""


class JournalBroken(RuleViolation):
    """The journal, or a board, does not prove whole. Params: found (how many things are wrong)."""


class BallsMissing(RuleViolation):
    """A count did not find the 90 balls. Params: count, missing."""


class GamesStillOpen(RuleViolation):
    """The session has a game that is not closed. Params: game_no."""


class BallsNotRecounted(RuleViolation):
    """The closing count has not been made after the last game. Params: none."""


class GameStillOpen(RuleViolation):
    """The hall plays one game at a time. Params: game_no."""


class BallSetNotCounted(RuleViolation):
    """The ball set is not the one counted and in use in this session. Params: ball_set, in_use."""


class BallSetWorn(RuleViolation):
    """A pneumatic machine's ball set has reached its 1,000 games. Params: ball_set, games."""


# Sale ------------------------------------------------------------------------------------------------------


class BadQuantity(RuleViolation):
    """A sale of no cards, or of more than one sale may hold. Params: quantity, most."""


class CardsOutOfSequence(RuleViolation):
    """The run does not begin at the next card. Params: first, expected."""


class CardsRunOut(RuleViolation):
    """The series on sale has fewer cards left. Params: quantity, left."""


class NoSuchSeries(RuleViolation):
    """No series of that medium is on sale in this game. Params: medium."""


class SeriesExhausted(RuleViolation):
    """The series has no card left to open a sale with. Params: letter, ident."""


class FaceValuesDiffer(RuleViolation):
    """Series sold in one game share one face value (O79 33.4.a). Params: a_cents, b_cents."""


class SeriesOverlap(RuleViolation):
    """Two series on sale share cards first..last: equal cards would be sold (O79 33.4.c). Params: first, last."""


class InsufficientBalance(RuleViolation):
    """The player's balance does not reach. Params: balance_cents, price_cents."""


class NotTheLastSale(RuleViolation):
    """Only the last run of its series can be undone. Params: first, last."""


class NothingSold(RuleViolation):
    """A sale without cards is withdrawn, not closed. Params: none."""


class CardsWereSold(RuleViolation):
    """A game with cards sold cannot be withdrawn. Params: sold."""


class LeftoversMismatch(RuleViolation):
    """The cards returned are not those after the last one sold; which one would be is not told. Params: first."""


class LeftoversNotReturned(RuleViolation):
    """The cashier has not received the leftover cards yet. Params: first, last."""


class LineAlreadyAwarded(RuleViolation):
    """The announced figures stand once the line is awarded (O79 39.3.a). Params: none."""


# Draw ------------------------------------------------------------------------------------------------------


class BallOutOfRange(RuleViolation):
    """Balls are 1 to 90. Params: number."""


class BallAlreadyDrawn(RuleViolation):
    """The number has come out in this game. Params: number, ordinal."""


class BallOutOfOrder(RuleViolation):
    """The ball's ordinal is not the next one. Params: ordinal, expected."""


class BallUncalled(RuleViolation):
    """A drawn ball still waits to be called. Params: ordinal."""


class NothingToCall(RuleViolation):
    """No drawn ball waits to be called. Params: none."""


class BallHeldFirst(RuleViolation):
    """A held ball must be resolved by a person first. Params: reason."""


class NoHeldBall(RuleViolation):
    """There is no held ball to resolve. Params: none."""


class DrawIsPaused(RuleViolation):
    """The draw stands still by a person's order or a fault. Params: reason."""


class DrawNotStarted(RuleViolation):
    """The Jefe de Mesa has not given the start. Params: none."""


class BallsStillIn(RuleViolation):
    """A last call is for when all 90 balls are called. Params: called."""


class SecondPersonNeeded(RuleViolation):
    """Another person must stand for this. Params: none."""


class NoSuchBall(RuleViolation):
    """No ball with that ordinal has come out. Params: ordinal."""


# Claims and prizes -----------------------------------------------------------------------------------------


class CardNotSold(RuleViolation):
    """The card is not among those sold in this game. Params: card."""


class CardOfAnotherSeries(RuleViolation):
    """The card's series is not the one in play. Params: letter, ident, expected."""


class CardUnplayable(RuleViolation):
    """The stored face of the card fails its check. Params: card."""


class RightLost(RuleViolation):
    """The order to go on was given: the right to this prize is lost (S0 IV). Params: prize."""


class ClaimTwice(RuleViolation):
    """The card has already been called for this prize. Params: card, prize."""


class NoOpenClaim(RuleViolation):
    """There is no claim to verify. Params: claim_no."""


class ClaimsOpen(RuleViolation):
    """A called card has not been verified yet. Params: card."""


class ClaimWindowOpen(RuleViolation):
    """Others may still call. Params: wait_seconds."""


class BingoUpheld(RuleViolation):
    """With a good bingo the game is closed, not resumed. Params: none."""


class NoBingoUpheld(RuleViolation):
    """No bingo has been verified. Params: none."""


class SellerVerifies(RuleViolation):
    """Who sold the card does not verify it. Params: card."""


class NoSuchAward(RuleViolation):
    """No unpaid prize of that number. Params: award_no."""


class WrongCard(RuleViolation):
    """The card handed over is not the winning one. Params: card, expected."""


class SharesTooHigh(RuleViolation):
    """The prizes' shares add up to more than the takings. Params: total_bp."""


class NotFound(RuleViolation):
    """No such thing in this hall. Params: what (its kind), which (its name or number)."""


class NumberAlreadyWon(RuleViolation):
    """A card already won with the number to be corrected. Params: number."""


class SameNumber(RuleViolation):
    """The correction changes nothing. Params: number."""


class BadAmount(RuleViolation):
    """A sum of money that cannot be taken in one go. Params: amount_cents."""


class FirstSeriesUnsold(RuleViolation):
    """The last card sold is not of the second series while the first has unsold cards. Params: card, first, last."""
