"""An entry is never edited: it is taken back by another, once; and PostgreSQL commits none that does not add up."""

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.utils import timezone

from ledger import services
from ledger.models import Account, Entry, Leg
from ledger.selectors import balance_cents, violations
from records.models import Hall

pytestmark = pytest.mark.django_db
BY = {"actor": "caja"}


@pytest.fixture
def hall():
    return Hall.objects.create(code="hall", name="Hall")


def post(hall, legs):
    return services.post(hall.pk, "test", legs, at=timezone.now(), **BY)


def test_a_reversal_has_the_opposite_legs_and_the_same_kind(hall):
    back = services.reverse(post(hall, {"cash": 700, "safe": -700}), at=timezone.now(), **BY)
    assert {leg.account.code: leg.cents for leg in back.legs.all()} == {"cash": -700, "safe": 700}
    assert back.kind == "test"
    assert [balance_cents(hall.pk, code) for code in ("cash", "safe")] == [0, 0]
    assert list(violations(hall.pk)) == []


def test_an_entry_is_taken_back_once(hall):
    entry = post(hall, {"cash": 700, "safe": -700})
    services.reverse(entry, at=timezone.now(), **BY)
    with pytest.raises(services.AlreadyReversed):
        services.reverse(entry, at=timezone.now(), **BY)
    assert balance_cents(hall.pk, "safe") == 0
    with pytest.raises(IntegrityError), transaction.atomic():
        Entry.objects.create(hall=hall, kind="test", at=timezone.now(), reverses=entry, **BY)


def test_what_a_player_has_spent_is_not_taken_back(hall):
    entry = post(hall, {"cash": 500, "player:1": -500})
    post(hall, {"player:1": 200, "takings": -200})
    with pytest.raises(services.Overdrawn), transaction.atomic():
        services.reverse(entry, at=timezone.now(), **BY)
    assert not entry.reversals.exists()


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no deferred trigger: verify proves it there")
def test_the_database_commits_no_entry_that_does_not_add_up(hall):
    entry = post(hall, {"cash": 5, "house": -5})
    with pytest.raises(DatabaseError, match="does not add up to 0"), transaction.atomic():
        _add_leg_and_commit(entry)


def _add_leg_and_commit(entry):
    """Ask for what is deferred to the commit, which the test's own transaction never reaches."""
    Leg.objects.create(entry=entry, account=Account.objects.get(code="house"), cents=-7)
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
