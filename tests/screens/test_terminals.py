"""A device is its use and nothing else: what each may open, who may log in at it, what a copied cookie is worth."""

import json

import pytest
from django.contrib.auth import SESSION_KEY
from django.test import Client
from django.urls import reverse

from people.models import Terminal
from records.models import Event
from screens.enrolment import cookie_name, is_local
from sessions.services.terminals import revoke_terminal
from tests.given import an_open_session
from tests.screens.decided import DEEDS_OF, PAGES_OF
from tests.screens.devices_at import device_of, let_in, log_in
from tests.screens.sockets import do, logged_in, make_people
from tests.screens.test_authorisation import address_of

pytestmark = pytest.mark.django_db(transaction=True)
REMOTE = {"REMOTE_ADDR": "192.168.1.50"}
KINDS = {
    "player_terminal": "jugador1",
    "seller_tablet": "venta1",
    "caller": "venta1",
    "cash_desk": "caja",
    "table_desk": "mesa",
    "wall": None,
}
"""Kinds of device, and somebody who may log in at it."""


class House:
    """An open session with its people, and one device of each kind."""

    def __init__(self):
        self.hall = an_open_session().hall
        self.people = make_people(self.hall)
        self.entered = {kind: let_in(self.hall, kind, f"The {kind}") for kind in KINDS}

    def at(self, kind, who=None):
        """Give the browser of a device, with somebody logged in at it."""
        browser = device_of(self.entered[kind])
        if who:
            assert log_in(browser, who).status_code == 302, (kind, who)
        return browser


@pytest.fixture
def house():
    return House()


def passes(browser):
    """Give the deeds whose permission the browser passes."""
    return {
        name
        for name in DEEDS_OF
        if browser.post(f"/deeds/{name}/", "{}", content_type="application/json").status_code == 400
    }


def test_at_each_device_a_person_may_do_only_what_the_device_is_for(house):
    """Everybody who may log in there tries every deed."""
    may = {
        (kind, who): passes(house.at(kind, who))
        for kind, who in (
            ("player_terminal", "jugador1"),
            ("seller_tablet", "venta1"),
            ("caller", "venta1"),
            ("caller", "mesa"),
            ("cash_desk", "caja"),
            ("table_desk", "mesa"),
            ("table_desk", "sala"),
        )
    }
    assert {"buy_cards", "set_standing"} <= may["player_terminal", "jugador1"]
    assert all(DEEDS_OF[name] == {"player"} for name in may["player_terminal", "jugador1"])
    assert {"sell_cards", "undo_sale"} <= may["seller_tablet", "venta1"]
    assert not {"call_ball", "draw_manual", "start_draw", "set_pace"} & may["seller_tablet", "venta1"]
    assert {"call_ball", "start_draw"} <= may["caller", "venta1"]
    assert not {"sell_cards", "undo_sale"} & may["caller", "venta1"]
    assert may["caller", "mesa"] == may["caller", "venta1"], "the table's own deeds are not for the caller's device"
    assert {"pay_prize", "return_leftovers"} <= may["cash_desk", "caja"]
    assert {"open_sale", "void_game", "call_ball"} <= may["table_desk", "mesa"]
    assert "start_session" in may["table_desk", "sala"]
    for (_, who), deeds in may.items():
        own = passes(logged_in(house.people[who]))
        assert deeds <= own, "a device gives nobody a post"


def seen(browser):
    """Give the pages of the table that answer with something, by name."""
    return {name for name in PAGES_OF if browser.get(address_of(name)).status_code == 200}


def test_a_player_s_terminal_shows_nothing_but_the_player_s_own(house):
    pages = seen(house.at("player_terminal", "jugador1"))
    assert {"terminal", "mine", "state"} <= pages
    # The statement is the player's own: tests/screens/test_players_pages.py.
    assert {name for name in pages - {"mine", "state"} if not PAGES_OF[name] <= {"player"}} <= {"statement"}
    browser = house.at("player_terminal", "jugador1")
    for address in ("/admin/", "/admin/login/", "/simulador/", "/paneles/", "/impresora/", "/sala/?k=demo-wall"):
        assert browser.get(address).status_code == 403, address
    assert browser.get("/").headers["Location"] == "/terminal/"


