"""
Whoever owns the database and rewrites it, triggers off, hashes worked out anew, head and all: `verify` names the row.

The anchor file is what they do not own. Rows are counted by hand: the hall's journal has N rows at the anchor.
"""

import json
from contextlib import contextmanager
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from ledger.models import Account, Entry, Leg
from records.anchor import anchor_path, read_anchors
from records.chain import GENESIS, row_hash
from records.models import ActaEntry, Event, Hall
from records.triggers import guard, unguard
from sessions.rules import errors
from sessions.selectors.evidence import first_bad
from sessions.selectors.verify import violations
from sessions.services import payments, sessions
from sessions.services.anchoring import anchor_hall
from tests.given import a_game_on_sale

pytestmark = pytest.mark.django_db(transaction=True)

GUARDED = ("records_event", "records_actaentry", "ledger_entry", "ledger_leg")


class Owner:
    connection = connection

    def execute(self, sql):
        with connection.cursor() as cursor:
            cursor.execute(sql)


@contextmanager
def without_guards():
    for table in GUARDED:
        unguard(Owner(), table)
    try:
        with connection.cursor() as cursor:
            yield cursor
    finally:
        for table in GUARDED:
            guard(Owner(), table)


@pytest.fixture
def hall(time):
    """Play to an open sale with a deposit, let the two minutes of a deed under way pass, and anchor."""
    story = a_game_on_sale()
    payments.deposit(hall_id=story.hall.pk, account="player:1", amount_cents=1_000, actor="caja")
    payments.deposit(hall_id=story.hall.pk, account="player:2", amount_cents=2_000, actor="caja")
    time.advance(180)
    anchor_hall(story.hall.pk, "day")
    assert found(story.hall) == []
    return story.hall


def found(hall):
    return list(violations(Hall.objects.get(pk=hall.pk)))


def head(hall):
    return Hall.objects.get(pk=hall.pk).head_position


def reforge(hall, since):
    """Work out every hash anew from a row on, and the head's: what a forger does who has read the code."""
    hall = Hall.objects.get(pk=hall.pk)
    before = Event.objects.filter(hall=hall, position=since - 1).first()
    prev, last = before.hash if before else GENESIS, since - 1
    for row in Event.objects.filter(hall=hall, position__gte=since).order_by("position"):
        row.prev_hash = prev
        prev, last = row_hash(prev, row.chained_fields(hall.code)), row.position
        Event.objects.filter(pk=row.pk).update(prev_hash=row.prev_hash, hash=prev)
    Hall.objects.filter(pk=hall.pk).update(head_hash=prev, head_position=last)


def at(hall, position):
    return Event.objects.get(hall=hall, position=position)


# The eight -------------------------------------------------------------------------------------------------


def edit(hall, cursor):
    cursor.execute("UPDATE records_event SET actor = 'eva' WHERE position = 7")
    return 7


def delete(hall, cursor):
    cursor.execute("DELETE FROM records_event WHERE position = 5")
    return 5


def insert(hall, cursor):
    """A row between 6 and 7, the rest moved on by one."""
    for row in Event.objects.filter(hall=hall, position__gte=7).order_by("-position"):
        Event.objects.filter(pk=row.pk).update(position=row.position + 1)
    row = at(hall, 6)
    Event.objects.create(
        hall=hall,
        position=7,
        kind="Noted",
        payload={},
        actor="eva",
        at=row.at,
        prev_hash=row.hash,
        hash="0" * 64,
    )
    return 7


def swap(hall, cursor):
    Event.objects.filter(hall=hall, position=8).update(position=900)
    Event.objects.filter(hall=hall, position=9).update(position=8)
    Event.objects.filter(hall=hall, position=900).update(position=9)
    return 8


def replace(hall, cursor):
    """SQLite's REPLACE puts another row in the place of one; PostgreSQL has no such word, and deletes and inserts."""
    row = at(hall, 6)
    Event.objects.filter(pk=row.pk).delete()
    row.payload = {**row.payload, "forged": True}
    row.save(force_insert=True)
    return 6


