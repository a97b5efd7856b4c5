"""
Nobody's document stands in clear anywhere, and after the purge nothing of it at all (T22): a search of every byte.

A hundred visitors come through the desk's own page. The database's file, its log, a copy of it, every table as text,
and what was logged are searched for their documents and names; after the purge for what was sealed too.
"""

import logging
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.db import connection

from people.models import EntryCard, Visit, VisitorRecord
from people.scrub import leave_no_bytes
from records import clock
from records.models import Event
from sessions.selectors.verify import journal_violations
from sessions.services.visitors import purge_visitors
from tests.given import an_open_session
from tests.screens.sockets import do, logged_in, make_people

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("silent")]

VISITORS = 100
LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE"
START = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)


def document(n):
    figures = 71_234_567 + 7 * n
    return f"{figures}{LETTERS[figures % 23]}"


def surname(n):
    return f"Zarrabeitia{n:03}"


def come_in(door, n):
    """Let one visitor in as the desk does, with the document written in another way each time."""
    typed = document(n)
    if n % 2:
        typed = f"{typed[:2]}.{typed[2:5]}.{typed[5:8]}-{typed[8:].lower()}"
    status, asked = do(door, "ask_entry", key=f"a{n}", document=typed)
    assert (status, asked["verdict"]) == (200, "new")
    told = {"name": f"Nicanora{n:03}", "surnames": surname(n), "birth": "1950-06-15", "remarks": f"silla{n:03}"}
    status, opened = do(
        door, "register_visitor", key=f"r{n}", kind="dni", document=typed, signed=True, address=f"Rua{n:03}", **told
    )
    assert status == 200, opened
    status, _ = do(door, "admit_visitor", key=f"e{n}", visitor_no=opened["visitor_no"], validity="week")
    assert status == 200
    if n % 10 == 0:
        assert do(door, "ask_entry", key=f"b{n}", document=typed)[1]["surnames"] == surname(n)
        assert do(door, "ask_entry", key=f"w{n}", document=typed[:-1] + "U")[0] == 409, "no DNI ends in U"


def everything(tmp_path):
    """Give all that is kept, as bytes: the database's own files and a copy, or every table as PostgreSQL gives it."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA database_list")
            file = Path(cursor.fetchone()[2])
        copy = tmp_path / "copy.sqlite3"
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
        log = file.with_name(file.name + "-wal")
        return file.read_bytes() + (log.read_bytes() if log.exists() else b"") + copy.read_bytes()
    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            with cursor.copy(f'COPY "{table}" TO STDOUT') as rows:
                found += [bytes(part) for part in rows]
    return b"".join(found)


def personal():
    """Give every text that would tell who came, in the ways it is written."""
    for n in range(VISITORS):
        number = document(n)
        yield from (number, number.lower(), number[:8], surname(n), f"Nicanora{n:03}", f"Rua{n:03}", f"silla{n:03}")
        yield f"{number[:2]}.{number[2:5]}.{number[5:8]}"


def told_of(texts, kept):
    return [text for text in texts if text.encode() in kept]


def test_a_hundred_visitors_stand_nowhere_in_clear_and_after_the_purge_nowhere_at_all(tmp_path, caplog):
    caplog.set_level(logging.DEBUG)
    story = an_open_session()
    door = logged_in(make_people(story.hall)["puerta"])
    with clock.injected(lambda: START):
        for n in range(VISITORS):
            come_in(door, n)
    assert VisitorRecord.objects.count() == Visit.objects.count() == EntryCard.objects.count() == VISITORS
    sealed = list(VisitorRecord.objects.values_list("sealed", flat=True))
    marks = list(VisitorRecord.objects.values_list("mark", flat=True))
    numbers = [str(n) for n in VisitorRecord.objects.values_list("number", flat=True)]
    kept = everything(tmp_path)
    assert told_of(sealed + marks, kept) == sealed + marks, "the search finds what is there"
    assert told_of(personal(), kept) == []
    assert told_of(personal(), caplog.text.encode()) == []
    before = list(Event.objects.filter(hall=story.hall).order_by("position").values_list("hash", flat=True))

    with clock.injected(lambda: START + timedelta(days=182)):
        assert purge_visitors(hall_id=story.hall.pk) == VISITORS
    assert leave_no_bytes(), "the log is cut, once nobody reads it"
    kept = everything(tmp_path)
    assert told_of([*personal(), *sealed, *marks], kept) == []
    after = list(Event.objects.filter(hall=story.hall).order_by("position").values_list("hash", flat=True))
    assert after[: len(before)] == before
    assert len(after) == len(before) + 1, "one row tells that a hundred were destroyed"
    assert list(journal_violations(story.hall)) == []
    assert told_of(numbers, kept) == numbers, "the journal keeps the numbers, which lead to nobody"
