"""A terminal in a real browser: let in by its code, left without a trace, and told when its line is dead."""

import re

import pytest
from playwright.sync_api import expect

from bingo_hall.client import Person
from tests.browser.cable import Cable

PASSWORD = "bingo"


def let_in(chromium, hall, url, *, device="player_terminal", place="Terminal 12"):
    """Enrol a browser as people do; gives its page as it stands then."""
    code = Person(hall.url, "sala", PASSWORD).deed("offer_enrolment", device=device, place=place)["code"]
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    context.add_cookies([{"name": "django_language", "value": "en", "url": url}])
    page = context.new_page()
    page.goto(f"{url}/enrolar/#{code}")
    expect(page.locator("#id_code")).to_have_value(code)
    assert "#" not in page.url, "the code does not stay in the history"
    page.locator("#enrol [type=submit]").click()
    page.wait_for_url(lambda there: "/enrolar/" not in there)
    return page


def enter(page, url, name):
    page.goto(f"{url}/entrar/")
    page.locator("[name=username]").fill(name)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("[name=password]").press("Enter")


def test_the_next_player_sees_nothing_of_the_last_one(hall, chromium):
    page = let_in(chromium, hall, hall.url)
    enter(page, hall.url, "jugador1")
    expect(page.locator("#balance")).to_contain_text("100")
    manager = chromium.new_context().new_page()
    manager.context.add_cookies([{"name": "django_language", "value": "en", "url": hall.url}])
    enter(manager, hall.url, "sala")
    manager.wait_for_url(lambda there: "/entrar/" not in there)
    manager.goto(f"{hall.url}/terminales/")
    row = manager.locator("tbody tr", has_text="Terminal 12")
    expect(row).to_contain_text("There")
    expect(row).to_contain_text("Player 1")
    expect(row).to_contain_text(re.compile(r"[-+]?[01]\.\d s"))
    expect(row).to_contain_text("Current")
    expect(page.locator("#player-name")).to_have_text("Jugador 1", use_inner_text=False)
    page.locator(".me > summary").click()
    page.locator(".me-menu form[action$='/salir/'] button").click()
    page.wait_for_url(lambda there: "/terminal/" not in there or "/entrar/" in there)
    for _ in range(3):
        page.go_back()
        page.wait_for_load_state()
        text = page.locator("body").inner_text()
        assert "Jugador 1" not in text
        assert "100.00" not in text
    enter(page, hall.url, "jugador2")
    expect(page.locator("#balance")).to_contain_text("50")
    assert "Jugador 1" not in page.content()
    stored = page.evaluate("() => JSON.stringify([{...localStorage}, {...sessionStorage}])")
    assert stored == "[{},{}]"


def test_no_member_of_the_staff_works_at_a_player_s_terminal(hall, chromium):
    page = let_in(chromium, hall, hall.url)
    enter(page, hall.url, "sala")
    expect(page.locator("h1")).to_have_text("Not at this device")
    page.goto(f"{hall.url}/direccion/")
    expect(page.locator("h1")).to_have_text("Not at this device")
    page.goto(f"{hall.url}/")
    page.wait_for_url(lambda there: "/terminal/" in there)


@pytest.fixture
def cable(hall):
    line = Cable(hall.port)
    yield line
    line.end()


def test_each_screen_says_within_five_seconds_that_the_line_is_dead_and_comes_back_by_itself(hall, cable, chromium):
    """The browser's clock is moved; what is on the line is not."""
    player = let_in(chromium, hall, cable.url)
    enter(player, cable.url, "jugador1")
    wall = let_in(chromium, hall, cable.url, device="wall", place="Entrance")
    tablet = let_in(chromium, hall, cable.url, device="seller_tablet", place="Tablet 1")
    enter(tablet, cable.url, "venta1")
    said = {player: ".old", wall: ".lost", tablet: "#offline"}
    for page, banner in said.items():
        page.clock.install()
        page.reload()
        expect(page.locator("html")).to_have_attribute("data-link", "live")
        expect(page.locator(banner)).to_be_hidden()
    cable.pull()
    for page, banner in said.items():
        page.clock.run_for(5_000)
        expect(page.locator(banner)).to_be_visible(timeout=2_000)
    # What a log-in shows is not shown for longer than the log-in lives.
    player.clock.run_for(120_000)
    expect(player.locator("#balance")).to_be_hidden()
    expect(player.locator(".away h1")).to_have_text("No connection")
