"""The visitors' file: opened, corrected, held, given out, destroyed; by the calendar, with a clock that is moved."""

import pytest
from django.core.management import CommandError, call_command

from people.bans import is_banned, set_register
from people.models import EntryCard, Visit, VisitorRecord
from people.visitors import Visitor, read_visitor
from records.models import Event
from sessions.printing.visitor_files import visitors_csv
from sessions.rules import errors
from sessions.selectors.admission import file_of, whole_file
from sessions.selectors.verify import violations
from sessions.services.entering import admit_visitor
from sessions.services.visitors import (
    correct_visitor,
    hold_retention,
    load_register,
    number_of,
    purge_visitors,
    register_visitor,
)
from sessions.tasks import purge_visitors_task
from tests.given import a_game_on_sale, a_hall, an_open_session

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("silent")]

BY = {"actor": "puerta"}
DAY = 24 * 3600


def on_file(hall, signed=True, source_ref=None, **other):
    told = {"name": "Ana", "surnames": "Ruiz Gil", "birth": "1961-04-02", "kind": "dni", "document": "12.345.678-z"}
    visitor = Visitor(**(told | other))
    by = {**BY, "source_ref": source_ref}
    return register_visitor(hall_id=hall.pk, visitor=visitor, signed=signed, **by)["visitor_no"]


def test_a_document_has_one_record_and_the_journal_knows_its_number_only(time):
    hall, *_ = a_hall()
    number = on_file(hall)
    with pytest.raises(errors.VisitorOnFile):
        on_file(hall, document="12345678")
    row = Event.objects.get(kind="VisitorRegistered")
    assert row.payload == {"visitor_no": number}
    assert read_visitor(VisitorRecord.objects.get()).document == "12345678Z"


def test_the_same_key_opens_one_record_and_another_visitor_has_another_key(time):
    hall, *_ = a_hall()
    first = on_file(hall, source_ref="puerta:k1")
    assert on_file(hall, source_ref="puerta:k1") == first
    with pytest.raises(errors.KeyReused):
        on_file(hall, source_ref="puerta:k1", kind="passport", document="AAB123456")
    assert VisitorRecord.objects.count() == 1


def test_two_requests_of_two_visitors_have_the_same_hash_so_that_nobody_is_found_by_it(time):
    hall, *_ = a_hall()
    on_file(hall, source_ref="puerta:k1")
    on_file(hall, source_ref="puerta:k2", kind="passport", document="AAB123456")
    hashes = set(Event.objects.filter(kind="VisitorRegistered").values_list("body_hash", flat=True))
    assert len(hashes) == 1


@pytest.mark.parametrize(
    ("wrong", "refusal"),
    [
        ({"document": "12345678A"}, errors.DocumentLetterWrong),
        ({"document": " - "}, errors.DocumentNeeded),
        ({"birth": "2026-13-01"}, errors.VisitorDataWrong),
        ({"birth": "2027-01-01"}, errors.VisitorDataWrong),
        ({"name": "  "}, errors.VisitorDataWrong),
        ({"birth": "2008-12-01"}, errors.VisitorTooYoung),
    ],
)
def test_what_cannot_be_so_opens_no_record(time, wrong, refusal):
    hall, *_ = a_hall()
    with pytest.raises(refusal):
        on_file(hall, **wrong)
    assert not VisitorRecord.objects.exists()
    assert not Event.objects.filter(kind="VisitorRegistered").exists()


def test_who_is_on_a_register_is_not_put_on_file(time):
    hall, *_ = a_hall()
    set_register(hall, ["12345678Z"])
    with pytest.raises(errors.EntryNotAllowed):
        on_file(hall)
    assert not VisitorRecord.objects.exists()


def test_a_record_is_put_right_and_found_by_document_and_number(time):
    hall, *_ = a_hall()
    number = on_file(hall, signed=False)
    correct_visitor(hall_id=hall.pk, visitor_no=number, changes={"surnames": "Ruiz Gil-Robles"}, signed=True, **BY)
    record = VisitorRecord.objects.get()
    assert (read_visitor(record).surnames, record.signed) == ("Ruiz Gil-Robles", True)
    assert number_of(hall.pk, "12.345.678-Z") == number_of(hall.pk, str(number)) == number
    assert number_of(hall.pk, f"{str(number)[:4]} {str(number)[4:8]}-{str(number)[8:]}") == number
    with pytest.raises(errors.VisitorUnknown):
        number_of(hall.pk, "87654321X")


def test_a_record_is_there_six_months_after_the_last_visit_and_gone_the_day_after(time):
    """30 November to 30 May: 181 days; on 31 May it is destroyed, with its visits and cards, and the chain holds."""
    hall, *_ = a_hall()
    number = on_file(hall)
    admit_visitor(hall_id=hall.pk, visitor_no=number, validity="year", **BY)
    time.advance(181 * DAY)
    assert purge_visitors(hall_id=hall.pk) == 0
    assert VisitorRecord.objects.exists()
    time.advance(DAY)
    assert file_of(hall)["soon"] == 1
    assert purge_visitors(hall_id=hall.pk) == 1
    assert not VisitorRecord.objects.exists()
    assert not Visit.objects.exists()
    assert not EntryCard.objects.exists()
    row = Event.objects.get(kind="VisitorsPurged")
    assert (row.payload, row.actor) == ({"count": 1, "months": 6}, "house")
    assert list(violations(hall)) == []
    assert purge_visitors(hall_id=hall.pk) == 0
    assert Event.objects.filter(kind="VisitorsPurged").count() == 1, "a day on which nothing goes is no row"


