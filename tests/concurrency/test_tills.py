"""A till that many open at once is one person's; what is paid while it is counted makes the count old."""

from __future__ import annotations

import pytest

from ledger.selectors import balance_cents
from sessions.models import TillShift
from sessions.selectors.verify import violations
from sessions.services import payments, tills
from tests.concurrency.crew import Crew, answer_of
from tests.concurrency.halls import a_race_hall

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("silent")]
FLOAT = {"pieces": {5_000: 2}, "from_safe_cents": 10_000}


def opened(**kwargs):
    """Open a till; gives who holds it, or the refusal."""
    answer = answer_of(tills.open_till, **kwargs)
    return answer.error or answer.refused or answer.value.holder


def test_ten_cashiers_open_one_till_and_one_of_them_holds_it():
    race = a_race_hall()
    tills.move_safe(hall_id=race.hall.pk, amount_cents=500_000, reason="float", actor="sala")
    with Crew(10) as crew:
        for number in range(1, 6):
            orders = [
                (opened, {"hall_id": race.hall.pk, "till": "main", "actor": f"caja{n}", **FLOAT}) for n in range(10)
            ]
            got = [answer.value for answer in crew.at_once(*orders)]
            (holder,) = [one for one in got if one != "till_already_open"]
            assert TillShift.objects.get(closed_at=None).holder == holder
            assert TillShift.objects.count() == number
            assert balance_cents(race.hall.pk, "cash") == 10_000
            tills.count_till(hall_id=race.hall.pk, pieces={5_000: 2}, actor=holder)
            tills.close_till(hall_id=race.hall.pk, drop_cents=10_000, actor=holder)
    race.hall.refresh_from_db()
    assert list(violations(race.hall)) == []


def closing(**kwargs):
    """Close the till; gives what the count said, or the refusal."""
    answer = answer_of(tills.close_till, **kwargs)
    return answer.error or answer.refused or answer.value.counted_cents


def paying(**kwargs):
    """Take a player's money; gives "paid", or the refusal."""
    answer = answer_of(payments.deposit, **kwargs)
    return answer.error or answer.refused or "paid"


def test_money_taken_while_a_till_closes_is_in_the_count_or_makes_it_old():
    race = a_race_hall()
    by = {"hall_id": race.hall.pk, "actor": "caja"}
    tills.move_safe(hall_id=race.hall.pk, amount_cents=500_000, reason="float", actor="sala")
    with Crew(2) as crew:
        for number in range(20):
            tills.open_till(till="main", pieces={5_000: 2}, from_safe_cents=10_000, **by)
            tills.count_till(pieces={5_000: 2}, **by)
            money = {"account": "player:1", "amount_cents": 100, "source_ref": f"caja:d{number}"}
            closed, paid = (
                answer.value
                for answer in crew.at_once((closing, {**by, "drop_cents": 10_000}), (paying, {**by, **money}))
            )
            assert (closed in {10_000, "count_is_old"}, paid) == (True, "paid")
            if closed == "count_is_old":
                tills.count_till(pieces={5_000: 2, 100: 1}, **by)
                tills.close_till(drop_cents=10_100, **by)
                continue
            # It was paid after the closing: at the main till, with nobody's shift. It goes the same way.
            assert balance_cents(race.hall.pk, "cash") == 100
            tills.open_till(till="main", pieces={100: 1}, **by)
            tills.count_till(pieces={100: 1}, **by)
            tills.close_till(drop_cents=100, **by)
    assert balance_cents(race.hall.pk, "player:1") == 2_000
    race.hall.refresh_from_db()
    assert list(violations(race.hall)) == []
