"""Who may do and see what: every deed and every page times everybody, against a table written by hand."""

import json

import pytest
from django.test import Client
from django.urls import NoReverseMatch, reverse

from screens.deeds.registry import DEEDS
from screens.urls import urlpatterns
from tests.given import an_open_session
from tests.screens.decided import (
    CHIEF,
    DEEDS_OF,
    FOR_ANYONE,
    PAGES_OF,
    PLAYER,
    PUBLIC_SESSION,
    SELLER,
)
from tests.screens.sockets import POSTS, logged_in, make_people

pytestmark = pytest.mark.django_db(transaction=True)


def address_of(name):
    """Give the address of a page; what it is of has the number 1."""
    if name == "replay":
        return reverse(name) + "?game_no=1&ordinal=1&said=1"
    for numbers in ([], [1], [1, 1]):
        try:
            return reverse(name, args=numbers)
        except NoReverseMatch:
            continue
    return reverse(name, args=[1, 1, 1])


@pytest.fixture
def browsers():
    """Give a browser for each post, a player, a person dismissed after logging in, and nobody."""
    people = make_people(an_open_session().hall)
    everybody = {POSTS.get(name, PLAYER): logged_in(user) for name, user in people.items()}
    everybody["disabled"] = logged_in(people["venta2"])
    people["venta2"].is_active = False
    people["venta2"].save()
    everybody[SELLER] = logged_in(people["venta1"])
    everybody["anonymous"] = Client()
    return everybody


def test_every_deed_is_in_the_table():
    assert set(DEEDS_OF) == set(DEEDS)


def test_only_the_posts_of_the_table_pass_the_permission_check_of_each_deed(browsers):
    passed = {name: set() for name in DEEDS}
    refused = set()
    for name in DEEDS:
        for who, browser in browsers.items():
            answer = browser.post(f"/deeds/{name}/", "{}", content_type="application/json")
            if answer.status_code in {401, 403}:
                refused.add((who in {"anonymous", "disabled"}, answer.status_code, answer.json()["code"]))
            else:
                # The empty body is refused only after the permission: it lacks its key.
                assert (answer.status_code, answer.json()["params"]) == (400, {"field": "key"})
                passed[name].add(who)
    assert passed == DEEDS_OF
    assert refused == {(True, 401, "log_in"), (False, 403, "not_your_post")}


def test_every_page_is_in_the_table():
    assert {pattern.name for pattern in urlpatterns} == set(PAGES_OF) | FOR_ANYONE


def test_only_the_posts_of_the_table_see_each_page(browsers):
    seen = {name: set() for name in PAGES_OF}
    for name, allowed in PAGES_OF.items():
        address = address_of(name)
        for who, browser in browsers.items():
            status = browser.get(address).status_code
            # Who may see it and finds nothing there gets 404, as does who is not to know what there is.
            assert status in {200, 302, 403} or (status == 404 and who not in allowed), (name, who)
            if status == 200:
                seen[name].add(who)
    assert seen == PAGES_OF


def test_the_wall_token_opens_the_wall_screens_and_nothing_else(browsers):
    nobody = browsers["anonymous"]
    asked = {name: nobody.get(address_of(name), {"k": "demo-wall"}) for name in PAGES_OF}
    opened = {name for name, answer in asked.items() if answer.status_code == 200}
    assert opened == {"hall", "overlay", "overlay_data", "camera", "state", "voice_list", "voice_said"}
    assert nobody.get(reverse("hall"), {"k": "demo-wal"}).status_code == 403
    assert nobody.get(reverse("hall"), {"k": "ñ"}).status_code == 403


def test_a_player_and_a_wall_are_given_the_public_frame_and_staff_their_own(browsers):
    def session_of(browser, **query):
        return set(browser.get("/state/", query).json()["session"])

    assert session_of(browsers[PLAYER]) == PUBLIC_SESSION
    assert session_of(browsers[PLAYER], audience="staff") == PUBLIC_SESSION
    assert session_of(browsers["anonymous"], k="demo-wall", audience="staff") == PUBLIC_SESSION
    assert "posts" in session_of(browsers[CHIEF])


def test_a_deed_wants_a_post_with_the_hall_s_own_token(browsers):
    assert browsers[SELLER].get("/deeds/sell_cards/").status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = browsers[SELLER].cookies
    assert strict.post("/deeds/sell_cards/", "{}", content_type="application/json").status_code == 403


def test_a_deed_that_does_not_exist_is_not_found(browsers):
    answer = browsers[CHIEF].post("/deeds/win_bingo/", json.dumps({"key": "k"}), content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_a_demo_person_is_entered_only_while_the_demo_is_on(browsers, settings):
    nobody = Client()
    settings.BINGO_DEMO = False
    assert nobody.post("/entrar/demo/", {"username": "mesa"}).status_code == 404
    settings.BINGO_DEMO = True
    assert nobody.post("/entrar/demo/", {"username": "mesa"}).headers["Location"] == "/mesa/"
    assert Client().post("/entrar/demo/", {"username": "venta2"}).status_code == 404
