"""Boards for the rules' tests, built from events only; every number in them is chosen for easy arithmetic."""

from __future__ import annotations

from dataclasses import replace

from sessions.rules import events as ev
from sessions.rules import sales
from sessions.rules.board import Board
from sessions.rules.folding import apply_event
from sessions.rules.states import State

AT = "2026-11-30T20:00:00+00:00"
TERMS = ev.Terms(profile="es-1979", line_bp=900, bingo_bp=5_750)
CATALAN = replace(TERMS, profile="ca-art85", late_line="check")

# Three faces that share no number; card 3 has FACE_3, and so on.
FACE_3 = ((1, 10, 20, 30, 40), (2, 11, 21, 31, 41), (3, 12, 22, 32, 42))
FACE_4 = ((4, 13, 23, 33, 43), (5, 14, 24, 34, 44), (6, 15, 25, 35, 45))
FACE_5 = ((7, 16, 26, 36, 46), (8, 17, 27, 37, 47), (9, 18, 28, 38, 48))
LINE_3, LINE_4 = FACE_3[0], FACE_4[0]
BINGO_3 = tuple(n for row in FACE_3 for n in row)


def printed(*, first=1, last=200, price=200):
    """Give cards 1-200 of series A 000001 at 2 euros."""
    return ev.Lot(
        letter="A",
        ident="000001",
        size=200,
        medium=ev.Medium.PHYSICAL,
        face_value_cents=price,
        first_card=first,
        last_card=last,
        next_card=first,
        matrix="m",
    )


def virtual(*, first=201, last=300, price=200):
    """Give cards 201-300 of series V 000001 at 2 euros."""
    return replace(printed(first=first, last=last, price=price), letter="V", size=100, medium=ev.Medium.VIRTUAL)


def play(board, *happened, at=AT):
    """Fold events into a board."""
    for event in happened:
        board = apply_event(board, event, at)
    return board


def announced():
    """Give game 4 of session 2 before its sale."""
    return Board(session_no=2, game_no=4)


def selling(*, lots=None, terms=TERMS, extractor="machine"):
    """Open the sale."""
    opened = ev.SaleOpened(terms=terms, lots=lots or (printed(),), extractor=extractor, ball_set="set-1")
    return play(announced(), opened)


def one_sale(*args, **kwargs):
    """Sell cards that are one run."""
    (run,) = sales.decide_sales(*args, **kwargs)
    return run


def sold(quantity, *, medium=ev.Medium.PHYSICAL, first=1, holder=""):
    """Sell `quantity` cards from `first` at 2 euros."""
    return ev.CardsSold(
        medium=medium,
        first=first,
        last=first + quantity - 1,
        amount_cents=quantity * 200,
        seller="venta",
        holder=holder,
    )


# Six cards at 2 euros: 12.00 in; 9 % is 1.08 and 57.5 % is 6.90; 12.00 - 1.08 - 6.90 = 4.02.
FIGURES = ev.Figures(
    physical_sold=6,
    virtual_sold=0,
    takings_cents=1_200,
    line_cents=108,
    bingo_cents=690,
    tax_cents=0,
    house_cents=402,
)


def ready(*, figures=FIGURES, terms=TERMS, extractor="machine", returned=True):
    """Close the sale with cards 1-6 sold."""
    closed = ev.SaleClosed(figures=figures, leftover_first=7, leftover_last=200)
    board = play(selling(terms=terms, extractor=extractor), sold(6), closed)
    return play(board, ev.LeftoversReturned(first=7, last=200)) if returned else board


def started(**kwargs):
    """Give the start; no ball is out."""
    return play(ready(**kwargs), ev.DrawStarted())


def drawn(ordinal, number):
    """Draw a ball."""
    return ev.BallDrawn(ordinal=ordinal, number=number, source="rfid")


def called(ordinal, number):
    """Call a ball."""
    return ev.BallCalled(ordinal=ordinal, number=number)


def drawing(*numbers, uncalled=(), **kwargs):
    """Draw and call `numbers`, then draw `uncalled` without calling them."""
    board = started(**kwargs)
    for ordinal, number in enumerate(numbers, start=1):
        board = play(board, drawn(ordinal, number), called(ordinal, number))
    for ordinal, number in enumerate(uncalled, start=len(numbers) + 1):
        board = play(board, drawn(ordinal, number))
    return board


