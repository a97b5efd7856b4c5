"""A game's dispute pack is given out from the minutes, to who directs or runs the table, and noted."""

import io
import zipfile

import pytest
from django.test import Client

from records.models import Event
from sessions.models import CardMatrix
from sessions.services import sales
from tests.given import a_game_on_sale, open_next_sale
from tests.screens.sockets import logged_in, make_people
from tests.sessions.dispute.packs import judged
from tests.sessions.stories import play_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("silent")]
ADDRESS = "/acta/1/1/expediente/"


@pytest.fixture
def played(time):
    """Play a game that card 3 wins, and open the sale of the next."""
    story = a_game_on_sale()
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    play_out(story, time, winner=3)
    open_next_sale(story)
    return story, make_people(story.hall)


def test_the_file_that_is_given_out_is_checked_by_its_own_script(played, tmp_path):
    story, people = played
    answer = logged_in(people["mesa"]).get(ADDRESS)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/zip")
    assert answer["Content-Disposition"] == f'attachment; filename="bingo-{story.hall.code}-1-1.zip"'
    assert answer["Cache-Control"] == "no-store"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    code, said = judged(files, tmp_path)
    assert (code, said.splitlines()[-1]) == (0, "OK")
    noted = Event.objects.get(kind="IncidentNoted")
    assert (noted.actor, noted.payload["code"]) == ("mesa", "dispute_pack")


def test_only_who_directs_and_who_runs_the_table_gets_it(played):
    _story, people = played
    statuses = {name: logged_in(user).get(ADDRESS).status_code for name, user in people.items()}
    allowed = {name for name, status in statuses.items() if status == 200}
    assert allowed == {"sala", "mesa"}
    assert set(statuses.values()) == {200, 403}
    assert Client().get(ADDRESS).status_code == 302


def test_the_minutes_name_the_games_that_have_one(played):
    _story, people = played
    page = logged_in(people["sala"]).get("/acta/1/").content.decode()
    assert ADDRESS in page
    assert "/acta/1/2/expediente/" not in page
    assert ADDRESS not in logged_in(people["caja"]).get("/acta/1/").content.decode()


def test_a_game_under_way_and_one_that_never_was_are_told_apart(played):
    _story, people = played
    browser = logged_in(people["sala"])
    answer = browser.get("/acta/1/2/expediente/", follow=True)
    assert answer.redirect_chain == [("/acta/1/", 302)]
    assert 'class="refusal"' in answer.content.decode()
    assert browser.get("/acta/1/9/expediente/").status_code == 404
    assert browser.post(ADDRESS).status_code == 405
    assert Event.objects.filter(kind="IncidentNoted").count() == 0


def test_without_the_faces_there_is_no_half_a_pack(played, settings, tmp_path):
    """The file of the matrix is gone: it is said, and nothing is noted."""
    _story, people = played
    from sessions.selectors import faces

    settings.BINGO_DATA_DIR = tmp_path
    faces.matrix_of.cache_clear()
    faces._row_masks.cache_clear()
    assert CardMatrix.objects.exists()
    answer = logged_in(people["sala"]).get(ADDRESS, follow=True)
    assert 'class="refusal"' in answer.content.decode()
    assert Event.objects.filter(kind="IncidentNoted").count() == 0
