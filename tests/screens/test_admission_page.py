"""The admission desk as a browser sees it: the deeds' answers, the entry card, the file, and who may what."""

import io
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from people.bans import is_banned
from people.models import EntryCard, VisitorRecord
from records.models import Event
from tests.given import a_game_on_sale, an_open_session
from tests.screens.sockets import do, logged_in, make_people

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("silent")]

WHO = {"name": "Ana", "surnames": "Ruiz Gil", "birth": "1961-04-02", "kind": "dni", "document": "12345678z"}


@pytest.fixture
def people():
    return {name: logged_in(user) for name, user in make_people(an_open_session().hall).items()}


def come_in(door, validity="day"):
    number = do(door, "register_visitor", key="r1", signed=True, **WHO)[1]["visitor_no"]
    return number, do(door, "admit_visitor", key="e1", visitor_no=number, validity=validity)[1]


def test_the_door_is_told_who_it_is_and_lets_them_in(people):
    door = people["puerta"]
    assert do(door, "ask_entry", key="a1", document="12.345.678-Z")[1]["verdict"] == "new"
    number, done = come_in(door)
    assert (done["ok"], done["inside"], done["card_no"], done["issued"]) == (True, 1, 1, "day")
    known = do(door, "ask_entry", key="a2", document="12345678")[1]
    assert (known["verdict"], known["visitor_no"], known["surnames"]) == ("known", number, "Ruiz Gil")
    mine = door.get("/state/mine/").json()["admission"]
    assert mine == {"inside": 1, "seats": None, "open": True, "blocked": "", "waiting": []}


def test_who_may_not_come_in_is_told_with_nothing_but_that(people):
    upload = SimpleUploadedFile("list.csv", b"documento\n12345678Z\n")
    sent = people["sala"].post("/admision/fichero/", {"step": "register", "register": "state", "file": upload})
    assert sent.status_code == 302
    status, answer = do(people["puerta"], "ask_entry", document=" 12 345 678-z ")
    assert (status, answer) == (200, {"ok": True, "verdict": "no_entry"})
    status, answer = do(people["puerta"], "register_visitor", key="k2", signed=True, **WHO)
    assert (status, answer["code"], answer["params"]) == (409, "entry_not_allowed", {})


def test_the_other_posts_are_not_told_of_the_door_and_a_manager_is(people):
    assert "admission" in people["sala"].get("/state/mine/").json()
    for name in ("mesa", "caja", "venta1", "jugador1"):
        assert "admission" not in people[name].get("/state/mine/").json()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("birth", "2.4.1961"),
        ("birth", None),
        ("name", ""),
        ("kind", "card"),
        ("signed", "yes"),
        ("surnames", "x" * 121),
    ],
)
def test_a_record_with_a_wrong_field_is_refused_by_its_name(people, field, value):
    body = {**WHO, "signed": True} | {field: value}
    status, answer = do(people["puerta"], "register_visitor", **body)
    assert (status, answer["params"]) == (400, {"field": field})
    assert not VisitorRecord.objects.exists()


def test_the_page_keeps_nothing_in_the_browser_s_store(people):
    shown = people["puerta"].get("/admision/")
    assert "no-store" in shown.headers["Cache-Control"]
    assert b'data-shown-seconds="20"' in shown.content
    assert b'autocomplete="off"' in shown.content


def test_a_card_of_a_day_has_no_name_and_a_longer_one_has(people):
    door = people["puerta"]
    number, _ = come_in(door)
    card = door.get("/admision/tarjeta/1/")
    assert card.status_code == 200
    assert "no-store" in card.headers["Cache-Control"]
    assert b"Ruiz" not in card.content
    assert str(number).encode() not in card.content
    assert b"<svg" in card.content
    do(door, "admit_visitor", key="e2", visitor_no=number, validity="month")
    longer = door.get("/admision/tarjeta/2/").content
    assert b"Ana Ruiz Gil" in longer
    assert str(number).encode() in longer


def test_a_card_is_shown_on_its_day_only_and_to_the_door_only(people):
    door = people["puerta"]
    come_in(door)
    assert people["mesa"].get("/admision/tarjeta/1/").status_code == 403
    assert door.get("/admision/tarjeta/1/").status_code == 200
    assert door.get("/admision/tarjeta/2/").status_code == 404
    card = EntryCard.objects.get()
    EntryCard.objects.update(issued_at=card.issued_at - timedelta(days=1))
    assert door.get("/admision/tarjeta/1/").status_code == 404


def test_while_a_game_is_on_the_door_says_so_and_gives_a_turn():
    story = a_game_on_sale()
    door = logged_in(make_people(story.hall)["puerta"])
    number, refused = come_in(door)
    assert refused["code"] == "game_being_played"
    assert do(door, "hold_visitor", key="h1", visitor_no=number)[1]["turn"] == 1
    mine = door.get("/state/mine/").json()["admission"]
    assert (mine["open"], mine["blocked"], mine["waiting"][0]["turn"]) == (False, "game", 1)
    assert "Ruiz" not in door.get("/state/mine/").content.decode(), "a turn, and no name"
    assert do(door, "drop_hold", key="d1", visitor_no=number)[0] == 200
    assert door.get("/state/mine/").json()["admission"]["waiting"] == []


def test_the_file_is_given_out_with_a_reason_and_the_journal_keeps_it(people):
    come_in(people["puerta"])
    manager = people["sala"]
    refused = manager.post("/admision/fichero/", {"step": "export", "form": "csv", "reason": " "})
    assert (refused.status_code, Event.objects.filter(kind="VisitorsExported").count()) == (400, 0)
    given = manager.post("/admision/fichero/", {"step": "export", "form": "csv", "reason": "inspection 3/2026"})
    assert given.headers["Content-Disposition"].startswith("attachment")
    assert "12345678Z" in given.content.decode("utf-8-sig")
    row = Event.objects.get(kind="VisitorsExported")
    assert (row.actor, row.payload) == ("sala", {"count": 1, "form": "csv", "reason": "inspection 3/2026"})
    book = manager.post("/admision/fichero/", {"step": "export", "form": "xlsx", "reason": "inspection 3/2026"})
    assert io.BytesIO(book.content).read(2) == b"PK"
    assert people["puerta"].post("/admision/fichero/", {"step": "export"}).status_code == 403


@pytest.mark.parametrize("content", [b"", b"documento\n", b"12345678Z\n??\n", b"\xff\xfe1\x00", b"PK\x03\x04\x80\x81"])
def test_a_file_that_is_no_list_changes_nothing(people, content):
    upload = SimpleUploadedFile("list.csv", content)
    sent = people["sala"].post("/admision/fichero/", {"step": "register", "register": "regional", "file": upload})
    assert sent.status_code == 400
    assert b'role="alert"' in sent.content
    assert not is_banned(VisitorRecord.objects.count() or 1, "12345678Z")
    assert not Event.objects.filter(kind="BanRegisterLoaded").exists()


def test_the_page_of_the_file_shows_figures_and_nobody(people):
    number, _ = come_in(people["puerta"])
    manager = people["sala"]
    assert do(manager, "hold_retention", who="12345678Z", held=True, reason="order 12/2026")[0] == 200
    page = manager.get("/admision/fichero/").content.decode()
    assert str(number) in page
    assert "order 12/2026" in page
    assert "Ruiz" not in page
    assert "12345678" not in page
    assert do(people["puerta"], "hold_retention", key="k9", who="12345678Z", held=False, reason="x")[0] == 403
