"""Null games through the door: every cent and every card is back, on the ledger, in the rows and in stock."""

from __future__ import annotations

import pytest

from ledger.selectors import sums_by_account
from records.models import Incident
from sessions.models import Award, BallSet, Game, SoldCard
from sessions.rules import errors
from sessions.rules.void import VoidOrder
from sessions.selectors.verify import violations
from sessions.services import corrections, draw, floor, payments, sales, suspensions, voids
from tests.given import a_game_drawing, a_game_on_sale, a_game_ready, call_numbers, close_sale, open_next_sale
from tests.money import balance_of
from tests.sessions.services.floors import staff
from tests.sessions.stories import misheard, numbers_of, spans_of, win_bingo

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("silent")]

FAILURE = VoidOrder(cause="failure", reason="no power")


def balances(story, *accounts):
    return [balance_of(story.hall.pk, account) for account in accounts]


def void(story, order, **kwargs):
    return voids.void_game(game_id=story.game_id, order=order, second="sala", actor="mesa", **kwargs)


def refund(story, card, last=None, **kwargs):
    return voids.refund_cards(game_id=story.game_id, card=str(card), last=last, actor="caja", **kwargs)


def end(story):
    voids.complete_refunds(game_id=story.game_id, actor="caja")
    payments.close_game(game_id=story.game_id, actor="mesa")


@pytest.fixture
def mixed(time):
    """Sell six printed cards and three virtual ones to player 1, who had 10 euros; draw a few balls."""
    story = a_game_on_sale()
    payments.deposit(hall_id=story.hall.pk, account="player:1", amount_cents=1_000, actor="caja")
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    sales.buy_cards(game_id=story.game_id, quantity=3, holder="player:1", actor="player")
    close_sale(story)
    draw.start_draw(game_id=story.game_id, actor="mesa")
    call_numbers(story, *numbers_of(story, 1)[:5])
    return story


def test_everything_goes_back_to_where_it_came_from(mixed):
    assert balances(mixed, "cash", "player:1") == [2_200, 400]
    event = void(mixed, misheard(mixed))
    # Nine cards at 2 euros; the player's at once, the paper at the desk.
    assert event.refund_cents == 1_800
    assert balances(mixed, "cash", "player:1", "prizes", "house", "tax") == [2_200, 1_000, 0, 0, 0]
    assert refund(mixed, 1, 6).cents == 1_200
    assert balances(mixed, "cash", "takings", "player:1") == [1_000, 0, 1_000]
    end(mixed)
    # The desk paid 12.00 back, and the seller still has as much to hand in.
    left = {code: cents for code, cents in sums_by_account(mixed.hall.pk, "game:1:1").items() if cents}
    assert left == {"cash": -1_200, "seller:venta": 1_200}
    assert SoldCard.objects.filter(refunded=True).count() == 9
    assert spans_of(mixed.physical) == [(1, 6, "returned"), (7, 200, "stock")]
    assert list(violations(mixed.hall)) == []


def test_the_next_game_goes_on_after_the_last_card_of_the_void_one(mixed):
    void(mixed, misheard(mixed))
    end(mixed)
    open_next_sale(mixed)
    run = sales.sell_cards(game_id=mixed.game_id, quantity=1, actor="venta")
    assert (run.first, run.last) == (7, 7)
    assert list(violations(mixed.hall)) == []


def test_the_ball_set_counts_a_void_game_that_had_a_ball(mixed):
    void(mixed, misheard(mixed))
    end(mixed)
    assert BallSet.objects.get().games == 1


def test_a_card_handed_in_twice_is_refused_and_leaves_an_incident(mixed):
    void(mixed, misheard(mixed))
    refund(mixed, 3)
    for _ in range(2):
        with pytest.raises(errors.AlreadyRefunded):
            refund(mixed, 3)
    assert [i.payload for i in Incident.objects.filter(code="refunded_twice")] == [{"stream": "game:1:1", "card": 3}]
    assert balances(mixed, "cash") == [2_000]


def test_the_same_request_pays_back_once(mixed):
    void(mixed, misheard(mixed), source_ref="v1")
    void(mixed, misheard(mixed), source_ref="v1")
    for _ in range(3):
        assert refund(mixed, 2, source_ref="r1").cents == 200
    with pytest.raises(errors.KeyReused):
        refund(mixed, 4, source_ref="r1")
    assert balances(mixed, "cash", "player:1") == [2_000, 1_000]


def test_a_card_that_was_not_sold_is_not_paid_back(mixed):
    void(mixed, misheard(mixed))
    for card in (7, 201, 999):
        with pytest.raises(errors.CardNotInGame):
            refund(mixed, card)


