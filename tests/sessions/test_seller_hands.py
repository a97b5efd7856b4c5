"""A hall from before sellers had accounts: its cash was all booked in the till; the migration moves what is owed."""

from importlib import import_module

import pytest
from django.apps import apps

from ledger import services as ledger
from ledger.models import Entry
from ledger.selectors import balance_cents
from records import clock
from sessions.services import takings
from tests.sessions.services.floors import a_floor, end_game, sell, undo, wrong

pytestmark = pytest.mark.django_db
moving = import_module("sessions.migrations.0018_seller_hands")


def as_it_was(story):
    """Book all cash where the books had it before: in the main till."""
    for seller in ("ana", "luis"):
        cents = balance_cents(story.hall.pk, f"seller:{seller}")
        legs = {"cash": cents, f"seller:{seller}": -cents}
        ledger.post(story.hall.pk, "before", legs, actor="test", at=clock.now())


def test_what_sellers_have_not_handed_in_is_moved_into_their_hands_and_proves():
    """Ana sold five cards and handed 8.00 of 10.00 in; luis two in a game that is still on: 4.00."""
    story = a_floor()
    sell(story, "ana", 4)
    takings.hand_in_takings(session_id=story.session.pk, seller="ana", counted_cents=800, actor="caja")
    sell(story, "ana", 1)
    sell(story, "luis", 2)
    as_it_was(story)
    assert balance_cents(story.hall.pk, "cash") == 1_400
    assert len(wrong(story)) == 2
    for _ in range(2):
        moving.forwards(apps, None)
    books = [balance_cents(story.hall.pk, code) for code in ("cash", "seller:ana", "seller:luis")]
    assert books == [800, 200, 400]
    assert Entry.objects.filter(kind="hands").count() == 1
    assert wrong(story) == []
    undo(story, "luis", 6, 7)
    assert wrong(story) == []


def test_a_hall_whose_sellers_owe_nothing_is_left_as_it_is():
    story = a_floor()
    sell(story, "ana", 4)
    end_game(story)
    takings.hand_in_takings(session_id=story.session.pk, seller="ana", counted_cents=800, actor="caja")
    moving.forwards(apps, None)
    assert not Entry.objects.filter(kind="hands").exists()
