"""
Counting the printed cards sold anew: what a public correction of the last card sold makes of the lots (Q13).

The number of the last card says in which of a game's series it was; the closing's own count is where all of it starts.
"""

from __future__ import annotations

from dataclasses import replace

from sessions.rules.facts import Lot, Off, Run
from sessions.rules.ranges import DESK, GONE, common, minus, put_back, set_apart


def corrected(lot: Lot, was_last: int, last: int) -> Lot:
    """
    Count a lot anew up to `last`: cards after `was_last` counted as sold are set apart no longer, unless spoiled.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 39.3.a; Q13.
    """
    off = lot.off
    for piece in [o for o in lot.off if o.why not in GONE and o.first > was_last]:
        off = put_back(off, piece.first, min(piece.last, last))
    return replace(lot, next_card=last + 1, off=off)


def last_sellable(lot: Lot) -> int:
    """
    Give the last card of a lot that could ever be sold; first_card - 1 when none could.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 33.3, 33.9.
    """
    sound = minus([Run(first=lot.first_card, last=lot.last_card)], [o for o in lot.off if o.why in GONE])
    return sound[-1].last if sound else lot.first_card - 1


def recounted(lots: tuple[Lot, ...], counted: tuple[Run, ...], last: int) -> tuple[Lot, ...]:
    """
    Count all printed lots of a game anew, `last` being the last card sold: its number says in which series it is.

    The series after it sold nothing, and the one before it all it had (with the holes of the closing, if it closed
    with any). The number before a series' first means none of it; then the series before is as the closing counted it.

    Args:
        lots: The series, then its complementary one; they share no number.
        counted: The cards of them sold when the sale closed.
        last: A card of one of them, or the number before a series' first.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 33.4.c, 39.3.a; Q13.
    """
    at = next((n for n, lot in enumerate(lots) if lot.has(last)), None)
    whole = at is not None
    if at is None:
        at = next(n for n, lot in enumerate(lots) if lot.first_card - 1 == last)
    anew = []
    for n, lot in enumerate(lots):
        top = lot.first_card - 1 if n > at else last
        if n < at:
            # Where the closing counted cards of the next series, this one was over by then.
            over = last_counted(lots[n + 1], counted) >= lots[n + 1].first_card
            top = last_sellable(lot) if whole and not over else last_counted(lot, counted)
        anew.append(_recounted(lot, counted, top))
    return tuple(anew)


def last_counted(lot: Lot, counted: tuple[Run, ...]) -> int:
    """
    Give the last card of a lot among those counted; first_card - 1 when there is none.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 39.3.a.
    """
    runs = common(counted, Run(first=lot.first_card, last=lot.last_card))
    return runs[-1].last if runs else lot.first_card - 1


def _recounted(lot: Lot, counted: tuple[Run, ...], top: int) -> Lot:
    """Count a lot anew up to `top`; what the closing found unsold below its last card stays unsold."""
    was_last = last_counted(lot, counted)
    anew = corrected(lot, was_last, top)
    # Whose hole it was is in `off`; one that was brought back after an earlier correction is nobody's any more.
    holes = minus([Run(first=lot.first_card, last=min(top, was_last))], [*counted, *anew.off])
    off = anew.off
    for hole in holes:
        off = set_apart(off, Off(first=hole.first, last=hole.last, why=DESK))
    return replace(anew, off=off)
