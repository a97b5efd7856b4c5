"""The ball sets' page as the Jefe de Sala and the Jefe de Mesa see it."""

from __future__ import annotations

import re

import pytest
from django.utils import translation

from sessions.models import BallSet
from sessions.services import ball_sets, sessions
from sessions.services.ball_watch import watch_balls
from sessions.services.hall import make_ball_set
from tests.given import an_open_session
from tests.screens.sockets import logged_in, make_people
from tests.sessions.played import all_but, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall():
    """Give a story with a set in use, and the people of its hall."""
    story = an_open_session()
    return story, make_people(story.hall)


def page(user, **query) -> str:
    with translation.override("en"):
        answer = logged_in(user).get("/bolas/", query, headers={"accept-language": "en"})
    assert answer.status_code == 200
    return answer.content.decode()


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_the_list_shows_each_set_its_games_and_what_it_needs(hall):
    story, people = hall
    BallSet.objects.filter(hall=story.hall).update(games=962)
    told = words(page(people["sala"]))
    assert "962 of 1,000 games 38 left" in told
    assert "38 games are left: prepare another set." in told
    assert "No spare set is named." in told
    make_ball_set(story.hall, "set-2", pneumatic=False)
    ball_sets.name_spare_set(hall_id=story.hall.pk, ball_set="set-2", actor="sala")
    told = words(page(people["sala"]))
    assert "set-2 Spare set" in told
    assert "No spare set is named." not in told


def test_the_table_chief_reads_and_the_manager_acts(hall):
    story, people = hall
    make_ball_set(story.hall, "set-2")
    deeds = {who: set(re.findall(r'data-do="(\w+)"', page(people[who], juego="set-2"))) for who in ("sala", "mesa")}
    assert deeds == {"sala": {"register", "spare", "retire"}, "mesa": set()}


def test_a_passport_tells_counts_changes_and_the_retirement(hall):
    story, people = hall
    make_ball_set(story.hall, "set-2")
    by = {"session_id": story.session.pk, "actor": "sala"}
    sessions.count_balls(ball_set="set-1", missing=[7], witness="row 3", **by)
    sessions.change_ball_set(ball_set="set-2", reason="the 7 is lost", **by)
    ball_sets.retire_ball_set(hall_id=story.hall.pk, ball_set="set-1", reason="incomplete", actor="sala")
    told = words(page(people["sala"], juego="set-1"))
    assert "89 of 90 missing: 7 · witness: row 3" in told
    assert "Taken out of use · set-2 · the 7 is lost" in told
    assert "Reason incomplete" in told
    assert "1 retired set" in told


def test_the_chart_has_ninety_bars_a_table_and_an_honest_word(hall):
    story, people = hall
    ball_set = BallSet.objects.get(hall=story.hall)
    games = play(story.session, ball_set, *[all_but(47, turn=n) for n in range(70)])
    watch_balls(games[-1].pk)
    html = page(people["sala"])
    heights = re.findall(r'class="bar-(\w+)" x="([\d.]+)" y="[\d.]+" width="7" height="([\d.]+)"', html)
    assert len(heights) == 90
    # The ball that never came out has the longest bar, down from the line: 120 / 1.08.
    assert heights[46] == ("absent", "461.5", "111.11")
    assert [tone for tone, _x, _height in heights if tone != "fair"] == ["absent"]
    told = words(html)
    assert "70 games of this set, 4,200 balls, 60.0 a game. Each number is expected 46.7 times." in told
    assert "Ball 47 has not come out for 70 games." in told
    assert "a ball that has not come out for 17 games is hardly there" in told
    assert "about 1,000 games are needed, and a set plays 1,000 at most" in told
    assert "More uneven than chance usually makes it." in told
    assert len(re.findall(r'<th scope="row">', html)) == 90
    assert "style=" not in html


def test_without_games_there_is_no_chart(hall):
    _story, people = hall
    html = page(people["mesa"])
    assert "No game with it has ended here yet." in html
    assert '<svg class="chart"' not in html


def test_a_set_the_hall_never_had_is_not_found(hall):
    _story, people = hall
    assert logged_in(people["sala"]).get("/bolas/", {"juego": "set-9"}).status_code == 404


def test_a_set_is_registered_from_the_page_and_a_bad_name_is_told(hall):
    story, people = hall
    browser = logged_in(people["sala"])
    body = {"key": "k1", "ball_set": "B 3", "pneumatic": True, "approval_ref": "H-7", "supplier": "", "games": 0}
    answer = browser.post("/deeds/register_ball_set/", body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (409, "bad_ball_set_name")
    answer = browser.post(
        "/deeds/register_ball_set/", {**body, "key": "k2", "ball_set": "B-3"}, content_type="application/json"
    )
    assert (answer.status_code, answer.json()["event"]["kind"]) == (200, "BallSetRegistered")
    assert BallSet.objects.get(hall=story.hall, code="B-3").approval_ref == "H-7"


def test_the_desk_and_the_direction_are_told_of_what_a_set_needs(hall):
    story, people = hall
    BallSet.objects.filter(hall=story.hall).update(games=950, unseen=[{"number": 47, "games": 17}])
    for who in ("sala", "mesa"):
        (told,) = logged_in(people[who]).get("/state/mine/").json()["ball_sets"]
        assert (told["left"], told["warning"], told["state"]) == (50, True, "in_use")
        assert told["unseen"] == [{"number": 47, "games": 17}]
