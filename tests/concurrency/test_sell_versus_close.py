"""
Six sellers sell while the Jefe de Mesa closes: every sale is before or after, and what is announced is what is sold.

The controls come first: without the lock the same deeds go wrong on this machine, so the race is real.
"""

from __future__ import annotations

import time
from contextlib import suppress

import pytest
from django.db import DatabaseError, connection
from django.db.models import Max, QuerySet

from records.models import Event
from sessions.models import Game, SoldCard
from sessions.rules.errors import RuleViolation
from sessions.selectors.verify import violations
from sessions.services import sales
from tests.concurrency.crew import Crew
from tests.concurrency.halls import a_race_hall

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("silent")]
SELLERS, ROUNDS = 6, 200
CONTROL_ROUNDS = 30


def naive_sale(game_id, series_id, seller):
    """Look first, sell afterwards, and lock nothing: how it must not be done."""
    for _ in range(3):
        if Game.objects.get(pk=game_id).state != "selling":
            return
        number = (SoldCard.objects.filter(game_id=game_id).aggregate(last=Max("number"))["last"] or 0) + 1
        time.sleep(0.002)
        # Another seller took the number: try the next one.
        with suppress(DatabaseError):
            SoldCard.objects.create(
                game_id=game_id, series_id=series_id, number=number, medium="physical", seller=seller
            )


def naive_closing(game_id):
    """Count first, close afterwards: gives the number announced."""
    time.sleep(0.003)
    announced = SoldCard.objects.filter(game_id=game_id).count()
    time.sleep(0.002)
    Game.objects.filter(pk=game_id).update(state="ready")
    return announced


def test_control_looking_before_selling_sells_late_cards():
    late, race = 0, a_race_hall()
    with Crew(SELLERS + 1) as crew:
        for _ in range(CONTROL_ROUNDS):
            game = {"game_id": race.next_sale().pk}
            sellers = [(naive_sale, {**game, "series_id": race.printed.pk, "seller": f"s{i}"}) for i in range(SELLERS)]
            *_, closing = crew.at_once(*sellers, (naive_closing, game))
            if not closing.error:
                late += SoldCard.objects.filter(**game).count() - closing.value
            if late:
                break
    assert late > 0


def without_the_lock():
    """Take away what makes a door one at a time: the row lock, or SQLite's IMMEDIATE."""
    if connection.vendor == "sqlite":
        connection.settings_dict["OPTIONS"] = {**connection.settings_dict["OPTIONS"], "transaction_mode": "DEFERRED"}
    else:
        QuerySet.select_for_update = lambda self, **_: self


def sell_until_refused(game_id, seller, most=2):
    """Sell card by card; gives the cards sold, the refusal, and the database errors met."""
    cards, wrong = [], []
    for _ in range(most):
        try:
            event = sales.sell_cards(game_id=game_id, quantity=1, actor=seller)
        except RuleViolation as refusal:
            return cards, refusal.code, wrong
        except DatabaseError as error:
            wrong.append(type(error).__name__)
        else:
            cards.append(event.first)
    return cards, "", wrong


def close_soon(game_id, wait_seconds):
    """Close the sale after a moment; gives the number announced and the database error met."""
    time.sleep(wait_seconds)
    try:
        return sales.close_sale(game_id=game_id, actor="mesa").figures.sold, ""
    except DatabaseError as error:
        return 0, type(error).__name__


def a_round(crew, game, number):
    """Race six sellers against the closing of a game in which the sale has begun; gives what each of them got."""
    sales.sell_cards(game_id=game.pk, quantity=1, actor="venta")
    sellers = [(sell_until_refused, {"game_id": game.pk, "seller": f"seller-{i}"}) for i in range(SELLERS)]
    closing = (close_soon, {"game_id": game.pk, "wait_seconds": number % 10 * 0.004})
    *sold, closed = (answer.value for answer in crew.at_once(*sellers, closing))
    return sold, closed


def test_control_without_the_lock_sales_pass_the_rule_and_die_in_the_database():
    wrong, race = [], a_race_hall(printed=900)
    with Crew(SELLERS + 1, without_the_lock) as crew:
        for number in range(CONTROL_ROUNDS):
            sold, (_announced, failed) = a_round(crew, race.next_sale(), number)
            wrong += [name for _, _, names in sold for name in names] + ([failed] if failed else [])
            if wrong:
                break
    assert wrong
    assert set(wrong) <= {"IntegrityError", "OperationalError"}


def late_kinds(game):
    """Name the events of the sale that stand after its closing."""
    kinds = list(Event.objects.filter(hall=game.session.hall, stream=game.stream).values_list("kind", flat=True))
    return [kind for kind in kinds[kinds.index("SaleClosed") + 1 :] if kind in {"CardsSold", "SaleUndone"}]


def test_no_card_is_sold_after_the_closing_in_200_rounds():
    met, first, race = 0, 1, a_race_hall(printed=ROUNDS * 13)
    with Crew(SELLERS + 1) as crew:
        for number in range(ROUNDS):
            game = race.next_sale()
            sold, (announced, failed) = a_round(crew, game, number)
            assert failed == ""
            assert [names for _, _, names in sold if names] == []
            cards = [first, *sorted(card for mine, _, _ in sold for card in mine)]
            assert cards == list(range(first, first + len(cards))), "a number is missing, or was sold twice"
            assert announced == len(cards) == SoldCard.objects.filter(game=game).count()
            assert late_kinds(game) == []
            first += len(cards)
            met += any(code == "wrong_state" for _, code, _ in sold)
    assert met > ROUNDS // 10, "the closing hardly ever met a sale"
    race.put_back()
    assert list(violations(race.hall)) == []


def test_nothing_is_left_behind_by_a_seller_who_was_too_late():
    race = a_race_hall()
    game = race.next_sale()
    with Crew(2) as crew:
        sales.sell_cards(game_id=game.pk, quantity=1, actor="venta")
        sales.close_sale(game_id=game.pk, actor="mesa")
        late = (sell_until_refused, {"game_id": game.pk, "seller": "late"})
        assert [answer.value for answer in crew.at_once(late, late)] == [([], "wrong_state", [])] * 2
    assert SoldCard.objects.filter(game=game).count() == 1
    race.put_back()
    assert list(violations(race.hall)) == []
