"""Virtual cards call by themselves on the ball that completes them (Q7), inside the door of that ball."""

from __future__ import annotations

from sessions.journal.door import OpenGame
from sessions.models import SoldCard
from sessions.rules.claims import decide_claim
from sessions.rules.events import Medium, PrizeKind
from sessions.rules.states import State
from sessions.selectors.faces import complete_sold, face_rows


def raise_automatic_claims(opened: OpenGame) -> None:
    """Record a claim for every virtual card that is complete and has not been called for that prize."""
    lot = opened.board.lot(Medium.VIRTUAL)
    if lot is None or opened.board.state not in {State.DRAWING, State.CHECKING}:
        return
    lines, bingos = complete_sold(lot, opened.board.numbers_called, lines=not opened.board.line_closed)
    wanted = [(PrizeKind.LINE, card) for card in lines] + [(PrizeKind.BINGO, card) for card in bingos]
    known = {(c.prize, c.card) for c in opened.board.claims if c.status != "rejected"}
    new = [pair for pair in wanted if pair not in known]
    holders = dict(
        SoldCard.objects.filter(game=opened.game, number__in=[card for _, card in new]).values_list("number", "holder")
    )
    for prize, card in new:
        claim = decide_claim(
            opened.board, prize, card, face_rows(lot.matrix, card), automatic=True, holder=holders[card]
        )
        opened.record(claim)
