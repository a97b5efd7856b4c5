"""
Arbitrary evenings: Hypothesis presses the buttons of a hall in any order, on the real services and database.

After every step what is cheap is proved, at the end of every evening everything is. BINGO_STATEFUL_EXAMPLES asks
for more evenings than the usual ones.
"""

from __future__ import annotations

import os
import random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from records import clock
from records.publish import silence
from sessions.rules.errors import RuleViolation
from sessions.rules.states import State
from sessions.services import claims, corrections, draw, payments, sales, sessions
from tests.given import Clock
from tests.stateful.choices import cards, numbers, often, people, players, prizes, quantities, rarely, sellers
from tests.stateful.hall import PRICE, PRINTED, HallUnderTest

EXAMPLES = int(os.environ.get("BINGO_STATEFUL_EXAMPLES", "40"))
SETTINGS = settings(
    max_examples=EXAMPLES,
    stateful_step_count=50,
    derandomize=os.environ.get("CI") == "true",
    deadline=None,
    print_blob=True,
    suppress_health_check=list(HealthCheck),
)


def while_(*states):
    """Run a rule only in these states of the game (None: there is none yet)."""
    return precondition(lambda self: self.state in states)


class Evening(RuleBasedStateMachine):
    """A hall, its people, and no idea of the right order."""

    shared = None

    def __init__(self):
        super().__init__()
        self.time = Clock()
        self.injected = clock.injected(self.time)
        self.injected.__enter__()
        self.h = HallUnderTest(shared=Evening.shared, random=random.Random(11))
        Evening.shared = self.h.matrix

    def teardown(self):
        try:
            assert self.h.violations() == []
        finally:
            self.injected.__exit__(None, None, None)

    @property
    def state(self):
        return self.h.board.state if self.h.game else None

    def do(self, deed, *, actor="mesa", **kwargs):
        answer = self.h.do(deed, game_id=self.h.game.pk, actor=actor, **kwargs)
        self.h.check_step()
        return answer

    # Before and between games ------------------------------------------------------------------------------

    @initialize(phase=st.integers(0, 4), machine=st.booleans())
    def begin_somewhere(self, phase, machine):
        """Begin with nothing, with a sale, with the sale closed, with the draw begun, or with all balls out."""
        for player in ("player:1", "player:2"):
            payments.deposit(hall_id=self.h.hall.pk, account=player, amount_cents=2_000, actor="caja")
        if phase:
            self.next_game(machine=machine, new_series=False, virtual=True)
        if phase >= 2:
            self.sell("venta", 6, 0, False)
            if phase < 4:
                self.buy("player:1", 3, False)
            self.close_sale(False)
            self.leftovers(0)
        if phase >= 3:
            self.start()
        if phase == 4:
            self.draw_many(86)

    @rule(machine=st.booleans(), new_series=st.booleans(), virtual=often)
    def next_game(self, machine, new_series, virtual):
        self.h.announce()
        if self.h.game is None:
            return
        self.h.printed.refresh_from_db()
        if new_series or not self.h.printed.left:
            self.h.printed = self.h.new_series()
        self.do(
            sales.open_sale,
            physical_series=self.h.printed.pk,
            virtual_series=self.h.virtual.pk if virtual else None,
            extractor="machine" if machine else "manual",
            ball_set="set-1",
        )

    @rule(player=players, amount=st.sampled_from([PRICE, 2_000, 0, 10**9]))
    def deposit(self, player, amount):
        self.h.do(payments.deposit, hall_id=self.h.hall.pk, account=player, amount_cents=amount, actor="caja")
        self.h.check_step()

    @while_(State.ANNOUNCED, State.SELLING, State.READY)
    @rule()
    def withdraw(self):
        self.do(sales.withdraw_game, reason="nobody came")

    @while_(None, State.CLOSED, State.DRAWING)
    @rule()
    def the_night_does_not_end_over_a_game(self):
        """The session is only tried to be closed: with a live game, or without a new count, it must refuse."""
        if self.state == State.DRAWING:
            sessions.count_balls(session_id=self.h.session.pk, ball_set="set-1", missing=[], actor="sala")
        with pytest.raises(RuleViolation):
            sessions.close_session(session_id=self.h.session.pk, actor="sala")

    # The right order, so that evenings get far -------------------------------------------------------------

    @rule(rows=st.integers(1, 3))
    def play_on(self, rows):
        """Do what a hall that knows its trade would do next."""
        deeds = {
            State.SELLING: self.sell_out,
            State.READY: self.begin,
            State.DRAWING: lambda: self.play_for(rows),
            State.CHECKING: self.settle,
            State.WON: self.wind_up,
            State.UNCLAIMED: self.wind_up,
            State.PAYING: self.wind_up,
        }
        deeds.get(self.state, lambda: self.next_game(machine=rows > 1, new_series=False, virtual=True))()

    # A rule is chosen as often as it has names.
    play_further = play_on
    play_still_further = play_on
    play_to_the_end = play_on

    def sell_out(self):
        self.sell("venta", 6, None, again=False)
        self.sell("venta", 3, None, again=True)
        self.undo("venta", 1, again=True)
        self.buy("player:2", 2, again=False)
        self.close_sale(again=False)

    def begin(self):
        if not self.h.board.draw_started:
            self.leftovers(0)
            self.start()
        self.unblock()
        self.draw_many(10)

    def unblock(self):
        for _ in self.h.board.held:
            self.resolve(accept=False, number=0, as_read=True, second="sala", again=False)
        self.resume()
        if self.h.board.uncalled:
            self.call(0, again=False)

    def play_for(self, rows):
        """Draw a sold card's rows and call the card, or end a game whose balls are all out."""
        self.unblock()
        card = self.h.board.lots[0].first_card
        self.draw_a_card(card, rows)
        if self.state == State.DRAWING and self.h.board.called == 90:
            self.end_unclaimed()
        if self.state == State.DRAWING:
            self.claim("bingo" if rows == 3 else "line", card, again=False)

    def settle(self):
        self.unblock()
        self.verify_all()
        if self.h.board.claims_of("bingo", "upheld"):
            self.end(10, again=False)
        else:
            self.go_on(10, again=False)

    def wind_up(self):
        for award in self.h.board.awards[:2]:
            self.pay(award.award_no, right_card=True, again=True)
        self.close_game(again=False)

    # The sale ----------------------------------------------------------------------------------------------

    @while_(State.SELLING, State.READY, State.DRAWING)
    @rule(seller=sellers, quantity=quantities, off=st.sampled_from([None, None, 0, 1, -1]), again=rarely)
    def sell(self, seller, quantity, off, again):
        lot = self.h.board.lots[0]
        first = None if off is None else lot.next_card + off
        event = self.do(sales.sell_cards, actor=seller, quantity=quantity, first=first, again=again)
        if event is not None:
            assert (event.first, event.last) == (lot.next_card, lot.next_card + quantity - 1)

    @while_(State.SELLING, State.READY, State.DRAWING)
    @rule(player=players, quantity=quantities, again=rarely)
    def buy(self, player, quantity, again):
        self.do(sales.buy_cards, actor=player, quantity=quantity, holder=player, again=again)

    @while_(State.SELLING, State.READY)
    @rule(seller=sellers, back=st.sampled_from([0, 1, 2, 5, -1, 10**9]), again=rarely)
    def undo(self, seller, back, again):
        last = self.h.board.lots[0].last_sold
        self.do(sales.undo_sale, actor=seller, first=last - back, last=last, again=again)

    @while_(State.SELLING, State.READY)
    @rule(again=rarely)
    def close_sale(self, again):
        self.do(sales.close_sale, again=again)

    @while_(State.READY, State.SELLING, State.DRAWING)
    @rule(off=st.sampled_from([0, 0, 0, 1, -1]))
    def leftovers(self, off):
        board = self.h.board
        left = board.leftover_first <= board.leftover_last
        self.do(sales.return_leftovers, actor="caja", first=board.leftover_first + off if left else None)

    @while_(State.READY, State.DRAWING, State.CHECKING, State.WON)
    @rule(last=st.integers(-1, PRINTED + 1), again=rarely)
    def correct_figures(self, last, again):
        self.do(sales.correct_figures, last=last, reason="miscounted", again=again)

    # The draw ----------------------------------------------------------------------------------------------

    @while_(State.READY, State.SELLING)
    @rule()
    def start(self):
        self.do(draw.start_draw)

    def draw_all(self, wanted):
        """Draw these numbers by the game's own extractor and call them, until a virtual card calls out."""
        board = self.h.board
        by_hand = board.extractor == "manual"
        if not board.draw_started or board.pause or board.held or board.uncalled:
            return
        for ordinal, number in enumerate(wanted, start=len(board.drawn) + 1):
            game = {"game_id": self.h.game.pk}
            if by_hand:
                draw.draw_manual(number=number, actor="venta", **game)
            else:
                ref = f"m:{game}:{ordinal}"
                draw.draw_ball(ordinal=ordinal, number=number, source="rfid", source_ref=ref, **game)
            draw.call_ball(ordinal=ordinal, actor="venta", **game)
            self.h.read = None
            if self.state == State.CHECKING:
                break
        self.h.check_step()

    @while_(State.READY, State.DRAWING)
    @rule(many=st.sampled_from([1, 2, 3, 10]))
    def draw_many(self, many):
        out = set(self.h.board.drawn)
        self.draw_all([n for n in range(1, 91) if n not in out][:many])

    @while_(State.READY, State.DRAWING)
    @rule(card=st.integers(1, PRINTED), rows=st.integers(1, 3))
    def draw_a_card(self, card, rows):
        """Draw what a low card, most likely sold, needs."""
        out = set(self.h.board.drawn)
        self.draw_all([n for row in self.h.rows(card)[:rows] for n in row if n not in out])

    @while_(State.SELLING, State.READY, State.DRAWING, State.CHECKING, State.WON)
    @rule(number=numbers, off=st.sampled_from([0, 0, 0, 1, -1]), sure=often, repeat=rarely, again=rarely)
    def machine_ball(self, number, off, sure, repeat, again):
        drawn = self.h.board.drawn
        self.do(
            draw.draw_ball,
            actor="machine",
            ordinal=len(drawn) + 1 + off,
            number=drawn[0] if repeat and drawn else number,
            source="rfid",
            quality=100 if sure else 50,
            again=again,
        )

    machine_sends_another = machine_ball

    @while_(State.READY, State.DRAWING, State.CHECKING)
    @rule(number=numbers, again=rarely)
    def manual_ball(self, number, again):
        self.do(draw.draw_manual, actor="venta", number=number, again=again)

    @while_(State.READY, State.DRAWING, State.CHECKING, State.WON)
    @rule(off=st.sampled_from([0, 0, 0, 1, -1]), again=rarely)
    def call(self, off, again):
        self.do(draw.call_ball, actor="venta", ordinal=self.h.board.called + 1 + off, again=again)

    @while_(State.READY, State.DRAWING, State.CHECKING)
    @rule(accept=st.booleans(), number=numbers, as_read=often, second=people, again=rarely)
    def resolve(self, accept, number, as_read, second, again):
        held = self.h.board.held
        if held and as_read:
            number = held[0].number
        self.do(corrections.resolve_held, accept=accept, number=number, second=second, again=again)

    @while_(State.READY, State.DRAWING, State.CHECKING, State.WON)
    @rule(reason=st.sampled_from(["claim", "person", "JAM"]))
    def pause(self, reason):
        self.do(draw.pause_draw, reason=reason)

    @while_(State.READY, State.DRAWING, State.CHECKING, State.WON)
    @rule()
    def resume(self):
        self.do(draw.resume_draw)

    @while_(State.DRAWING, State.CHECKING)
    @rule(back=st.integers(0, 5), number=numbers, second=people)
    def correct_ball(self, back, number, second):
        self.do(corrections.correct_ball, ordinal=len(self.h.board.drawn) - back, number=number, second=second)

    @while_(State.DRAWING, State.CHECKING)
    @rule(said=numbers)
    def correct_call(self, said):
        self.do(corrections.correct_call, ordinal=self.h.board.called, said=said)

    # Claims ------------------------------------------------------------------------------------------------

    @while_(State.DRAWING, State.CHECKING, State.READY, State.WON)
    @rule(prize=prizes, card=st.one_of(st.integers(1, 6), cards), again=rarely)
    def claim(self, prize, card, again):
        self.do(claims.raise_claim, prize=prize, card=str(card), again=again)

    @while_(State.CHECKING, State.DRAWING)
    @rule(off=st.sampled_from([0, 0, 1]), who=st.sampled_from(["mesa", "mesa", "venta"]), again=rarely)
    def verify(self, off, who, again):
        waiting = self.h.board.open_claims
        claim_no = waiting[0].claim_no + off if waiting else off
        event = self.do(claims.verify_claim, actor=who, claim_no=claim_no, again=again)
        if event is not None and event.kind == "ClaimUpheld":
            called = set(self.h.board.numbers_called)
            rows = self.h.rows(event.card)
            complete = [set(row) <= called for row in rows]
            assert all(complete) if event.prize == "bingo" else any(complete), "a card won without its numbers"

    @while_(State.CHECKING)
    @rule()
    def verify_all(self):
        for _ in self.h.board.open_claims:
            self.verify(0, "mesa", False)

    @while_(State.CHECKING, State.DRAWING)
    @rule(seconds=st.sampled_from([0, 10]), again=rarely)
    def go_on(self, seconds, again):
        self.time.advance(seconds)
        self.do(claims.resume_play, again=again)

    @while_(State.CHECKING)
    @rule(seconds=st.sampled_from([0, 10]), again=rarely)
    def end(self, seconds, again):
        self.time.advance(seconds)
        event = self.do(claims.close_bingo, again=again)
        if event is not None:
            board = self.h.board
            bingo = sum(a.cents for a in board.awards if a.prize == "bingo")
            assert bingo == board.figures.bingo_cents, "the bingo is not shared to the cent"

    @while_(State.DRAWING, State.CHECKING)
    @rule()
    def end_unclaimed(self):
        self.do(draw.close_unclaimed)

    # Money -------------------------------------------------------------------------------------------------

    @while_(State.WON, State.UNCLAIMED, State.PAYING, State.DRAWING, State.CLOSED)
    @rule(award_no=st.integers(1, 3), right_card=often, again=rarely)
    def pay(self, award_no, right_card, again):
        awards = self.h.board.awards
        card = awards[award_no - 1].card if right_card and award_no <= len(awards) else 999
        self.do(payments.pay_prize, actor="caja", award_no=award_no, card=card, again=again)

    @while_(State.CLOSED, State.PAYING)
    @rule(award_no=st.integers(1, 3), again=rarely)
    def pay_late(self, award_no, again):
        awards = self.h.board.awards
        card = awards[award_no - 1].card if award_no <= len(awards) else 999
        self.do(
            payments.pay_late, actor="caja", session_id=self.h.session.pk, award_no=award_no, card=card, again=again
        )

    @while_(State.WON, State.UNCLAIMED, State.PAYING, State.CHECKING)
    @rule(again=rarely)
    def close_game(self, again):
        self.do(payments.close_game, again=again)


@pytest.mark.django_db
def test_no_order_of_deeds_breaks_the_hall():
    with silence():
        run_state_machine_as_test(Evening, settings=SETTINGS)
