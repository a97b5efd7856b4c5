"""Four people note incidents at once: the book's numbers follow one another, and its folios have no hole."""

from __future__ import annotations

import pytest

from records.models import ActaEntry
from sessions.selectors.acta_book import book_violations
from sessions.services import sessions
from tests.concurrency.crew import Crew
from tests.concurrency.halls import a_race_hall

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("silent")]
WRITERS, NOTES = 4, 8


def note(session_id, who):
    """Note several incidents, a door each."""
    for number in range(NOTES):
        sessions.note_incident(session_id=session_id, text=f"{who} {number}", actor=who)


def test_entries_written_at_once_are_numbered_without_a_gap():
    race = a_race_hall()
    with Crew(WRITERS) as crew:
        answers = crew.at_once(*[(note, {"session_id": race.session.pk, "who": f"w{i}"}) for i in range(WRITERS)])
    assert [(answer.refused, answer.error) for answer in answers] == [("", "")] * WRITERS
    entries = ActaEntry.objects.filter(book__hall=race.hall).order_by("entry_no")
    assert list(entries.values_list("entry_no", flat=True)) == list(range(1, WRITERS * NOTES + 2))
    assert list(entries.values_list("position", flat=True)) == sorted(entries.values_list("position", flat=True))
    assert list(book_violations(race.hall)) == []