def test_cards_nobody_brought_are_paid_back_later_once(mixed):
    void(mixed, misheard(mixed))
    refund(mixed, 1, 4)
    end(mixed)
    assert balances(mixed, "cash", "refunds_payable") == [1_400, 400]
    assert spans_of(mixed.physical)[:2] == [(1, 4, "returned"), (5, 6, "used")]
    late = {"session_id": mixed.session.pk, "game_id": mixed.game_id, "actor": "caja"}
    assert voids.refund_late(card="6", **late).cents == 200
    with pytest.raises(errors.AlreadyRefunded):
        voids.refund_late(card="6", **late)
    with pytest.raises(errors.AlreadyRefunded):
        voids.refund_late(card="1", **late)
    assert balances(mixed, "cash", "refunds_payable") == [1_200, 200]
    assert spans_of(mixed.physical)[:3] == [(1, 4, "returned"), (5, 5, "used"), (6, 6, "returned")]
    assert list(violations(mixed.hall)) == []


def test_a_line_awarded_before_the_error_is_not_paid(time):
    story = a_game_ready()
    draw.start_draw(game_id=story.game_id, actor="mesa")
    win_bingo(story, time, 1)
    assert Award.objects.count() > 0
    void(story, misheard(story))
    assert set(Award.objects.values_list("status", flat=True)) == {"void"}
    with pytest.raises(errors.WrongState):
        payments.pay_prize(game_id=story.game_id, award_no=1, card=3, actor="caja")
    refund(story, 1, 6)
    end(story)
    assert balances(story, "cash", "prizes", "prizes_payable", "house") == [0, 0, 0, 0]
    assert list(violations(story.hall)) == []


def test_one_person_voids_nothing(mixed):
    with pytest.raises(errors.SecondPersonNeeded):
        voids.void_game(game_id=mixed.game_id, order=misheard(mixed), second="mesa", actor="mesa")
    assert Game.objects.get().state == "drawing"


def test_a_failure_before_the_first_ball_while_cards_are_sold(time):
    story = a_game_on_sale()
    staff(story, "ana")
    floor.issue_block(game_id=story.game_id, seller="ana", quantity=12, actor="caja")
    sales.sell_cards(game_id=story.game_id, quantity=5, actor="ana")
    by = {"game_id": story.game_id, "actor": "mesa"}
    suspensions.suspend_game(cause="failure", ball_out=False, text="no power", **by)
    with pytest.raises(errors.WrongState):
        sales.sell_cards(game_id=story.game_id, quantity=1, actor="ana")
    suspensions.read_paragraph(paragraph="36.1", **by)
    with pytest.raises(errors.FailureMayBeSolved):
        void(story, FAILURE)
    time.advance(15 * 60)
    void(story, FAILURE)
    refund(story, 1, 5)
    with pytest.raises(errors.BlocksOutstanding):
        voids.complete_refunds(game_id=story.game_id, actor="caja")
    floor.return_block(game_id=story.game_id, seller="ana", first=6, last=12, actor="caja")
    end(story)
    assert balances(story, "cash", "takings") == [0, 0]
    assert spans_of(story.physical) == [(1, 5, "returned"), (6, 200, "stock")]
    # No ball was drawn: it does not count for the set (Q5).
    assert BallSet.objects.get().games == 0
    assert list(violations(story.hall)) == []


def test_after_the_first_ball_the_game_goes_on_by_hand_to_its_end(time):
    story = a_game_drawing(*[90, 89], extractor="manual")
    by = {"game_id": story.game_id, "actor": "mesa"}
    suspensions.suspend_game(cause="failure", ball_out=True, text="no air", **by)
    suspensions.read_paragraph(paragraph="36.2", **by)
    suspensions.order_manual_draw(how="a bag shaken before the players", **by)
    with pytest.raises(errors.BallAlreadyDrawn):
        draw.draw_manual(game_id=story.game_id, number=89, actor="venta")
    rest = [n for n in numbers_of(story, 2) if n not in {89, 90}]
    call_numbers(story, *rest)
    assert Game.objects.get().board["drawn"][:2] == [90, 89]
    assert list(violations(story.hall)) == []


def test_a_call_that_changed_nothing_is_corrected_later_and_one_that_did_is_not(time):
    story = a_game_ready()
    numbers = numbers_of(story, 1)
    held = {n for card in range(1, 7) for n in numbers_of(story, card)}
    nobodys = [n for n in range(1, 91) if n not in held]
    draw.start_draw(game_id=story.game_id, actor="mesa")
    assert len(nobodys) >= 2, "six cards do not hold every number"
    call_numbers(story, nobodys[0], *numbers[:5])
    fix = {"game_id": story.game_id, "actor": "mesa"}
    event = corrections.correct_call(ordinal=1, said=nobodys[1], **fix)
    assert event.assessed
    # The last number of card 1's line, heard as one that nobody holds: as heard there is no line yet.
    with pytest.raises(errors.NoSuchBall):
        corrections.correct_call(ordinal=7, said=nobodys[1], **fix)
    call_numbers(story, nobodys[1])
    with pytest.raises(errors.ErrorIsSubstantial):
        corrections.correct_call(ordinal=6, said=nobodys[0], **fix)
