"""Six writers append to one hall's journal at once: one chain. The control takes the head's lock away."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.db import DatabaseError, transaction

from records import journal
from records.models import Event, Hall
from tests.concurrency.crew import Crew
from tests.concurrency.test_sell_versus_close import without_the_lock

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("silent")]
WRITERS, ROWS = 6, 30


def write(hall_id, who):
    """Append rows one transaction at a time; gives the errors met."""
    wrong = []
    for number in range(ROWS):
        draft = journal.Draft(kind="Noted", payload={"n": number}, actor=who, at=datetime.now(UTC))
        try:
            with transaction.atomic():
                Hall.objects.get(pk=hall_id)
                journal.append(hall_id, [draft])
        except DatabaseError as error:
            wrong.append(type(error).__name__)
    return wrong


def all_write(crew, hall):
    answers = crew.at_once(*[(write, {"hall_id": hall.pk, "who": f"w{i}"}) for i in range(WRITERS)])
    hall.refresh_from_db()
    return [name for answer in answers for name in answer.value]


def test_control_without_the_heads_lock_writers_collide():
    """The unique position is the last guard: the chain stays whole, and deeds die."""
    hall = Hall.objects.create(code="control", name="Control")
    with Crew(WRITERS, without_the_lock) as crew:
        wrong = all_write(crew, hall)
    assert wrong
    assert set(wrong) <= {"IntegrityError", "OperationalError"}


def test_six_writers_make_one_chain_without_gaps():
    hall = Hall.objects.create(code="hall", name="Hall")
    with Crew(WRITERS) as crew:
        assert all_write(crew, hall) == []
    assert hall.head_position == WRITERS * ROWS
    assert list(Event.objects.filter(hall=hall).values_list("position", flat=True)) == list(range(1, 181))
    assert list(journal.broken_links(hall)) == []
