"""The closing as a page, on paper and as a workbook; who may see which figures, and where each leads."""

import re
import zipfile
from io import BytesIO

import pytest
from django.db import transaction

from ledger import services as ledger
from records import clock
from screens.till_words import KINDS, line_words
from sessions.services import tills
from tests.screens.sockets import do, logged_in, make_people
from tests.sessions.selectors.test_closing import sold_night

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def story(time):
    return sold_night(time)


@pytest.fixture
def people(story):
    found = {name: logged_in(user) for name, user in make_people(story.hall).items()}
    for browser in found.values():
        browser.cookies["django_language"] = "en"
    return found


def text(page):
    return " ".join(re.sub(r"<[^>]+>", " ", page.content.decode().partition("<main")[2]).split())


def test_the_manager_sees_the_night_balanced_and_what_is_left(people):
    told = text(people["sala"].get("/caja/cierre/"))
    assert "It balances so far" in told
    assert "has not handed in €12.00" in told
    assert "Main till is open" in told
    assert "Main till €0.00 €99.02 €99.02" in told
    assert "House €0.00 €4.02 €4.02" in told
    assert "Together €0.00 €517.52" in told


def test_who_holds_a_till_sees_no_figure_of_the_night_before_it_is_closed(people, story):
    assert "Count your till first" in text(people["caja"].get("/caja/cierre/"))
    for path in ("apuntes/", "fichero/?forma=xlsx"):
        assert people["caja"].get(f"/caja/cierre/1/{path}").status_code == 404
    by = {"hall_id": story.hall.pk, "actor": "caja"}
    tills.count_till(pieces={5_000: 1, 2_000: 2, 500: 1, 200: 2, 2: 1}, **by)
    tills.close_till(drop_cents=0, **by)
    assert "Main till €0.00 €99.02 €99.02" in text(people["caja"].get("/caja/cierre/1/"))


def test_every_figure_leads_to_its_entries(people):
    page = people["sala"].get("/caja/cierre/").content.decode()
    links = set(re.findall(r'href="(/caja/cierre/1/apuntes/[^"]*)"', page))
    assert len(links) > 10
    for link in links:
        assert people["sala"].get(link.replace("&amp;", "&")).status_code == 200
    told = text(people["sala"].get("/caja/cierre/1/apuntes/?tipo=late_prize&linea=cash"))
    assert "\u2212€7.98 2 entries" in told
    assert "\u2212€1.08" in told


def test_nobody_else_sees_it_and_a_session_that_is_not_is_not_found(people):
    for who in ("mesa", "venta1", "jugador1"):
        assert people[who].get("/caja/cierre/").status_code == 403
    for path in ("9/", "9/apuntes/", "9/fichero/", "1/fichero/?forma=exe"):
        assert people["sala"].get(f"/caja/cierre/{path}").status_code == 404


def test_on_paper_it_is_the_same_bytes_each_time(people):
    first, second = (people["sala"].get("/caja/cierre/1/fichero/?forma=pdf") for _ in range(2))
    assert first.content.startswith(b"%PDF-")
    assert first.content == second.content
    assert first["Content-Disposition"].endswith('-0001.pdf"')


def cells(workbook):
    with zipfile.ZipFile(BytesIO(workbook)) as parts:
        sheets = [parts.read(name).decode() for name in parts.namelist() if "worksheets/sheet" in name]
        return sheets, parts.read("xl/sharedStrings.xml").decode()


@pytest.mark.parametrize("name", ["=HYPERLINK(1)", "+1", "-1", "@SUM(1)", "\tx", "\rx"])
def test_no_text_of_the_workbook_is_a_formula(people, story, name):
    with transaction.atomic():
        ledger.post(story.hall.pk, "test", {"cash": 5, "float": -5}, actor=name, at=clock.now())
    sheets, strings = cells(people["sala"].get("/caja/cierre/1/fichero/?forma=xlsx").content)
    assert len(sheets) == 3
    assert not any("<f>" in sheet for sheet in sheets)
    assert f">'{name}<".replace("\r", "_x000D_") in strings


def test_amounts_of_the_workbook_stay_numbers(people):
    sheets, _strings = cells(people["sala"].get("/caja/cierre/1/fichero/?forma=xlsx").content)
    assert "<v>99.02</v>" in sheets[0]


def test_every_kind_of_entry_that_the_house_makes_has_words():
    made = set()
    from pathlib import Path

    for path in Path("sessions/services").glob("*.py"):
        made |= set(re.findall(r'(?:ledger\.post\(\s*\w+(?:\.\w+)*,\s*|post\(opened, )"(\w+)"', path.read_text()))
    assert {"sale", "prize", "closing"} <= made
    assert made - set(KINDS) == set()
    assert line_words("cash:2") != "cash:2"


def test_the_manager_brings_money_to_the_safe_from_the_page(people):
    assert 'id="safe"' in people["sala"].get("/caja/cierre/").content.decode()
    assert do(people["sala"], "move_safe", amount_cents=100, reason="x")[0] == 200
    assert "Safe €0.00 €401.00 €401.00" in text(people["sala"].get("/caja/cierre/"))
