"""Sellers' money: counted at the cash desk with the leftover cards, the difference shown and signed."""

from __future__ import annotations

from ledger import services as ledger
from ledger.rules.accounts import DIFFERENCES, seller_account
from sessions.journal.door import OpenSession, open_session
from sessions.rules import errors
from sessions.rules.session import SessionEvent, TakingsHandedIn
from sessions.selectors.cash import sold_by_seller
from sessions.services.tills import till_of

MOST_COUNTED_CENTS = 100_000_000


def hand_in_takings(
    *,
    session_id: int,
    seller: str,
    counted_cents: int,
    signed: str = "",
    actor: str,
    source_ref: str | None = None,
) -> SessionEvent:
    """
    Count a seller's money: what was sold in the session less what was handed in before, against what is there.

    A seller whose sales were undone after a hand-over is owed money: then the count is what he is given, negative.
    It goes into the till of who counts. A difference goes into the hall's books and needs the seller's own signature
    (`signed`, checked by the screen).

    Raises:
        BadAmount: More than a million euros, or more given back than is owed.
        SignatureNeeded: The count differs and the seller has not signed.
        NothingToHandIn: The seller has sold nothing since the last hand-over.
        NoOpenShift: Who counts holds no till, and the hall wants it.
    """
    body = {"seller": seller, "counted_cents": counted_cents}
    with open_session(session_id, actor=actor, source_ref=source_ref, deed="hand_in_takings", body=body) as opened:
        if again := opened.already():
            return again
        sold = sold_by_seller(opened.session)
        expected = sold.get(seller, 0) - opened.board.handed_in_cents(seller)
        if seller not in sold and not expected:
            raise errors.NothingToHandIn
        if not min(0, expected) <= counted_cents <= MOST_COUNTED_CENTS:
            raise errors.BadAmount(amount_cents=counted_cents)
        if expected == counted_cents == 0:
            raise errors.NothingToHandIn
        event = TakingsHandedIn(seller=seller, expected_cents=expected, counted_cents=counted_cents, signed=signed)
        # Who counts does not sign for who is counted.
        if event.difference_cents and (signed != seller or signed == actor):
            raise errors.SignatureNeeded(expected_cents=expected, counted_cents=counted_cents)
        till = till_of(opened.hall_id, actor)
        seq = opened.record(event)
        _post(opened, event, till, seq)
    return event


def _post(opened: OpenSession, event: TakingsHandedIn, till: str, seq: int) -> None:
    """Move what was expected from the seller's hand to the till, and what was found more or less into the books."""
    by = {"actor": opened.actor, "at": opened.at, "stream": opened.session.stream, "seq": seq}
    # All three at once: accounts are locked by id, whatever entry comes first.
    ledger.lock(opened.hall_id, (till, seller_account(event.seller), DIFFERENCES))
    if event.expected_cents:
        legs = {till: event.expected_cents, seller_account(event.seller): -event.expected_cents}
        ledger.post(opened.hall_id, "handed_in", legs, **by)
    if event.difference_cents:
        legs = {till: event.difference_cents, DIFFERENCES: -event.difference_cents}
        ledger.post(opened.hall_id, "difference", legs, **by)
