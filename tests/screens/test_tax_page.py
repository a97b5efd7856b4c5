"""The gaming tax by period, on the page and as files that no spreadsheet takes for formulas."""

import csv
import html
import io
import re
import zipfile

import pytest

from sessions.rules.tax import TaxBase, TaxProfile
from sessions.services import payments, sales
from tests.given import a_hall, an_open_session, open_next_sale
from tests.screens.sockets import logged_in, make_people
from tests.sessions.selectors.test_tax_report import MADRID, STATE, set_tax
from tests.sessions.stories import play_out

pytestmark = pytest.mark.django_db(transaction=True)

PAGE = "/tributos/"


def manager_of(hall):
    browser = logged_in(make_people(hall)["sala"])
    browser.cookies["django_language"] = "en"
    return browser


def text(answer):
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


@pytest.fixture
def played(time):
    """Play a game of 12 euros to its end under the tax of Madrid: 7.98 of prizes, 1.61 of tax."""
    story = an_open_session()
    set_tax(story.hall, MADRID, name="=Sala")
    open_next_sale(story)
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    play_out(story, time, winner=1)
    return manager_of(story.hall)


def test_the_page_tells_what_happened_and_what_is_owed(played):
    said = text(played.get(PAGE))
    assert "Madrid: 40%" in said
    assert "November so far 1 €400.00 €12.00 €0.00 €7.98 €4.02 40% €1.61 €0.00" in said
    assert "Year so far 1 €400.00 €12.00 €0.00 €7.98 €4.02 €1.61 €0.00" in said
    assert "This tax is not known when a sale closes" in said


@pytest.mark.parametrize(("by", "name"), [("trimestre", "Quarter 4"), ("ano", "2026")])
def test_it_is_told_by_quarter_and_by_year(played, by, name):
    assert f"{name} so far 1 €400.00 €12.00" in text(played.get(PAGE, {"por": by, "ano": "2026"}))


@pytest.mark.parametrize("query", [{"por": "semana"}, {"ano": "1492"}, {"ano": "x"}, {"forma": "pdf"}])
def test_what_is_no_period_year_or_file_is_not_found(played, query):
    assert played.get(PAGE, query).status_code == 404


def test_the_csv_has_the_same_figures_with_decimal_commas(played):
    answer = played.get(PAGE, {"por": "mes", "ano": "2026", "forma": "csv"})
    assert answer.headers["Content-Disposition"] == 'attachment; filename="gaming-tax-mes-2026.csv"'
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))
    assert len(rows) == 12
    assert rows[11][:4] == ["November", "2026-11-01", "2026-11-30", "1"]
    assert rows[11][4:] == [
        *("400,00", "12,00", "0,00", "7,98", "12,00", "4,02", "40%", "1,61", "0,00"),
        *("Madrid", "es-1979", "1"),
    ]
    assert rows[1][8:12] == ["0,00", "0,00", "40%", "0,00"]


def test_the_workbook_holds_numbers_and_texts_and_no_formula(played):
    pytest.importorskip("xlsxwriter")
    answer = played.get(PAGE, {"forma": "xlsx"})
    with zipfile.ZipFile(io.BytesIO(answer.content)) as book:
        sheet = book.read("xl/worksheets/sheet1.xml").decode()
    assert "<v>4.02</v>" in sheet
    assert "<v>1.61</v>" in sheet
    assert "<f>" not in sheet


def test_a_text_that_looks_like_a_formula_is_written_as_a_text(time):
    hall = a_hall()[0]
    set_tax(hall, TaxProfile(name="=1+1", base=TaxBase.FACE, rate_bp=100, source="x"))
    answer = manager_of(hall).get(PAGE, {"forma": "csv"})
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))
    assert {row[13] for row in rows[1:]} == {"'=1+1"}


def test_without_a_tax_the_page_says_so_and_tells_the_facts(time):
    said = text(manager_of(a_hall()[0]).get(PAGE))
    assert "No tax is set" in said
    assert "November so far 0 €400.00" in said
    assert "What is owed" not in said


def test_an_empty_year_says_so(time):
    hall = a_hall()[0]
    time.advance(40 * 86_400)
    assert "Nothing yet this year" in text(manager_of(hall).get(PAGE))


def test_a_tax_on_supply_counts_what_came_in_and_says_when_virtual_cards_are_outside_it(time):
    story = an_open_session()
    set_tax(story.hall, STATE)
    browser = manager_of(story.hall)
    said = text(browser.get(PAGE))
    assert "November so far 0 €400.00 €0.00 €0.00 €0.00 €400.00 20% €80.00 €0.00" in said
    assert "virtual cards are in none of its bases" not in said
    payments.deposit(hall_id=story.hall.pk, account="player:1", amount_cents=1_000, actor="caja")
    open_next_sale(story)
    sales.sell_cards(game_id=story.game_id, quantity=1, actor="venta")
    sales.buy_cards(game_id=story.game_id, quantity=1, holder="player:1", actor="player")
    play_out(story, time, winner=1)
    assert "virtual cards are in none of its bases" in text(browser.get(PAGE))