def test_a_wall_shows_the_walls_without_a_token_and_takes_no_log_in(house):
    wall = house.at("wall")
    assert seen(wall) == {"hall", "overlay", "overlay_data", "camera", "voice_list", "voice_said"}
    assert wall.get("/").headers["Location"] == "/sala/"
    assert log_in(wall, "mesa").status_code == 403
    assert wall.get("/admin/").status_code == 403


def test_a_tablet_opens_the_sale_and_no_other_face(house):
    tablet = house.at("seller_tablet", "venta1")
    assert tablet.get("/venta/").status_code == 200
    assert tablet.get("/locutor/").status_code == 403
    assert "series" not in tablet.get("/state/mine/").json()
    assert tablet.get("/admin/").status_code == 403


@pytest.mark.parametrize(
    ("kind", "who"),
    [
        ("player_terminal", "sala"),
        ("player_terminal", "venta1"),
        ("seller_tablet", "caja"),
        ("seller_tablet", "jugador1"),
        ("cash_desk", "venta1"),
        ("table_desk", "jugador1"),
    ],
)
def test_who_has_no_work_at_a_device_cannot_log_in_at_it(house, kind, who):
    browser = house.at(kind)
    answer = log_in(browser, who)
    assert answer.status_code == 403
    assert "own post" in answer.content.decode() or "puesto" in answer.content.decode()
    assert SESSION_KEY not in browser.session
    assert browser.get("/state/mine/").status_code == 403
    demo = browser.post("/entrar/demo/", {"username": who})
    assert demo.status_code == 403, "nor by the demo's button"
    assert browser.get("/state/mine/").status_code == 403


def test_a_log_in_is_worth_nothing_at_another_device(house):
    at_table = house.at("table_desk", "mesa")
    session = at_table.cookies["sessionid"].value
    for device in (Client(), house.at("caller"), house.at("player_terminal")):
        device.cookies["sessionid"] = session
        assert device.get("/state/mine/").status_code == 403
    # And whoever tried has ended it.
    assert at_table.get("/mesa/").status_code == 302


def test_a_revoked_device_is_as_one_never_let_in(house):
    tablet = house.at("seller_tablet", "venta1")
    number = Terminal.objects.get(kind="seller_tablet").number
    revoke_terminal(hall_id=house.hall.pk, terminal=number, reason="stolen", actor="sala")
    assert tablet.get("/venta/").status_code == 302
    assert do(tablet, "sell_cards", quantity=1)[0] == 401


def test_an_open_hall_takes_other_devices_as_before(house):
    assert logged_in(house.people["mesa"]).get("/mesa/", **REMOTE).status_code == 200
    assert Client().get("/sala/?k=demo-wall", **REMOTE).status_code == 200


class TestEnrolledOnly:
    """A hall that answers only devices it knows."""

    @pytest.fixture(autouse=True)
    def _enrolled(self, settings):
        settings.BINGO_TERMINALS = "enrolled"

    @pytest.mark.usefixtures("house")
    def test_another_device_is_shown_the_way_in_and_nothing_else(self):
        stranger = Client(**REMOTE)
        for name in sorted(set(PAGES_OF) - {"state", "mine", "overlay_data"}):
            answer = stranger.get(address_of(name), {"k": "demo-wall"})
            assert (answer.status_code, answer.headers["Location"]) == (302, "/enrolar/"), name
        for name in ("launcher", "login"):
            assert stranger.get(reverse(name)).headers["Location"] == "/enrolar/"
        for name in ("state", "mine"):
            assert stranger.get(reverse(name), {"k": "demo-wall"}).status_code == 403
        assert log_in(stranger, "mesa").status_code == 403
        assert stranger.post("/deeds/sell_cards/", "{}", content_type="application/json").status_code == 403
        assert stranger.get("/admin/login/").headers["Location"] == "/enrolar/"
        assert stranger.get("/enrolar/").status_code == 200
        assert stranger.get("/healthz/").status_code == 200
        assert stranger.get("/comprobar/").status_code == 200, "the public's own telephones"

    @pytest.mark.usefixtures("house")
    def test_the_server_s_own_computer_is_the_manager_s_and_nobody_else_s(self):
        here = Client(headers={"host": "127.0.0.1:8000"})
        assert log_in(here, "sala").status_code == 302
        assert here.get("/terminales/").status_code == 200
        assert log_in(Client(headers={"host": "127.0.0.1:8000"}), "caja").status_code == 403

    def test_an_enrolled_device_works(self, house):
        assert house.at("seller_tablet", "venta1").get("/venta/").status_code == 200
        assert house.at("wall").get("/sala/").status_code == 200


