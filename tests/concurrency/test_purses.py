"""
A player's money asked for from many sides at once: what is not there is not spent, and no limit is passed.

The till, the terminal and the standing purchase are other doors; the player's account is the row they meet at.
"""

from __future__ import annotations

import pytest

from ledger.selectors import balance_cents
from people.models import Player
from records.models import Event
from sessions.models import Game, SoldCard
from sessions.rules import errors
from sessions.rules.states import State
from sessions.selectors.verify import violations
from sessions.services import payments, players, sales, transfers
from tests.concurrency.crew import HEAD_STARTS, Crew, after
from tests.concurrency.halls import a_race_hall
from tests.sessions.services.floors import a_player

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("silent")]


def proved(race):
    race.put_back()
    return list(violations(race.hall))


def purse(race, number=1):
    return {"hall_id": race.hall.pk, "account": f"player:{number}", "actor": "caja"}


def another_sale(race):
    """Set the sale that is open aside, as `next_sale` does with one that is closed, and open another."""
    Game.objects.filter(session=race.session, state="selling").update(state=State.CLOSED)
    return race.next_sale()


def buying(game, number=1):
    account = f"player:{number}"
    return sales.buy_cards, {"game_id": game.pk, "quantity": 1, "holder": account, "actor": account}


def test_twenty_purchases_at_the_same_instant_with_money_for_ten_are_ten():
    """Twenty terminals, one press each, 20.00 euros and cards of 2.00: ten get a card, all different."""
    race = a_race_hall()
    a_player(race, 1, 2_000)
    game = race.next_sale()
    with Crew(20) as crew:
        answers = crew.at_once(*[buying(game)] * 20)
    assert sorted(a.refused or "bought" for a in answers) == ["bought"] * 10 + ["insufficient_balance"] * 10
    assert sorted(a.value.first for a in answers if a.value) == list(range(61, 71))
    assert balance_cents(race.hall.pk, "player:1") == 0
    assert proved(race) == []


def test_purchases_and_payments_out_of_the_same_balance_never_overdraw_it():
    """Of 10.00, five presses want 2.00 for a card and five want 2.00 in cash; 10.00 come in at the same time."""
    race = a_race_hall()
    a_player(race, 1, 1_000)
    with Crew(15) as crew:
        for _ in range(3):
            game = another_sale(race)
            was, had = balance_cents(race.hall.pk, "player:1"), SoldCard.objects.count()
            out = payments.withdraw, {**purse(race), "amount_cents": 200}
            comes = payments.deposit, {**purse(race), "amount_cents": 200}
            answers = crew.at_once(*[buying(game)] * 5, *[out] * 5, *[comes] * 5)
            assert {a.refused or a.error for a in answers} <= {"", "insufficient_balance", "balance_too_small"}
            spent = sum(not a.refused for a in answers[:10])
            assert all(not a.refused for a in answers[10:])
            assert balance_cents(race.hall.pk, "player:1") == was + 1_000 - 200 * spent >= 0
            assert SoldCard.objects.count() - had == sum(not a.refused for a in answers[:5])
    assert proved(race) == []


def test_six_tills_pay_the_last_money_out_once():
    race = a_race_hall()
    a_player(race, 1, 500)
    with Crew(6) as crew:
        answers = crew.at_once(*[(payments.withdraw, {**purse(race), "amount_cents": 500})] * 6)
    assert sorted(a.refused for a in answers) == ["", *["balance_too_small"] * 5]
    assert Event.objects.filter(kind="PlayerWithdrew").count() == 1


def test_one_withdrawal_sent_ten_times_at_once_is_one():
    race = a_race_hall()
    a_player(race, 1, 5_000)
    order = {**purse(race), "amount_cents": 500, "source_ref": "caja:w"}
    with Crew(10) as crew:
        answers = crew.at_once(*[(payments.withdraw, order)] * 10)
    assert [a.value for a in answers] == [4_500] * 10
    assert balance_cents(race.hall.pk, "player:1") == 4_500


def test_ten_deposits_at_once_do_not_pass_the_player_s_limit():
    """A limit of 30.00: of ten deposits of 10.00 three are taken."""
    race = a_race_hall()
    a_player(race, 1)
    players.set_limit(kind="deposit_day", value=3_000, **purse(race))
    with Crew(10) as crew:
        answers = crew.at_once(*[(payments.deposit, {**purse(race), "amount_cents": 1_000})] * 10)
    assert sorted(a.refused for a in answers) == ["", "", "", *["deposit_limit_reached"] * 7]
    assert balance_cents(race.hall.pk, "player:1") == 3_000


def test_ten_purchases_at_once_do_not_pass_the_limit_of_losses():
    """A limit of 7.00: three cards of 2.00."""
    race = a_race_hall()
    a_player(race, 1, 9_000)
    players.set_limit(kind="loss_day", value=700, **purse(race))
    game = race.next_sale()
    with Crew(10) as crew:
        answers = crew.at_once(*[buying(game)] * 10)
    assert sorted(a.refused for a in answers) == ["", "", "", *["loss_limit_reached"] * 7]


def test_a_pause_set_while_cards_are_bought_stops_all_that_comes_after_it():
    race = a_race_hall()
    a_player(race, 1, 9_000)
    with Crew(2) as crew:
        for first, second in HEAD_STARTS:
            game = another_sale(race)
            Player.objects.update(paused_until=None)
            deed, order = buying(game)
            pause = {"deed": players.pause_play, "pause": "24h", **purse(race)}
            bought, paused = crew.at_once(
                (after, {"seconds": first, "deed": deed, **order}), (after, {"seconds": second, **pause})
            )
            assert not paused.refused
            assert bought.refused in {"", "play_is_paused"}
            assert (bought.refused == "") == SoldCard.objects.filter(game=game).exists()
            with pytest.raises(errors.PlayIsPaused):
                deed(**order)
    assert proved(race) == []


def test_a_card_handed_to_two_others_at_once_is_one_s():
    race = a_race_hall()
    for number in (1, 2, 3):
        a_player(race, number, 1_000)
    with Crew(2) as crew:
        for _ in range(5):
            game = another_sale(race)
            deed, order = buying(game)
            deed(**order)
            hand = {"game_id": game.pk, "holder": "player:1", "actor": "caja"}
            answers = crew.at_once(*[(transfers.transfer_cards, {**hand, "to": f"player:{n}"}) for n in (2, 3)])
            assert sorted(a.refused for a in answers) == ["", "no_cards_to_transfer"]
            winner = answers[0].value or answers[1].value
            assert SoldCard.objects.get(game=game).holder == winner.to
    assert proved(race) == []


def test_an_account_closed_while_cash_comes_in_keeps_none_of_it():
    race = a_race_hall()
    with Crew(2) as crew:
        for number, (first, second) in enumerate(HEAD_STARTS, start=1):
            a_player(race, number)
            closing = {"deed": players.close_player, **purse(race, number)}
            coming = {"deed": payments.deposit, "amount_cents": 100, **purse(race, number)}
            closed, came = crew.at_once((after, {"seconds": first, **closing}), (after, {"seconds": second, **coming}))
            assert sorted([closed.refused, came.refused]) in (["", "account_closed"], ["", "account_not_empty"])
            is_closed = Player.objects.get(hall=race.hall, number=number).closed_at is not None
            assert balance_cents(race.hall.pk, f"player:{number}") == (0 if is_closed else 100)
