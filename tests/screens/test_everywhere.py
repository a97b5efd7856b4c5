"""
Every address of the hall by every method for everybody, and every deed of one hall on the objects of another.

The addresses come from the URL configuration and the deeds from the registry, so that a new one is asked here too, and
is refused by this test until `tests/screens/decided.py` says who may.
"""

import itertools
import json
import re

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import URLResolver, get_resolver

from people.models import StaffMember
from records.models import Event, Hall
from screens.deeds.registry import DEEDS
from sessions.models import CardSeries
from tests.given import a_game_drawing
from tests.screens.decided import (
    DEEDS_OF,
    FOR_ANYONE,
    MANAGER,
    NOTED,
    OF_WHOEVER_WORKS_HERE,
    ONLY_IN_A_DEMO,
    PAGES_OF,
    PLAYER,
    WHO_IF_THERE_IS_ONE,
)
from tests.screens.sockets import POSTS, logged_in, make_people

pytestmark = pytest.mark.django_db(transaction=True)

METHODS = ("get", "head", "post", "put", "patch", "delete")
FILLED = {"int": "1", "slug": "extractor-1", "str": "x", "path": "1"}
EMPTY_HANDED = {"floor_assistant": "auxiliar"}
"""Posts whose people the other tests do without."""


def endpoints(resolver=None, before=""):
    """Give (address, name) of every endpoint of the URL configuration, its parts filled in."""
    for pattern in (resolver or get_resolver()).url_patterns:
        written = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from endpoints(pattern, written)
            continue
        address = re.sub(r"<(?:(\w+):)?\w+>", lambda found: FILLED[found[1] or "str"], written)
        yield "/" + re.sub(r"\^\(\?P<app_label>.*\$|\(\?P<url>.*\$", "people/", address), pattern.name


def a_manager_of_the_administration(hall):
    """Give a Jefe de Sala who may enter /admin/."""
    user = get_user_model().objects.create_user("administradora", password="secret", is_staff=True)
    user.groups.set(Group.objects.filter(name="hall_manager"))
    StaffMember.objects.create(user=user, hall=hall, name="administradora")
    return user


@pytest.fixture
def hall(settings):
    """Give a hall with a game in draw, and no demo."""
    settings.BINGO_DEMO = False
    return a_game_drawing(5, 47).hall


@pytest.fixture
def browsers(hall):
    """Give a browser for each post, a player, the administration, who was dismissed after logging in, and nobody."""
    people = make_people(hall)
    for post, username in EMPTY_HANDED.items():
        people[username] = get_user_model().objects.create_user(username, password="secret")
        people[username].groups.set(Group.objects.filter(name=post))
        StaffMember.objects.create(user=people[username], hall=hall, name=username)
    posts = POSTS | {username: post for post, username in EMPTY_HANDED.items()}
    everybody = {posts.get(name, PLAYER): logged_in(user) for name, user in people.items() if name != "venta2"}
    everybody["administration"] = logged_in(a_manager_of_the_administration(hall))
    everybody["dismissed"] = logged_in(people["venta2"])
    people["venta2"].is_active = False
    people["venta2"].save()
    everybody["anonymous"] = Client()
    for browser in everybody.values():
        browser.raise_request_exception = False
    return everybody


def opened(answer):
    """Tell whether an answer let somebody in: anything done or shown, and no way to the log-in."""
    if answer.status_code in range(300, 400):
        return not answer.headers["Location"].startswith(("/entrar/", "/admin/login/", "/terminal/entrar/"))
    return answer.status_code < 300


def allowed(name, address):
    """Give who may open an address by some method, as decided by hand."""
    if address.startswith("/admin/"):
        return {"administration"}
    if name in ONLY_IN_A_DEMO:
        return set()
    may = (
        PAGES_OF[name]
        | WHO_IF_THERE_IS_ONE.get(name, set())
        | (set(EMPTY_HANDED) if name in OF_WHOEVER_WORKS_HERE else set())
    )
    return may | ({"administration"} if MANAGER in may else set())


