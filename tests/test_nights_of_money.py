"""
Arbitrary nights of money: Hypothesis opens tills, sells, hands in, pays in and out, drops, counts, hands over, closes.

The model is a dictionary of places, moved by hand beside the services. After every step the books hold what the model
holds, the closing of the night balances to zero, and every proof of the cash is silent.
"""

from __future__ import annotations

import os
from collections import Counter

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from ledger.models import Account
from ledger.rules.accounts import is_place
from ledger.selectors import violations as ledger_violations
from records import clock
from records.publish import silence
from sessions.rules.errors import RuleViolation
from sessions.rules.till_counts import VALUES
from sessions.selectors.cash import printed_sales
from sessions.selectors.closing import night_of, statement_of
from sessions.selectors.till_proofs import seller_violations, till_violations
from sessions.selectors.verify import violations
from sessions.services import payments, sales, takings, tills, tips
from tests.given import Clock, a_game_on_sale
from tests.sessions.services.floors import a_player

EXAMPLES = int(os.environ.get("BINGO_STATEFUL_EXAMPLES", "20"))
CASHIERS = st.sampled_from(["caja", "otra"])
SELLERS = st.sampled_from(["ana", "luis"])
TILLS = st.sampled_from(["main", "2"])
CENTS = st.integers(1, 30_000)
GAPS = st.sampled_from([0, 0, 0, 1, -1, -500, 1_000, -1_001, 5_000])
CARD = 200


def pieces_of(cents):
    """Count out a sum with the fewest coins, as a cashier lays it out."""
    pieces = {}
    for value in VALUES:
        pieces[value], cents = divmod(cents, value)
    return pieces


def account_of(till):
    return "cash" if till == "main" else f"cash:{till}"


