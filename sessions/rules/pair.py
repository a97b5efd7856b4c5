"""
The two consecutive games of double cards: one sale, two acta rows, halves not to be swapped, tokens (S0 I, II, IV).

Each half is a unit of play of its own, of the same face value; the card is paid whole (O79 33.5).
"""

from __future__ import annotations

from dataclasses import replace

from sessions.rules import errors
from sessions.rules.board import Board
from sessions.rules.events import Medium, PairedSaleClosed, TokenGiven
from sessions.rules.jackpots import in_second_game
from sessions.rules.ranges import DESK, HELD
from sessions.rules.sales import figures_of
from sessions.rules.states import State, next_state

HALVES = (1, 2)
SECOND = HALVES[1]
CLEARING = "takings:pair"
"""The account by which the second game's half of the takings comes to it; over both games it is back at 0."""


def decide_paired_sale(first: Board) -> PairedSaleClosed:
    """
    Write the second game's acta row as the sale of both closes: "ídem".

    What earlier games left behind, and additional prizes, are played for in the first game alone; both feed the funds.

    Args:
        first: The first game, after its sale closed.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 35.2, 37.1, 37.3.
    """
    assert first.terms is not None, "a sale has terms"
    jackpots = in_second_game(first.terms.jackpots, first.figures.jackpots if first.figures else ())
    # Unsold cards still in sellers' hands are brought back in the first game: in the second nobody owes any.
    brought = [tuple(replace(o, why=DESK, holder="") if o.why == HELD else o for o in lot.off) for lot in first.lots]
    lots = tuple(replace(lot, off=off) for lot, off in zip(first.lots, brought, strict=True))
    terms = replace(first.terms, carried_line_cents=0, carried_bingo_cents=0, jackpots=jackpots)
    return PairedSaleClosed(
        first_game_no=first.game_no,
        terms=terms,
        lots=lots,
        figures=figures_of(lots, terms),
        extractor=first.extractor,
        ball_set=first.ball_set,
    )


def check_half(board: Board, first: Board | None, card: int, part: int) -> int:
    """
    Check which half of a double card is called (1 or 2), and give it; 0 in a game of single cards.

    Args:
        board: The game as last recorded.
        first: The pair's first game, where `board` is the second.
        card: The card's number.
        part: The half that was handed over; 0 = not said.

    Raises:
        HalfNeeded: Which half it is was not said.
        HalfChanged: The card was called on its other half before in this game.
        HalfUsed: That half was called in the pair's first game.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 33.7; Catálogo (BOE-A-1979-25744), bingo II.
    """
    lot = board.lot_of_card(card)
    if not board.pair or lot is None or lot.medium != Medium.PHYSICAL:
        return 0
    if part not in HALVES:
        raise errors.HalfNeeded(card=card)
    if any(c.card == card and c.part and c.part != part for c in board.claims):
        raise errors.HalfChanged(card=card, part=part)
    if first is not None and any(c.card == card and c.part == part for c in first.claims):
        raise errors.HalfUsed(card=card, part=part)
    return part


def check_turn(board: Board, first: Board | None) -> None:
    """
    Check that the second game of a pair may begin: the first is over, its prizes paid or their tokens given.

    Raises:
        FirstGameNotEnded: It is not closed.

    Source:
        Catálogo (BOE-A-1979-25744), bingo IV.
    """
    if board.pair == SECOND and first is not None and first.state != State.CLOSED:
        raise errors.FirstGameNotEnded(game_no=first.game_no)


def decide_token(board: Board, award_no: int, token: str) -> TokenGiven:
    """
    Give a winner of the pair's first game a token; his prize is paid after both games.

    Raises:
        WrongState: The game has not been won.
        NotOfAPair: It is not the first game of a pair.
        NoSuchAward: No unpaid prize of a printed card has that number.
        TokenInUse: The token stands for another prize, or the prize has one.

    Source:
        Catálogo (BOE-A-1979-25744), bingo IV.
    """
    next_state(board.state, "TokenGiven")
    if board.pair != 1:
        raise errors.NotOfAPair
    if award_no not in _unpaid(board):
        raise errors.NoSuchAward(award_no=award_no)
    if any(token == t.token or award_no == t.award_no for t in board.tokens):
        raise errors.TokenInUse(token=token)
    return TokenGiven(award_no=award_no, token=token)


def _unpaid(board: Board) -> tuple[int, ...]:
    return tuple(a.award_no for a in board.awards if a.medium == Medium.PHYSICAL and a.status == "pending")


def check_tokens(board: Board) -> None:
    """
    Check that every unpaid prize of a pair's first game has its token before the game closes.

    Raises:
        TokensMissing: Some have none.

    Source:
        Catálogo (BOE-A-1979-25744), bingo IV.
    """
    if board.pair != 1 or board.voided is not None:
        return
    given = {t.award_no for t in board.tokens}
    if missing := [no for no in _unpaid(board) if no not in given]:
        raise errors.TokensMissing(award_nos=missing)


def check_token(board: Board, award_no: int, token: str, *, by: str = "", second: str = "") -> None:
    """
    Check the token handed over for a prize of a pair's first game; other prizes have none.

    Lost, it is no reason not to pay the card (O79 35.6): then a second person answers for the winner.

    Raises:
        WrongToken: It is another one, or none.

    Source:
        Catálogo (BOE-A-1979-25744), bingo IV; O. 9-1-1979 (BOE-A-1979-2188), art. 35.6.
    """
    expected = next((t.token for t in board.tokens if t.award_no == award_no), "")
    if token != expected and not (second and second != by):
        raise errors.WrongToken(token=token, expected=expected)
