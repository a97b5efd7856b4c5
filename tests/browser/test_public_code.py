"""The square code keeps out of the game's picture, and the page it opens fits a phone."""

import re
from pathlib import Path

import pytest
from django.test import Client

from sessions.services import sales
from tests.given import a_game_on_sale, an_open_session
from tests.sessions.stories import play_out

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("silent")]

CSS = Path(__file__).parents[2] / "screens" / "static" / "screens" / "css"
BETWEEN_GAMES = ("idle", "sale", "won", "closed")
IN_THE_GAME = ("waiting", "ready", "draw", "check", "second", "suspended", "void")


def styled(answer):
    """Give a page with its styles in it and without its scripts, to be shown without a server."""
    page = answer.content.decode()
    names = re.findall(r'href="[^"]*/css/([\w/]+\.css)"', page)
    page = re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)
    return page.replace("</head>", "<style>" + "".join((CSS / name).read_text() for name in names) + "</style></head>")


def paged(chromium, page, **size):
    shown = chromium.new_page(viewport=size)
    shown.set_content(page)
    return shown


# The pages are made before the browser starts: its loop and the database do not share a thread.


@pytest.fixture
def board_page(settings):
    settings.BINGO_PUBLIC_URL = "https://bingo.example"
    an_open_session()
    return styled(Client().get("/sala/", {"k": "demo-wall"}))


@pytest.fixture(params=["es", "ca", "en"])
def card_page(time, request):
    story = a_game_on_sale()
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    play_out(story, time, winner=3)
    return styled(Client().get("/comprobar/", {"c": "3", "lang": request.param}))


def test_the_code_is_on_the_board_between_games_and_never_while_balls_are_drawn_or_cards_checked(board_page, chromium):
    board = paged(chromium, board_page, width=1920, height=1080)
    seen = {}
    for scene in (*BETWEEN_GAMES, *IN_THE_GAME):
        board.evaluate("scene => { document.getElementById('stage').dataset.scene = scene; }", scene)
        seen[scene] = board.locator(".code").is_visible()
        if seen[scene] and scene != "idle":
            code, lamps = (board.locator(name).bounding_box() for name in (".code", ".grid"))
            assert lamps["x"] + lamps["width"] <= code["x"], scene
            assert code["x"] + code["width"] <= 1920
            assert code["y"] + code["height"] <= 1080
    assert seen == dict.fromkeys(BETWEEN_GAMES, True) | dict.fromkeys(IN_THE_GAME, False)


def test_the_page_of_a_card_fits_a_phone_and_its_keys_a_thumb(card_page, chromium):
    phone = paged(chromium, card_page, width=390, height=844)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    assert phone.locator(".face .cell").count() == 27
    assert phone.locator(".cell-hit").count() == 15
    for key in phone.locator("button, summary, .check-languages a").all():
        assert key.bounding_box()["height"] >= 44
