"""Prizes paid by cheque (O79 35.3), and what becomes of one that comes back unpaid (35.4)."""

import pytest

from ledger.selectors import balance_cents
from records.models import Event
from sessions.models import Award
from sessions.printing.receipts import receipt_lines
from sessions.rules import errors
from sessions.rules.cheques import Method, Payment
from sessions.selectors.players import cheques_given, unpaid_awards
from sessions.selectors.receipts import facts_of, source_of
from sessions.services import claims, draw, payments
from tests.given import a_game_ready, call_numbers
from tests.money import cash_of
from tests.sessions.services.floors import wrong
from tests.sessions.stories import numbers_of, play_out

pytestmark = pytest.mark.django_db

CHEQUE = Payment(method=Method.CHEQUE, cheque="7701", consents=True)
GUARANTEE = Payment(method=Method.GUARANTEE)


@pytest.fixture
def story(time):
    """Six cards of 2.00; card 2 has won the line, 1.08, and the bingo, 6.90. Nothing is paid, the game is closed."""
    played = a_game_ready()
    play_out(played, time, winner=2, close=False)
    return played


def late(story, award_no, payment, **more):
    order = {"session_id": story.session.pk, "game_id": story.game_id, "card": 2, "actor": "caja"}
    return payments.pay_late(award_no=award_no, payment=payment, **order, **more)


def returned(story, award_no=2, cheque="7701", **more):
    order = {"session_id": story.session.pk, "game_id": story.game_id, "actor": "caja"}
    return payments.cheque_returned(award_no=award_no, cheque=cheque, **order, **more)


def accounts(story, *codes):
    return [balance_cents(story.hall.pk, code) for code in codes]


def test_a_cheque_leaves_the_cash_where_it_is_and_the_receipt_says_its_number(story):
    before = cash_of(story.hall.pk)
    event = late(story, 2, CHEQUE, source_ref="caja:1")
    assert (event.method, event.cheque, event.consented, event.cents) == ("cheque", "7701", True, 690)
    assert cash_of(story.hall.pk) == before
    assert accounts(story, "bank", "prizes_payable") == [-690, 108]
    facts = facts_of(story.hall.pk, source_of(story.hall.pk, "caja:1"))
    text = [line.text for line in receipt_lines(facts, hall="Sala", language="en")]
    assert "Paid by cheque number                 7701" in text
    assert [award.cheque for award in cheques_given(story.hall)] == ["7701"]
    assert wrong(story) == []


def test_a_prize_at_the_end_of_its_game_is_paid_by_cheque_too(time):
    story = a_game_ready()
    by = {"game_id": story.game_id, "actor": "mesa"}
    draw.start_draw(**by)
    call_numbers(story, *numbers_of(story, 2))
    claims.raise_claim(prize="bingo", card="2", **by)
    claims.verify_claim(claim_no=1, **by)
    time.advance(10)
    claims.close_bingo(**by)
    order = {"game_id": story.game_id, "award_no": 1, "card": 2, "actor": "caja"}
    with pytest.raises(errors.ChequeNeedsConsent):
        payments.pay_prize(payment=Payment(method=Method.CHEQUE, cheque="1"), **order)
    assert Award.objects.get().status == "pending"
    payments.pay_prize(payment=CHEQUE, source_ref="caja:p", **order)
    with pytest.raises(errors.KeyReused):
        payments.pay_prize(source_ref="caja:p", **order)
    assert accounts(story, "bank") == [-690]
    with pytest.raises(errors.WrongState):
        returned(story, award_no=1)
    payments.close_game(**by)
    assert returned(story, award_no=1).cents == 690
    assert wrong(story) == []


def test_above_the_amount_fixed_nobody_s_consent_is_needed(story, settings):
    settings.BINGO_CHEQUE_FROM_CENTS = 500
    without = Payment(method=Method.CHEQUE, cheque="7701")
    with pytest.raises(errors.ChequeNeedsConsent):
        late(story, 1, without)
    assert Award.objects.get(award_no=1).status == "payable"
    assert late(story, 2, without).consented is False


def test_a_cheque_that_came_back_makes_the_prize_payable_once_and_cash_pays_it(story):
    late(story, 2, CHEQUE)
    event = returned(story, source_ref="caja:r")
    assert returned(story, source_ref="caja:r") == event
    assert accounts(story, "bank", "prizes_payable") == [0, 108 + 690]
    assert [award.award_no for award in unpaid_awards(story.hall)] == [1, 2]
    with pytest.raises(errors.NoSuchCheque):
        returned(story)
    before = cash_of(story.hall.pk)
    late(story, 2, Payment())
    assert cash_of(story.hall.pk) == before - 690
    assert Event.objects.filter(kind="ChequeReturned").count() == 1
    assert wrong(story) == []


def test_the_deposit_with_the_authority_pays_what_the_house_did_not(story):
    with pytest.raises(errors.NotFromGuarantee):
        late(story, 2, GUARANTEE)
    late(story, 2, CHEQUE)
    returned(story)
    before = cash_of(story.hall.pk)
    assert late(story, 2, GUARANTEE, source_ref="caja:g").method == "guarantee"
    assert cash_of(story.hall.pk) == before
    assert accounts(story, "guarantee", "prizes_payable", "bank") == [-690, 108, 0]
    assert facts_of(story.hall.pk, source_of(story.hall.pk, "caja:g")).prize.guarantee
    assert wrong(story) == []


@pytest.mark.parametrize(("award_no", "cheque"), [(1, "7701"), (2, "7702"), (9, "7701")])
def test_only_the_cheque_that_was_given_comes_back(story, award_no, cheque):
    late(story, 2, CHEQUE)
    with pytest.raises(errors.NoSuchCheque):
        returned(story, award_no, cheque)


def test_a_prize_paid_in_cash_has_no_cheque_to_come_back(story):
    late(story, 2, Payment())
    with pytest.raises(errors.NoSuchCheque):
        returned(story, cheque="")
