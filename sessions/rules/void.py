"""Null games: every card paid back in full and back at the table, the money at zero (S0 V; O79 36.1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sessions.rules import errors
from sessions.rules.board import Board
from sessions.rules.facts import BALLS, Lot, Medium, Run
from sessions.rules.ranges import common, count, holds, minus
from sessions.rules.replay import Replay
from sessions.rules.states import State, next_state
from sessions.rules.stopping import CardsRefunded, GameVoided, RefundsCompleted
from sessions.rules.suspension import BALLS_SUSPECT, FAILURE, check_read, seconds_left, suspended_for

NOT_RANDOM, ANNOUNCING_ERROR, PAIR_ENDED = "not_random", "announcing_error", "pair"
VOID_CAUSES = (FAILURE, NOT_RANDOM, BALLS_SUSPECT, ANNOUNCING_ERROR)


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidOrder:
    """
    What is ordered: a `cause` (failure, not_random, balls, announcing_error) and the `reason` in their words.

    `agent` is the authority's agent, where he decided (34.4); `ordinal` and `said` tell an announcing error.
    `end_pair`: the second game of the pair is not played either, and both halves are paid back.
    """

    cause: str
    reason: str
    agent: str = ""
    ordinal: int = 0
    said: int = 0
    end_pair: bool = False


def decide_void(
    board: Board, now: datetime, order: VoidOrder, *, by: str, second: str, replay: Replay | None = None
) -> GameVoided:
    """
    Declare a game null; two people decide.

    Args:
        board: The game as last recorded.
        now: The time of the deed.
        order: What is ordered, and why.
        by: Who orders it.
        second: The other person, who agrees.
        replay: The game played again both ways, for an announcing error.

    Raises:
        WrongState: The game cannot be void any more, or is not of that kind.
        SecondPersonNeeded: There are not two people.
        NotThatSuspension, ParagraphNotRead, FailureMayBeSolved, NoBallDrawn, ManualDrawOnly, AgentDecides: Article 36
            and 34.4 go another way.
        NoSuchBall, SameNumber, BallOutOfRange: There is no such error.
        ErrorChangesNothing: No sold card comes out differently: the error is corrected aloud, and the game stands.
        NotOfAPair: Only the first game of a pair can end both.

    Source:
        Catálogo (BOE-A-1979-25744), bingo V; O. 9-1-1979 (BOE-A-1979-2188), arts. 34.4, 35.7, 36.1, 36.2; Q3, Q4.
    """
    next_state(board.state, "GameVoided")
    if not second or second == by:
        raise errors.SecondPersonNeeded
    if board.state == State.WAITING:
        raise errors.WrongState(state=str(board.state), deed="GameVoided")
    if order.end_pair and board.pair != 1:
        raise errors.NotOfAPair
    _check_cause(board, now, order, replay)
    whole = board.pair == 1 and (order.end_pair or board.figures is None)
    error = replay if order.cause == ANNOUNCING_ERROR else None
    return GameVoided(
        cause=order.cause,
        reason=order.reason,
        second=second,
        refund_cents=sum(lot.sold * price_of(board, lot, whole=whole) for lot in board.lots),
        agent=order.agent,
        ordinal=error.ordinal if error else 0,
        said=error.said if error else 0,
        number=error.number if error else 0,
        substantial=error.substantial if error else None,
        affected=error.affected if error else (),
        whole=whole,
    )


def _check_cause(board: Board, now: datetime, order: VoidOrder, replay: Replay | None) -> None:
    if order.cause == ANNOUNCING_ERROR:
        _check_substantial(board, order, replay)
        return
    suspension = suspended_for(board, BALLS_SUSPECT if order.cause == BALLS_SUSPECT else FAILURE)
    check_read(board)
    if order.cause == BALLS_SUSPECT and not order.agent:
        raise errors.AgentDecides
    if order.cause == NOT_RANDOM and not suspension.ball_out:
        raise errors.NoBallDrawn
    if order.cause == FAILURE:
        if suspension.ball_out:
            raise errors.ManualDrawOnly
        if wait := seconds_left(suspension, now):
            raise errors.FailureMayBeSolved(wait_seconds=wait)


def _check_substantial(board: Board, order: VoidOrder, replay: Replay | None) -> None:
    # What stands suspended is decided as articles 34.4 and 36 say, not by the hall.
    if board.suspension is not None:
        raise errors.NotThatSuspension(cause=order.cause)
    if replay is None:
        raise errors.NoSuchBall(ordinal=order.ordinal)
    if not replay.substantial:
        raise errors.ErrorChangesNothing(ordinal=order.ordinal)


def check_error(board: Board, ordinal: int, said: int) -> None:
    """
    Check that a called ball can have been announced as `said` (1..90).

    Raises:
        NoSuchBall: No ball of that ordinal was called.
        BallOutOfRange: `said` is no ball.
        SameNumber: It is what was drawn.

    Source:
        Catálogo (BOE-A-1979-25744), bingo V.
    """
    if not 1 <= ordinal <= board.called:
        raise errors.NoSuchBall(ordinal=ordinal)
    if not 1 <= said <= BALLS:
        raise errors.BallOutOfRange(number=said)
    if board.drawn[ordinal - 1] == said:
        raise errors.SameNumber(number=said)


def price_of(board: Board, lot: Lot, *, whole: bool | None = None) -> int:
    """
    Give what one card of a void game is paid back with, in cents: of a double card one half, or both.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 33.5, 33.6; Q4.
    """
    if whole is None:
        whole = board.voided is not None and board.voided.whole
    return lot.face_value_cents * (lot.parts if whole else 1)


def decide_refund(board: Board, first: int, last: int) -> CardsRefunded:
    """
    Pay back printed cards first..last, which were handed in.

    Raises:
        WrongState: The game is not void, or its refunds are completed.
        AlreadyRefunded: One of them was paid back before (a photocopy?).
        CardNotInGame: Not all of them are printed cards sold in this game, of one series.

    Source:
        Catálogo (BOE-A-1979-25744), bingo V; O. 9-1-1979 (BOE-A-1979-2188), arts. 33.6, 36.1.
    """
    next_state(board.state, "CardsRefunded")
    cards = Run(first=first, last=last)
    lot = next((lot for lot in board.printed if holds(lot.sold_runs, first, last)), None)
    if lot is None:
        sold = [run for lot in board.printed for run in lot.sold_runs]
        raise errors.CardNotInGame(card=next((r.first for r in minus([cards], sold)), first))
    if before := common(board.refunded, cards):
        raise errors.AlreadyRefunded(card=before[0].first)
    return CardsRefunded(medium=Medium.PHYSICAL, first=first, last=last, cents=cards.count * price_of(board, lot))


def decide_credits(board: Board, owned: Iterable[tuple[Run, str]]) -> tuple[CardsRefunded, ...]:
    """
    Pay back the virtual cards of a void game, run by run with the account that holds it.

    Source:
        Catálogo (BOE-A-1979-25744), bingo V; article 85.9.
    """
    lot = board.lot(Medium.VIRTUAL)
    if lot is None:
        return ()
    price = price_of(board, lot)
    return tuple(
        CardsRefunded(medium=Medium.VIRTUAL, first=run.first, last=run.last, cents=run.count * price, holder=holder)
        for run, holder in owned
    )


def outstanding(board: Board) -> tuple[Run, ...]:
    """
    Give the printed cards of a void game that nobody has brought back yet.

    Source:
        Catálogo (BOE-A-1979-25744), bingo V.
    """
    return minus([run for lot in board.printed for run in lot.sold_runs], board.refunded)


def decide_refunds_end(board: Board) -> RefundsCompleted:
    """
    Close the refund desk: what was not brought stays payable, card by card.

    Raises:
        WrongState: The game is not void.
        BlocksOutstanding: A seller still has unsold cards in hand.

    Source:
        Catálogo (BOE-A-1979-25744), bingo V; O. 9-1-1979 (BOE-A-1979-2188), arts. 24.4, 33.6.
    """
    next_state(board.state, "RefundsCompleted")
    if held := [o for lot in board.printed for o in lot.held]:
        raise errors.BlocksOutstanding(first=held[0].first, last=held[0].last, holder=held[0].holder)
    left = outstanding(board)
    payable = sum(count(common(left, run)) * price_of(board, lot) for lot in board.printed for run in lot.sold_runs)
    return RefundsCompleted(refunded_cents=board.refunded_cents, payable_cents=payable, outstanding=left)
