"""Boards of a floor with blocks for the rules' tests; series A goes 101-120, its complementary series B 1-100."""

from dataclasses import replace

from sessions.rules import events as ev
from sessions.rules import floor, sales
from sessions.rules.ranges import Off
from tests.sessions.rules import boards
from tests.sessions.rules.boards import play

PHYSICAL, VIRTUAL = ev.Medium.PHYSICAL, ev.Medium.VIRTUAL
ACTA = replace(boards.TERMS, holes="acta")


def series_a(**kwargs):
    """Give cards 101-120, of a series begun in an earlier game."""
    return boards.printed(first=101, last=120, **kwargs)


def series_b(**kwargs):
    """Give a whole second series of the same faces, cards 1-200."""
    return replace(boards.printed(), ident="000002", **kwargs)


def issued(first, last, holder="ana"):
    """Give a block."""
    return ev.BlockIssued(first=first, last=last, holder=holder)


def from_hand(first, last, seller="ana"):
    """Sell cards of a block."""
    return ev.CardsSold(
        medium=PHYSICAL,
        first=first,
        last=last,
        amount_cents=(last - first + 1) * 200,
        seller=seller,
        from_block=True,
    )


def returned(first, last, holder="ana"):
    """Bring cards back."""
    return ev.BlockReturned(first=first, last=last, holder=holder)


def spoiled(first, last, holder=""):
    """Spoil cards."""
    return ev.CardsSpoiled(first=first, last=last, holder=holder, reason="torn")


def passed(first, last, holder, to):
    """Hand cards over."""
    return ev.BlockHandedOver(first=first, last=last, holder=holder, to=to)


def floor_of(*happened, terms=boards.TERMS, lots=None):
    """Open a sale of 1-200 and let things happen."""
    return play(boards.selling(terms=terms, lots=lots), *happened)


def sold_out(*happened, sold=20):
    """Sell 101-120 (or its first cards) from the desk, and let things happen."""
    return play(boards.selling(lots=(series_a(),)), boards.sold(sold, first=101), *happened)


def with_second(*happened, **kwargs):
    """Put series B on sale when A has run out."""
    board = sold_out(**kwargs)
    return play(board, floor.decide_series_addition(board, series_b()), *happened)


def closed(board):
    """Close the sale as the rule does."""
    return play(board, sales.decide_closing(board))


def runs(pieces):
    """Give pieces as pairs."""
    return [(p.first, p.last) for p in pieces]


def held(board):
    """Give who has which cards in hand."""
    return [(o.first, o.last, o.holder) for lot in board.printed for o in lot.held]


def desk(board):
    """Give what the desk has."""
    return runs(run for lot in board.printed for run in lot.at_desk)


def sold_cards(board):
    """Give what is sold."""
    return runs(run for lot in board.printed for run in lot.sold_runs)


def off(first, last, why, holder=""):
    """Set cards apart."""
    return Off(first=first, last=last, why=why, holder=holder)
