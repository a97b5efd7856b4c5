"""The demo's page of the simulated printer: its paper, its keys, and that it is nobody's but the demo's staff's."""

import json

import pytest
from django.test import Client

from bingo_hall.views.printer import ORDERS
from devices.models import Device, DeviceKind
from devices.simulators.client import attach
from devices.simulators.options import options_of
from devices.simulators.printer_device import FAULTS
from tests.given import an_open_session
from tests.screens.sockets import logged_in, make_people

pytestmark = pytest.mark.django_db(transaction=True)
URL = "bingoprinter://page?speed=500"


@pytest.fixture
def people():
    """Give the people of a hall with one simulated printer."""
    hall = an_open_session().hall
    Device.objects.create(code="till-1", hall_code=hall.code, kind=DeviceKind.PRINTER, driver="escpos", url=URL)
    return {name: logged_in(user) for name, user in make_people(hall).items()}


def order(browser, body):
    answer = browser.post("/impresora/orden/", json.dumps(body), content_type="application/json")
    return answer.status_code, answer.json()["ok"]


def test_what_is_done_by_hand_is_done_to_the_simulator(simulators, people):
    attach(options_of(URL))
    cashier = people["caja"]
    assert "till-1" in cashier.get("/impresora/").content.decode()
    assert order(cashier, {"fault": "cover"}) == (200, True)
    told = cashier.get("/impresora/estado/").json()
    assert (told["running"], told["open"], told["has_paper"], told["paper"]) == (True, True, True, [])
    assert order(cashier, {"fault": "close"}) == (200, True)
    assert not cashier.get("/impresora/estado/").json()["open"]


def test_the_page_offers_what_a_simulated_printer_knows():
    assert set(FAULTS) == ORDERS


@pytest.mark.parametrize("body", [{}, {"fault": "explode"}, {"fault": ["cover"]}, [], "x"])
def test_what_it_cannot_do_is_refused(simulators, people, body):
    attach(options_of(URL))
    assert order(people["caja"], body) == (400, False)


def test_a_simulator_that_is_away_is_told(simulators, people):
    assert people["caja"].get("/impresora/estado/").json() == {"running": False}
    assert order(people["caja"], {"fault": "cover"}) == (503, False)


def test_it_is_the_staff_s_of_the_demo_and_of_printers_that_are_there(simulators, people, settings):
    assert Client().get("/impresora/").status_code == 302
    assert people["jugador1"].get("/impresora/").status_code == 403
    assert people["caja"].get("/impresora/?aparato=till-9").status_code == 404
    Device.objects.all().delete()
    assert people["caja"].get("/impresora/").status_code == 200
    assert people["caja"].get("/impresora/estado/").status_code == 404
    settings.BINGO_DEMO = False
    assert people["caja"].get("/impresora/").status_code == 404