class NightOfMoney(RuleBasedStateMachine):
    """A hall on sale, two tills, two cashiers, two sellers and one player."""

    @initialize()
    def open_hall(self):
        self.story = a_game_on_sale()
        self.hall = self.story.hall
        a_player(self.story, 1)
        self.held, self.counted = {}, {}
        self.model = Counter()
        self.keys = 0
        tills.move_safe(hall_id=self.hall.pk, amount_cents=100_000, reason="float", actor="sala")
        self.model["safe"] += 100_000

    def do(self, deed, **kwargs):
        """Do a deed; one that is refused must leave the books as they were."""
        before = self.books()
        try:
            return deed(**kwargs)
        except RuleViolation:
            assert self.books() == before
            return None
        finally:
            self.check()

    def books(self):
        return {c: n for c, n in Account.objects.filter(hall=self.hall).values_list("code", "balance_cents") if n}

    def till(self, cashier):
        return account_of(self.held[cashier]) if cashier in self.held else "cash"

    @rule(cashier=CASHIERS, till=TILLS, safe=st.sampled_from([0, 5_000]), gap=GAPS, signed=st.booleans())
    def open_till(self, cashier, till, safe, gap, signed):
        count = self.model[account_of(till)] + safe + gap
        if count < 0:
            return
        second = "sala" if signed else ""
        asked = {"till": till, "pieces": pieces_of(count), "from_safe_cents": safe, "second": second}
        free = cashier not in self.held and till not in self.held.values()
        may = free and (abs(gap) <= 1_000 or signed)
        if may:
            self.model.update({account_of(till): safe + gap, "safe": -safe, "differences": gap})
            self.held[cashier] = till
        assert (self.do(tills.open_till, hall_id=self.hall.pk, actor=cashier, **asked) is not None) == may

    @rule(seller=SELLERS, cards=st.integers(1, 4))
    def sell(self, seller, cards):
        self.model[f"seller:{seller}"] += cards * CARD
        assert self.do(sales.sell_cards, game_id=self.story.game_id, quantity=cards, actor=seller) is not None

    @rule(seller=SELLERS)
    def undo(self, seller):
        last = printed_sales(self.story.game, seller)[-1:]
        for sale in last:
            before = self.model.copy()
            self.model[f"seller:{seller}"] -= sale.amount_cents
            asked = {"game_id": self.story.game_id, "first": sale.first, "last": sale.last, "actor": seller}
            if self.do_or_restore(before, sales.undo_sale, **asked) is None:
                self.model = before

    def do_or_restore(self, before, deed, **kwargs):
        """Do a deed that the game may refuse: the model goes back with it."""
        try:
            done = deed(**kwargs)
        except RuleViolation:
            self.model = before
            done = None
        self.check()
        return done

    @rule(seller=SELLERS, cashier=CASHIERS, gap=GAPS)
    def hand_in(self, seller, cashier, gap):
        owed = self.model[f"seller:{seller}"]
        counted = owed + gap
        if not owed or not min(0, owed) <= counted or (owed < 0 and gap > 0 and counted > 0):
            return
        self.model.update({f"seller:{seller}": -owed, self.till(cashier): counted, "differences": gap})
        asked = {"session_id": self.story.session.pk, "seller": seller, "counted_cents": counted, "signed": seller}
        assert self.do(takings.hand_in_takings, actor=cashier, **asked) is not None

    @rule(cashier=CASHIERS, cents=CENTS)
    def deposit(self, cashier, cents):
        self.keys += 1
        self.model.update({self.till(cashier): cents, "player:1": cents})
        asked = {"account": "player:1", "amount_cents": cents, "source_ref": f"{cashier}:d{self.keys}"}
        assert self.do(payments.deposit, hall_id=self.hall.pk, actor=cashier, **asked) is not None

    @rule(cashier=CASHIERS, cents=CENTS, to_safe=st.booleans())
    def move(self, cashier, cents, to_safe):
        if cashier in self.held:
            sign = -1 if to_safe else 1
            self.model.update({self.till(cashier): sign * cents, "safe": -sign * cents})
            self.last = {**getattr(self, "last", {}), cashier: (sign * cents, self.held[cashier])}
        asked = {"hall_id": self.hall.pk, "amount_cents": cents, "to_safe": to_safe, "actor": cashier}
        assert (self.do(tills.move_money, **asked) is not None) == (cashier in self.held)

    @rule(cashier=CASHIERS)
    def undo_move(self, cashier):
        moved = getattr(self, "last", {}).pop(cashier, None)
        if moved is not None:
            cents, till = moved
            self.model.update({account_of(till): -cents, "safe": cents})
        asked = {"hall_id": self.hall.pk, "reason": "a slip", "actor": cashier}
        assert (self.do(tills.undo_move, **asked) is not None) == (moved is not None)

    @rule(cashier=CASHIERS, gap=GAPS)
    def count(self, cashier, gap):
        cents = self.model[self.till(cashier)] + gap
        if cents < 0:
            return
        if cashier in self.held:
            self.counted[cashier] = (cents, self.model[self.till(cashier)])
        asked = {"hall_id": self.hall.pk, "pieces": pieces_of(cents), "actor": cashier}
        assert (self.do(tills.count_till, **asked) is not None) == (cashier in self.held)

    def may_end(self, cashier, reason, signed):
        """By its last count, and nothing has moved since; what differs is explained, and above ten euros signed."""
        if cashier not in self.held or cashier not in self.counted:
            return None
        counted, expected = self.counted[cashier]
        if expected != self.model[self.till(cashier)] or (abs(counted - expected) > 1_000 and not signed):
            return None
        return None if counted != expected and not reason else (counted, expected)

    @rule(cashier=CASHIERS, part=st.integers(0, 4), reason=st.booleans(), signed=st.booleans())
    def close(self, cashier, part, reason, signed):
        sums = self.may_end(cashier, reason, signed)
        drop = 0
        if sums is not None:
            counted, expected = sums
            drop = counted * part // 4
            self.model.update({self.till(cashier): counted - expected - drop, "safe": drop})
            self.model["differences"] += counted - expected
            self.end(cashier)
        asked = {"drop_cents": drop, "reason": "because" if reason else "", "second": "mesa" if signed else ""}
        assert (self.do(tills.close_till, hall_id=self.hall.pk, actor=cashier, **asked) is not None) == (
            sums is not None
        )

    @rule(cashier=CASHIERS, reason=st.booleans(), signed=st.booleans())
    def hand_over(self, cashier, reason, signed):
        taker = "otra" if cashier == "caja" else "caja"
        sums = self.may_end(cashier, reason, signed) if taker not in self.held else None
        if sums is not None:
            counted, expected = sums
            self.model.update({self.till(cashier): counted - expected, "differences": counted - expected})
            self.held[taker] = self.held[cashier]
            self.end(cashier)
        asked = {"giver": cashier, "taker": taker, "reason": "x" if reason else "", "second": "mesa" if signed else ""}
        assert (self.do(tills.hand_over, hall_id=self.hall.pk, actor=cashier, **asked) is not None) == (
            sums is not None
        )

    def end(self, cashier):
        del self.held[cashier], self.counted[cashier]
        getattr(self, "last", {}).pop(cashier, None)

    @rule(cents=st.integers(1, 2_000))
    def count_tips(self, cents):
        self.model["tips"] += cents
        asked = {"hall_id": self.hall.pk, "pieces": pieces_of(cents), "counter": "ana", "actor": "mesa"}
        assert self.do(tips.count_tips, **asked) is not None

    def check(self):
        """Hold the books to the model, and the night to zero."""
        books = self.books()
        told = {code: cents for code, cents in self.model.items() if cents}
        follows = {code: n for code, n in books.items() if is_place(code) or code in {"differences", "player:1"}}
        assert follows == told
        self.story.session.refresh_from_db()
        statement = statement_of(night_of(self.hall, self.story.session))
        assert (statement.difference_cents, statement.wrong) == (0, [])
        assert statement.places_cents == sum(cents for code, cents in told.items() if is_place(code))
        proofs = (seller_violations(self.hall), till_violations(self.hall), ledger_violations(self.hall.pk))
        assert [wrong for proof in proofs for wrong in proof] == []

    def teardown(self):
        if hasattr(self, "hall"):
            self.hall.refresh_from_db()
            assert list(violations(self.hall)) == []


@pytest.mark.django_db(transaction=True)
def test_the_money_of_arbitrary_nights_is_where_the_books_say(settings_of_tills):
    with silence(), clock.injected(Clock()):
        run_state_machine_as_test(
            NightOfMoney,
            settings=settings(
                max_examples=EXAMPLES,
                stateful_step_count=25,
                deadline=None,
                derandomize=True,
                suppress_health_check=list(HealthCheck),
                database=None,
            ),
        )


@pytest.fixture
def settings_of_tills(settings):
    settings.BINGO_TILLS = ["2"]
    settings.BINGO_TILL_DIFFERENCE_CENTS = 1_000
    settings.BINGO_TILL_SHIFTS = "off"
