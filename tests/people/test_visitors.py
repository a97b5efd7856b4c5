"""The visitors' file at rest, and the registers of bans: what a copy of the database does not tell (T22, T23)."""

import base64
import hashlib
import hmac
import json

import pytest

from people.bans import is_banned, set_register
from people.models import EntryBan, VisitorRecord
from people.visitors import (
    Visitor,
    card_code,
    card_of_code,
    free_number,
    read_visitor,
    readable,
    seal_visitor,
    visitor_of_document,
)
from records import clock
from records.models import Hall
from records.sealed import SecretLost

pytestmark = pytest.mark.django_db

ANA = Visitor(name="Ana", surnames="Ruiz Gil", birth="1961-04-02", kind="dni", document="12345678Z")


def key_of(letter):
    return base64.urlsafe_b64encode(letter.encode() * 32).decode()


@pytest.fixture
def hall():
    return Hall.objects.create(code="h", name="Hall")


def on_file(hall, visitor=ANA):
    at = clock.now()
    record = VisitorRecord(hall=hall, number=free_number(hall.pk), registered_at=at, last_visit_on=at.date())
    seal_visitor(record, visitor)
    record.save()
    return record


def test_a_record_says_who_it_is_with_the_key_and_nothing_without(hall, settings):
    settings.BINGO_PII_KEY = [key_of("a")]
    record = on_file(hall)
    assert read_visitor(record) == ANA
    row = json.dumps(list(VisitorRecord.objects.values()), default=str)
    assert not any(word in row for word in ("Ana", "Ruiz", "1961", "12345678"))
    settings.BINGO_PII_KEY = [key_of("b")]
    with pytest.raises(SecretLost):
        read_visitor(record)
    assert [visitor for _record, visitor in readable(hall.pk)] == [None]


def test_a_record_is_found_by_its_document_after_a_change_of_key_too(hall, settings):
    settings.BINGO_PII_KEY = [key_of("a")]
    record = on_file(hall)
    settings.BINGO_PII_KEY = [key_of("b"), key_of("a")]
    assert visitor_of_document(hall.pk, "12345678Z") == record
    assert visitor_of_document(hall.pk, "87654321X") is None


def test_a_record_s_number_has_twelve_digits_drawn_by_chance(hall):
    numbers = {free_number(hall.pk) for _ in range(50)}
    assert len(numbers) == 50
    assert all(len(str(number)) == 12 for number in numbers)


def test_an_entry_card_s_code_is_read_as_scanners_type_it_and_nobody_makes_one_up(hall):
    code = card_code("h", 12)
    assert card_of_code("h", code) == 12
    assert card_of_code("h", f" {code.lower().replace('-', chr(39))} ") == 12
    proof = code.rsplit("-", 1)[1]
    for other in (f"ENT-13-{proof}", "ENT-12-AAAAAAAAAA", "ENT-12", "12", "ENT-x-y", "", "ENT-²-AAAAAAAAAA"):
        assert card_of_code("h", other) == 0
    assert card_of_code("other", code) == 0


def test_each_register_is_replaced_alone_and_the_door_asks_them_as_one(hall):
    set_register(hall, ["12345678Z", "X1234567L"], "regional")
    assert set_register(hall, ["12345678Z", "AAB123456"], "state") == (2, 0)
    assert set_register(hall, ["X1234567L"], "regional") == (0, 1)
    assert is_banned(hall.pk, "12345678Z"), "the other register has it still"
    assert set_register(hall, [], "state") == (0, 2)
    assert not is_banned(hall.pk, "12345678Z")
    assert is_banned(hall.pk, "X1234567L")


def test_a_copy_of_the_table_tells_none_of_a_thousand_documents_to_who_knows_them_all(hall, settings):
    """
    The best of thieves tries only the right thousand numbers, under every key that is not the hall's.

    Whoever cannot find them in this space does not find them in that of all numbers.
    """
    settings.BINGO_PII_KEY = [key_of("a")]
    documents = [f"{number:08}X" for number in range(10_000_000, 10_001_000)]
    set_register(hall, documents, "regional")
    stolen = set(EntryBan.objects.values_list("mark", flat=True))
    assert len(stolen) == 1_000
    known = [b"", b"h", b"bingo", settings.SECRET_KEY.encode(), settings.BINGO_CARD_KEY.encode(), key_of("b").encode()]
    tried = {hashlib.sha256(one.encode()).hexdigest() for one in documents}
    for key in known:
        derived = hmac.digest(key, b"marks of identity numbers", "sha256")
        tried |= {hmac.new(k, one.encode(), "sha256").hexdigest() for k in (key, derived) for one in documents}
    assert len(tried) == 1_000 * (1 + 2 * len(known))
    assert not stolen & tried
    assert is_banned(hall.pk, documents[7]), "with the hall's own key they are found"
