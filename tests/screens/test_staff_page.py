"""The pages of the people who work in the hall, and the one-time password from both sides."""

import json
import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import translation

from people.models import StaffMember
from people.staff_logins import GOOD_FOR
from records.models import Event
from tests.given import an_open_session
from tests.screens.sockets import PASSWORD, STAFF, Screen, do, logged_in, make_people, until

pytestmark = pytest.mark.django_db(transaction=True)

OWN = "tres palabras mias"


@pytest.fixture
def story():
    return an_open_session()


@pytest.fixture
def people(story):
    return make_people(story.hall)


def page(browser, path):
    with translation.override("en"):
        answer = browser.get(path, headers={"accept-language": "en"})
    assert answer.status_code == 200, path
    return answer.content.decode()


def words(html):
    plain = re.sub(r"<[^>]+>", " ", html).replace("\u2013", "-").replace("\u2212", "-")
    return " ".join(plain.split())


def engage(browser, username="nuria", **body):
    told = {"username": username, "name": "Nuria Nadie", "posts": ["seller_caller"]}
    return ask(browser, "engage_staff", told | body)


def ask(browser, deed, body):
    """Send a deed whose body has a field called name."""
    told = json.dumps({"key": "key-1", **body})
    answer = browser.post(f"/deeds/{deed}/", told, content_type="application/json")
    return answer.status_code, answer.json()


def entered(username, password):
    browser = Client()
    browser.post("/entrar/", {"username": username, "password": password})
    return browser


def choose(browser, old, new=OWN, again=None):
    return browser.post("/clave/", {"old": old, "new": new, "again": new if again is None else again})


def test_the_list_shows_posts_documents_and_log_ins(people, story):
    told = words(page(logged_in(people["sala"]), "/personal/"))
    assert re.search(r"\b6 people work here", told)
    assert "mesa mesa Table chief None on file never yet Has a PIN" in told
    assert "Professional documents to look at" in told


def test_somebody_taken_on_opens_nothing_before_they_have_a_password_of_their_own(people):
    status, given = engage(logged_in(people["sala"]), licence_no="A-1", licence_issued="2024-02-29")
    assert (status, given["ok"]) == (200, True)
    assert str(StaffMember.objects.get(user__username="nuria").licence_until) == "2027-02-28"
    nuria = entered("nuria", given["password"])
    for path in ("/", "/venta/", "/pin/", "/sala/", "/acta/", "/admin/"):
        assert nuria.get(path).headers["Location"] == "/clave/", path
    for path in ("/state/", "/state/mine/"):
        assert nuria.get(path).status_code == 403
    assert do(nuria, "sell_cards", game_no=1)[0] == 403
    assert nuria.get("/clave/").status_code == 200
    assert choose(nuria, given["password"]).status_code == 302
    assert nuria.get("/venta/").status_code == 200
    assert Event.objects.get(kind="PasswordChosen").payload == {"username": "nuria"}
    # The one they were given is worth nothing now.
    assert "_auth_user_id" not in entered("nuria", given["password"]).session
    assert "_auth_user_id" in entered("nuria", OWN).session


def test_a_one_time_password_waits_three_days_and_no_longer(people, time):
    _status, given = engage(logged_in(people["sala"]))
    early = entered("nuria", given["password"])
    assert early.get("/venta/").status_code == 302
    time.advance(GOOD_FOR.total_seconds())
    late = entered("nuria", given["password"])
    for browser in (early, late):
        assert browser.get("/venta/").status_code in {302, 403}
        assert browser.get("/clave/").status_code == 302
        assert choose(browser, given["password"]).status_code == 302
    assert StaffMember.objects.get(user__username="nuria").one_time_until is not None


@pytest.mark.parametrize(
    ("old", "new", "again", "why"),
    [
        ("wrong", OWN, OWN, "The password you have now is wrong."),
        (PASSWORD, OWN, OWN + "x", "The two new passwords are not the same."),
        (PASSWORD, "short", "short", "too short"),
        (PASSWORD, "1234567890123", "1234567890123", "entirely numeric"),
        (PASSWORD, "password1234", "password1234", "too common"),
        (PASSWORD, "", "", "too short"),
    ],
)
def test_a_password_is_changed_against_the_old_one_and_is_not_weak(people, old, new, again, why):
    browser = logged_in(people["caja"])
    with translation.override("en"):
        answer = browser.post("/clave/", {"old": old, "new": new, "again": again}, headers={"accept-language": "en"})
    assert answer.status_code == 400
    assert why in answer.content.decode()
    assert User.objects.get(username="caja").check_password(PASSWORD)


def test_changing_it_keeps_this_log_in_under_a_new_key_and_ends_the_others(people):
    here, there = logged_in(people["caja"]), logged_in(people["caja"])
    before = here.session.session_key
    assert choose(here, PASSWORD).status_code == 302
    assert here.session.session_key != before
    assert here.get("/caja/").status_code == 200
    assert there.get("/caja/").status_code == 302


