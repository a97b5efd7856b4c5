"""The reports as pages: who sees what, what they say, and that nothing is shown of what was not asked for."""

import csv
import html
import io
import re
from datetime import UTC, datetime

import pytest
from django.db import connection

from records.models import ActaEntry
from records.triggers import guard, unguard
from tests.given import a_hall, an_open_session
from tests.screens.sockets import logged_in, make_people
from tests.sessions.selectors.reports.nights import a_night, sell
from tests.sessions.stories import play_out

pytestmark = pytest.mark.django_db(transaction=True)

PAGE = "/informes/"


def browser_of(hall, who="sala", language="en"):
    browser = logged_in(make_people(hall)[who])
    browser.cookies["django_language"] = language
    return browser


def text(answer):
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


@pytest.fixture
def told(time):
    """Play the night that is worked out by hand; give the manager's browser."""
    return browser_of(a_night(time).hall)


def test_the_money_of_a_session_is_told_game_by_game_and_adds_up(told):
    said = text(told.get(PAGE))
    assert "Session 1 · 11/30/2026" in said
    assert "Takings €34.00" in said
    assert "House €11.39 33.5% of the takings" in said
    assert "Cards sold 17 16 printed, 1 players'" in said
    assert "Games 3 and 1 void" in said
    assert "Game 1 · void 0 0 €0.00 €0.00 €0.00 €0.00 \u2013 €0.00 €0.00" in said
    assert "Game 2 6 0 €12.00 €1.08 €6.90 €4.02 33.5% €0.00 €0.00" in said
    assert "Game 3 6 0 €12.00 €0.00 €0.00 €4.02 33.5% €7.98 €0.00" in said
    assert "Game 4 4 1 €10.00 €1.98 €12.65 €3.35 33.5% \u2212€7.98 €0.00" in said
    assert "Total 16 1 €34.00 €3.06 €19.55 €11.39 33.5% €0.00 €0.00" in said
    assert "21:00\u201322:00 1 6 €12.00 €7.98 €4.02 33.5%" in said
    assert "22:00\u201323:00 2 11 €22.00 €14.63 €7.37 33.5%" in said


def test_the_sellers_are_told_with_their_hours_and_what_they_took_back(told):
    said = text(told.get(PAGE, {"ver": "vendedores"}))
    # 32.00 in 1 h and 20 s, rounded down to the cent: 3,200 * 3,600 / 3,620.
    assert "venta 3 16 €32.00 1 h 00 min €31.82 1 €4.00 €12.00" in said


def test_the_control_tells_void_games_their_people_and_what_went_wrong(told):
    said = text(told.get(PAGE, {"ver": "control"}))
    assert "Session 1, game 1 11/30/2026 21:00 (+0100) Substantial error in announcing a number" in said
    assert "another number was said mesa sala €16.00 €12.00 €0.00 €4.00" in said
    assert "mesa 1 0 €16.00" in said
    assert "1 1 €4.00 0 0 0 0 0 0 0 0 1" in said
    assert "Player 1 1 €2.00 €0.00 €2.00 0%" in said
    assert "must be explained" not in said


def test_the_balls_are_told_with_what_so_few_games_can_show(told):
    said = text(told.get(PAGE, {"ver": "bolas"}))
    assert "4 games, 125 balls; each number is expected 1.4 times. The games are too few for a test" in said
    assert "No machine drew balls in this period." in said


@pytest.mark.parametrize(("by", "which", "name"), [("mes", "2026-11", "November 2026"), ("ano", "2026", "2026")])
def test_a_month_and_a_year_say_the_same_of_one_night(told, by, which, name):
    said = text(told.get(PAGE, {"por": by, "de": which}))
    assert f"{name} so far" in said
    assert "Total 3 1 16 1 €34.00 €3.06 €19.55 €11.39 33.5% €0.00" in said


@pytest.mark.parametrize(
    "query",
    [{"por": "dia"}, {"ver": "todo"}, {"de": "2"}, {"por": "mes", "de": "2026-12"}, {"forma": "pdf"}, {"forma": "csv"}],
)
def test_what_is_no_period_view_or_file_is_not_found(told, query):
    assert told.get(PAGE, query).status_code == 404


def test_a_chart_is_a_picture_with_a_title_and_words_and_without_any_style_of_its_own(told):
    for view in ("dinero", "vendedores", "control", "bolas"):
        page = told.get(PAGE, {"ver": view}).content.decode()
        assert page.count('role="img"') == page.count("<desc")
        assert " style=" not in page
    assert page.count('class="tone-balls"') == 90


def test_before_any_session_the_page_says_so(time):
    assert "Nothing to report yet" in text(browser_of(a_hall()[0]).get(PAGE))


def test_the_cashier_sees_the_money_of_the_open_session_and_nothing_else(time):
    time.time = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)
    story = an_open_session()
    sell(story, 6)
    play_out(story, time, winner=1)
    cashier = browser_of(story.hall, "caja")
    assert "Takings €12.00" in text(cashier.get(PAGE))
    assert cashier.get(PAGE, {"ver": "vendedores"}).status_code == 200
    for query in ({"ver": "control"}, {"ver": "bolas"}, {"por": "mes"}, {"por": "ano"}):
        assert cashier.get(PAGE, query).status_code == 403
    assert "By month" not in text(cashier.get(PAGE))


def test_a_closed_session_is_no_longer_the_cashier_s(time):
    cashier = browser_of(a_night(time).hall, "caja")
    assert "None is open now" in text(cashier.get(PAGE))
    assert cashier.get(PAGE, {"de": "1"}).status_code == 200
    assert "€34.00" not in text(cashier.get(PAGE, {"de": "1"}))


def test_a_game_in_play_is_said_to_be_missing(time):
    story = an_open_session()
    sell(story, 6)
    assert "1 game is in play: it counts once it is closed." in text(browser_of(story.hall).get(PAGE))


def test_a_table_is_given_out_with_the_page_s_figures_and_a_reason_that_looks_like_a_formula_is_a_text(told):
    entry = ActaEntry.objects.get(kind="void")
    reason = '=HYPERLINK("http://x.example","' + entry.payload["reason"] + '")'
    with connection.schema_editor() as editor:
        unguard(editor, "records_actaentry")
    ActaEntry.objects.filter(pk=entry.pk).update(payload={**entry.payload, "reason": reason})
    with connection.schema_editor() as editor:
        guard(editor, "records_actaentry")
    told.cookies["django_language"] = "es"
    answer = told.get(PAGE, {"ver": "control", "tabla": "nulas", "forma": "csv"})
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))
    assert rows[1][3] == f"'{reason}"
    assert rows[1][6:] == ["16,00", "12,00", "0,00", "4,00"]
    assert answer.headers["Content-Disposition"].endswith('-nulas-1.csv"')
    answer = told.get(PAGE, {"tabla": "dinero", "forma": "csv"})
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))
    assert rows[4][1:] == [
        *("1", "0", "4", "1", "10,00", "1,98", "12,65", "0,00"),
        *("0,00", "3,35", "33,50", "-7,98", "0,00", "0,00"),
    ]
    assert told.get(PAGE, {"tabla": "dinero", "forma": "xlsx"}).content.startswith(b"PK")


def test_the_page_of_the_hall_s_direction_has_the_night_in_figures(told):
    said = text(told.get("/direccion/"))
    assert "The night in figures Session 1" in said
    assert "House 33.5% of the takings €11.39" in said
