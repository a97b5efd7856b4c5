"""What a migration finds out about rows that are there before it."""

from importlib import import_module

import pytest
from django.apps import apps

from sessions.models import BallSet, CardSeries, Game
from sessions.services.hall import make_ball_set, make_series
from tests.given import a_game_drawing, a_hall

pytestmark = pytest.mark.django_db

STATES = {
    "stock": False,
    "used": True,
    "unsold": True,
    "spoiled": True,
    "evidence": True,
    "annexed": False,
    "destroyed": False,
    "withdrawn": False,
}


@pytest.mark.parametrize("state", STATES)
def test_series_with_cards_to_destroy_or_kept_as_evidence_are_marked(state):
    _hall, series, _virtual = a_hall()
    board = {"spans": [{"first": 1, "last": 200, "state": state, "session_no": 1, "game_no": 1}]}
    CardSeries.objects.filter(pk=series.pk).update(board=board)
    import_module("sessions.migrations.0006_remains").find_remains(apps, None)
    assert CardSeries.objects.get(pk=series.pk).remains is STATES[state]


@pytest.mark.parametrize(
    ("medium", "next_number", "remains"),
    [("physical", 1, False), ("physical", 2, True), ("physical", 201, True), ("virtual", 2, False)],
)
def test_of_a_series_without_events_what_was_sold_remains(medium, next_number, remains):
    _hall, series, _virtual = a_hall()
    old = make_series(series.matrix, "B", "1", medium, 1, 200)
    CardSeries.objects.filter(pk=old.pk).update(seq=0, board={}, next_number=next_number)
    import_module("sessions.migrations.0006_remains").find_remains(apps, None)
    assert CardSeries.objects.get(pk=old.pk).remains is remains


def test_games_played_before_passports_are_joined_to_their_set_and_the_last_used_set_is_in_use():
    story = a_game_drawing(1, 2, 3)
    make_ball_set(story.hall, "set-2")
    played = Game.objects.filter(pk=story.game_id)
    played.update(state="closed")
    undrawn = Game.objects.create(session=story.session, game_no=2, state="closed", board={"ball_set": "set-1"})
    BallSet.objects.filter(hall=story.hall).update(state="in_store")
    import_module("sessions.migrations.0007_ball_set_passports").find_games(apps, None)
    assert played.get().drawn_with == BallSet.objects.get(hall=story.hall, code="set-1")
    undrawn.refresh_from_db()
    assert undrawn.drawn_with is None
    states = dict(BallSet.objects.filter(hall=story.hall).values_list("code", "state"))
    assert states == {"set-1": "in_use", "set-2": "in_store"}
