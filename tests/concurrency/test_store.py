"""A delivery sent several times at once comes in once; cards are destroyed once, and never while they are spoiled."""

from __future__ import annotations

import pytest

from records.models import Event
from sessions.models import CardSeries
from sessions.selectors.verify import violations
from sessions.services import series, store
from tests.concurrency.crew import Crew
from tests.concurrency.halls import a_race_hall

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("silent")]


def wrong(race):
    race.hall.refresh_from_db()
    return list(violations(race.hall))


def a_delivery(race, **changes):
    body = {
        "hall_id": race.hall.pk,
        "matrix_id": race.printed.matrix_id,
        "delivery": "G-1",
        "letter": "B",
        "first_ident": "0001",
        "quantity": 5,
        "medium": "physical",
        "face_value_cents": 200,
        "first_number": 1,
        "last_number": 20,
        "actor": "sala",
    }
    return {**body, **changes}


def test_one_delivery_sent_by_eight_at_once_is_one_and_all_are_answered_alike():
    race = a_race_hall()
    with Crew(8) as crew:
        answers = crew.at_once(*[(series.receive_delivery, a_delivery(race, source_ref="sala:k1"))] * 8)
    assert [a.value for a in answers] == [["0001", "0002", "0003", "0004", "0005"]] * 8
    assert CardSeries.objects.filter(letter="B").count() == 5
    assert Event.objects.filter(kind="SeriesReceived", stream__startswith="series:B").count() == 5
    assert wrong(race) == []


def test_of_two_deliveries_with_a_series_in_common_one_comes_in_whole_and_the_other_not_at_all():
    race = a_race_hall()
    asked = [a_delivery(race, source_ref=f"sala:k{n}", first_ident=f"{n:04}") for n in range(1, 5)]
    with Crew(4) as crew:
        answers = crew.at_once(*[(series.receive_delivery, one) for one in asked])
    taken = [a.value for a in answers if a.value]
    assert len(taken) == 1
    assert [a.refused for a in answers if not a.value] == ["series_exists"] * 3
    assert sorted(CardSeries.objects.filter(letter="B").values_list("ident", flat=True)) == taken[0]
    assert wrong(race) == []


def test_cards_are_spoiled_and_destroyed_once_whoever_presses_first():
    race = a_race_hall()
    first, last = 3, 6
    spoil = {"series_id": race.printed.pk, "first": first, "last": last, "reason": "wet", "actor": "sala"}
    burn = {"session_id": race.session.pk, "witness": "Ana", "actor": "sala"}
    with Crew(8) as crew:
        spoiled = crew.at_once(*[(kind_of_spoiling, spoil)] * 8)
        destroyed = crew.at_once(*[(cards_destroyed, burn)] * 8)
    assert sorted(a.value or a.refused for a in spoiled) == ["StockSpoiled", *["cards_not_in_state"] * 7]
    assert sorted(str(a.value or a.refused) for a in destroyed) == ["4", *["nothing_to_destroy"] * 7]
    states = [(s["first"], s["last"]) for s in CardSeries.objects.get(pk=race.printed.pk).board["spans"][1:2]]
    assert states == [(first, last)]
    assert wrong(race) == []


def kind_of_spoiling(**asked):
    return store.spoil_stock(**asked).kind


def cards_destroyed(**asked):
    return store.destroy_used(**asked).cards