def truncate(hall, cursor):
    cursor.execute(
        "TRUNCATE records_event CASCADE" if connection.vendor == "postgresql" else "DELETE FROM records_event"
    )
    return 1


def rewrite(hall, cursor):
    """One word of row 4, and every hash after it worked out anew: the chain itself is whole."""
    Event.objects.filter(hall=hall, position=4).update(actor="eva")
    reforge(hall, 4)
    return 4


def restore(hall, cursor):
    """The database of earlier: the last three rows are not in it, and its head says so."""
    last = head(hall) - 3
    Event.objects.filter(hall=hall, position__gt=last).delete()
    Hall.objects.filter(pk=hall.pk).update(head_position=last, head_hash=at(hall, last).hash)
    return last + 1


THE_EIGHT = [edit, delete, insert, swap, replace, truncate, rewrite, restore]


@pytest.mark.parametrize("tamper", THE_EIGHT, ids=lambda one: one.__name__)
def test_tampering_is_found_and_the_first_bad_row_named(hall, tamper):
    with without_guards() as cursor:
        expected = tamper(hall, cursor)
    assert first_bad(found(hall)) == expected


@pytest.mark.parametrize("tamper", THE_EIGHT[:5], ids=lambda one: one.__name__)
def test_it_is_found_by_the_anchor_too_when_the_forger_mends_the_chain(hall, tamper):
    with without_guards() as cursor:
        expected = tamper(hall, cursor)
        if tamper is delete:
            for row in Event.objects.filter(hall=hall, position__gt=5).order_by("position"):
                Event.objects.filter(pk=row.pk).update(position=row.position - 1)
        reforge(hall, expected)
    lines = found(hall)
    assert not [line for line in lines if line.startswith("I9")]
    assert first_bad(lines) == expected


@pytest.mark.skipif(connection.vendor != "sqlite", reason="REPLACE is SQLite's")
def test_replace_itself_is_refused_by_the_guards_and_found_without_them(hall):
    row = at(hall, 6)
    rest = "hall_id, position, session_no, stream, seq, kind, payload, source_ref, body_hash, at, prev_hash, hash"
    forged = f"SELECT id, 'eva', {rest} FROM records_event WHERE id = %s"
    sql = f"INSERT OR REPLACE INTO records_event (id, actor, {rest}) {forged}"
    with pytest.raises(Exception, match="append-only"), connection.cursor() as cursor:
        cursor.execute(sql, [row.pk])
    assert found(hall) == []
    with without_guards() as cursor:
        cursor.execute(sql, [row.pk])
    assert first_bad(found(hall)) == 6


def test_a_hall_that_was_tampered_with_opens_no_session_and_keeps_the_journal_it_has(hall):
    with without_guards() as cursor:
        rewrite(hall, cursor)
    session = hall.bingo_sessions.get()
    with pytest.raises(errors.JournalBroken):
        sessions.open_session(session_id=session.pk, signed="mesa", actor="sala")
    with pytest.raises(CommandError, match="violations"):
        call_command("verify", stdout=StringIO())


# The anchor file -------------------------------------------------------------------------------------------


def lines():
    return anchor_path().read_text().splitlines()


def test_a_line_that_was_edited_or_taken_out_of_the_file_is_found(hall):
    anchor_hall(hall.pk, "day")
    kept = lines()
    anchor_path().write_text("\n".join([kept[0].replace('"why":"', '"why":"x'), *kept[1:]]) + "\n")
    assert found(hall) == ["A1 line 2 of the anchor file does not follow the line before it"]
    anchor_path().write_text("\n".join(kept[1:]) + "\n")
    assert found(hall) == ["A1 line 1 of the anchor file does not follow the line before it"]
    anchor_path().write_text("\n".join(kept) + "\n")
    assert found(hall) == []


