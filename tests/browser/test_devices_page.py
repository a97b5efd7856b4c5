"""The page of the devices in a browser: an unplugged machine is seen, told afterwards, and its line is a file."""

from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from playwright.sync_api import expect

from devices.simulators.client import ask
from tests.browser.test_store import PASSWORD


def page_of(chromium, hall, name):
    """Give a person's page in English, as it stands after the log-in, on a computer whose clock is set far away."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, timezone_id="America/New_York")
    context.add_cookies([{"name": "django_language", "value": "en", "url": hall.url}])
    page = context.new_page()
    page.goto(f"{hall.url}/entrar/")
    page.locator("[name=username]").fill(name)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("[name=password]").press("Enter")
    page.wait_for_url(lambda url: "/entrar/" not in url)
    return page


def test_an_unplugged_machine_is_told_with_its_time_and_its_line_is_a_file(hall, chromium):
    page = page_of(chromium, hall, "sala")
    page.goto(f"{hall.url}/aparatos/")
    machine = page.locator(".device", has_text="extractor-1")
    expect(machine.locator(".device-state")).to_have_text("Idle")
    expect(page.locator("#devices-sum")).to_contain_text("devices answer")
    expect(machine.locator(".happened li")).to_contain_text(["Answers"])
    told = machine.locator(".happened time").first
    moment = datetime.fromisoformat(told.get_attribute("datetime")).astimezone(ZoneInfo("Europe/Madrid"))
    expect(told).to_have_text(f"{moment:%H:%M:%S}")

    assert ask(hall.simulator, "inject", fault="drop")["ok"]
    expect(machine.locator(".happened .is-down")).to_contain_text("unplugged")
    expect(machine.locator(".happened li").first).to_contain_text("Answers")

    with page.expect_download() as told:
        machine.get_by_text("Every byte of the line").click()
    lines = Path(told.value.path()).read_text().splitlines()
    greetings = [line[28] for line in lines if "HELLO" in line]
    assert len(greetings) >= 2, "greeted, and greeted again"
    assert set(greetings) == {">"}
    assert any(line[28] == "<" and "model=" in line for line in lines)


def test_with_the_house_gone_old_news_does_not_look_like_news(hall, chromium):
    page = page_of(chromium, hall, "mesa")
    page.clock.install()
    page.goto(f"{hall.url}/aparatos/")
    expect(page.locator("#devices-sum")).to_contain_text("devices answer")
    hall.kill()
    page.clock.fast_forward(20_000)
    expect(page.locator("#devices-sum")).to_contain_text("No news of the devices")
    expect(page.locator("#devices-list")).to_have_class("devices-list is-old")
