"""
What stops a game, and what comes of it: rules to be mixed into an evening, each with its own idea of what is right.

`Stood` and the model of the money are told the journal's plain rows. Each deed must be done when it is right by them,
and refused when it is not.
"""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from sessions.rules.states import State
from sessions.rules.void import VoidOrder
from sessions.services import pairs, suspensions, voids
from tests.stateful.choices import numbers, often, people, rarely
from tests.stateful.heard import NOT_YET, changed
from tests.stateful.stood import QUARTER_OF_AN_HOUR

PLAYED = ("selling", "ready", "drawing", "checking")
VOIDABLE = (*PLAYED, "won", "unclaimed")
ENDED = ("won", "unclaimed", "paying")


stopped = precondition(lambda self: self.state == State.SUSPENDED)
null = precondition(lambda self: self.state == State.VOID)
sometimes_null = precondition(lambda self: self.state in {State.VOID, State.REFUNDED, State.CLOSED, State.DRAWING})


class StopRules:
    """Suspensions, null games, refunds at the desk and later."""

    def judged(self, right, deed, **kwargs):
        """Do a deed that must be done when it is right, and refused when it is not."""
        told = f"{deed.__name__} {kwargs} in {self.state}, {self.h.stood}"
        event = self.do(deed, **kwargs)
        assert (event is not None) == right, f"right: {right}; {told}; {self.h.refused[-1:]}"
        return event

    @property
    def played(self):
        """The model's money of the game."""
        return self.h.purse.games[self.h.game.stream]

    # Articles 36 and 34.4 ----------------------------------------------------------------------------------

    @precondition(lambda self: self.state in {*PLAYED, "waiting", "won", "void", "suspended"})
    @rule(cause=st.sampled_from(["failure", "failure", "balls"]), honest=often, lie=st.booleans(), again=rarely)
    def suspend(self, cause, honest, lie, again):
        board = self.h.board
        fallen = bool(board.drawn or board.held)
        out = fallen if honest else lie
        begun = board.draw_started or cause == "balls"
        right = board.state in {*PLAYED, "waiting"} and (begun if out else not fallen)
        self.judged(right, suspensions.suspend_game, cause=cause, ball_out=out, text="a fuse", again=again)

    @stopped
    @rule(right=often, other=st.sampled_from(["36.1", "36.2", "34.4", ""]), again=rarely)
    def read_aloud(self, right, other, again):
        paragraph = ("36.2" if self.h.stood.ball_out else "36.1") if right else other
        may = self.h.stood.may_be_read(paragraph)
        self.judged(may, suspensions.read_paragraph, paragraph=paragraph, again=again)

    @stopped
    @rule(seconds=st.sampled_from([60, 300, QUARTER_OF_AN_HOUR]))
    def time_passes(self, seconds):
        self.time.advance(seconds)

    @stopped
    @rule(decision=st.sampled_from(["solved", "agent"]), agent=st.sampled_from(["", "A-17", "A-17"]), again=rarely)
    def lift(self, decision, agent, again):
        may = self.h.stood.may_go_on(decision, agent, self.time.time)
        self.judged(may, suspensions.lift_suspension, decision=decision, agent=agent, text="solved", again=again)

    @stopped
    @rule(again=rarely)
    def go_on_by_hand(self, again):
        stood = self.h.stood
        may = stood.cause == "failure" and stood.ball_out and stood.read == "36.2"
        if self.judged(may, suspensions.order_manual_draw, how="from a bag", again=again):
            assert self.h.board.extractor == "manual"

    # Null games --------------------------------------------------------------------------------------------

    @precondition(lambda self: self.state == State.SUSPENDED)
    @rule(
        cause=st.sampled_from(["failure", "failure", "not_random", "balls"]),
        agent=st.sampled_from(["", "A-17", "A-17"]),
        second=people,
        both=st.booleans(),
        again=rarely,
    )
    def make_void(self, cause, agent, second, both, again):
        order = VoidOrder(cause=cause, reason="so decided", agent=agent, end_pair=both and self.h.board.pair == 1)
        may = second not in {"", "mesa"} and self.h.stood.may_be_void(order, self.time.time)
        self.judged(may, voids.void_game, order=order, second=second, again=again)

    @precondition(lambda self: self.state in {*VOIDABLE, "paying", "closed", "void", "waiting"})
    @rule(back=st.sampled_from([0, 0, 1, 3, -1]), said=numbers, second=people, both=rarely, sure=rarely, again=rarely)
    def error_in_announcing(self, back, said, second, both, sure, again):
        """A game is void by an error seldom enough that evenings get far."""
        if not sure:
            second = ""
        board = self.h.board
        at = board.called - back
        order = VoidOrder(cause="announcing_error", reason="misheard", ordinal=at, said=said, end_pair=both)
        called = 1 <= at <= board.called and 1 <= said <= 90 and board.drawn[at - 1] != said
        changed = self.changed(at, said) if called else set()
        people = second not in {"", "mesa"} and (not both or board.pair == 1)
        may = bool(board.state in VOIDABLE and changed and people)
        event = self.judged(may, voids.void_game, order=order, second=second, again=again)
        assert event is None or set(event.affected) == changed

    def changed(self, at, said):
        """Give the sold cards that come out otherwise, by the lists of what was heard and drawn."""
        faces = {card: self.h.rows(card) for card in self.played.cards}
        line_ball = self.played.line_ball if self.played.line_closed else NOT_YET
        return changed(faces, self.h.board.numbers_called, at=at, said=said, line_ball=line_ball)

    @precondition(lambda self: self.state in {"drawing", "checking", "won", "unclaimed"} and self.h.board.called)
    @rule(both=st.booleans(), again=rarely)
    def null_at_once(self, both, again):
        """Find a ball of which another number changes a card; where there is one the game is null, else it is not."""
        board = self.h.board
        wrongly = [(at, board.drawn[at - 1] % 90 + 1) for at in range(board.called, 0, -1)]
        at, said = next((pair for pair in wrongly if self.changed(*pair)), wrongly[0])
        order = VoidOrder(cause="announcing_error", reason="so heard", ordinal=at, said=said, end_pair=both)
        may = bool(self.changed(at, said)) and (not both or board.pair == 1)
        self.judged(may, voids.void_game, order=order, second="sala", again=again)

    # The refund desk ---------------------------------------------------------------------------------------

    def may_refund(self, first, last):
        """Cards of one series, sold on paper in this void game, none of them paid back."""
        cards, game = set(range(first, last + 1)), self.played
        one_series = any(lot.first_card <= first and last <= lot.last_card for lot in self.h.board.printed)
        return bool(cards) and one_series and cards <= game.printed - game.back

    @sometimes_null
    @rule(first=st.integers(1, 14), more=st.sampled_from([0, 0, 0, 1, 3, -2]), again=rarely)
    def refund(self, first, more, again):
        last = first + more
        right = self.state == State.VOID and self.may_refund(first, last or first)
        self.judged(right, voids.refund_cards, actor="caja", card=str(first), last=last, again=again)

    @null
    @rule(again=rarely)
    def refund_the_next(self, again):
        left = sorted(self.played.printed - self.played.back)
        if left:
            self.judged(True, voids.refund_cards, actor="caja", card=str(left[0]), last=None, again=again)

    @sometimes_null
    @rule(again=rarely)
    def complete(self, again):
        held = any(place.startswith("held") for place in self.h.places.place.values())
        right = self.state == State.VOID and not held
        self.judged(right, voids.complete_refunds, actor="caja", again=again)

    @precondition(lambda self: any(game.void for game in self.h.purse.games.values()))
    @rule(card=st.integers(0, 14), owed=often, again=rarely)
    def refund_late(self, card, owed, again):
        """Bring a card of the last void game that is closed; mostly one that nobody has brought."""
        game = self.h.last_void()
        if game is None:
            return
        played = self.h.purse.games[game.stream]
        if owed and played.outstanding:
            card = min(played.outstanding)
        may = card in played.outstanding
        session = {"session_id": self.h.session.pk, "game_id": game.pk}
        done = self.h.do(voids.refund_late, card=str(card), actor="caja", again=again, **session)
        assert (done is not None) == may, f"card {card} of {game.stream}, owed {played.outstanding}"
        self.h.check_step()

    # Two games with one card -------------------------------------------------------------------------------

    @precondition(lambda self: self.state in {*ENDED, "checking"})
    @rule(award_no=st.integers(1, 3), token=st.sampled_from(["1", "2", "3"]), again=rarely)
    def give_token(self, award_no, token, again):
        stood, game = self.h.stood, self.played
        owed = award_no in game.awards and not game.awards[award_no][3]
        free = token not in stood.tokens.values() and award_no not in stood.tokens
        right = game.pair == 1 and self.state in ENDED and owed and free
        self.judged(right, pairs.give_token, award_no=award_no, token=token, again=again)

    # What a hall that knows its trade does -----------------------------------------------------------------

    def get_going(self):
        """Lead a suspended game on, or end it."""
        stood = self.h.stood
        if stood.cause == "balls":
            self.lift("agent", "A-17", again=False)
            return
        self.read_aloud(right=True, other="", again=True)
        if stood.ball_out:
            self.go_on_by_hand(again=True)
            return
        # Null when the fifteen minutes are over, and refused before.
        self.make_void("failure", "", "sala", both=True, again=True)
        if self.state == State.SUSPENDED:
            self.lift("solved", "", again=True)

    def pay_back(self):
        """Pay some of a void game's cards back, leave the last one, and end the refunds."""
        for card in sorted(self.played.printed - self.played.back)[:-1]:
            self.judged(True, voids.refund_cards, actor="caja", card=str(card), last=None)
        self.tidy()
        self.complete(again=True)
