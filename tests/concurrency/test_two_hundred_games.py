"""
Two hundred games raced to their end: whatever two people press at the same instant has one effect.

Each game goes through every race that its course allows: the order to end given twice, its prize paid twice or the
game made void, each card brought back twice, the refunds ended twice, the game closed twice. The money is counted
after each of them, by hand.
"""

from __future__ import annotations

import pytest

from records.models import Event
from sessions.models import Award, Game
from sessions.selectors.verify import violations
from sessions.services import claims, payments, voids
from tests.concurrency.crew import HEAD_STARTS, Crew, after
from tests.concurrency.halls import a_race_hall
from tests.concurrency.test_voids import a_bingo, kinds_of, misheard
from tests.money import cash_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("silent")]
ROUNDS = 200
CARDS = 6
# 6 cards at 2.00: 57.5 % of 12.00 for the bingo; nobody called the line.
PRIZE_CENTS, TAKEN_CENTS = 690, 1_200


def both(crew, *orders):
    """Let the two do their orders; gives their refusals, sorted, when no database error came."""
    answers = crew.at_once(*orders)
    assert [answer.error for answer in answers] == ["", ""]
    return sorted(answer.refused for answer in answers)


def twice(crew, deed, **order):
    """Let the two do the same."""
    return both(crew, (deed, order), (deed, order))


def a_card_brought_back_by_two(crew, game_id, card):
    assert twice(crew, voids.refund_cards, game_id=game_id, card=str(card), actor="caja") == ["", "already_refunded"]


def an_end_by_payment(crew, race, by, cash):
    """The prize was paid, by whoever came first: it is not paid again."""
    pay = {"award_no": 1, "actor": "caja", "game_id": by["game_id"]}
    card = Award.objects.get(game=by["game_id"]).card
    assert twice(crew, payments.pay_prize, card=card, **pay) == ["no_such_award", "no_such_award"]
    assert cash_of(race.hall.pk) == cash - PRIZE_CENTS


def an_end_by_refund(crew, race, by, first, cash):
    """The game was made void: its prize is not paid, and each card is paid back once."""
    for card in range(first, first + CARDS):
        a_card_brought_back_by_two(crew, by["game_id"], card)
    assert cash_of(race.hall.pk) == cash - TAKEN_CENTS
    assert twice(crew, voids.complete_refunds, game_id=by["game_id"], actor="caja") == ["", "wrong_state"]


def a_game_to_its_end(crew, race, time, number):
    """Play one game through its races; gives whether it became void."""
    by, first = a_bingo(race)
    time.advance(10)
    assert twice(crew, claims.close_bingo, **by) == ["", "wrong_state"]
    cash = cash_of(race.hall.pk)
    one, other = (seconds / 10 for seconds in HEAD_STARTS[number % 3])
    pay = {"deed": payments.pay_prize, "game_id": by["game_id"], "award_no": 1, "card": first, "actor": "caja"}
    annul = {"deed": voids.void_game, "order": misheard(by), "second": "sala", **by}
    ended = both(crew, (after, {"seconds": one, **pay}), (after, {"seconds": other, **annul}))
    assert ended == ["", "wrong_state"]
    void = "GameVoided" in kinds_of(by["game_id"])
    if void:
        an_end_by_refund(crew, race, by, first, cash)
    else:
        an_end_by_payment(crew, race, by, cash)
    assert twice(crew, payments.close_game, **by) == ["", "wrong_state"]
    return void


def test_two_hundred_games_end_once_whoever_presses_what_at_the_same_instant(time):
    """The crew lives an hour later, when the ten seconds for other winners are over."""
    race, void = a_race_hall(printed=ROUNDS * CARDS + CARDS), 0
    with Crew(2, lambda: time.advance(3_600)) as crew:
        for number in range(ROUNDS):
            void += a_game_to_its_end(crew, race, time, number)
    paid = ROUNDS - void
    assert min(paid, void) >= ROUNDS // 10, "one of them nearly always won"
    told = Event.objects.filter(hall=race.hall)
    assert told.filter(kind="PrizePaid").count() == paid
    assert told.filter(kind="CardsRefunded").count() == void * CARDS
    assert (told.filter(kind="GameVoided").count(), told.filter(kind="RefundsCompleted").count()) == (void, void)
    assert told.filter(kind="GameClosed").count() == ROUNDS == Game.objects.filter(state="closed").count()
    # Nothing is left of a void game; of a paid one all but its prize.
    assert cash_of(race.hall.pk) == paid * (TAKEN_CENTS - PRIZE_CENTS)
    race.hall.refresh_from_db()
    assert list(violations(race.hall)) == []
