"""Every way to falsify the stored journal is found, and the first bad position is named."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import UTC, datetime

import pytest
from django.db import DatabaseError, connection, transaction

from records import journal
from records.chain import GENESIS, row_hash
from records.models import Event, Hall
from records.triggers import guard, unguard

pytestmark = pytest.mark.django_db
AT = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)


@pytest.fixture
def hall():
    """Give a hall with six events."""
    hall = Hall.objects.create(code="hall", name="Hall")
    with transaction.atomic():
        for number in range(1, 7):
            journal.append(hall.pk, [draft(number)])
    hall.refresh_from_db()
    return hall


def draft(number, **kwargs):
    return journal.Draft(
        kind="Noted",
        payload={"n": number},
        actor="ana",
        at=AT,
        session_no=1,
        stream="session:1",
        seq=number,
        **kwargs,
    )


def broken(hall):
    return list(journal.broken_links(hall))


class Owner:
    """Whoever owns the database, speaking SQL within the test's transaction."""

    connection = connection

    def execute(self, sql):
        with connection.cursor() as cursor:
            cursor.execute(sql)


@contextmanager
def without_triggers():
    """Do what an owner of the database can do."""
    unguard(Owner(), "records_event")
    yield
    guard(Owner(), "records_event")


def test_rows_are_numbered_without_gaps_and_chained_to_the_head(hall):
    rows = list(Event.objects.filter(hall=hall))
    assert [row.position for row in rows] == [1, 2, 3, 4, 5, 6]
    assert rows[0].prev_hash == GENESIS
    assert [row.prev_hash for row in rows[1:]] == [row.hash for row in rows[:-1]]
    assert (hall.head_position, hall.head_hash) == (6, rows[-1].hash)
    assert broken(hall) == []


def test_the_hash_covers_the_hall_and_every_field(hall):
    row = Event.objects.get(hall=hall, position=3)
    fields = row.chained_fields("hall")
    stored = {f.name for f in Event._meta.get_fields()} - {"id", "prev_hash", "hash"}
    assert set(fields) == stored
    for name in fields:
        changed = {**fields, name: "another"}
        assert row_hash(row.prev_hash, changed) != row.hash, name


def test_two_halls_have_two_chains(hall):
    other = Hall.objects.create(code="other", name="Other")
    journal.append(other.pk, [draft(1)])
    other.refresh_from_db()
    assert other.head_position == 1
    assert other.head_hash != Event.objects.get(hall=hall, position=1).hash
    assert broken(other) == broken(hall) == []


def test_several_rows_of_one_deed_are_chained_in_order(hall):
    rows = journal.append(hall.pk, [draft(7), draft(8)])
    assert [row.position for row in rows] == [7, 8]
    assert rows[1].prev_hash == rows[0].hash


def test_a_reference_is_recorded_once_a_hall(hall):
    journal.append(hall.pk, [draft(7, source_ref="k1", body_hash="b")])
    assert journal.recorded(hall.pk, "k1").position == 7
    assert journal.recorded(hall.pk, "k2") is None
    with pytest.raises(DatabaseError), transaction.atomic():
        journal.append(hall.pk, [draft(8, source_ref="k1")])
    hall.refresh_from_db()
    assert hall.head_position == 7


def test_events_after_a_position_come_in_order(hall):
    assert [e.position for e in journal.events_after(hall.pk, 3)] == [4, 5, 6]
    assert [e.position for e in journal.events_after(hall.pk, 0, limit=2)] == [1, 2]
    assert journal.events_after(hall.pk, 6) == []


@pytest.mark.django_db(transaction=True)
def test_the_journal_is_not_written_outside_a_transaction():
    hall = Hall.objects.create(code="alone", name="Alone")
    with pytest.raises(transaction.TransactionManagementError, match="inside a door"):
        journal.append(hall.pk, [draft(1)])
    assert Event.objects.count() == 0


# Guard rails -----------------------------------------------------------------------------------------------

UPDATE = "UPDATE records_event SET actor = 'eva' WHERE position = 3"
DELETE = "DELETE FROM records_event WHERE position = 3"


@pytest.mark.parametrize("sql", [UPDATE, DELETE, "UPDATE records_event SET id = id", "DELETE FROM records_event"])
def test_the_database_refuses_to_edit_or_delete_a_row(hall, sql):
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)
    assert broken(hall) == []