def test_whoever_gave_a_one_time_password_is_no_second_person_with_it(people, story):
    sala = logged_in(people["sala"])
    # Without a PIN the password stands for the person.
    StaffMember.objects.filter(user__username="caja").update(pin_hash="")
    _status, given = do(sala, "give_password", username="caja")
    body = {"game_no": 1, "ordinal": 1, "number": 2, "second": "caja", "second_password": given["password"]}
    status, answer = do(logged_in(people["mesa"]), "correct_ball", key="k2", **body)
    assert (status, answer["code"]) in {(409, "second_person_needed"), (409, "not_found")}
    from screens.deeds.second import _works_here

    assert _works_here(story.hall, "caja") is None
    assert _works_here(story.hall, "mesa") is not None


def test_one_person_s_page_tells_what_can_be_done_for_them(people):
    browser = logged_in(people["sala"])
    deeds = set(re.findall(r'data-do="(\w+)"', page(browser, "/personal/persona/mesa/")))
    assert deeds == {"posts", "document", "rename", "password", "pin", "end"}
    mine = set(re.findall(r'data-do="(\w+)"', page(browser, "/personal/persona/sala/")))
    assert mine == {"document", "rename"}
    do(browser, "end_staff", username="mesa")
    told = page(browser, "/personal/persona/mesa/")
    assert set(re.findall(r'data-do="(\w+)"', told)) == {"back"}
    assert "Still at a post of the open session: Table chief." in words(told)
    assert browser.get("/personal/persona/nobody/").status_code == 404


@pytest.mark.parametrize(
    ("deed", "body", "code"),
    [
        ("engage_staff", {"username": "mesa", "name": "x", "posts": ["cashier"]}, "username_taken"),
        ("engage_staff", {"username": "jugador1", "name": "x", "posts": ["cashier"]}, "username_taken"),
        ("engage_staff", {"username": "new one", "name": "x", "posts": ["cashier"]}, "bad_username"),
        ("engage_staff", {"username": "new", "name": "x", "posts": []}, "post_needed"),
        ("set_staff_posts", {"username": "sala", "posts": ["cashier"]}, "own_posts"),
        ("set_staff_posts", {"username": "mesa", "posts": ["table_chief"]}, "nothing_changed"),
        ("end_staff", {"username": "sala"}, "own_posts"),
        ("end_staff", {"username": "nobody"}, "not_found"),
        ("let_staff_back", {"username": "mesa"}, "at_work"),
        ("set_staff_document", {"username": "mesa", "licence_no": "A-1"}, "licence_impossible"),
        ("give_password", {"username": "sala"}, "own_posts"),
        ("copy_week", {"monday": "2026-11-30"}, "nothing_changed"),
        ("post_from_rota", {"hour": "21:00"}, "no_turns_planned"),
    ],
)
def test_what_cannot_be_is_refused_in_words(people, deed, body, code):
    status, answer = ask(logged_in(people["sala"]), deed, body)
    assert (status, answer["code"]) == (409, code)
    assert "{" not in answer["message"]


@pytest.mark.parametrize(
    ("deed", "body", "field"),
    [
        ("engage_staff", {"username": "new", "name": "", "posts": ["cashier"]}, "name"),
        ("engage_staff", {"username": "new", "name": "x", "posts": ["player"]}, "posts"),
        ("set_staff_document", {"username": "mesa", "licence_issued": "30-11-2026"}, "licence_issued"),
        ("plan_turns", {"username": "mesa", "post": "table_chief", "nights": ["2026-13-01"]}, "nights"),
        ("copy_week", {"monday": 7}, "monday"),
    ],
)
def test_what_cannot_be_read_is_named(people, deed, body, field):
    status, answer = ask(logged_in(people["sala"]), deed, body)
    assert (status, answer["params"]) == (400, {"field": field})


async def test_the_socket_of_whose_work_ends_closes_within_five_seconds(people, live_hub):
    from asgiref.sync import sync_to_async

    browser = await sync_to_async(logged_in)(people["venta1"])
    sala = await sync_to_async(logged_in)(people["sala"])
    async with Screen(STAFF, browser=browser) as screen:
        await screen.said()
        assert (await sync_to_async(do)(sala, "end_staff", username="venta1"))[0] == 200
        assert await until(lambda: not User.objects.get(username="venta1").is_active)
        said = await screen.until(lambda frame: frame == 4403 or frame.get("type") == "bye")
        assert said in ({"type": "bye", "code": "logged_out"}, 4403)


def test_the_rota_shows_a_week_its_gaps_and_tonight(people):
    browser = logged_in(people["sala"])
    body = {"username": "mesa", "post": "table_chief", "starts": "00:00", "ends": "05:59"}
    told = words(page(browser, "/personal/turnos/?semana=2031-03-05"))
    assert "Copy the week before" in told
    assert do(browser, "plan_turns", nights=["2031-03-05", "2031-03-09"], **body)[0] == 200
    html = page(browser, "/personal/turnos/?semana=2031-03-05")
    assert html.count('class="turn is-bad"') == 2
    told = words(html)
    assert "mesa 00:00-05:59 document not good" in told
    assert "00:00-05:59 Hall manager -1 Cashier -1 Seller and caller -1 two seniors, one only hall manager" in told
    for wrong in ("x", "2031-02-30", "0001-01-01", "9999-12-31"):
        assert browser.get("/personal/turnos/", {"semana": wrong}).status_code == 404
