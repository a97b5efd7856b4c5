"""An electronic draw on the screens of a running hall that is killed in its midst, and judged by anyone afterwards."""

import hashlib
import re
import subprocess
import sys

import httpx
import pytest
from playwright.sync_api import expect

from bingo_hall.client import Person
from bingo_hall.player import POSTS, SIGNATURE, make_checks
from tests.browser.night import READING_MS
from tests.browser.test_refund_desk import enter
from tests.walks.running_hall import manage, until

PASSWORD = "bingo"
NUMBER = "004711"
BALLS = 12
BEFORE_THE_CALL, AFTER_IT = (1, 7), (4,)
"""Balls at which the hall is killed."""


@pytest.fixture
def hall(hall):
    """Give a running hall with an open session."""
    with Person(hall.url, "sala", PASSWORD) as manager:
        manager.deed("start_session")
        make_checks(manager, POSTS)
        manager.deed("open_session", **SIGNATURE)
    return hall


class Game:
    """The people who play it, over HTTP, whether or not their pages are looked at."""

    def __init__(self, hall):
        self.hall = hall
        self.people = [Person(hall.url, name, PASSWORD) for name in ("mesa", "caja", "venta1", "locutor")]
        self.table, self.desk, self.seller, self.caller = self.people

    def board(self):
        return self.hall.look().board

    def sell(self):
        self.seller.deed("sell_cards", game_no=1, quantity=6)
        self.table.deed("close_sale", game_no=1)
        self.desk.deed("return_leftovers", game_no=1, first=7)

    def draw(self, ordinal):
        """Wait for a ball of the hall's own and call it; the hall may die with it in the air, or just called."""
        until(lambda: len(self.board()["drawn"]) >= ordinal)
        if ordinal in BEFORE_THE_CALL:
            self.kill()
        self.caller.deed("call_ball", game_no=1, ordinal=ordinal)
        if ordinal in AFTER_IT:
            self.kill()

    def kill(self):
        """Kill the hall and start it again: what was drawn stands, and nothing more comes until a person says so."""
        self.hall.kill()
        out = self.hall.read().board["drawn"]
        self.hall.start()
        assert self.board()["drawn"] == out
        self.table.deed("resume_draw", game_no=1)

    def end(self):
        for person in self.people:
            person.http.close()

    def void(self):
        self.table.deed("suspend_game", game_no=1, cause="balls", ball_out=True, text="The end of a test")
        told = {"cause": "balls", "reason": "The end of a test", "agent": "TIP 1", "ordinal": 0, "said": 0}
        self.table.deed("void_game", game_no=1, end_pair=False, second="sala", second_password=PASSWORD, **told)


def agree(page):
    """Answer a question with yes, once it has stood long enough to be read."""
    page.wait_for_timeout(READING_MS)
    page.locator("dialog button[type=submit]").click()


def authorise(page):
    """Take the authorisation down, as the Jefe de Sala."""
    page.locator(".electronic summary").click()
    page.locator("#electronic button").click()
    page.fill("[name=reference]", "DGJ 2026/000123")
    page.fill("[name=dated]", "2026-11-02")
    agree(page)
    expect(page.locator("#electronic")).to_contain_text("DGJ 2026/000123")
    expect(page.locator("#electronic")).to_contain_text("02/11/2026")


def whole(page, selector):
    """Check that nothing of a box is cut off."""
    assert page.locator(selector).evaluate(
        "box => box.scrollHeight <= box.clientHeight && box.scrollWidth <= box.clientWidth"
    ), selector


@pytest.fixture
def game(hall):
    """Give the people of a game."""
    game = Game(hall)
    yield game
    game.end()


def opened(hall, chromium, desk):
    """Open the sale electronically, once that is authorised; gives the hall board, and what it shows as sealed."""
    offered = desk.locator("[name=extractor] option")
    expect(offered).to_have_count(2)
    authorise(enter(hall, chromium, "/direccion/", user="sala", size=(1366, 900)))
    desk.reload()
    expect(offered).to_have_count(3)
    desk.select_option("[name=extractor]", "rng")
    desk.select_option("[name=virtual_series]", "")
    desk.locator(".step-keys .button-main").click()
    wall = enter(hall, chromium, "/sala/?k=demo-wall&lang=es", size=(1920, 1080))
    expect(wall.locator("#electronic")).to_be_visible()
    whole(wall, ".poster")
    return wall, wall.locator(".sealed-signs").inner_text().replace(" ", "")


def number_taken(desk, wall):
    """Key the number of the public in: before it nothing starts, and half of one is not taken."""
    field, take = desk.locator("#public-number"), desk.locator(".step-keys .button-main")
    field.fill("47")
    expect(take).to_be_disabled()
    whole(wall, ".poster")
    field.fill(NUMBER)
    take.click()
    expect(desk.locator("dialog .number-asked")).to_have_text(NUMBER)
    agree(desk)
    expect(wall.locator(".sealed-number")).to_have_text(NUMBER)
    whole(wall, ".poster")


def promised(hall):
    """Read the whole commitment off the public page."""
    page = httpx.get(f"{hall.url}/comprobar/?s=1&g=1&lang=en", trust_env=False).text
    return re.search(r'aria-label="([0-9a-f]{64})"', page)[1]


def test_a_whole_electronic_draw_is_sealed_drawn_through_three_kills_and_proved(hall, game, chromium, tmp_path):
    desk = enter(hall, chromium, "/mesa/", user="mesa", size=(1440, 900))
    wall, sealed = opened(hall, chromium, desk)
    commitment = promised(hall)
    assert commitment[:16] == sealed
    game.sell()
    number_taken(desk, wall)
    assert game.board()["electronic"]["secret"] == ""
    game.table.deed("start_draw", game_no=1)
    for ordinal in range(1, BALLS + 1):
        game.draw(ordinal)
    expect(wall.locator("#counter")).to_have_text(str(BALLS))
    game.void()

    board = game.board()
    secret = board["electronic"]["secret"]
    assert hashlib.sha256(f"bingo-draw-v1\ndemo\ngame:1:1\n{secret}".encode()).hexdigest() == commitment
    code, said = judged(hall, tmp_path, sealed, NUMBER)
    assert (code, said[-1]) == (0, "OK")
    assert f"the {len(board['drawn'])} balls drawn are the first of it" in said[-2]
    # Who noted another number down is told, and so is who was shown another commitment.
    assert judged(hall, tmp_path, sealed, "004712")[0] == 1
    assert judged(hall, tmp_path, "0" * 16, NUMBER)[0] == 1
    proved = manage(hall.folder, "verify")
    assert "0 violations" in proved.stdout, proved.stdout


def judged(hall, folder, commitment, number):
    """Take the script and the draw from the public page, as a player would, and run the one on the other."""
    page = httpx.get(f"{hall.url}/comprobar/?s=1&g=1&lang=es", trust_env=False).text
    for address in re.findall(r'href="(/comprobar/sorteo/[^"]+)"', page):
        answer = httpx.get(hall.url + address, trust_env=False)
        name = re.search(r'filename="?([^"]+)"?', answer.headers["Content-Disposition"])[1]
        (folder / name).write_bytes(answer.content)
    told = ("--commitment", commitment, "--number", number)
    run = [sys.executable, "-I", folder / "verify_draw.py", folder / "bingo-demo-1-1.json", *told]
    ran = subprocess.run(run, capture_output=True, text=True, check=False)
    assert ran.stderr == ""
    return ran.returncode, ran.stdout.splitlines()