def claim(claim_no, *, card=3, rows=FACE_3, prize=ev.PrizeKind.LINE, ball=5, medium=ev.Medium.PHYSICAL, holder=""):
    """Call a card."""
    return ev.ClaimRaised(claim_no=claim_no, prize=prize, card=card, medium=medium, rows=rows, ball=ball, holder=holder)


def upheld(claim_no, *, card=3, prize=ev.PrizeKind.LINE):
    """Find a card good."""
    return ev.ClaimUpheld(claim_no=claim_no, prize=prize, card=card)


def award(award_no, cents, *, card=3, prize=ev.PrizeKind.LINE, medium=ev.Medium.PHYSICAL, holder=""):
    """Give a winning card its share."""
    return ev.Award(award_no=award_no, prize=prize, card=card, medium=medium, cents=cents, holder=holder)


def after_line(*more, terms=TERMS):
    """Give the line to card 3 after five balls and go on; then call `more`."""
    board = play(drawing(*LINE_3, terms=terms), claim(1), upheld(1), ev.PlayResumed(awards=(award(1, 108),)))
    for ordinal, number in enumerate(more, start=6):
        board = play(board, drawn(ordinal, number), called(ordinal, number))
    return board


def won(*awards):
    """End the game by a bingo of card 3."""
    board = play(drawing(*BINGO_3), claim(1, prize=ev.PrizeKind.BINGO, ball=15), upheld(1, prize=ev.PrizeKind.BINGO))
    shares = awards or (award(1, 690, prize=ev.PrizeKind.BINGO),)
    return play(board, ev.BingoClosed(awards=shares))


def suspended(board=None, *, cause="failure", ball_out=False, read="", at=AT):
    """Suspend a game, by default before its first ball; `read` is the paragraph read aloud."""
    board = play(board or started(), ev.GameSuspended(cause=cause, ball_out=ball_out, text="no power"), at=at)
    return play(board, ev.ParagraphRead(paragraph=read)) if read else board


def voided(*, cents=1_200, whole=False):
    """Declare a game null."""
    return ev.GameVoided(
        cause="announcing_error", reason="21 for 12", second="sala", refund_cents=cents, ordinal=2, said=21, number=12,
        whole=whole,
    )  # fmt: skip


def doubles(**kwargs):
    """Give printed cards of two halves at 2 euros each half."""
    return replace(printed(**kwargs), parts=2)


def first_of_pair(*numbers, lots=None):
    """Sell double cards 1-6, close, start the first game and call `numbers`."""
    opened = ev.SaleOpened(terms=TERMS, lots=lots or (doubles(),), extractor="machine", ball_set="set-1", pair=True)
    closed = ev.SaleClosed(figures=FIGURES, leftover_first=7, leftover_last=200)
    board = play(announced(), opened, sold(6), closed, ev.LeftoversReturned(first=7, last=200), ev.DrawStarted())
    for ordinal, number in enumerate(numbers, start=1):
        board = play(board, drawn(ordinal, number), called(ordinal, number))
    return board


def waiting():
    """Give the second game of that pair: game 5 of the session."""
    event = ev.PairedSaleClosed(
        first_game_no=4,
        terms=TERMS,
        lots=first_of_pair().lots,
        figures=FIGURES,
        extractor="machine",
        ball_set="set-1",
    )
    return play(Board(session_no=2, game_no=5), event)


def in_state(state):
    """Give some board in that state."""
    boards = {
        State.ANNOUNCED: announced,
        State.SELLING: selling,
        State.READY: ready,
        State.DRAWING: lambda: drawing(*LINE_3),
        State.CHECKING: lambda: play(drawing(*LINE_3), claim(1)),
        State.UNCLAIMED: lambda: play(drawing(*range(1, 91)), ev.GameClosedUnclaimed()),
        State.WON: won,
        State.PAYING: lambda: play(won(), ev.PrizePaid(award_no=1, card=3, cents=690)),
        State.CLOSED: lambda: play(announced(), ev.GameWithdrawn(reason="nobody came")),
        State.WAITING: waiting,
        State.SUSPENDED: suspended,
        State.VOID: lambda: play(drawing(*LINE_3), voided()),
        State.REFUNDED: lambda: play(
            drawing(*LINE_3), voided(), ev.RefundsCompleted(refunded_cents=0, payable_cents=0)
        ),
    }
    return boards[state]()
