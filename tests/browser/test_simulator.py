"""The simulated machine's page in a browser: a fault is pressed while a game is drawn, and the hall stands still."""

import os
import re
import time
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from devices.simulators.client import ask
from tests.walks.running_hall import until

PASSWORD = "bingo"
# How many pixels of the canvas are the cream of a ball's face.
CREAM = """() => {
  const canvas = document.querySelector("#sim-canvas");
  const all = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
  let cream = 0;
  for (let at = 0; at < all.length; at += 4) cream += all[at] > 235 && all[at + 1] > 220 && all[at + 2] > 190 ? 1 : 0;
  return cream;
}"""
PICTURE = "document.querySelector('#sim-canvas').toDataURL()"


@pytest.fixture
def open_page(chromium, drawing):
    """Give a function that opens the page as the Jefe de Mesa; what the browser complains of is an error."""
    errors = []

    def opened(width, height, **options):
        context = chromium.new_context(viewport={"width": width, "height": height}, **options)
        context.add_cookies([{"name": "django_language", "value": "en", "url": drawing.hall.url}])
        page = context.new_page()
        page.on("console", lambda said: errors.append(said.text) if said.type in {"error", "warning"} else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"{drawing.hall.url}/entrar/?next=/simulador/")
        page.locator("[name=username]").fill("mesa")
        page.locator("[name=password]").fill(PASSWORD)
        page.locator("[name=password]").press("Enter")
        page.wait_for_url("**/simulador/")
        return page

    yield opened
    assert errors == []


def out_of(page):
    return [int(text) for text in page.locator("#sim-order li > span:first-child").all_inner_texts()]


def shot(page, name):
    if folder := os.environ.get("BINGO_SHOTS"):
        page.screenshot(path=Path(folder) / name)


def violations(page):
    found = Axe().run(page).response["violations"]
    return [(one["id"], one["nodes"][0]["target"]) for one in found if one["impact"] in {"serious", "critical"}]


def test_a_jam_pressed_on_the_page_stops_the_hall_until_it_is_cleared_and_ordered_on(drawing, open_page):
    drawing.call(3)
    true = drawing.drawn(4).drawn
    page = open_page(1280, 800)
    hall = page.locator("#sim-hall")
    expect(hall).to_have_text("The hall draws: ball 3 is called.")
    expect(page.locator("#sim-order li")).to_have_count(4)
    assert out_of(page) == true
    expect(page.locator("#sim-order .is-uncalled")).to_have_text(re.compile("not called yet"))
    expect(page.locator("#sim-inside")).to_have_text("86 inside")
    until(lambda: page.evaluate(CREAM) > 20_000)
    shot(page, "simulator.png")

    page.get_by_role("button", name=re.compile("^Jammed ball")).click()
    expect(page.locator("#sim-on .chip")).to_have_text(re.compile("Jammed ball"))
    drawing.people.caller.deed("call_ball", game_no=1, ordinal=4)
    expect(page.locator("#sim-state")).to_have_text("Fault")
    expect(hall).to_have_attribute("data-tone", "stopped")
    expect(hall).to_have_text("The hall stands still. The machine has a fault.")
    assert [stop["reason"] for stop in drawing.journal().of("DrawPaused")] == ["fault"]
    assert (drawing.journal().drawn, drawing.hall.machine()["actuations"]) == (true, 4)
    assert violations(page) == []
    shot(page, "simulator_jam.png")

    drawing.people.chief.deed("clear_fault", device="extractor-1", code="JAM")
    until(lambda: drawing.hall.machine()["faults"] == [])
    expect(hall).to_have_attribute("data-tone", "stopped")
    drawing.people.chief.deed("resume_draw", game_no=1)
    assert drawing.drawn(5).drawn == drawing.hall.machine()["order"]
    expect(hall).to_have_text("The hall draws: ball 4 is called.")
    expect(page.locator("#sim-order li")).to_have_count(5)


