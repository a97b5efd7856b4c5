"""Claims, and the money at the end of a game: rules to be mixed into an evening."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from sessions.models import Game
from sessions.rules.states import State
from sessions.services import claims, draw, payments
from tests.stateful.choices import cards, halves, often, prizes, rarely, while_

ENDED = ("won", "unclaimed", "paying")


class EndRules:
    """Cards called and checked, the orders to go on and to end, prizes, the closing."""

    # Claims ------------------------------------------------------------------------------------------------

    @while_(State.DRAWING, State.CHECKING, State.READY, State.WON)
    @rule(prize=prizes, card=st.one_of(st.integers(1, 6), cards), part=halves, again=rarely)
    def claim(self, prize, card, part, again):
        """Call a card; a printed double one on one half in this game, and not on the half of the first game."""
        game, pair = self.h.purse.games[self.h.game.stream], self.h.board.pair
        event = self.do(claims.raise_claim, prize=prize, card=str(card), part=part, again=again)
        if event is not None and pair and card in game.printed:
            assert part == event.part != 0
            halves_of = {1: set(), 2: set()}
            for number in range(1, pair + 1):
                halves_of[number] = self.h.halves_called(card, self.h.board.game_no - pair + number)
            assert len(halves_of[pair]) == 1, "both halves of a card were called in one game"
            assert not halves_of[1] & halves_of[2], "one half of a card was called in both games"

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
    @rule(award_no=st.integers(1, 3), right_card=often, right_token=often, again=rarely)
    def pay(self, award_no, right_card, right_token, again):
        """Pay a prize; where a token was given, no other and none will do."""
        owed = self.h.purse.games[self.h.game.stream].awards.get(award_no)
        card = owed[1] if owed and right_card else 999
        given = self.h.stood.tokens.get(award_no, "")
        token = given if right_token else "another"
        right = bool(owed) and right_card and right_token and not owed[3] and self.state in ENDED
        kwargs = {"actor": "caja", "award_no": award_no, "card": card, "token": token, "again": again}
        self.judged(right, payments.pay_prize, **kwargs)

    @while_(State.CLOSED, State.PAYING)
    @rule(award_no=st.integers(1, 3), right_token=often, again=rarely)
    def pay_late(self, award_no, right_token, again):
        self.pay_later(self.h.game, self.h.stood.tokens, award_no, right_token, again)

    @precondition(lambda self: self.h.board is not None and self.h.board.pair == 2)
    @rule(award_no=st.integers(1, 3), right_token=often, again=rarely)
    def pay_the_first_game(self, award_no, right_token, again):
        """Pay a prize of the pair's first game against its token, while the second is played or after it."""
        first = Game.objects.get(session=self.h.session, game_no=self.h.board.other_game_no)
        self.pay_later(first, self.h.first_tokens, award_no, right_token, again)

    def pay_later(self, game, tokens, award_no, right_token, again):
        owed = self.h.purse.games[game.stream].awards.get(award_no)
        right = bool(owed) and right_token and game.state == "closed" and not owed[3]
        kwargs = {
            "session_id": self.h.session.pk,
            "game_id": game.pk,
            "award_no": award_no,
            "card": owed[1] if owed else 999,
            "token": tokens.get(award_no, "") if right_token else "another",
        }
        event = self.h.do(payments.pay_late, actor="caja", again=again, **kwargs)
        assert (event is not None) == right, f"{kwargs}, owed {owed}: {self.h.refused[-1:]}"
        self.h.check_step()

    @while_(State.WON, State.UNCLAIMED, State.PAYING, State.CHECKING, State.VOID, State.REFUNDED, State.SUSPENDED)
    @rule(again=rarely)
    def close_game(self, again):
        """Close the game; the first of a pair only when each unpaid prize has its token."""
        game = self.h.purse.games[self.h.game.stream]
        bare = [no for no, award in game.awards.items() if not award[3] and no not in self.h.stood.tokens]
        right = self.state == State.REFUNDED or (self.state in ENDED and not (game.pair == 1 and bare))
        self.judged(right, payments.close_game, again=again)