@pytest.mark.parametrize(
    ("address", "forwarded", "host", "local"),
    [
        ("127.0.0.1", "", "127.0.0.1:8000", True),
        ("::1", "", "[::1]:8000", True),
        ("::1", "", "[::1]", True),
        ("127.0.0.1", "127.0.0.1", "localhost", True),
        ("192.168.1.50", "", "127.0.0.1:8000", False),
        ("127.0.0.1", "192.168.1.50", "localhost", False),
        ("127.0.0.1", "127.0.0.1, 192.168.1.50", "localhost", False),
        ("127.0.0.1", "", "bingo.example", False),
        ("127.0.0.1", "nonsense", "localhost", False),
        ("", "", "localhost", False),
    ],
)
def test_who_sits_at_the_server_is_who_comes_from_it_and_asks_for_it(address, forwarded, host, local):
    assert is_local(address, forwarded, host) is local


def test_the_page_takes_a_code_and_gives_the_device_its_secret(house, settings):
    manager = logged_in(house.people["sala"])
    status, offered = do(manager, "offer_enrolment", device="player_terminal", place="Terminal 12")
    assert status == 200
    assert do(manager, "offer_enrolment", device="player_terminal", place="Terminal 12")[1]["code"] == offered["code"]
    device = logged_in(house.people["jugador2"])
    answer = device.post("/enrolar/", {"code": offered["code"].lower()})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/terminal/")
    cookie = answer.cookies[cookie_name()]
    kept = (cookie["httponly"], cookie["samesite"], cookie["secure"], cookie["max-age"], cookie["path"])
    assert kept == (True, "Strict", "", 400 * 24 * 3600, "/")
    assert SESSION_KEY not in device.session, "who was logged in before is no more"
    assert "Terminal 12" in device.get("/enrolar/").content.decode()
    again = Client().post("/enrolar/", {"code": offered["code"]})
    assert (again.status_code, cookie_name() in again.cookies) == (400, False)
    assert json.dumps(offered["code"]) not in json.dumps(list(Event.objects.values_list("payload", flat=True)))


def test_under_https_the_cookie_is_of_this_host_alone(settings):
    settings.BINGO_HTTPS = True
    assert cookie_name() == "__Host-terminal"


def test_wrong_codes_are_refused_in_words_and_the_sixth_is_not_looked_at(house):
    device = Client(**REMOTE)
    said = [device.post("/enrolar/", {"code": "AAAA9999"}).status_code for _ in range(6)]
    assert said == [400, 400, 400, 400, 400, 429]
    assert Client(REMOTE_ADDR="192.168.1.51").post("/enrolar/", {"code": "AAAA9999"}).status_code == 400


def test_the_manager_s_page_shows_each_device(house):
    text = logged_in(house.people["sala"]).get("/terminales/").content.decode()
    assert all(f"The {kind}" in text for kind in KINDS)


def test_what_a_log_in_shows_is_not_kept_by_the_browser(house):
    for browser in (house.at("player_terminal", "jugador1"), logged_in(house.people["jugador1"])):
        for address in ("/terminal/", "/state/mine/", "/state/"):
            assert "no-store" in browser.get(address).headers["Cache-Control"], address
