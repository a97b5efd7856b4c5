"""What the table reads when its machine stops: the reason, what the machine said, what to do; by a real fault each."""

import os
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from devices.simulators.client import ask

PASSWORD = "bingo"


@pytest.fixture
def desk(chromium, drawing):
    """The table's console in English; what the browser complains of is an error."""
    errors = []
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    context.add_cookies([{"name": "django_language", "value": "en", "url": drawing.hall.url}])
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{drawing.hall.url}/entrar/?next=/mesa/")
    page.locator("[name=username]").fill("mesa")
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("[name=password]").press("Enter")
    page.wait_for_url("**/mesa/")
    yield page
    assert errors == []
    context.close()


def look(page, name):
    """Keep a picture where somebody wants one, and find nothing that a reader of screens would stumble over."""
    if folder := os.environ.get("BINGO_SHOTS"):
        page.screenshot(path=str(Path(folder) / f"{name}.png"))
    found = Axe().run(page).response["violations"]
    assert [one["id"] for one in found if one["impact"] in {"serious", "critical"}] == []


def test_the_table_reads_why_the_machine_stopped_and_what_to_do(drawing, desk):
    said = {"fault": "jam@2", "held": "double@3"}
    ask(drawing.hall.simulator, "inject", fault=said["fault"])
    ask(drawing.hall.simulator, "inject", fault=said["held"])
    drawing.call(1)
    step = desk.locator(".step-paused")
    expect(step).to_contain_text("The machine has a fault")
    expect(step).to_contain_text("The machine says: Ball jam.")
    expect(step).to_contain_text("clear the fault in the list of machines")
    look(desk, "stop-fault")
    desk.get_by_role("button", name="Clear the fault").click()
    expect(desk.locator(".machine-fault")).to_have_count(0)
    step.get_by_role("button", name="Go on with the draw").click()
    expect(desk.locator(".step-draw")).to_be_visible()

    drawing.call(2)
    held = desk.locator(".step-held")
    expect(held).to_contain_text("Two balls came out together")
    expect(held).to_contain_text("Decide which ball came first")
    look(desk, "stop-held")

    fell = drawing.hall.machine()["order"][2]
    second = {"second": "sala", "second_password": PASSWORD}
    drawing.people.chief.deed("resolve_held", game_no=1, accept=True, number=fell, **second)
    expect(step).to_contain_text("The ball is decided on: order the draw on.")
    expect(step).not_to_contain_text("Decide which ball came first")
    desk.goto(f"{drawing.hall.url}/aparatos/")
    expect(desk.locator(".happened .is-no_number")).to_contain_text("Ball 3: two came out together")


def test_a_number_that_comes_twice_shows_both_readings(drawing, desk):
    ask(drawing.hall.simulator, "inject", fault="repeat@3")
    first = drawing.journal().drawn[0]
    drawing.call(2)
    held = desk.locator(".step-held")
    expect(held).to_contain_text(f"The {first} was ball 1 already, and is now read as ball 3.")
    expect(held).to_contain_text("Look at both balls.")
    desk.keyboard.press("Escape")
    expect(desk.locator("dialog[open]")).to_have_count(0)
    look(desk, "stop-repeat")
    held.get_by_role("button", name="Decide on this ball").click()
    dialog = desk.locator("dialog[open]")
    expect(dialog).to_contain_text("Look at both balls.")
    look(desk, "stop-repeat-dialog")


def test_a_machine_that_lost_its_map_is_told_in_the_list_and_at_the_stop(drawing, desk):
    drawing.call(2)
    drawing.drawn(3)
    ask(drawing.hall.simulator, "power", on=False)
    expect(desk.locator(".step-paused")).to_contain_text("The machine does not answer")
    expect(desk.locator(".step-paused")).to_contain_text("suspend the game and draw by hand")
    ask(drawing.hall.simulator, "power", on=True, map="lost")
    expect(desk.locator(".machine-note.is-warn")).to_contain_text("Its map of the balls out is not the house's.")
    desk.get_by_role("button", name="Go on with the draw").click()
    drawing.call(3)
    step = desk.locator(".step-paused")
    expect(step).to_contain_text("The machine and the house do not agree")
    expect(step).to_contain_text("Only the house has:")
    look(desk, "stop-machine")