def test_every_endpoint_is_decided():
    undecided = {
        (address, name)
        for address, name in endpoints()
        if not address.startswith("/admin/") and name not in {*PAGES_OF, *FOR_ANYONE, *ONLY_IN_A_DEMO}
    }
    assert undecided == set()
    assert set(DEEDS) == set(DEEDS_OF)


def test_nobody_opens_by_any_method_what_is_not_theirs(browsers, hall):
    asked, unexpected = 0, []
    before = Event.objects.filter(hall=hall).count()
    for (address, name), method, (who, browser) in itertools.product(endpoints(), METHODS, browsers.items()):
        if name in FOR_ANYONE:
            continue
        answer = getattr(browser, method)(address)
        asked += 1
        assert answer.status_code < 500, (who, method, address)
        if opened(answer) and who not in allowed(name, address):
            unexpected.append((who, method, address))
    assert not unexpected, sorted(unexpected)
    assert asked > 2_500
    # What was given out, and who asked for what is another's, is written down; nothing else has happened.
    kinds = Event.objects.filter(hall=hall, position__gt=before).values_list("kind", flat=True)
    assert set(kinds) <= NOTED


GUESSES = (1, "1", "x", True, "2026-11-30", "20:00", [], ["mesa"], None, "hall_manager", "line", "noted", "A", {})


def plausible(fields, series):
    """Give a body whose fields are each well formed, naming the objects of the first hall."""
    body = {"key": "foreign"}
    for name, cleaner in fields.items():
        named = [series] if "series" in name else []
        for guess in (*named, *GUESSES):
            try:
                cleaner(guess)
            except ValueError:
                continue
            body[name] = guess
            break
    return body


def rows_of(hall):
    """Give every row of every table that has a hall, and those of its sessions; and the hall itself."""
    found = {}
    for model in apps.get_models():
        fields = {field.name for field in model._meta.get_fields()}
        path = next((path for path in ("hall", "session", "game") if path in fields), None)
        if path and model._meta.app_label not in {"sessions", "auth"}:
            path = {"hall": "hall", "session": "session__hall", "game": "game__session__hall"}[path]
            found[model._meta.label] = sorted(map(repr, model.objects.filter(**{path: hall.pk}).values_list()))
    # Who proves to be nobody whom the house knows is noted in its first hall, and changes nothing there.
    rows = Event.objects.filter(hall=hall.pk).exclude(kind="LogInFailed")
    found[Event._meta.label] = sorted(map(repr, rows.values_list()))
    return found | {
        "hall": repr(Hall.objects.filter(pk=hall.pk).values_list("code", "name", "profile", "journal_epoch")[0])
    }


def test_no_deed_reaches_the_objects_of_another_hall(hall):
    """The second hall's people name the first one's series, games, players and rows by their numbers."""
    other = Hall.objects.create(code="other", name="Other")
    strangers = {POSTS.get(name, PLAYER): logged_in(user) for name, user in make_people(other).items()}
    for post, username in EMPTY_HANDED.items():
        user = get_user_model().objects.create_user(username)
        user.groups.set(Group.objects.filter(name=post))
        StaffMember.objects.create(user=user, hall=other, name=username)
        strangers[post] = logged_in(user)
    series, before, done = CardSeries.objects.filter(hall=hall).first().pk, rows_of(hall), {}
    for name, deed in DEEDS.items():
        for who in DEEDS_OF[name]:
            body = json.dumps(plausible(deed.all_fields, series))
            answer = strangers[who].post(f"/deeds/{name}/", body, content_type="application/json")
            assert answer.status_code in {200, 400, 409}, (name, who, answer.status_code)
            done.setdefault(answer.status_code, set()).add(name)
    assert rows_of(hall) == before
    # Most are understood and refused by a rule, for the other hall has no such thing.
    assert len(done[409]) > len(DEEDS) // 2
