"""The refund desk through the screens' own door: a card read by its code, twice, late; and the words of every face."""

import json

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group

from people.models import StaffMember
from screens.labels import labels_for
from sessions.models import SoldCard
from sessions.rules.references import CardReference, printed_code
from sessions.rules.stock import CARD_STATES
from sessions.rules.suspension import CAUSES
from sessions.rules.void import PAIR_ENDED, VOID_CAUSES, VoidOrder
from sessions.services import draw, payments, voids
from tests.given import a_game_ready, call_numbers
from tests.sessions.stories import numbers_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def story(time):
    """Six printed cards at 2 euros; the ball that completes a line of card 1 was said wrongly, and the game is null."""
    story = a_game_ready()
    draw.start_draw(game_id=story.game_id, actor="mesa")
    face = numbers_of(story, 1)
    call_numbers(story, *face[:5])
    said = next(number for number in range(1, 91) if number not in face)
    order = VoidOrder(cause="announcing_error", reason="another was said", ordinal=5, said=said)
    voids.void_game(game_id=story.game_id, order=order, second="sala", actor="mesa")
    return story


@pytest.fixture
def refund(client, story):
    """Log a cashier in; gives the deed."""
    user = get_user_model().objects.create_user("caja")
    user.groups.add(Group.objects.get(name="cashier"))
    StaffMember.objects.create(user=user, hall=story.hall, name="Caja")
    client.force_login(user)

    def post(key, card, last=None):
        body = {"key": key, "session_no": 1, "game_no": 1, "card": card, "last": last}
        answer = client.post("/deeds/refund_cards/", json.dumps(body), content_type="application/json")
        return answer.status_code, answer.json()

    return post


def code_of(number):
    reference = CardReference(number=number, letter="A", ident="000001")
    return printed_code(reference, settings.BINGO_CARD_KEY.encode())


def test_a_scanned_card_is_paid_back_once_though_its_answer_was_lost(client, refund):
    first = refund("k", code_of(2))
    assert (first[0], first[1]["event"]["cents"]) == (200, 200)
    assert refund("k", code_of(2)) == first
    assert SoldCard.objects.filter(refunded=True).count() == 1
    mine = client.get("/state/mine/").json()
    assert (mine["refunds"]["back"], mine["cash_cents"]) == (1, 1_000)


def test_a_card_shown_again_is_refused_by_its_name(refund):
    refund("k", "2", 3)
    status, told = refund("another", code_of(3))
    assert (status, told["code"], told["params"]) == (409, "already_refunded", {"card": 3})


def test_a_card_nobody_sold_and_a_forged_one_are_refused_apart(refund):
    assert refund("a", "7")[1]["code"] == "card_not_in_game"
    genuine = code_of(2)
    forged = genuine[:-1] + str((int(genuine[-1]) + 1) % 10)
    assert refund("b", forged)[1]["code"] == "forged_reference"


def test_a_card_brought_after_the_closing_is_paid_by_the_same_deed(client, story, refund):
    refund("k", "1", 5)
    voids.complete_refunds(game_id=story.game_id, actor="caja")
    payments.close_game(game_id=story.game_id, actor="mesa")
    (late,) = client.get("/state/mine/").json()["late_refunds"]
    assert (late["game_no"], late["out"], late["out_cents"]) == (1, [{"first": 6, "last": 6}], 200)
    status, told = refund("late", "6")
    assert (status, told["event"]["kind"], told["event"]["cents"]) == (200, "RefundPaid", 200)
    assert client.get("/state/mine/").json()["late_refunds"] == []
    assert refund("again", "6")[1]["code"] == "already_refunded"


def test_the_store_tells_where_a_card_paid_back_is(client, story, refund):
    refund("k", "1", 5)
    voids.complete_refunds(game_id=story.game_id, actor="caja")
    payments.close_game(game_id=story.game_id, actor="mesa")
    get_user_model().objects.get(username="caja").groups.add(Group.objects.get(name="hall_manager"))
    page = client.get("/cartones/?carton=A-000001/2", headers={"accept-language": "en"}).content.decode()
    assert 'Paid back <b class="figures">5</b>' in page
    assert "Paid back and kept with the minutes." in page
    assert {f"card.{state}" for state in CARD_STATES} <= set(labels_for("store", ["en"])["en"])


def test_the_page_has_the_desk(client, refund):
    page = client.get("/caja/").content.decode()
    assert 'id="refund-card"' in page
    assert 'id="late-refunds"' in page


@pytest.mark.parametrize("face", ["hall", "overlay", "terminal"])
def test_every_public_face_has_words_for_every_way_a_game_stops(face):
    assert CAUSES == ("failure", "balls")  # the first is followed by wait, over or manual; the second by agent
    words = labels_for(face, ["es"])["es"]
    wanted = {f"suspended.{follow}" for follow in ("wait", "over", "manual", "agent")}
    wanted |= {f"void.{cause}" for cause in (*VOID_CAUSES, PAIR_ENDED)}
    assert wanted <= set(words)
