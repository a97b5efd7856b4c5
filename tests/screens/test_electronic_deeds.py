"""The deeds of the electronic draw as a browser asks for them: their bodies, answers and sentences."""

import json
import random

import pytest

from tests.given import an_open_session
from tests.screens.sockets import logged_in, make_people
from tests.sessions.electronic import ready

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("silent")]


def do(browser, deed, **body):
    body["key"] = f"k{random.random()}"
    answer = browser.post(
        f"/deeds/{deed}/", json.dumps(body), content_type="application/json", headers={"Accept-Language": "en"}
    )
    return answer.status_code, answer.json()


def mine(browser):
    return browser.get("/state/mine/").json()


def test_the_manager_authorises_and_only_then_the_table_is_offered_it():
    people = {name: logged_in(user) for name, user in make_people(an_open_session().hall).items()}
    offered = lambda: [one["code"] for one in mine(people["mesa"])["extractors"]]  # noqa: E731
    assert offered() == ["manual"]
    assert mine(people["sala"])["electronic"] == {"reference": "", "dated": "", "draws": 0, "broken_off": 0}
    status, answer = do(people["sala"], "authorise_electronic_draw", reference="DGJ 12/2026", dated="")
    assert (status, answer["code"]) == (409, "authorisation_incomplete")
    assert do(people["sala"], "authorise_electronic_draw", reference="DGJ 12/2026", dated="2026-11-02")[0] == 200
    assert offered() == ["manual", "rng"]
    assert mine(people["sala"])["electronic"]["reference"] == "DGJ 12/2026"
    assert do(people["sala"], "authorise_electronic_draw", reference=None, dated=None)[0] == 200
    assert offered() == ["manual"]


def test_the_table_keys_the_number_of_the_public_in():
    story = ready()
    people = {name: logged_in(user) for name, user in make_people(story.hall).items()}
    status, answer = do(people["mesa"], "start_draw", game_no=1)
    assert (status, answer["code"]) == (409, "public_number_missing")
    status, answer = do(people["mesa"], "give_public_number", game_no=1, number="4711")
    assert (status, answer["code"], answer["params"]) == (409, "bad_public_number", {"digits": 6})
    for wrong in (4711, "", None, "0" * 13):
        assert do(people["mesa"], "give_public_number", game_no=1, number=wrong)[0] == 400
    assert do(people["mesa"], "give_public_number", game_no=1, number="004711")[0] == 200
    status, answer = do(people["mesa"], "give_public_number", game_no=1, number="004712")
    assert (status, answer["code"], answer["params"]) == (409, "public_number_given", {"number": "004711"})
    status, answer = do(people["mesa"], "draw_manual", game_no=1, number=7)
    assert (status, answer["code"]) == (409, "electronic_draw_only")
