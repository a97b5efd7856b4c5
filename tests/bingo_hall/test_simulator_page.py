"""The page of the simulated machine: who may see it, what it tells of the machine, and what it has done to it."""

import json
import re
from pathlib import Path

import pytest
from django.test import Client

from bingo_hall.views.simulator import GROUPS, simulated
from devices.models import Device, DeviceKind
from devices.simulators.client import ask, attach
from devices.simulators.faults import NAMES, parse_fault
from devices.simulators.options import Options
from screens.labels.simulator import LABELS
from tests.given import a_hall
from tests.screens.sockets import logged_in, make_people

pytestmark = pytest.mark.django_db(transaction=True)

PAGES = ("/simulador/", "/simulador/estado/", "/simulador/orden/")
SCRIPTS = Path(__file__).resolve().parents[2] / "bingo_hall/static/bingo_hall/js"


class Beside:
    """A hall, its people, and a simulated machine by a name of the test's own."""

    def __init__(self, name, query="seed=68&speed=500"):
        self.hall, *_ = a_hall()
        self.people = make_people(self.hall)
        self.browser = logged_in(self.people["mesa"])
        self.name = name
        url = f"bingosim://{name}?{query}"
        Device.objects.create(
            code="extractor-1", hall_code=self.hall.code, kind=DeviceKind.EXTRACTOR, driver="bx1", url=url
        )

    def runs(self, **options):
        attach(Options(name=self.name, seed=68, speed=500, **options))
        return self

    def state(self):
        return self.browser.get("/simulador/estado/").json()

    def order(self, **body):
        answer = self.browser.post("/simulador/orden/", json.dumps(body), content_type="application/json")
        return answer.status_code, answer.json()


@pytest.fixture
def beside(simulators):
    return Beside


def test_it_is_for_the_demos_staff_alone(beside):
    told = beside("page-who")
    seen = {name: logged_in(user).get("/simulador/").status_code for name, user in told.people.items()}
    assert seen == {
        **dict.fromkeys(("sala", "mesa", "caja", "venta1", "venta2", "puerta"), 200),
        **dict.fromkeys(("jugador1", "jugador2"), 403),
    }
    for page in PAGES:
        answer = Client().get(page)
        assert (answer.status_code, answer["Location"]) == (302, f"/entrar/?next={page}")
        assert logged_in(told.people["jugador1"]).get(page).status_code == 403


@pytest.mark.parametrize("page", PAGES)
def test_outside_the_demo_there_is_no_such_page(beside, settings, page):
    told = beside("page-real")
    settings.BINGO_DEMO = False
    assert told.browser.get(page).status_code == 404
    assert told.browser.post(page).status_code == 404
    assert Client().get(page).status_code == 404


def test_a_hall_with_real_machines_has_nothing_to_show():
    hall, *_ = a_hall()
    browser = logged_in(make_people(hall)["mesa"])
    Device.objects.create(
        code="real", hall_code=hall.code, kind=DeviceKind.EXTRACTOR, driver="bx1", url="/dev/serial/by-id/x"
    )
    assert simulated(hall) == {}
    page = browser.get("/simulador/")
    assert page.status_code == 200
    assert "simulator.js" not in page.content.decode()
    assert browser.get("/simulador/estado/").status_code == 404
    assert browser.post("/simulador/orden/", "{}", content_type="application/json").status_code == 404


def test_another_halls_machine_is_not_shown(beside):
    told = beside("page-mine")
    Device.objects.create(
        code="theirs", hall_code="another", kind=DeviceKind.EXTRACTOR, driver="bx1", url="bingosim://theirs"
    )
    assert simulated(told.hall) == {"extractor-1": "page-mine"}
    assert told.browser.get("/simulador/estado/?aparato=theirs").status_code == 404


def test_a_machine_that_does_not_run_is_told_and_takes_no_orders(beside):
    told = beside("page-absent")
    assert told.state()["running"] is False
    status, answer = told.order(do="clear")
    assert (status, answer["ok"]) == (503, False)


