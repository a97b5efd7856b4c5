"""What sellers and the cashier do while cards are on the floor: rules to be mixed into an evening."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from sessions.rules.events import Run
from sessions.rules.states import State
from sessions.selectors.cash import in_hand_by_seller, printed_sales
from sessions.services import floor, sales, takings
from tests.stateful.choices import often, quantities, rarely, sellers

on_the_floor = precondition(lambda self: self.state in {State.SELLING, State.READY, State.VOID})
nudge = st.sampled_from([0, 0, 0, 1, -1])


class FloorRules:
    """Blocks, spoiled cards, a second series, and the sellers' money."""

    def some_run(self, runs, nudged):
        """Choose the last of the runs, its first card perhaps one off; card 1 when there is none."""
        chosen = runs[-1] if runs else Run(first=1, last=1)
        return {"first": chosen.first + nudged, "last": chosen.last}

    def hand(self, seller):
        return [run for lot in self.h.board.printed for run in lot.held_by(seller)]

    def next_cards(self, seller, quantity):
        """Give the cards that a seller would sell next, and the first of all."""
        runs = self.hand(seller) or [run for lot in self.h.board.printed for run in lot.at_desk]
        cards = [n for run in runs for n in range(run.first, run.last + 1)]
        return cards[: max(quantity, 0)], cards[0] if cards else 1

    def some_hand(self, seller):
        """Give a seller with cards, this one if he has some."""
        holders = {o.holder for lot in self.h.board.printed for o in lot.held}
        return seller if seller in holders or not holders else min(holders)

    @on_the_floor
    @rule(seller=sellers, quantity=quantities, again=rarely)
    def issue(self, seller, quantity, again):
        self.do(floor.issue_block, actor="caja", seller=seller, quantity=quantity, again=again)

    @on_the_floor
    @rule(seller=sellers, nudged=nudge, again=rarely)
    def give_back(self, seller, nudged, again):
        seller = self.some_hand(seller)
        cards = self.some_run(self.hand(seller), nudged)
        self.do(floor.return_block, actor="caja", seller=seller, again=again, **cards)

    @on_the_floor
    @rule(seller=sellers, to=sellers, nudged=nudge, again=rarely)
    def hand_over(self, seller, to, nudged, again):
        seller = self.some_hand(seller)
        cards = self.some_run(self.hand(seller), nudged)
        self.do(floor.hand_over_block, actor=seller, seller=seller, to=to, again=again, **cards)

    @on_the_floor
    @rule(seller=sellers, at_desk=st.booleans(), again=rarely)
    def tear(self, seller, at_desk, again):
        """Tear the highest card of a hand, or the lowest at the desk."""
        if at_desk:
            runs = [Run(first=r.first, last=r.first) for lot in self.h.board.printed for r in lot.at_desk][:1]
        else:
            seller = self.some_hand(seller)
            runs = [Run(first=r.last, last=r.last) for r in self.hand(seller)]
        holder = "" if at_desk else seller
        self.do(floor.spoil_cards, seller=holder, reason="torn", again=again, **self.some_run(runs, 0))

    @on_the_floor
    @rule(seller=sellers, again=rarely)
    def undo_own(self, seller, again):
        """Take back a seller's last run, wherever it was sold from."""
        mine = printed_sales(self.h.game, seller)
        self.do(sales.undo_sale, actor=seller, again=again, **self.some_run(mine, 0))

    @on_the_floor
    @rule(again=rarely)
    def second_series(self, again):
        sold_out = not any(lot.at_desk for lot in self.h.board.printed)
        series = self.h.new_series(self.h.printed.parts) if sold_out else self.h.printed
        self.do(floor.add_series, series_id=series.pk, again=again)

    @precondition(lambda self: self.state is not None)
    @rule(seller=sellers, short=st.sampled_from([0, 0, 50, -50]), signs=often, again=rarely)
    def hand_in(self, seller, short, signs, again):
        session, _ = self.h.session_now()
        mine = self.h.purse.in_hand(seller)
        assert mine == in_hand_by_seller(session).get(seller, 0), "a seller's money is another sum than the model's"
        cents = max(mine - short, 0)
        self.h.do(
            takings.hand_in_takings,
            session_id=session.pk,
            actor="caja",
            seller=seller,
            counted_cents=cents,
            signed=seller if signs else "",
            again=again,
        )
        self.h.check_step()

    def tidy(self):
        """Bring back what sellers hold above the last card sold, and give up what lies below it."""
        lots = self.h.board.printed
        last = self.h.board.last_printed
        for lot in lots:
            for off in [*lot.held, *(o for o in lot.off if o.why == "desk")]:
                hole = self.state == State.SELLING and (lot != last or off.first < lot.last_sold)
                cards = {"first": off.first, "last": off.last, "seller": off.holder}
                if hole:
                    self.do(floor.spoil_cards, reason="a hole", **cards)
                elif off.holder:
                    self.do(floor.return_block, actor="caja", **cards)
