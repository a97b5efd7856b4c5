"""The tablet's side of the house: a sale said again is the sale made; the page has every word its scripts ask for."""

import json
import re
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group

from people.models import StaffMember
from screens.labels import labels_for
from sessions.models import SoldCard
from sessions.services import floor, sales
from tests.given import a_game_on_sale

SCRIPTS = Path(__file__).parents[2] / "screens" / "static" / "screens" / "js"
STATES = ("loading", "no_session", "no_paper", "no_block", "leftovers", "bring", "wait")
STATES += ("suspended", "suspended_draw", "void", "void_half", "pair_first", "pair_second")


@pytest.fixture
def seller(client):
    """Log a seller in, and let the tablet's deeds be sent as the tablet sends them."""

    def enter(hall):
        user = get_user_model().objects.create_user("venta")
        user.groups.add(Group.objects.get(name="seller_caller"))
        StaffMember.objects.create(user=user, hall=hall, name="Venta")
        client.force_login(user)

        def send(deed, key, **body):
            said = json.dumps({"key": key, "game_no": 1, **body})
            answer = client.post(f"/deeds/{deed}/", said, content_type="application/json")
            return answer.status_code, answer.json()

        return send

    return enter


def a_sale_over_two_runs(story, send):
    """Give the seller 1-4 and 7-20, and sell six of them."""
    floor.issue_block(game_id=story.game_id, seller="venta", quantity=4, actor="caja")
    floor.issue_block(game_id=story.game_id, seller="sala", quantity=2, actor="caja")
    floor.issue_block(game_id=story.game_id, seller="venta", quantity=14, actor="caja")
    return send("sell_cards", "key-1", quantity=6)


@pytest.fixture
def story(db):
    """Give a game on sale whose seller and whose cashier are of the house."""
    story = a_game_on_sale()
    for name in ("sala", "caja"):
        user = get_user_model().objects.create_user(name)
        user.groups.add(Group.objects.get(name="seller_caller"))
        StaffMember.objects.create(user=user, hall=story.hall, name=name)
    return story


def test_a_sale_over_two_runs_is_answered_with_both(story, seller):
    status, answer = a_sale_over_two_runs(story, seller(story.hall))
    event = answer["event"]
    assert (status, event["quantity"], event["amount_cents"]) == (200, 6, 1_200)
    assert [(run["first"], run["last"]) for run in event["runs"]] == [(1, 4), (7, 8)]


def test_a_sale_asked_for_again_after_the_close_is_the_sale_that_was_made(story, seller):
    send = seller(story.hall)
    first = a_sale_over_two_runs(story, send)
    sales.sell_cards(game_id=story.game_id, quantity=2, actor="sala")
    sales.close_sale(game_id=story.game_id, actor="mesa")
    assert send("sell_cards", "key-1", quantity=6) == first
    assert SoldCard.objects.filter(game=story.game_id, seller="venta").count() == 6
    status, answer = send("sell_cards", "key-2", quantity=6)
    assert (status, answer["code"]) == (409, "wrong_state")


def test_the_page_has_every_word_that_the_tablet_asks_for():
    words = labels_for("seller", ["es"])["es"]
    plural = {key.rpartition(".")[0] for key in words if key.endswith((".one", ".other"))}
    scripts = [SCRIPTS / "seller.js", *SCRIPTS.glob("seller/*.js")]
    asked = {key for script in scripts for key in re.findall(r'\bt\("([a-z_.]+)"', script.read_text())}
    assert asked - set(words) - plural == set()
    made = {f"seller.{state}.lead" for state in STATES} | {f"seller.late.{state}" for state in ("slow", "doubt")}
    made |= {f"seller.{state}.title" for state in STATES if state != "bring"}
    assert made - set(words) == set()
    unused = {key for key in words if key.startswith("seller.")} - made
    told = "".join(script.read_text() for script in scripts)
    assert {key for key in unused if f'"{key.removesuffix(".one").removesuffix(".other")}"' not in told} == {
        "seller.first",
        "seller.last",
    }
