"""A prize left unpaid on one evening is paid on another, and the key that paid it is answered again."""

import json

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group

from people.models import StaffMember
from sessions.models import Award
from sessions.selectors.faces import face_rows
from sessions.services import claims, payments, sessions, store
from tests.given import a_game_drawing, call_numbers, open_next_sale
from tests.sessions.stories import end_session, prepare_session

pytestmark = pytest.mark.django_db


@pytest.fixture
def cashier(client):
    """Log a cashier in."""

    def enter(hall):
        user = get_user_model().objects.create_user("caja")
        user.groups.add(Group.objects.get(name="cashier"))
        StaffMember.objects.create(user=user, hall=hall, name="Caja")
        client.force_login(user)

        def pay(key, **body):
            answer = client.post("/deeds/pay_prize/", json.dumps({"key": key, **body}), content_type="application/json")
            return answer.status_code, answer.json()

        return pay

    return enter


def won(story, time):
    """Let card 3 win line and bingo at once."""
    numbers = [n for row in face_rows(story.physical.matrix.sha256, 3) for n in row]
    call_numbers(story, *numbers)
    claim = claims.raise_claim(game_id=story.game_id, prize="bingo", card="3", actor="mesa")
    claims.verify_claim(game_id=story.game_id, claim_no=claim.claim_no, actor="mesa")
    time.advance(10)
    claims.close_bingo(game_id=story.game_id, actor="mesa")


def another_evening(story):
    """Close the session, destroy its cards, and open the next one."""
    first = story.session
    end_session(story)
    store.destroy_used(session_id=first.pk, witness="Ana", actor="sala")
    prepare_session(story)
    sessions.open_session(session_id=story.session.pk, signed="mesa", actor="sala")


def test_a_prize_of_last_evening_is_paid_though_tonight_has_a_game_of_the_same_number(time, cashier):
    """The screen names the session; 6 cards at 2 euros give a bingo of 6.90."""
    story = a_game_drawing()
    won(story, time)
    payments.close_game(game_id=story.game_id, actor="mesa")
    first_evening = story.game_id
    another_evening(story)
    open_next_sale(story)
    pay = cashier(story.hall)
    status, told = pay("late-1", session_no=1, game_no=1, award_no=1, card=3)
    assert (status, told["event"]["cents"], told["event"]["game_session_no"]) == (200, 690, 1)
    assert Award.objects.get(game_id=first_evening).status == "paid"


def test_a_payment_said_again_after_its_game_has_closed_is_answered_as_the_first_time(time, cashier):
    """The cashier's tablet lost the answer; the money went out once."""
    story = a_game_drawing()
    won(story, time)
    pay = cashier(story.hall)
    first = pay("k", session_no=1, game_no=1, award_no=1, card=3)
    payments.close_game(game_id=story.game_id, actor="mesa")
    assert pay("k", session_no=1, game_no=1, award_no=1, card=3) == first
    assert first[0] == 200