def test_a_fault_waits_for_its_ball_can_be_taken_back_and_the_plug_be_pulled(drawing, open_page):
    page = open_page(1280, 800)
    chips = page.locator("#sim-on .chip")
    page.locator("input[name=when][value=at]").check()
    page.locator("[data-fault=slow]").click()
    expect(page.locator(".toast")).to_contain_text("Say at which ball")
    page.locator("#sim-at").fill("40")
    page.locator("[data-fault='range:7x']").click()
    expect(chips).to_have_text(re.compile("Number “7x” · 40"))
    page.locator("#sim-chance").select_option("0.2")
    page.locator("[data-fault=garbage]").click()
    expect(chips).to_have_count(2)
    assert drawing.hall.machine()["script"] == "range@40:7x,garbage*0.2"
    expect(page.locator("[data-fault=drum]")).to_be_hidden()

    chips.first.click()
    expect(chips).to_have_count(1)
    page.get_by_role("button", name="Take all faults back").click()
    expect(chips).to_have_count(0)

    page.get_by_role("button", name="Pull the plug").click()
    expect(page.locator("#sim-hall")).to_have_text("The hall stands still. The machine does not answer.")
    page.get_by_role("button", name="Plug it in").click()
    expect(page.get_by_role("button", name="Pull the plug")).to_be_visible()
    expect(page.locator("#sim-hall")).to_have_attribute("data-tone", "stopped")


def test_the_pace_is_changed_on_the_page_and_the_line_is_counted(drawing, open_page):
    page = open_page(1280, 800)
    page.get_by_text("Line and pace").click()
    page.locator("#sim-baud").select_option("9600")
    page.locator("#sim-speed").select_option("5")
    until(lambda: drawing.hall.machine()["speed"] == 5)
    expect(page.locator("#sim-line")).to_contain_text("Events told")
    page.get_by_role("button", name="Power off").click()
    expect(page.locator("#sim-state")).to_have_text("Switched off")
    page.get_by_role("button", name="Power on, map lost").click()
    until(lambda: drawing.hall.machine()["runs"] == 2)
    assert drawing.hall.machine()["told"] == [0]


def test_on_a_phone_nothing_is_cut_off_and_where_motion_is_unwelcome_nothing_moves(drawing, open_page):
    drawing.call(2)
    page = open_page(390, 844, reduced_motion="reduce", color_scheme="light")
    expect(page.locator("#sim-order li")).to_have_count(3)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert violations(page) == []
    until(lambda: page.evaluate(CREAM) > 20_000)

    def stands():
        before = page.evaluate(PICTURE)
        time.sleep(0.7)  # a look and twenty frames, were there any
        return page.evaluate(PICTURE) == before

    # Not at once: the letters of the numbers may come after the first look.
    until(stands, seconds=10)
    shot(page, "simulator_phone.png")


def test_while_the_machine_floods_the_hall_s_screens_live_and_the_next_ball_comes(drawing, open_page):
    page = open_page(1280, 800)
    page.get_by_text("Line and pace").click()
    events = page.locator("#sim-line > dl > div", has_text=re.compile("^Events told\\d")).locator("dd")
    before = int(events.inner_text())
    page.locator("[data-fault=flood]").click()
    expect(page.locator(".toast")).to_contain_text("Flood")
    ask(drawing.hall.simulator, "inject", fault="flood:60")
    drawing.people.caller.deed("call_ball", game_no=1, ordinal=1)
    expect(page.locator("#sim-hall")).to_have_text("The hall draws: ball 1 is called.")
    assert drawing.drawn(2).of("DrawPaused") == []
    expect(page.locator("#sim-order li")).to_have_count(2)
    # All this while the messages come, two hundred a second.
    said = drawing.hall.machine()["ev"]
    until(lambda: drawing.hall.machine()["ev"] > said + 100)
    until(lambda: int(events.inner_text().replace(",", "")) > before + 200)
