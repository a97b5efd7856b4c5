"""What an announcing error changes, as the Jefe de Mesa alone is told of it: over HTTP, on a game with known faces."""

import pytest

from sessions.models import Game
from sessions.services import corrections
from tests.given import a_game_drawing, call_numbers
from tests.screens.sockets import logged_in, make_people
from tests.sessions.stories import numbers_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("silent")]

ADDRESS = "/mesa/repeticion/"


@pytest.fixture
def drawn(time):
    """Draw the upper row of card 3 of six, then one number that no such card holds; give the story and the people."""
    story = a_game_drawing()
    faces = {card: numbers_of(story, card) for card in range(1, 7)}
    nobodys = sorted(set(range(1, 91)) - {n for face in faces.values() for n in face})
    call_numbers(story, *faces[3][:5], nobodys[0])
    return story, make_people(story.hall), faces, nobodys


def ask(user, **query):
    browser = logged_in(user)
    browser.cookies["django_language"] = "en"
    answer = browser.get(ADDRESS, query)
    return answer.status_code, answer.json() if answer["Content-Type"] == "application/json" else {}


def test_a_line_nobody_could_mark_is_substantial_and_says_whose_it_is(drawn):
    _story, people, faces, nobodys = drawn
    # The fifth number of card 3's line was announced as one that nobody holds: as heard, the line is not there.
    status, told = ask(people["mesa"], game_no=1, ordinal=5, said=nobodys[1])
    assert status == 200
    assert (told["number"], told["said"], told["sold"]) == (faces[3][4], nobodys[1], 6)
    assert told["holders"] == [card for card in faces if faces[3][4] in faces[card]]
    assert told["affected"] == [{"card": 3, "line_said": 91, "line_drawn": 5, "bingo_said": 91, "bingo_drawn": 91}]
    assert told["line"] == {"said": {"ball": 91, "cards": []}, "drawn": {"ball": 5, "cards": [3]}}
    assert told["bingo"]["drawn"] == {"ball": 91, "cards": []}
    assert told["substantial"] is True
    assert told["last"] is False


def test_a_number_nobody_holds_changes_nothing_and_may_be_corrected(drawn):
    story, people, _faces, nobodys = drawn
    status, told = ask(people["mesa"], game_no=1, ordinal=6, said=nobodys[1])
    assert (status, told["substantial"], told["holders"], told["affected"]) == (200, False, [], [])
    assert told["last"] is True
    assert told["line"]["said"] == told["line"]["drawn"] == {"ball": 5, "cards": [3]}
    call_numbers(story, nobodys[2])
    _status, later = ask(people["mesa"], game_no=1, ordinal=6, said=nobodys[1])
    assert (later["last"], later["substantial"]) == (False, False)
    event = corrections.correct_call(game_id=story.game_id, ordinal=6, said=nobodys[1], actor="mesa")
    assert event.assessed


def test_asking_records_nothing(drawn):
    story, people, _faces, nobodys = drawn
    before = Game.objects.get(pk=story.game_id).seq
    ask(people["mesa"], game_no=1, ordinal=5, said=nobodys[1])
    assert Game.objects.get(pk=story.game_id).seq == before


def test_errors_that_cannot_be_are_refused_in_words(drawn):
    _story, people, faces, _nobodys = drawn
    same = ask(people["mesa"], game_no=1, ordinal=1, said=faces[3][0])
    assert (same[0], same[1]["code"]) == (409, "same_number")
    assert ask(people["mesa"], game_no=1, ordinal=7, said=1)[1]["code"] == "no_such_ball"
    assert ask(people["mesa"], game_no=1, ordinal=1, said=91)[1]["code"] == "ball_out_of_range"
    absent = ask(people["mesa"], game_no=9, ordinal=1, said=1)
    assert (absent[0], absent[1]["code"]) == (404, "not_found")
    status, told = ask(people["mesa"], game_no=1, ordinal="x", said=1)
    assert (status, told["params"]) == (400, {"field": "ordinal"})


@pytest.mark.parametrize("name", ["sala", "caja", "venta1", "jugador1"])
def test_it_is_the_tables_alone(drawn, name):
    _story, people, _faces, nobodys = drawn
    assert ask(people[name], game_no=1, ordinal=5, said=nobodys[1])[0] == 403


def test_nobody_from_outside_is_told(drawn, client):
    answer = client.get(ADDRESS, {"game_no": 1, "ordinal": 5, "said": 90})
    assert answer.status_code == 302
    assert answer["Location"].startswith("/entrar/")
