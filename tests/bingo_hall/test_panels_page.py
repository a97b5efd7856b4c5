"""The pages of the demo's simulated panels: switches, plugs, and lamps in a real browser."""

import re
import threading
import time

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright

from bingo_hall import demo_panels
from bingo_hall.ports import Ports
from devices.codecs.panel_state import PanelState
from devices.models import Device, DeviceKind
from devices.simulators.panel_peers.modbus import ModbusPeer
from devices.simulators.panel_peers.sacn import SacnPeer
from devices.supervisor import PanelPort
from tests.browser.conftest import ARGUMENTS, chromium_path
from tests.devices.panel_world import PATIENCE_SECONDS, until
from tests.given import a_hall
from tests.screens.sockets import POSTS, logged_in, make_people

pytestmark = pytest.mark.django_db(transaction=True)

CODES = ("demo-modbus", "demo-sacn", "demo-alpha", "demo-digits")


@pytest.fixture
def hall(tmp_path, settings, monkeypatch):
    """A demo hall with no panel on; what is started is stopped."""
    settings.BINGO_DATA_DIR = tmp_path
    monkeypatch.setattr(demo_panels, "_peers", {})
    made, *_ = a_hall()
    yield made
    for peer in demo_panels._peers.values():
        peer.stop()


@pytest.fixture
def browsers(hall):
    """A browser for each of the hall's people."""
    return {name: logged_in(user) for name, user in make_people(hall).items()}


@pytest.fixture
def manager(browsers):
    return browsers["sala"]


def press(client, code, do):
    return client.post(f"/paneles/{code}/mando/", {"do": do})


@pytest.mark.parametrize("code", CODES)
def test_a_panel_is_switched_on_shows_what_it_is_told_and_is_unplugged(manager, hall, code):
    assert press(manager, code, "on").status_code == 302
    device = Device.objects.get(code=code)
    peer = demo_panels.peer_of(code)
    assert (device.enabled, device.url, device.hall_code) == (True, peer.url, hall.code)
    Device.objects.filter(code=code).update(baudrate=115_200)
    port = PanelPort(code)
    port.start()
    port.show(PanelState(frozenset({47}), 47, 1))
    until(lambda: manager.get(f"/paneles/{code}/estado/").json()["lit"] == [47])
    press(manager, code, "pull")
    state = manager.get(f"/paneles/{code}/estado/").json()
    assert (state["plugged"], state["lit"], state["last"]) == (False, [], 0)
    press(manager, code, "plug")
    until(lambda: manager.get(f"/paneles/{code}/estado/").json()["lit"] == [47])
    port.stop()
    press(manager, code, "off")
    assert Device.objects.get(code=code).enabled is False
    assert not peer.plugged


def test_a_panel_that_is_on_is_plugged_in_again_when_the_hall_starts(manager):
    press(manager, "demo-modbus", "on")
    demo_panels._peers.pop("demo-modbus").stop()
    device = Device.objects.get(code="demo-modbus")
    demo_panels.plug_in(device)
    assert demo_panels.peer_of("demo-modbus").plugged
    assert Device.objects.get(code="demo-modbus").url == demo_panels.peer_of("demo-modbus").url


class Sluggish(SacnPeer):
    """A panel that takes until it is let before it is plugged in."""

    def __init__(self):
        super().__init__()
        self.times, self.let = 0, threading.Event()

    def _plug_in(self):
        self.times += 1
        assert self.let.wait(PATIENCE_SECONDS)
        super()._plug_in()


def test_the_hall_s_ports_wait_for_no_panel_and_it_is_plugged_in_once(hall, settings):
    settings.BINGO_DEMO = True
    peer = demo_panels._peers["demo-sacn"] = Sluggish()
    Device.objects.create(code="demo-sacn", hall_code=hall.code, kind=DeviceKind.PANEL, driver="sacn", url="")
    port = Ports(hall).panels["demo-sacn"]
    port.start()
    until(lambda: peer.times)
    others = [threading.Thread(target=peer.start) for _ in range(4)]
    for other in others:
        other.start()
    assert not peer.plugged
    port.show(PanelState(frozenset({47}), 47, 1))
    peer.let.set()
    until(lambda: peer.status()["lit"] == [47])
    for other in others:
        other.join(PATIENCE_SECONDS)
    assert (peer.times, Device.objects.get(code="demo-sacn").url) == (1, peer.url)
    # A plug that is pulled is not put back by the port that looks for it.
    peer.stop()
    until(lambda: port.health().failures >= 2)
    assert (peer.plugged, peer.times) == (False, 1)
    port.stop()


def test_a_board_that_listens_is_not_waited_for_again():
    peer = ModbusPeer()
    peer.start()
    began = time.monotonic()
    peer.start()
    assert time.monotonic() - began < 2
    peer.stop()


def test_the_list_has_every_kind(manager):
    page = manager.get("/paneles/").content.decode()
    assert re.findall(r'data-panel="([^"]+)"', page) == ["panel-1", *CODES]
    assert page.count('value="on"') == 4  # this hall has no panel-1


@pytest.mark.parametrize("address", ["/paneles/", "/paneles/demo-modbus/", "/paneles/demo-modbus/estado/"])
def test_the_pages_are_for_the_demo_s_staff_alone(browsers, client, settings, address):
    seen = {name for name, browser in browsers.items() if browser.get(address).status_code == 200}
    assert seen == set(POSTS)
    assert client.get(address).status_code == 302
    assert press(browsers["jugador1"], "demo-modbus", "on").status_code == 403
    settings.BINGO_DEMO = False
    assert {browser.get(address).status_code for browser in browsers.values()} == {404}
    assert press(browsers["sala"], "demo-modbus", "on").status_code == 404
    assert not Device.objects.filter(code="demo-modbus").exists()


@pytest.mark.parametrize(("code", "do"), [("demo-modbus", "explode"), ("no-panel", "on")])
def test_what_is_not_there_is_not_done(manager, code, do):
    assert press(manager, code, do).status_code == 404
    assert not Device.objects.filter(code=code).exists()


def test_the_lamps_of_the_page_are_those_of_the_panel(manager, hall, live_server):
    press(manager, "demo-modbus", "on")
    port = PanelPort("demo-modbus")
    port.start()
    port.show(PanelState(frozenset({5, 47, 90}), 47, 3))
    with sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        cookie = manager.cookies["sessionid"].value
        context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
        page = context.new_page()
        page.goto(f"{live_server.url}/paneles/demo-modbus/")
        expect(page.locator(".is-lit")).to_have_text(["5", "47", "90"])
        expect(page.locator(".is-last")).to_have_text(["47"])
        expect(page.locator("#last")).to_have_text("47")
        expect(page.locator("#dark")).to_be_empty()
        demo_panels.peer_of("demo-modbus").stop()
        expect(page.locator(".is-lit")).to_have_count(0)
        expect(page.locator("#dark")).not_to_be_empty()
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        for address in ("/paneles/demo-modbus/", "/paneles/"):
            page.goto(live_server.url + address)
            assert not Axe().run(page).response["violations"]
        browser.close()
    port.stop()
