"""At the door at the same instant: the last seat is one seat, and nobody slips in as a sale opens."""

from __future__ import annotations

import pytest

from people.models import Entrance, EntryCard, Visit, VisitorRecord
from people.visitors import Visitor
from records.models import Event
from sessions.selectors.verify import violations
from sessions.services import sales
from sessions.services.entering import admit_visitor
from sessions.services.visitors import register_visitor
from tests.concurrency.crew import Crew
from tests.concurrency.halls import a_race_hall

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("silent")]


def someone(n):
    return Visitor(name="Pau", surnames="Vila", birth="1980-01-01", kind="passport", document=f"AA{n:06}")


def on_file(hall, n):
    return register_visitor(hall_id=hall.pk, visitor=someone(n), signed=True, actor="puerta")["visitor_no"]


def test_of_eight_at_once_only_as_many_come_in_as_there_are_seats(settings):
    settings.BINGO_CAPACITY = 3
    race = a_race_hall()
    numbers = [on_file(race.hall, n) for n in range(8)]
    with Crew(8) as crew:
        order = {"hall_id": race.hall.pk, "validity": "day", "actor": "puerta"}
        answers = crew.at_once(*[(admit_visitor, {**order, "visitor_no": number}) for number in numbers])
    assert sorted(a.refused or a.error for a in answers) == [""] * 3 + ["hall_full"] * 5
    assert Entrance.objects.get(hall=race.hall).inside == Visit.objects.count() == 3
    assert sorted(EntryCard.objects.values_list("number", flat=True)) == [1, 2, 3], "numbered without a gap"
    assert list(violations(race.hall)) == []


def test_one_document_shown_at_two_desks_is_one_record():
    race = a_race_hall()
    with Crew(4) as crew:
        order = {"hall_id": race.hall.pk, "visitor": someone(1), "signed": True, "actor": "puerta"}
        answers = crew.at_once(*[(register_visitor, order)] * 4)
    assert sorted(a.refused or a.error for a in answers) == [
        "",
        "visitor_on_file",
        "visitor_on_file",
        "visitor_on_file",
    ]
    assert VisitorRecord.objects.count() == 1


def test_nobody_comes_in_after_the_sale_has_opened():
    """Whoever is first, nobody's entry stands in the journal behind the sale's opening."""
    race = a_race_hall()
    numbers = [on_file(race.hall, n) for n in range(6)]
    game = sales.announce_game(session_id=race.session.pk)
    opening = {
        "game_id": game.pk,
        "physical_series": race.printed.pk,
        "virtual_series": race.virtual.pk,
        "extractor": "manual",
        "ball_set": "set-1",
        "actor": "mesa",
    }
    with Crew(7) as crew:
        order = {"hall_id": race.hall.pk, "validity": "day", "actor": "puerta"}
        enter = [(admit_visitor, {**order, "visitor_no": number}) for number in numbers]
        answers = crew.at_once((sales.open_sale, opening), *enter)
    assert (answers[0].refused, answers[0].error) == ("", "")
    assert {a.refused or a.error for a in answers[1:]} <= {"", "game_being_played"}
    opened = Event.objects.get(hall=race.hall, kind="SaleOpened").position
    later = Event.objects.filter(hall=race.hall, kind="VisitorAdmitted", position__gt=opened)
    assert not later.exists()
    assert Visit.objects.count() == sum(not a.refused and not a.error for a in answers[1:])
    assert list(violations(race.hall)) == []
