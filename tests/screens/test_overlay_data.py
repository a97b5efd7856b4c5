"""The overlay's data source for mixers, its options, and what the camera's page may load."""

import pytest
from django.test import Client

from screens.views.camera import Camera, camera_of
from sessions.services import claims, draw, sales
from tests.given import a_game_drawing, a_game_on_sale, a_hall, an_open_session, call_numbers
from tests.sessions.stories import numbers_of, play_out

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("silent")]

TOKEN = {"k": "demo-wall"}
NOTHING = dict.fromkeys(("card", "card_prize", "card_result", "card_result_text", "card_missing"), "")
# Six cards at 2 euros are 12.00; 9 % of it is 1.08, and 57.5 % is 6.90.
PRIZES = {"cards_sold": 6, "line_cents": 108, "bingo_cents": 690, "line_prize": "1,08\xa0€", "bingo_prize": "6,90\xa0€"}


def row(**query):
    answer = Client().get("/overlay/datos/", TOKEN | query)
    assert answer.headers["Cache-Control"] == "max-age=0, no-cache, no-store, must-revalidate, private"
    (only,) = answer.json()
    assert {type(value) for value in only.values()} <= {str, int}
    return only


def test_before_any_session_every_column_is_there_and_empty():
    hall, *_ = a_hall()
    empty = row()
    assert empty.pop("state_text") == "Cerrada"
    assert {key: value for key, value in empty.items() if value != ""} == {"hall": hall.name, "state": "no_session"}
    assert set(PRIZES | NOTHING) < set(empty)


def test_without_a_hall_the_list_is_empty():
    assert Client().get("/overlay/datos/", TOKEN).json() == []


def test_the_balls_called_and_the_prizes_and_nothing_that_is_only_drawn():
    story = a_game_drawing(47, 12, 90, 3, 81, 22, 60)
    draw.draw_manual(game_id=story.game_id, number=55, actor="venta")
    told = row()
    assert PRIZES.items() <= told.items()
    balls = {"ball": 60, "ordinal": 7, "last_1": 22, "last_2": 81, "last_3": 3, "last_4": 90, "last_5": 12}
    assert balls.items() <= told.items()
    assert told["called"] == "47 12 90 3 81 22 60"
    assert (told["session"], told["game"], told["state"], told["line_closed"]) == (1, 1, "drawing", 0)
    assert "55" not in map(str, told.values())
    assert NOTHING.items() <= told.items()


def test_the_card_in_hand_its_result_and_what_it_lacks():
    story = a_game_drawing()
    by = {"game_id": story.game_id, "actor": "mesa"}
    line = numbers_of(story, 3)[:5]
    call_numbers(story, *line[:4])
    raised = claims.raise_claim(prize="line", card="3", **by)
    asked = {"card": 3, "card_prize": "Línea", "card_result": "open", "card_missing": ""}
    assert asked.items() <= row().items()
    claims.verify_claim(claim_no=raised.claim_no, **by)
    assert {"card_result": "rejected", "card_missing": str(line[4])}.items() <= row().items()
    assert row(lang="en")["card_prize"] == "Line"
    claims.resume_play(**by)
    assert NOTHING.items() <= row().items()


def test_between_games_the_last_game_is_told_to_be_over(time):
    story = a_game_on_sale()
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    play_out(story, time, winner=3)
    assert (row()["state"], row()["line_closed"]) == ("closed", 1)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({}, 'data-theme="dark"'),
        ({"theme": "light"}, 'data-theme="light"'),
        ({"theme": "auto"}, 'data-theme="dark"'),
        ({"delay": "1500"}, 'data-delay="1500"'),
        ({"delay": "-3"}, 'data-delay="0"'),
        ({"delay": "soon"}, 'data-delay="250"'),
        ({"bg": "key"}, 'data-anim="0"'),
        ({"bg": "black"}, 'data-anim="1"'),
        ({"scale": "9"}, 'data-scale="1.6"'),
        ({"safe": "nan"}, 'data-safe="5"'),
        ({"show": "ball,dice"}, 'data-show="ball"'),
    ],
    ids=str,
)
def test_what_an_address_may_say(settings, query, said):
    settings.BINGO_OVERLAY_DELAY_MS = 250
    an_open_session()
    assert said in Client().get("/overlay/", TOKEN | query).content.decode()


@pytest.mark.parametrize(
    ("text", "camera"),
    [
        ("http://10.0.0.5:8889/bola/whep", Camera("whep", "http://10.0.0.5:8889/bola/whep", "http://10.0.0.5:8889")),
        ("https://cam/live/index.m3u8?a=1", Camera("hls", "https://cam/live/index.m3u8?a=1", "https://cam")),
        ("http://cam/mjpg/video.cgi", Camera("mjpeg", "http://cam/mjpg/video.cgi", "http://cam")),
        ("http://cam/prueba.webm", Camera("video", "http://cam/prueba.webm", "http://cam")),
        (" whep:http://cam/x ", Camera("whep", "http://cam/x", "http://cam")),
        ("http://yo:clave@cam:81/a", Camera("mjpeg", "http://yo:clave@cam:81/a", "http://cam:81")),
        ("/camaras/bola/whep", Camera("whep", "/camaras/bola/whep", "")),
        ("rtsp://cam/1", None),
        ("javascript:alert(1)", None),
        ("mjpeg:", None),
        ("//cam/x", None),
        ("", None),
    ],
)
def test_the_addresses_of_cameras(text, camera):
    assert camera_of(text) == camera


def policy(answer):
    return dict(part.strip().split(" ", 1) for part in answer.headers["Content-Security-Policy"].split(";"))


def test_the_camera_s_page_may_load_from_the_camera_alone_and_no_other_page_may(settings):
    an_open_session()
    settings.BINGO_CAMERA_URL = ["http://10.0.0.5:8889/bola/whep", "http://10.0.0.6/mjpg", "hls:http://10.0.0.7/x"]
    asked = {n: Client().get("/camara/", TOKEN | {"src": n}) for n in ("", "2", "3", "4", "0", "²")}
    plain = policy(Client().get("/overlay/", TOKEN))
    changed = {n: {k: v for k, v in policy(answer).items() if plain.get(k) != v} for n, answer in asked.items()}
    whep = {"connect-src": "'self' http://10.0.0.5:8889"}
    assert changed == {
        "": whep,
        "2": {"img-src": "'self' http://10.0.0.6"},
        "3": {"media-src": "'self' http://10.0.0.7", "connect-src": "'self' http://10.0.0.7"},
        **dict.fromkeys(("4", "0", "²"), whep),
    }
    assert 'data-kind="mjpeg" data-url="http://10.0.0.6/mjpg"' in asked["2"].content.decode()
    assert "10.0.0" not in repr(plain)


@pytest.mark.parametrize("cameras", [[], ["rtsp://10.0.0.5/1"]])
def test_without_a_camera_the_page_says_so(settings, cameras):
    an_open_session()
    settings.BINGO_CAMERA_URL = cameras
    page = Client().get("/camara/", TOKEN).content.decode()
    assert 'data-state="none"' in page
    assert 'data-url=""' in page


def test_the_first_page_names_every_camera(settings):
    an_open_session()
    assert "/camara/" not in Client().get("/").content.decode()
    settings.BINGO_CAMERA_URL = ["http://10.0.0.5/a", "http://10.0.0.5/b"]
    page = Client().get("/").content.decode()
    assert [f"/camara/?k=demo-wall&amp;src={n}" in page for n in (1, 2, 3)] == [True, True, False]