# What passes row triggers: REPLACE deletes without asking unless recursive_triggers is on; TRUNCATE has no rows.
BACK_DOORS = {
    "sqlite": "INSERT OR REPLACE INTO records_event SELECT * FROM records_event WHERE position = 3",
    "postgresql": "TRUNCATE records_event CASCADE",
}


@pytest.mark.django_db(transaction=True)
def test_each_databases_back_door_is_shut(hall):
    with pytest.raises(DatabaseError, match="append-only"), connection.cursor() as cursor:
        cursor.execute(BACK_DOORS[connection.vendor])
    assert broken(hall) == []


# Past the guard rails --------------------------------------------------------------------------------------


INSERT = """
INSERT INTO records_event (hall_id, position, kind, payload, actor, body_hash, at, prev_hash, hash)
SELECT hall_id, 4, kind, payload, 'eva', '', at, hash, hash FROM records_event WHERE position = 3
"""


def falsify(sql):
    with without_triggers(), connection.cursor() as cursor:
        for statement in sql:
            cursor.execute(statement)


@pytest.mark.parametrize(
    ("what", "sql", "first"),
    [
        ("an edited actor", ["UPDATE records_event SET actor = 'eva' WHERE position = 3"], (3, "hash")),
        (
            "an edited time",
            ["UPDATE records_event SET at = '2026-11-30 23:00:00+00:00' WHERE position = 4"],
            (4, "hash"),
        ),
        ("an edited payload", ["""UPDATE records_event SET payload = '{"n": 9}' WHERE position = 1"""], (1, "hash")),
        ("an edited key", ["UPDATE records_event SET source_ref = 'k' WHERE position = 6"], (6, "hash")),
        ("a deleted row", ["DELETE FROM records_event WHERE position = 3"], (3, "gap")),
        ("a deleted first row", ["DELETE FROM records_event WHERE position = 1"], (1, "gap")),
        ("a deleted last row", ["DELETE FROM records_event WHERE position = 6"], (6, "head")),
        ("no row at all", ["DELETE FROM records_event"], (6, "head")),
        (
            "two rows swapped",
            [
                "UPDATE records_event SET position = 99 WHERE position = 3",
                "UPDATE records_event SET position = 3 WHERE position = 4",
                "UPDATE records_event SET position = 4 WHERE position = 99",
            ],
            (3, "prev_hash"),
        ),
        (
            "a row inserted",
            [
                "UPDATE records_event SET position = position + 100 WHERE position > 3",
                "UPDATE records_event SET position = position - 99 WHERE position > 100",
                INSERT,
            ],
            (4, "hash"),
        ),
    ],
)
def test_a_falsified_journal_is_found_and_its_first_bad_position_named(hall, what, sql, first):
    falsify(sql)
    assert broken(hall)[0] == first, what


def test_a_row_replaced_behind_the_triggers_is_found(hall):
    row = Event.objects.get(position=3)
    with without_triggers():
        row.delete()
        Event.objects.create(
            hall=hall,
            position=3,
            kind="Noted",
            payload={"n": 3},
            actor="eva",
            at=AT,
            prev_hash=row.prev_hash,
            hash=row.hash,
        )
    assert broken(hall) == [(3, "hash")]


def test_a_row_rehashed_by_the_forger_breaks_the_next_link(hall):
    row = Event.objects.get(position=3)
    row.actor = "eva"
    row.hash = row_hash(row.prev_hash, row.chained_fields("hall"))
    with without_triggers():
        row.save()
    assert broken(hall) == [(4, "prev_hash")]


def test_a_chain_rewritten_to_its_end_no_longer_meets_the_head(hall):
    """A head written down elsewhere, on an acta, is what finds a forger who rewrites the head too."""
    written_down = hall.head_hash
    prev = Event.objects.get(position=2).hash
    with without_triggers():
        for row in Event.objects.filter(position__gt=2):
            row.actor, row.prev_hash = "eva", prev
            row.hash = prev = row_hash(prev, row.chained_fields("hall"))
            row.save()
    assert broken(hall) == [(6, "head")]
    hall.head_hash = prev
    hall.save()
    assert broken(hall) == []
    assert hall.head_hash != written_down


def test_an_old_copy_put_back_no_longer_meets_the_head(hall):
    with without_triggers():
        Event.objects.filter(position__gt=4).delete()
    assert broken(hall) == [(6, "head")]
