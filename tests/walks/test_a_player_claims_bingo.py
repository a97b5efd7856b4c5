"""A player claims: from the card number typed at the table to the prize paid, to the cent."""

from itertools import count

import pytest

from ledger.selectors import balance_cents
from records.models import Hall
from sessions.models import Award, Game
from sessions.selectors.faces import face_rows
from sessions.selectors.verify import violations
from sessions.services import draw
from tests.given import a_game_on_sale, call_numbers, close_sale
from tests.screens.sockets import do, logged_in, make_people

pytestmark = pytest.mark.django_db(transaction=True)

CARD, VIRTUAL_CARD = 4, 201


class Evening:
    """A game with its people, each at their screen."""

    def __init__(self):
        self.story = a_game_on_sale()
        people = make_people(self.story.hall)
        self.mesa, self.caja, self.venta, self.jugador = (
            logged_in(people[name]) for name in ("mesa", "caja", "venta1", "jugador1")
        )
        self._keys = count(1)

    def done(self, who, name, **body):
        """Do a deed that must succeed; gives its event."""
        status, answer = do(who, name, key=f"key-{next(self._keys)}", **body)
        assert status == 200, answer
        return answer.get("event")

    def refused(self, who, name, **body):
        status, answer = do(who, name, key=f"key-{next(self._keys)}", **body)
        assert status == 409, answer
        return answer["code"], answer["params"]

    def start(self):
        close_sale(self.story)
        draw.start_draw(game_id=self.story.game_id, actor="mesa")

    def call(self, *numbers):
        call_numbers(self.story, *numbers)

    def board(self):
        return Game.objects.get(pk=self.story.game_id).board

    def rows(self, card):
        return face_rows(self.board()["lots"][0]["matrix"], card)

    def claim(self, prize, card):
        """Stop the draw on the shout, call the card and look at it."""
        self.done(self.venta, "stop_for_claim", game_no=1)
        raised = self.done(self.mesa, "raise_claim", game_no=1, prize=prize, card=str(card))
        return self.done(self.mesa, "verify_claim", game_no=1, claim_no=raised["claim_no"])

    def violations(self):
        return list(violations(Hall.objects.get(pk=self.story.hall.pk)))


@pytest.fixture
def evening(time):
    made = Evening()
    made.time = time
    return made


def test_a_card_that_lacks_a_number_is_refused_by_its_name_and_play_goes_on(evening):
    evening.done(evening.venta, "sell_cards", game_no=1, quantity=6)
    evening.start()
    *four, fifth = evening.rows(CARD)[0]
    evening.call(*four)
    judged = evening.claim("line", CARD)
    assert (judged["kind"], judged["reason"], judged["missing"]) == ("ClaimRejected", "missing", [fifth])
    evening.done(evening.mesa, "resume_play", game_no=1)
    assert (evening.board()["state"], evening.board()["pause"]) == ("drawing", "")
    evening.call(fifth)
    assert evening.board()["called"] == 5


def test_line_and_bingo_of_a_printed_card_are_paid_against_the_card_to_the_cent(evening):
    evening.done(evening.venta, "sell_cards", game_no=1, quantity=6)
    evening.start()
    first, second, third = evening.rows(CARD)
    evening.call(*first)
    assert evening.claim("line", CARD)["kind"] == "ClaimUpheld"
    assert evening.refused(evening.mesa, "resume_play", game_no=1)[0] == "claim_window_open"
    evening.time.advance(10)
    evening.done(evening.mesa, "resume_play", game_no=1)

    evening.call(*second, *third)
    assert evening.claim("bingo", CARD)["kind"] == "ClaimUpheld"
    evening.time.advance(10)
    evening.done(evening.mesa, "close_bingo", game_no=1)

    # Six cards at 2 euros: line 9 % of 12.00, bingo 57.5 %.
    awards = Award.objects.order_by("award_no").values_list("prize", "card", "cents", "status")
    assert list(awards) == [("line", CARD, 108, "pending"), ("bingo", CARD, 690, "pending")]
    wrong = evening.refused(evening.caja, "pay_prize", game_no=1, award_no=1, card=5)
    assert wrong == ("wrong_card", {"card": 5, "expected": CARD})
    for award_no in (1, 2):
        evening.done(evening.caja, "pay_prize", game_no=1, award_no=award_no, card=CARD)
    evening.done(evening.mesa, "close_game", game_no=1)
    assert evening.board()["state"] == "closed"
    assert balance_cents(evening.story.hall.pk, "prizes") == 0
    assert balance_cents(evening.story.hall.pk, "house") == 1_200 - 108 - 690
    assert evening.violations() == []


def test_a_virtual_card_claims_by_itself_and_its_prize_is_pending_until_the_game_closes(evening):
    evening.done(evening.caja, "deposit", player=1, amount_cents=1_000)
    evening.done(evening.venta, "sell_cards", game_no=1, quantity=1)
    evening.done(evening.jugador, "buy_cards", game_no=1, quantity=1)
    evening.start()
    first, second, third = evening.rows(VIRTUAL_CARD)
    evening.call(*first)
    claim = evening.board()["claims"][0]
    assert (claim["card"], claim["prize"], claim["automatic"], claim["ball"]) == (VIRTUAL_CARD, "line", True, 5)
    assert evening.board()["state"] == "checking"

    evening.done(evening.mesa, "verify_claim", game_no=1, claim_no=1)
    evening.time.advance(10)
    evening.done(evening.mesa, "resume_play", game_no=1)
    # Two cards at 2 euros: line 9 % of 4.00; the balance is what is left of 10.00.
    mine = evening.jugador.get("/state/mine/").json()["player"]
    assert (mine["balance_cents"], mine["pending_cents"]) == (800, 36)

    evening.call(*second, *third)
    evening.done(evening.mesa, "verify_claim", game_no=1, claim_no=2)
    evening.time.advance(10)
    evening.done(evening.mesa, "close_bingo", game_no=1)
    mine = evening.jugador.get("/state/mine/").json()["player"]
    assert (mine["balance_cents"], mine["pending_cents"]) == (800, 36 + 230)
    evening.done(evening.mesa, "close_game", game_no=1)
    mine = evening.jugador.get("/state/mine/").json()["player"]
    assert (mine["balance_cents"], mine["pending_cents"]) == (1_066, 0)
    assert evening.violations() == []
