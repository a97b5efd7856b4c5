"""A running hall, a real browser, and the people at their screens."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

pytest.register_assert_rewrite("tests.browser.night", "tests.browser.foretold")

from tests.browser.cable import Cable  # noqa: E402
from tests.browser.drawing import Drawing  # noqa: E402
from tests.browser.foretold import foretell  # noqa: E402
from tests.browser.night import Night  # noqa: E402
from tests.walks.running_hall import RunningHall  # noqa: E402

PRINTED, VIRTUAL = range(1, 121), range(1201, 1225)
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
# A page that is slow because the machine is busy is not wrong; one that is wrong stays so.
expect.set_options(timeout=20_000)


def chromium_path():
    """Find Chromium; where there is none the test is skipped, but never in CI."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        why = "no Chromium on this machine"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(why)
    return found


@pytest.fixture
def chromium():
    """Give a headless Chromium."""
    with sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def night(tmp_path, monkeypatch, chromium):
    """Give a hall whose machine plays a foretold game, and nobody at the screens yet."""
    monkeypatch.setenv("BINGO_DATA_DIR", str(tmp_path))
    hall = RunningHall(tmp_path)
    (matrix,) = (file for file in Path(tmp_path, "matrices").iterdir() if not file.name.startswith("."))
    game = foretell(matrix.read_bytes(), PRINTED, VIRTUAL)
    with closing(sqlite3.connect(hall.database)) as file, file:
        file.execute("UPDATE devices_device SET url = url || ? WHERE kind = 'extractor'", (f"&seed={game.seed}",))
    try:
        hall.start()
        cable = Cable(hall.port)
        yield Night(hall, chromium, game, cable)
        cable.end()
    finally:
        hall.end()


@pytest.fixture
def overlay_frames(silent):
    """Give the public frames of a game with the balls 47, 12 and 90, one after each; asked for before a browser."""
    from sessions.selectors.hall_view import read_hall_view
    from tests.given import a_game_drawing, call_numbers

    story = a_game_drawing(sold=6)
    made = []
    for number in (47, 12, 90):
        call_numbers(story, number)
        made.append(read_hall_view(story.hall.pk).frame("public"))
        made[-1]["event"] = {"kind": "BallCalled", "ordinal": len(made), "number": number, "stream": ""}
    return made


@pytest.fixture
def hall(tmp_path, monkeypatch):
    """Give a hall that runs."""
    monkeypatch.setenv("BINGO_DATA_DIR", str(tmp_path))
    running = RunningHall(tmp_path)
    try:
        running.start()
        yield running
    finally:
        running.end()


@pytest.fixture
def drawing(tmp_path, monkeypatch):
    """Give a hall that draws its first game."""
    monkeypatch.setenv("BINGO_DATA_DIR", str(tmp_path))
    game = Drawing(tmp_path)
    yield game
    for person in game.people.people.values():
        person.http.close()
    game.hall.end()
