"""A running hall, a real browser, and the people at their screens."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

pytest.register_assert_rewrite("tests.browser.night", "tests.browser.foretold")

from tests.browser.cable import Cable  # noqa: E402
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


@pytest.fixture
def chromium():
    """Give a headless Chromium; where there is none the test is skipped, but never in CI."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        why = "no Chromium on this machine"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(why)
    with sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=found, args=ARGUMENTS)
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
