"""The register of bans at the door: matched however it is typed, told to nobody, written nowhere."""

import pytest
from django.core.management import CommandError, call_command

from people.bans import is_banned, set_register
from people.models import EntryBan
from records.models import Event
from sessions.rules import errors
from sessions.rules.admission import identity_of
from sessions.services.admission import check_entry
from tests.given import a_hall, an_open_session

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("silent")]


def asked(story, document, **kwargs):
    return check_entry(session_id=story.session.pk, document=document, actor="sala", **kwargs)["admitted"]


def test_who_is_on_the_register_is_refused_and_the_minutes_name_nobody():
    story = an_open_session()
    set_register(story.hall, ["12345678Z"])
    assert asked(story, "x1234567l")
    assert not Event.objects.filter(kind="AdmissionRefused").exists()
    assert not asked(story, "12 345 678-z")
    (row,) = Event.objects.filter(kind="AdmissionRefused")
    assert row.payload == {"reason": "art. 30.1", "expelled": False}


def test_the_number_is_in_no_table():
    story = an_open_session()
    set_register(story.hall, ["12345678Z"])
    asked(story, "12345678Z", source_ref="k1")
    assert "12345678" not in EntryBan.objects.get().mark
    assert not any("12345678" in str(row) for row in Event.objects.values())


def test_the_same_request_is_one_refusal_and_another_number_has_another_key():
    story = an_open_session()
    set_register(story.hall, ["12345678Z"])
    assert [asked(story, "12345678Z", source_ref="k1") for _ in range(3)] == [False] * 3
    assert Event.objects.filter(kind="AdmissionRefused").count() == 1
    with pytest.raises(errors.KeyReused):
        asked(story, "87654321X", source_ref="k1")


def test_a_document_without_a_number_is_asked_for_again():
    story = an_open_session()
    with pytest.raises(errors.DocumentNeeded):
        asked(story, " - ")


def test_a_hall_has_a_register_of_its_own():
    story = an_open_session()
    other, *_ = a_hall()
    set_register(other, ["12345678Z"])
    assert asked(story, "12345678Z")


def test_the_list_is_the_register_whole(tmp_path, capsys):
    hall, *_ = a_hall()
    file = tmp_path / "list.csv"
    file.write_text("documento;fecha\n12.345.678-Z;2026\nx1234567;2025\n", encoding="utf-8-sig")
    call_command("load_bans", str(file), hall=hall.code)
    assert capsys.readouterr().out.strip() == f"2 on the register of {hall.code}: 2 came, 0 left"
    assert is_banned(hall.pk, identity_of("X-1234567-L"))
    file.write_text("12345678\nAAB123456\n")
    call_command("load_bans", str(file), hall=hall.code)
    assert capsys.readouterr().out.strip() == f"2 on the register of {hall.code}: 1 came, 1 left"
    assert not is_banned(hall.pk, "X1234567L")


@pytest.mark.parametrize("content", ["", "documento\n", "12345678Z\n??\n"])
def test_a_list_that_is_none_changes_nothing(tmp_path, content):
    hall, *_ = a_hall()
    set_register(hall, ["12345678Z"])
    file = tmp_path / "list.csv"
    file.write_text(content)
    with pytest.raises(CommandError):
        call_command("load_bans", str(file), hall=hall.code)
    assert is_banned(hall.pk, "12345678Z")
