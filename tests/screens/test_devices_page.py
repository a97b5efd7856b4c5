"""The page of the devices: who sees it, the stops from the journal, and the log of a line as a file."""

import pytest
from django.test import Client

from sessions.services import draw
from tests.given import a_game_drawing
from tests.screens.sockets import make_people

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("silent")]
MACHINE = "device:extractor-1"


@pytest.fixture
def story():
    return a_game_drawing(7, 12)


@pytest.fixture
def browsers(story):
    people = make_people(story.hall)

    def of(username):
        browser = Client()
        browser.force_login(people[username])
        return browser

    return of


def test_a_stop_of_a_machine_is_told_with_who_ordered_on_and_how_long_it_lasted(story, browsers, time):
    draw.pause_draw(game_id=story.game_id, reason="link", actor=MACHINE)
    time.advance(42)
    draw.resume_draw(game_id=story.game_id, actor="mesa")
    draw.pause_draw(game_id=story.game_id, reason="person", actor="mesa")
    page = browsers("mesa").get("/aparatos/").content.decode()
    assert page.count("extractor-1") == 1
    assert "La máquina no responde" in page
    assert "42 s" in page
    assert 'aria-labelledby="by-hand"' not in page, "no machine drew: there is nothing to count"


def test_a_ball_held_is_told_while_nobody_has_decided(story, browsers):
    draw.draw_ball(
        game_id=story.game_id,
        ordinal=3,
        number=0,
        source="machine",
        quality=0,
        reason="unread",
        actor=MACHINE,
        source_ref="extractor-1:1:9",
    )
    page = browsers("mesa").get("/aparatos/").content.decode()
    assert "No se ha podido leer una bola" in page
    assert 'class="right">\u2013</td>' in page


def test_a_hall_without_stops_says_so(browsers):
    page = browsers("mesa").get("/aparatos/").content.decode()
    assert '<p class="none">' in page
    assert "<table" not in page


def test_the_log_of_a_line_is_one_file_with_the_older_part_first(settings, tmp_path, browsers):
    settings.BINGO_DATA_DIR = tmp_path
    (tmp_path / "ports").mkdir()
    (tmp_path / "ports" / "extractor-1.log").write_text("new\n")
    (tmp_path / "ports" / "extractor-1.log.1").write_text("old\n")
    answer = browsers("mesa").get("/aparatos/extractor-1/linea/")
    assert b"".join(answer.streaming_content) == b"old\nnew\n"
    assert answer["Content-Disposition"] == 'attachment; filename="extractor-1.log"'


@pytest.mark.parametrize("code", ["nobody", "..", "%2e%2e", "extractor-1.log"])
def test_no_other_file_is_given(settings, tmp_path, browsers, code):
    settings.BINGO_DATA_DIR = tmp_path
    (tmp_path / "ports").mkdir()
    (tmp_path / "ports" / "extractor-1.log").write_text("new\n")
    assert browsers("mesa").get(f"/aparatos/{code}/linea/").status_code == 404


@pytest.mark.parametrize("address", ["/aparatos/", "/aparatos/extractor-1/linea/"])
@pytest.mark.parametrize(("who", "status"), [("venta1", 403), ("caja", 403)])
def test_only_those_who_answer_for_the_draw_see_it(browsers, address, who, status):
    assert browsers(who).get(address).status_code == status
