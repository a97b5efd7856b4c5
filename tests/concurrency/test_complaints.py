"""Complaints taken down at the same instant by several people each have a number of their own, without a gap."""

from __future__ import annotations

import pytest

from records.models import Complaint, Event
from sessions.selectors.people import complaints_of
from sessions.selectors.verify import violations
from sessions.services import people
from tests.concurrency.crew import Crew
from tests.concurrency.halls import a_race_hall

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("silent")]


def test_complaints_taken_down_at_once_are_numbered_without_a_gap():
    race = a_race_hall()
    order = {"session_id": race.session.pk, "claimant_document": "12345678Z", "claimant_signed": True}
    with Crew(8) as crew:
        orders = [(people.note_complaint, {**order, "text": f"complaint {n}", "actor": "mesa"}) for n in range(8)]
        answers = crew.at_once(*orders)
    assert [a.error for a in answers] == [""] * 8
    assert sorted(a.value.complaint_no for a in answers) == list(range(1, 9))
    assert list(Complaint.objects.order_by("complaint_no").values_list("complaint_no", flat=True)) == list(range(1, 9))
    assert [one["identified"] for one in complaints_of(race.hall)] == [True] * 8
    # The hall's key was made by one of them, and all sealed with it.
    shown = [people.show_claimant(hall_id=race.hall.pk, complaint_no=n, actor="sala") for n in range(1, 9)]
    assert [one["document"] for one in shown] == ["12345678Z"] * 8
    told = (
        Event.objects.filter(kind="ComplaintNoted").order_by("position").values_list("payload__complaint_no", flat=True)
    )
    assert list(told) == list(range(1, 9))
    assert list(violations(race.hall)) == []
