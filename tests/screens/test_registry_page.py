"""The register tells every row in words, is searched from the newest down, and gives out no formula."""

import csv
import dataclasses
import html
import io
import re
import string

import pytest
from django.utils import translation

from records.models import Event
from sessions.acta_telling import NOBODY
from sessions.registry_telling import REGISTRY_WORDS, sentence_of
from sessions.rules.ball_sets import BALL_SET_EVENTS
from sessions.rules.events import GAME_EVENTS
from sessions.rules.hall_events import HALL_EVENTS
from sessions.rules.session import SESSION_EVENTS
from sessions.rules.stock import SERIES_EVENTS
from sessions.selectors import registry
from sessions.services import sales, sessions, significant
from tests.given import a_game_on_sale
from tests.screens.sockets import logged_in, make_people

pytestmark = pytest.mark.django_db(transaction=True)
KINDS = {**GAME_EVENTS, **SESSION_EVENTS, **SERIES_EVENTS, **HALL_EVENTS, **BALL_SET_EVENTS}
PAGE = "/registro/"


@pytest.fixture
def story():
    story = a_game_on_sale()
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    return story


@pytest.fixture
def manager(story):
    manager = logged_in(make_people(story.hall)["sala"])
    manager.cookies["django_language"] = "en"
    return manager


def text(answer):
    assert answer.status_code == 200
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


def positions(answer):
    return [int(n.replace(",", "")) for n in re.findall(r'href="/registro/(\d+)/"', answer.content.decode())]


def test_every_kind_of_row_has_a_sentence():
    assert set(KINDS) - set(REGISTRY_WORDS) == set()


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_sentence_asks_only_for_what_its_row_has(kind):
    names = {field.name for field in dataclasses.fields(KINDS[kind])}
    for language in ("en", "es", "ca"):
        with translation.override(language):
            asked = {field for _, field, _, _ in string.Formatter().parse(str(REGISTRY_WORDS[kind])) if field}
        assert not [f for f in asked if f not in names and not any(f.startswith(f"{n}_") for n in names)], language


def test_facts_are_told_as_people_read_them_and_what_is_not_there_leaves_no_gap():
    with translation.override("en"):
        sold = {"first": 1, "last": 6, "amount_cents": 1200, "seller": "venta", "holder": ""}
        assert sentence_of("CardsSold", sold) == "Cards 1 to 6 sold for 12,00 € by venta."
        corrected = {"ordinal": 3, "number": 8, "was": 4, "second": ""}
        assert sentence_of("BallCorrected", corrected) == f"Ball 3 is number 8, not 4. Second person: {NOBODY}."
        assert sentence_of("NeverHeardOf", {"a": 1, "b": ""}) == "Never heard of: a 1."


def test_the_newest_rows_come_first_and_the_next_page_goes_on_below(story, manager, monkeypatch):
    monkeypatch.setattr(registry, "PAGE", 5)
    monkeypatch.setattr(registry.registry_page, "__kwdefaults__", {"below": None, "most": 5})
    head = Event.objects.filter(hall=story.hall).count()
    first = manager.get(PAGE)
    assert positions(first) == [head - n for n in range(5)]
    assert "Cards 1 to 6 sold" in text(first)
    assert positions(manager.get(PAGE, {"bajo": head - 4})) == [head - 5 - n for n in range(5)]


@pytest.mark.parametrize(
    ("query", "kinds"),
    [
        ({"tipo": "CardsSold"}, {"CardsSold"}),
        ({"sesion": "1", "partida": "1"}, {"SaleOpened", "CardsSold"}),
        ({"persona": "venta"}, {"CardsSold", "StaffPosted"}),
        ({"texto": "no such words"}, set()),
        ({"desde": "2100-01-01"}, set()),
        ({"hasta": "1999-01-01"}, set()),
    ],
)
def test_rows_are_found_by_what_they_are(story, manager, query, kinds):
    shown = positions(manager.get(PAGE, query))
    assert set(Event.objects.filter(hall=story.hall, position__in=shown).values_list("kind", flat=True)) == kinds


def test_words_with_accents_are_found_whatever_the_database_writes(story, manager):
    sessions.note_incident(session_id=story.session.pk, text="Se cayó el micrófono", actor="sala")
    assert "Se cayó el micrófono" in text(manager.get(PAGE, {"texto": "micrófono"}))


def test_what_no_index_knows_is_looked_for_a_stretch_at_a_time(story, manager, monkeypatch):
    monkeypatch.setattr(registry, "LOOKED_THROUGH", 2)
    said = text(manager.get(PAGE, {"texto": "no such words"}))
    assert "Look further back" in said


@pytest.mark.parametrize(
    "query", [{"sesion": "x"}, {"sesion": "9" * 30}, {"desde": "never"}, {"tipo": "\0"}, {"bajo": "-1"}]
)
def test_what_makes_no_sense_limits_nothing(manager, query):
    assert manager.get(PAGE, query).status_code == 200


def test_one_row_shows_all_that_its_hash_covers(story, manager):
    row = Event.objects.filter(hall=story.hall, kind="CardsSold").get()
    said = text(manager.get(f"{PAGE}{row.position}/"))
    assert row.hash in said
    assert row.prev_hash in said
    assert manager.get(f"{PAGE}999999/").status_code == 404


def test_the_file_is_safe_in_a_spreadsheet_and_giving_it_out_is_a_row(story, manager):
    significant.note_report(story.hall.pk, report="=HYPERLINK(1)", form="csv", actor="=1+1")
    answer = manager.get(PAGE, {"forma": "csv", "tipo": "ReportMade"})
    rows = list(csv.reader(io.StringIO(b"".join(answer.streaming_content).decode("utf-8-sig")), delimiter=";"))
    assert [row[4] for row in rows[1:]] == ["'=1+1"]
    assert not [cell for row in rows[1:] for cell in row if cell.startswith(("=", "+", "-", "@"))]
    last = Event.objects.filter(hall=story.hall).latest("position")
    assert (last.kind, last.payload["asked"]) == ("ReportMade", "tipo=ReportMade")


def test_a_real_log_in_and_out_are_rows_and_a_wrong_password_is_one(story, client):
    significant._floods.clear()
    make_people(story.hall)
    client.post("/entrar/", {"username": "mesa", "password": "wrong"})
    client.post("/entrar/", {"username": "mesa", "password": "secret"})
    client.post("/salir/")
    told = Event.objects.filter(hall=story.hall, kind__startswith="Log").order_by("position")
    assert [(row.kind, row.payload["who"]) for row in told] == [
        ("LogInFailed", "mesa"),
        ("LoggedIn", "mesa"),
        ("LoggedOut", "mesa"),
    ]