def test_a_visit_begins_the_six_months_anew_and_the_setting_makes_them_more(time, settings):
    hall, *_ = a_hall()
    number = on_file(hall)
    time.advance(100 * DAY)
    admit_visitor(hall_id=hall.pk, visitor_no=number, validity="day", **BY)
    time.advance(100 * DAY)
    assert purge_visitors(hall_id=hall.pk) == 0
    settings.BINGO_VISITOR_MONTHS = 3
    assert purge_visitors(hall_id=hall.pk) == 1


def test_an_entry_card_s_number_is_not_given_twice_though_its_record_is_destroyed(time):
    hall, *_ = a_hall()
    admit_visitor(hall_id=hall.pk, visitor_no=on_file(hall), validity="day", **BY)
    time.advance(200 * DAY)
    purge_visitors(hall_id=hall.pk)
    assert admit_visitor(hall_id=hall.pk, visitor_no=on_file(hall), validity="day", **BY)["card_no"] == 2


def test_a_record_held_for_the_law_stays_until_it_is_let_go(time):
    hall, *_ = a_hall()
    number = on_file(hall)
    hold = {"hall_id": hall.pk, "visitor_no": number, "actor": "sala"}
    hold_retention(held=True, reason="court order 12/2026", **hold)
    with pytest.raises(errors.RetentionUnchanged):
        hold_retention(held=True, reason="again", **hold)
    time.advance(400 * DAY)
    assert purge_visitors(hall_id=hall.pk) == 0
    assert file_of(hall)["held"] == 1
    hold_retention(held=False, reason="order ended", **hold)
    assert purge_visitors(hall_id=hall.pk) == 1
    told = Event.objects.filter(kind="RetentionHeld").order_by("position").values_list("payload__held", flat=True)
    assert list(told) == [True, False]


def test_the_task_and_the_command_destroy_as_the_service_does(time, capsys):
    hall, *_ = a_hall()
    on_file(hall)
    time.advance(200 * DAY)
    purge_visitors_task(hall.pk)
    assert not VisitorRecord.objects.exists()
    on_file(hall)
    time.advance(200 * DAY)
    call_command("purge_visitors", hall=hall.code)
    assert capsys.readouterr().out.strip() == f"{hall.code}: 1 records destroyed"


def test_the_command_waits_for_the_end_of_a_game(time):
    story = a_game_on_sale()
    with pytest.raises(CommandError):
        call_command("purge_visitors", hall=story.hall.code)


def test_a_register_s_list_is_loaded_whole_or_not_at_all_and_the_journal_keeps_figures_only(time):
    story = an_open_session()
    told = load_register(hall_id=story.hall.pk, register="state", text="documento\n12345678Z\nx1234567\n", actor="sala")
    assert (told.count, told.added, told.left) == (2, 2, 0)
    with pytest.raises(errors.RegisterUnread):
        load_register(hall_id=story.hall.pk, register="state", text="87654321X\n??\n", actor="sala")
    assert is_banned(story.hall.pk, "X1234567L")
    assert not is_banned(story.hall.pk, "87654321X")
    row = Event.objects.get(kind="BanRegisterLoaded")
    assert row.payload == {"register": "state", "count": 2, "added": 2, "left": 0}


def test_the_file_for_the_authority_has_every_record_and_its_visits_and_no_formula(time):
    hall, *_ = a_hall()
    number = on_file(hall, name='=HYPERLINK("http://x","y")', remarks="+34 600")
    admit_visitor(hall_id=hall.pk, visitor_no=number, validity="day", **BY)
    lines = visitors_csv(whole_file(hall)).decode("utf-8-sig").splitlines()
    assert len(lines) == 2
    assert lines[1].startswith(f"{number};\"'=HYPERLINK(")
    assert ";12345678Z;" in lines[1]
    assert ";'+34 600;" in lines[1]
    assert ";1;2026-11-30 21:00;" in lines[1]


def test_the_command_writes_the_file_for_its_owner_alone_and_the_journal_knows_why(time, tmp_path):
    hall, *_ = a_hall()
    on_file(hall)
    path = tmp_path / "file.xlsx"
    call_command("export_visitors", str(path), hall=hall.code, reason="inspection 3/2026")
    assert path.read_bytes()[:2] == b"PK"
    assert path.stat().st_mode & 0o777 == 0o600
    row = Event.objects.get(kind="VisitorsExported")
    assert (row.actor, row.payload) == ("command", {"count": 1, "form": "xlsx", "reason": "inspection 3/2026"})
    for wrong in (["--reason", " "], ["--reason", "x", "--hall", "none"]):
        with pytest.raises(CommandError):
            call_command("export_visitors", str(tmp_path / "other.csv"), "--hall", hall.code, *wrong)
