"""
Arbitrary evenings: Hypothesis presses the buttons of a hall in any order, on the real services and database.

After every step what is cheap is proved, at the end of every evening everything is. BINGO_STATEFUL_EXAMPLES asks
for more evenings than the usual ones, BINGO_STATEFUL_STEPS for longer ones; `make nights` for 500 of 60 on each
database.
"""

from __future__ import annotations

import os
import random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from records import clock
from records.publish import silence
from sessions.rules.errors import RuleViolation
from sessions.rules.states import State
from sessions.services import corrections, draw, payments, sales, sessions
from tests.given import Clock
from tests.stateful.choices import numbers, often, people, players, quantities, rarely, sellers, while_
from tests.stateful.ends import EndRules
from tests.stateful.floor import FloorRules
from tests.stateful.hall import PRICE, PRINTED, HallUnderTest
from tests.stateful.stops import StopRules

EXAMPLES = int(os.environ.get("BINGO_STATEFUL_EXAMPLES", "40"))
STEPS = int(os.environ.get("BINGO_STATEFUL_STEPS", "50"))
SETTINGS = settings(
    max_examples=EXAMPLES,
    stateful_step_count=STEPS,
    derandomize=os.environ.get("CI") == "true",
    deadline=None,
    print_blob=True,
    suppress_health_check=list(HealthCheck),
)


class Evening(StopRules, EndRules, FloorRules, RuleBasedStateMachine):
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

    @initialize(phase=st.integers(0, 7), machine=st.booleans(), double=st.booleans())
    def begin_somewhere(self, phase, machine, double):
        """
        Begin with nothing, with a sale, with the sale closed, with the draw begun, or with all balls out.

        Or where a failure was not solved in time, with a null game, or with a bingo won: of a pair as often as not.
        """
        for player in ("player:1", "player:2"):
            self.deposit(player, 2_000)
        if phase:
            self.next_game(machine=machine, new_series=double, double=double, virtual=True)
        if phase >= 2:
            self.sell("venta", 6, 0, False)
            if phase != 4:
                self.buy("player:1", 3, False)
            self.close_sale(False)
            self.leftovers(0)
        if phase >= 3:
            self.start()
            {4: lambda: self.draw_many(86), 5: self.fail, 6: self.misspeak, 7: self.win}.get(phase, lambda: None)()

    def fail(self):
        self.suspend("failure", honest=True, lie=False, again=False)
        self.time_passes(900)

    def misspeak(self):
        self.draw_a_card(self.h.board.lots[0].first_card, 1)
        self.null_at_once(both=False, again=False)

    def win(self):
        self.play_for(3)
        self.settle()

    @rule(machine=st.booleans(), new_series=st.booleans(), double=rarely, virtual=often)
    def next_game(self, machine, new_series, double, virtual):
        """Open the next sale, now and then of double cards; refused while the second game of a pair waits."""
        self.h.announce()
        if self.h.game is None:
            return
        self.h.printed.refresh_from_db()
        if new_series or not self.h.printed.left:
            self.h.printed = self.h.new_series(2 if double else 1)
        self.do(
            sales.open_sale,
            physical_series=self.h.printed.pk,
            virtual_series=self.h.virtual.pk if virtual else None,
            extractor="machine" if machine else "manual",
            ball_set="set-1",
        )

    @rule(player=players, amount=st.sampled_from([PRICE, 2_000, 0, 10**9]))
    def deposit(self, player, amount):
        taken = {"hall_id": self.h.hall.pk, "account": player, "amount_cents": amount}
        if self.h.do(payments.deposit, actor="caja", **taken) is not None:
            self.h.purse.deposit(player, amount)
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
            sessions.close_session(session_id=self.h.session.pk, signed="mesa", actor="sala")

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
            State.SUSPENDED: self.get_going,
            State.VOID: self.pay_back,
            State.REFUNDED: lambda: self.close_game(again=True),
            State.WAITING: self.start,
        }
        second = self.state == State.CLOSED and self.h.waiting_second() is not None
        after = self.second_game if second else lambda: self.next_game(rows > 1, rows > 2, double=True, virtual=True)
        deeds.get(self.state, after)()

    # A rule is chosen as often as it has names.
    play_further = play_on
    play_still_further = play_on
    play_to_the_end = play_on

    def sell_out(self):
        self.sell("venta", 6, None, again=False)
        self.sell("venta", 3, None, again=True)
        self.undo("venta", 1, again=True)
        self.buy("player:2", 2, again=False)
        self.tidy()
        self.close_sale(again=False)

    def begin(self):
        if not self.h.board.draw_started:
            self.tidy()
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
            half = self.h.board.pair
            if half:
                self.claim("line", card, 0, again=False)
            self.claim("bingo" if rows == 3 else "line", card, half, again=False)

    def settle(self):
        self.unblock()
        self.verify_all()
        if self.h.board.claims_of("bingo", "upheld"):
            self.end(10, again=False)
        else:
            self.go_on(10, again=False)

    def wind_up(self):
        for award in self.h.board.awards[:2]:
            self.pay(award.award_no, right_card=True, right_token=True, again=True)
        for award in self.h.board.awards[2:]:
            self.give_token(award.award_no, str(award.award_no), again=True)
        self.close_game(again=False)

    @while_(State.CLOSED)
    @rule()
    def second_game(self):
        """Go over to the second game of a pair, where the first is over and it waits."""
        second = self.h.waiting_second()
        if second is not None and self.h.board.pair == 1:
            self.h.first_tokens = self.h.stood.tokens
            self.h.game, self.h.read = second, None
            self.h.check_step()

    @while_(State.READY, State.DRAWING, State.CHECKING, State.WON, State.PAYING, State.SUSPENDED, State.VOID)
    @rule()
    def the_second_game_waits_for_the_first(self):
        second = self.h.waiting_second()
        if second is not None:
            assert self.h.do(draw.start_draw, game_id=second.pk, actor="mesa") is None
            assert self.h.refused[-1] == "first_game_not_ended"

    # The sale ----------------------------------------------------------------------------------------------

    @while_(State.SELLING, State.READY, State.DRAWING)
    @rule(seller=sellers, quantity=quantities, off=st.sampled_from([None, None, 0, 1, -1]), again=rarely)
    def sell(self, seller, quantity, off, again):
        wanted, lowest = self.next_cards(seller, quantity)
        first = None if off is None else lowest + off
        sale = self.do(sales.sell_cards, actor=seller, quantity=quantity, first=first, again=again)
        assert sale is None or off or self.h.sold_as_wanted(sale, wanted)

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

    @while_(State.READY, State.SELLING, State.WAITING)
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
        self.draw_all(self.to_come(range(1, 91))[:many])

    @while_(State.READY, State.DRAWING)
    @rule(card=st.integers(1, PRINTED), rows=st.integers(1, 3))
    def draw_a_card(self, card, rows):
        """Draw what a low card, most likely sold, needs."""
        self.draw_all(self.to_come(n for row in self.h.rows(card)[:rows] for n in row))

    def to_come(self, wanted):
        """Give those still to be drawn, in the game's own order: a draw that repeats an earlier one is stopped."""
        board = self.h.board
        return sorted(set(wanted) - set(board.drawn), key=lambda n: n * (board.game_no + 1) % 97)

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


@pytest.mark.django_db
def test_no_order_of_deeds_breaks_the_hall():
    with silence():
        run_state_machine_as_test(Evening, settings=SETTINGS)
