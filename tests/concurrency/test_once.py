"""
What is pressed many times at once happens once: the same key, the last money, one prize, one game.

The control comes first: looking at the balance and then spending it, without a lock, spends it twice.
"""

from __future__ import annotations

from time import sleep

import pytest

from ledger.models import Account, Entry
from ledger.selectors import balance_cents
from records.models import Event
from sessions.models import Award, Game, SoldCard
from sessions.selectors.verify import violations
from sessions.services import claims, draw, payments, sales
from tests.concurrency.crew import Crew, answer_of
from tests.concurrency.halls import a_race_hall
from tests.money import cash_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("silent")]


def naive_purchase(account_id):
    """Look at the balance and then spend it: how it must not be done."""
    account = Account.objects.get(pk=account_id)
    sleep(0.005)
    if account.balance_cents < 200:
        return False
    Account.objects.filter(pk=account_id).update(balance_cents=account.balance_cents - 200)
    return True


def test_control_looking_before_paying_buys_more_than_the_money():
    race = a_race_hall()
    payments.deposit(hall_id=race.hall.pk, account="player:1", amount_cents=200, actor="caja")
    account = Account.objects.get(code="player:1")
    with Crew(10) as crew:
        for _ in range(20):
            Account.objects.filter(pk=account.pk).update(balance_cents=200)
            bought = [a.value for a in crew.at_once(*[(naive_purchase, {"account_id": account.pk})] * 10)]
            if sum(map(bool, bought)) > 1:
                break
    assert sum(map(bool, bought)) > 1


def several(deed, times, **kwargs):
    """Do a deed several times in a row with the same arguments; gives each answer's kind or refusal."""
    answers = [answer_of(deed, **kwargs) for _ in range(times)]
    return [a.error or a.refused or (getattr(a.value, "first", a.value)) for a in answers]


def test_one_sale_sent_fifty_times_at_once_is_one_sale():
    race = a_race_hall()
    game = race.next_sale()
    order = {"deed": sales.sell_cards, "times": 5, "game_id": game.pk, "quantity": 6, "actor": "venta"}
    with Crew(10) as crew:
        answers = crew.at_once(*[(several, {**order, "source_ref": "k1"})] * 10)
    assert [first for answer in answers for first in answer.value] == [1] * 50
    assert SoldCard.objects.filter(game=game).count() == 6
    assert Event.objects.filter(kind="CardsSold").count() == 1
    assert cash_of(race.hall.pk) == 1_200
    race.put_back()
    assert list(violations(race.hall)) == []


def test_one_deposit_sent_fifty_times_at_once_is_one_deposit():
    race = a_race_hall()
    order = {"hall_id": race.hall.pk, "account": "player:1", "amount_cents": 500, "actor": "caja"}
    with Crew(10) as crew:
        answers = crew.at_once(*[(several, {"deed": payments.deposit, "times": 5, **order, "source_ref": "d1"})] * 10)
    assert [balance for answer in answers for balance in answer.value] == [500] * 50
    assert Entry.objects.filter(kind="deposit").count() == 1


def test_twenty_purchases_with_money_for_ten_are_ten():
    race = a_race_hall()
    game = race.next_sale()
    payments.deposit(hall_id=race.hall.pk, account="player:1", amount_cents=2_000, actor="caja")
    order = {"game_id": game.pk, "quantity": 1, "holder": "player:1", "actor": "player:1"}
    with Crew(10) as crew:
        answers = crew.at_once(*[(several, {"deed": sales.buy_cards, "times": 2, **order})] * 10)
    got = sorted((first for answer in answers for first in answer.value), key=str)
    assert got == sorted([*range(61, 71), *["insufficient_balance"] * 10], key=str)
    assert balance_cents(race.hall.pk, "player:1") == 0
    race.put_back()
    assert list(violations(race.hall)) == []


def test_six_tables_announcing_at_once_announce_one_game():
    race = a_race_hall()
    with Crew(6) as crew:
        answers = crew.at_once(*[(sales.announce_game, {"session_id": race.session.pk})] * 6)
    assert {answer.value.pk for answer in answers} == {Game.objects.get().pk}


def test_a_prize_that_six_cashiers_pay_at_once_is_paid_once(time):
    """All balls are called and every card has its bingo: one prize of the pool each."""
    race, cards = a_race_hall(), 20
    game = race.next_sale()
    by = {"game_id": game.pk, "actor": "mesa"}
    sales.sell_cards(game_id=game.pk, quantity=cards, actor="venta")
    sales.close_sale(**by)
    sales.return_leftovers(game_id=game.pk, first=cards + 1, actor="caja")
    draw.start_draw(**by)
    for number in range(1, 91):
        draw.draw_manual(number=number, **by)
        draw.call_ball(ordinal=number, **by)
    for card in range(1, cards + 1):
        claims.raise_claim(prize="bingo", card=str(card), **by)
    for claim_no in range(1, cards + 1):
        claims.verify_claim(claim_no=claim_no, **by)
    time.advance(10)
    claims.close_bingo(**by)
    with Crew(6) as crew:
        for number in range(1, cards + 1):
            order = {"game_id": game.pk, "award_no": number, "card": number, "actor": "caja"}
            answers = crew.at_once(*[(payments.pay_prize, order)] * 6)
            assert sorted(a.refused for a in answers) == ["", *["no_such_award"] * 5]
    assert Award.objects.filter(status="paid").count() == Event.objects.filter(kind="PrizePaid").count() == cards
    # 20 cards at 2 euros: 40.00 in; the bingo is 57.5 %, 23.00, all of it paid.
    assert cash_of(race.hall.pk) == 4_000 - 2_300
    race.hall.refresh_from_db()
    assert list(violations(race.hall)) == []