def test_a_line_that_a_crash_cut_off_is_none_and_the_next_one_stands(hall):
    with anchor_path().open("a") as file:
        file.write('{"hall":"half a li')
    assert found(hall) == []
    anchor_hall(hall.pk, "day")
    assert found(hall) == []
    anchors, faults = read_anchors(hall.code)
    assert (anchors[-1].position, faults) == (head(hall), [])


def test_a_line_keeps_eight_digits_of_each_row_since_the_last_one(hall):
    first, last = read_anchors(hall.code)[0]
    assert (first.why, last.why) == ("session_opened", "day")
    assert (first.since, last.since, last.position) == (0, first.position, head(hall))
    rows = Event.objects.filter(hall=hall, position__gt=last.since).order_by("position")
    assert last.rows == "".join(row.hash[:8] for row in rows)
    assert json.loads(lines()[-1])["hash"] == Hall.objects.get(pk=hall.pk).head_hash


def test_a_medium_that_cannot_be_written_stops_no_deed_and_is_an_incident(hall, settings, tmp_path):
    (tmp_path / "pulled-out").write_text("")
    settings.BINGO_ANCHOR_FILE = str(tmp_path / "pulled-out" / "anchor.jsonl")
    assert anchor_hall(hall.pk, "day") is None
    assert hall.incidents.get().code == "anchor_failed"


# Money and minutes -----------------------------------------------------------------------------------------


def test_money_rewritten_with_its_balances_is_found_and_the_entry_named(hall):
    """Both legs and both balances: the ledger itself adds up."""
    entry = Entry.objects.get(hall=hall, kind="deposit", legs__account__code="player:1")
    with without_guards():
        for code, cents in (("cash", 100), ("player:1", -100)):
            account = Account.objects.get(hall=hall, code=code)
            Leg.objects.filter(entry=entry, account=account).update(cents=cents)
            Account.objects.filter(pk=account.pk).update(balance_cents=account.balance_cents - 900)
    assert any(line.startswith(f"A2 entry {entry.pk} of the ledger") for line in found(hall))


def test_an_entry_taken_out_with_its_legs_is_found(hall):
    entry = Entry.objects.get(hall=hall, kind="deposit", legs__account__code="player:1")
    after = Entry.objects.filter(pk__gt=entry.pk).order_by("pk").first()
    with without_guards():
        Leg.objects.filter(entry=entry).delete()
        Entry.objects.filter(pk=entry.pk).delete()
    assert any(line.startswith(f"A2 entry {after.pk} of the ledger") for line in found(hall))


def test_a_leg_alone_is_found_by_the_ledger_itself(hall):
    leg = Leg.objects.filter(entry__hall=hall, account__code="player:1").get()
    with without_guards():
        Leg.objects.filter(pk=leg.pk).update(cents=leg.cents - 1)
    assert f"I1 entry {leg.entry_id} (deposit) does not add up to 0" in found(hall)


@pytest.mark.parametrize("change", ["edit", "delete"])
def test_minutes_that_were_changed_are_found(hall, change):
    rows = ActaEntry.objects.filter(book__hall=hall)
    with without_guards():
        if change == "edit":
            rows.filter(kind="opening").update(payload={**rows.get(kind="opening").payload, "by": "eva"})
        else:
            rows.order_by("-entry_no")[:1].get().delete()
    assert [line for line in found(hall) if "book" in line or "entry" in line]


def test_money_that_comes_while_an_anchor_is_dropped_is_left_for_the_next_one(hall, time):
    payments.deposit(hall_id=hall.pk, account="player:1", amount_cents=300, actor="caja")
    new = Entry.objects.filter(hall=hall).order_by("-pk").first().pk
    assert anchor_hall(hall.pk, "day").more["ledger"]["to"] < new
    time.advance(121)
    assert anchor_hall(hall.pk, "day").more["ledger"]["to"] == new
    assert found(hall) == []


def test_an_anchor_waits_for_the_commit_of_what_it_tells(hall):
    before = len(lines())
    with transaction.atomic():
        assert anchor_hall(hall.pk, "day") is None
        assert len(lines()) == before
    assert len(lines()) == before + 1
