"""The review of who may do what: made from what is checked, safe as a file, and the exceptions counted."""

import csv
import io

import pytest

from people.models import StaffMember
from records.models import Event
from screens.access_review import deeds_of_posts, permissions_of_posts
from sessions.selectors.exceptions import exceptions_of
from sessions.services import sales
from tests.given import a_game_on_sale
from tests.screens.decided import DEEDS_OF, MANAGER
from tests.screens.sockets import do, logged_in, make_people

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def story():
    return a_game_on_sale()


@pytest.fixture
def sala(story):
    return logged_in(make_people(story.hall)["sala"])


def rows_of(answer):
    text = answer.content.decode()
    assert text.startswith("\ufeff")
    return list(csv.reader(io.StringIO(text[1:]), delimiter=";"))


def test_the_table_of_deeds_is_the_one_decided_by_hand(story):
    told = {one.name: set(one.posts) for one in deeds_of_posts()}
    assert told == DEEDS_OF
    assert "direct_session" in permissions_of_posts()[MANAGER]


def test_the_page_and_its_files_are_the_manager_s_and_the_journal_keeps_who_took_one(story, sala):
    assert sala.get("/personal/accesos/").status_code == 200
    rows = rows_of(sala.get("/personal/accesos/fichero/", {"que": "puestos"}))
    by_name = {row[0]: row[1:] for row in rows[1:]}
    # The columns are Jefe de Sala, Jefe de Mesa, Cajero, Vendedor-locutor, Auxiliar, Admisión, and the player.
    assert by_name["end_staff"] == ["x", "", "", "", "", "", ""]
    assert by_name["call_ball"] == ["", "x", "", "x", "", "", ""]
    row = Event.objects.get(kind="ReportMade")
    assert (row.actor, row.payload["report"]) == ("sala", "access:puestos")
    for wrong in (
        {},
        {"que": "x"},
        {"que": "excepciones", "desde": "x"},
        {"que": "excepciones", "desde": "2999-01-01"},
    ):
        assert sala.get("/personal/accesos/fichero/", wrong).status_code == 404


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_no_name_is_a_formula_in_the_file(sala, start):
    StaffMember.objects.filter(user__username="mesa").update(name=f"{start}HYPERLINK(1)")
    rows = rows_of(sala.get("/personal/accesos/fichero/", {"que": "personas"}))
    (cell,) = [row[1] for row in rows if row[0] == "mesa"]
    assert cell[:2] == f"'{start}"


def test_what_was_out_of_the_ordinary_is_counted_by_person(story, sala):
    sales.sell_cards(game_id=story.game_id, quantity=2, actor="venta")
    sales.undo_sale(game_id=story.game_id, first=1, last=2, actor="venta")
    do(sala, "give_password", username="mesa")
    first, last = Event.objects.earliest("at").at, Event.objects.latest("at").at
    review = exceptions_of(story.hall, first, last.replace(year=last.year + 1))
    assert review.people == [("sala", {"password": 1}), ("venta", {"undone": 1})]
    assert [(row.kind, row.actor, row.game_no) for row in review.rows] == [
        ("PasswordGiven", "sala", None),
        ("SaleUndone", "venta", 1),
    ]
    assert (review.total["undone"], review.more) == (1, 0)
    assert exceptions_of(story.hall, first, first).rows == []
