"""The public page of an electronic draw: what is promised while cards are sold, and all of it once the game is over."""

import json

import pytest
from django.test import Client

from sessions.services import electronic, sales
from tests.given import a_game_ready
from tests.screens.test_check_page import asked, words
from tests.sessions.electronic import a_hall_that_may, begun, board_of, drawn, on_sale, the, won
from tests.sessions.stories import double_cards

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("silent")]

DRAW = "/comprobar/sorteo/1/1/"


def file_of():
    return json.loads(Client().get(DRAW).content)


def test_while_cards_are_sold_the_promise_is_shown_and_nothing_else():
    story = on_sale()
    commitment = the(story, "DrawCommitted")["commitment"]
    said = words(asked(s="1", g="1"))
    assert " ".join(commitment[at : at + 8] for at in range(0, 64, 8)) in said
    assert "Write the commitment down now" in said
    assert "verify_draw.py" not in said
    told = file_of()
    assert (told["commitment"], told["number"], told["secret"], told["balls"]) == (commitment, "", "", [])
    assert told["authorisation"] == "DGJ 12/2026"


def test_of_double_cards_both_promises_are_shown_while_they_are_sold():
    story = a_hall_that_may()
    double_cards(story)
    on_sale(story)
    second = the(story, "DrawCommitted")["second"]
    assert " ".join(second[at : at + 8] for at in range(0, 64, 8)) in words(asked(s="1", g="1"))
    assert file_of()["second"] == second


def test_of_a_pair_withdrawn_both_secrets_are_in_the_file_and_no_number_is_asked_for():
    story = a_hall_that_may()
    double_cards(story)
    on_sale(story)
    assert (file_of()["secret"], file_of()["second_secret"]) == ("", "")
    sales.withdraw_game(game_id=story.game_id, reason="nobody came", actor="mesa")
    shown = the(story, "DrawRevealed")
    assert (file_of()["secret"], file_of()["second_secret"]) == (shown["secret"], shown["second"])
    said = words(asked(s="1", g="1"))
    assert "--commitment WHAT-YOU-WROTE-DOWN" in said
    assert "--number" not in said


def test_while_balls_are_drawn_only_those_called_are_in_the_file():
    story = begun()
    drawn(story, 3)
    electronic.draw_electronic(game_id=story.game_id, ordinal=4, actor="electronic")
    told = file_of()
    assert (told["balls"], told["secret"]) == (list(board_of(story).drawn[:3]), "")
    said = words(asked(s="1", g="1"))
    assert "Number drawn by the public 004711" in said
    assert "shown when the game is over" in said


def test_after_the_game_the_secret_the_script_and_the_file_are_there(time):
    story = begun()
    won(story, time)
    secret = the(story, "DrawRevealed")["secret"]
    page = asked(s="1", g="1")
    said = words(page)
    assert " ".join(secret[at : at + 8] for at in range(0, 64, 8)) in said
    assert f"--commitment WHAT-YOU-WROTE-DOWN --number {the(story, 'PublicNumberGiven')['number']}" in said
    assert f'href="{DRAW}"' in page.content.decode()
    told = file_of()
    assert (told["secret"], told["balls"]) == (secret, list(board_of(story).drawn))
    answer = Client().get("/comprobar/sorteo/programa/")
    assert answer["Content-Disposition"] == 'attachment; filename="verify_draw.py"'
    assert answer.content.startswith(b'"""\nWork the order of an electronic draw out again')
    assert answer.cookies == {}


def test_a_game_of_balls_shows_nothing_of_it():
    a_game_ready()
    assert "Electronic" not in words(asked(s="1", g="1"))
    assert Client().get(DRAW).status_code == 404


@pytest.mark.parametrize("address", ["/comprobar/sorteo/1/99/", "/comprobar/sorteo/7/1/"])
def test_a_game_that_does_not_exist_is_not_found(address):
    on_sale()
    assert Client().get(address).status_code == 404


def test_a_hall_that_does_not_exist_has_no_draws():
    assert Client().get(DRAW).status_code == 404


def test_nobody_writes_to_it():
    on_sale()
    assert Client().post(DRAW).status_code == 405
