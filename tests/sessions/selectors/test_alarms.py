"""The alarms that /direccion/ shows: what the house noticed by itself during the last day."""

from datetime import timedelta

import pytest

from records import clock
from records.models import Incident
from sessions.rules import errors
from sessions.selectors.alarms import MOST_SHOWN, alarms_of
from sessions.services import claims
from tests.given import a_game_drawing, a_hall

pytestmark = pytest.mark.django_db


def left(hall, code, hours=0, **payload):
    Incident.objects.create(hall=hall, at=clock.now() - timedelta(hours=hours), code=code, payload=payload)


def test_a_card_called_that_was_not_sold_is_told():
    story = a_game_drawing(1)
    with pytest.raises(errors.CardNotSold):
        claims.raise_claim(game_id=story.game_id, prize="bingo", card="150", actor="mesa")
    (told,) = alarms_of(story.hall)
    assert (told["code"], told["session"], told["game"], told["card"]) == ("unsold_card", "1", "1", 150)


def test_the_newest_come_first_and_those_of_yesterday_are_gone():
    hall, *_ = a_hall()
    left(hall, "stray_ball", hours=25, number=7)
    left(hall, "cards_unplayable", hours=2, letter="A", ident="000001", cards=[[3, 3], [7, 9]])
    left(hall, "violations", hours=1, found=["one", "two"])
    told = alarms_of(hall)
    assert [one["code"] for one in told] == ["violations", "cards_unplayable"]
    assert (told[0]["found"], told[1]["series"], told[1]["cards"]) == (2, "A 000001", "3, 7-9")


def test_another_halls_are_not_told_and_no_more_than_can_be_read():
    hall, *_ = a_hall()
    other, *_ = a_hall()
    for number in range(MOST_SHOWN + 3):
        left(hall, "stray_ball", number=number + 1)
    assert alarms_of(other) == []
    assert len(alarms_of(hall)) == MOST_SHOWN