def test_it_tells_the_true_balls_and_what_the_machine_believes(beside):
    told = beside("page-true").runs(fault="misread@1")
    state = told.state()
    assert (state["order"], len(state["inside"]), state["waiting"]) == ([], 90, ["misread@1"])
    assert state["force"] == {"value": 0, "nominal": 1200, "least": 900}
    assert state["hall"] == {"state": "", "pause": "", "called": 0}
    # The one event of a machine that nobody has spoken to is that it has started.
    assert (state["unacknowledged"], state["runs"], state["plugged"], state["powered"]) == (1, 1, True, True)


def test_an_order_is_done_and_its_answer_is_the_new_state(beside):
    told = beside("page-order").runs()
    assert told.order(do="inject", fault="jam@12")[1]["state"]["waiting"] == ["jam@12"]
    assert told.order(do="inject", fault="unread*0.05")[1]["state"]["waiting"] == ["jam@12", "unread*0.05"]
    assert told.order(do="forget", fault="jam@12")[1]["state"]["waiting"] == ["unread*0.05"]
    assert told.order(do="clear")[1]["state"]["waiting"] == []
    assert told.order(do="inject", fault="door")[1]["state"]["faults"] == ["DOOR"]
    tuned = told.order(do="tune", speed=5, baud=9600)[1]["state"]
    assert (tuned["speed"], tuned["baud"]) == (5.0, 9600)
    assert told.order(do="power", on=False)[1]["state"]["powered"] is False
    assert told.order(do="power", on=True, map="lost")[1]["state"]["runs"] == 2
    assert told.order(do="unplug")[1]["state"]["plugged"] is False
    assert told.order(do="plug")[0] == 200


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"do": "shutdown"},
        {"do": "inject"},
        {"do": "inject", "fault": "fire"},
        {"do": "forget", "fault": "jam"},
        {"do": "tune", "baud": 300},
        {"do": "power"},
        {"do": ["clear"]},
        [],
        "clear",
    ],
)
def test_an_order_that_makes_no_sense_is_refused(beside, body):
    told = beside("page-refused").runs()
    answer = told.browser.post("/simulador/orden/", json.dumps(body), content_type="application/json")
    assert (answer.status_code, answer.json()["ok"]) == (400, False)
    assert ask("page-refused", "status")["device"]["script"] == ""


def test_an_order_needs_the_pages_own_token(beside):
    told = beside("page-csrf")
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(told.people["mesa"])
    assert browser.post("/simulador/orden/", '{"do":"clear"}', content_type="application/json").status_code == 403
    assert told.browser.get("/simulador/orden/").status_code == 405


def test_every_fault_has_one_key_at_least_and_words_for_it():
    keys = [key for _, group in GROUPS for key in group.split()]
    assert len(keys) == len(set(keys))
    assert {parse_fault(key).name for key in keys} == NAMES
    missing = [
        f"fault.{key}{part}" for key in keys for part in ("", ".does", ".hall") if f"fault.{key}{part}" not in LABELS
    ]
    assert missing == []
    assert [name for name, _ in GROUPS if f"group.{name}" not in LABELS] == []


def test_every_word_of_the_script_is_in_its_table():
    text = (SCRIPTS / "simulator.js").read_text()
    asked = set(re.findall(r'\bt\("(sim\.[a-z_.]+[a-z_])"', text))
    assert len(asked) > 20
    assert asked - {*LABELS} == set()


def test_the_first_page_leads_the_demos_staff_to_it(beside, settings):
    told = beside("page-linked")
    player = logged_in(told.people["jugador1"])
    link = b'href="/simulador/"'
    assert [link in browser.get("/").content for browser in (told.browser, player, Client())] == [True, False, False]
    settings.BINGO_DEMO = False
    assert link not in told.browser.get("/").content
