"""A log-in: how long it lives, how its key changes, who is turned away, and its second step."""

from datetime import timedelta
from http import HTTPStatus

import pyotp
import pytest
from django.contrib.auth import hashers
from django.test import Client

from people import second_factor as steps
from people.models import SecondFactor
from records import clock
from screens import limits
from screens.log_ins import SessionStore
from screens.origins import same_house
from tests.given import an_open_session
from tests.screens.sockets import PASSWORD, PIN, do, logged_in, make_people

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _nothing_counted():
    limits.failed_log_ins.clear()


@pytest.fixture
def people(time):
    return make_people(an_open_session().hall)


def is_in(browser):
    return browser.get("/state/mine/").status_code == 200


def log_in(browser, name="mesa", password=PASSWORD):
    return browser.post("/entrar/", {"username": name, "password": password})


def test_a_log_in_ends_twelve_hours_after_it_was_made_though_it_is_used_all_the_time(people, time):
    browser = logged_in(people["mesa"])
    for _ in range(11):
        time.time += timedelta(hours=1)
        session = browser.session
        session["used"] = str(time.time)
        session.save()
        assert is_in(browser)
    time.time += timedelta(minutes=59)
    assert is_in(browser)
    time.time += timedelta(minutes=2)
    assert not is_in(browser)


def with_key(key):
    browser = Client()
    browser.cookies["sessionid"] = key
    return browser


def rotated(people):
    """Give a browser whose log-in has a new key, and the key of before."""
    browser = logged_in(people["sala"])
    before = browser.cookies["sessionid"].value
    store = SessionStore(before)
    store.rotate()
    browser.cookies["sessionid"] = store.session_key
    return browser, before


def test_the_old_key_of_a_log_in_is_good_for_ten_seconds_and_the_new_one_on(people, time):
    browser, before = rotated(people)
    assert browser.cookies["sessionid"].value != before
    assert is_in(browser)
    assert is_in(with_key(before))
    time.time += timedelta(seconds=11)
    assert not is_in(with_key(before))
    assert is_in(browser)


def test_a_log_out_ends_the_old_key_too_and_a_socket_follows_neither(people):
    browser, before = rotated(people)
    assert SessionStore.followed(before).session_key == browser.cookies["sessionid"].value
    browser.post("/salir/")
    assert not is_in(with_key(before))
    assert "_auth_user_id" not in SessionStore.followed(before)


def test_a_right_pin_gives_the_browser_a_new_key_and_the_log_in_goes_on(people):
    asker, browser = logged_in(people["mesa"]), logged_in(people["sala"])
    held = {"game_no": 1, "accept": True, "number": 7}
    ref = do(asker, "ask_approval", deed="resolve_held", body=held, second="sala")[1]["approval"]
    before = browser.cookies["sessionid"].value
    assert do(browser, "answer_approval", key="w", ref=ref, yes=True, pin="9753")[0] == 409
    assert browser.cookies["sessionid"].value == before
    assert do(browser, "answer_approval", key="r", ref=ref, yes=True, pin=PIN)[0] == 200
    assert browser.cookies["sessionid"].value != before
    assert is_in(browser)
    assert SessionStore.followed(before).session_key == browser.cookies["sessionid"].value


def test_unknown_wrong_and_dismissed_are_answered_alike_after_the_same_work(people, monkeypatch):
    people["caja"].is_active = False
    people["caja"].save()
    worked, told = [], []
    real = hashers.MD5PasswordHasher.encode

    def encode(self, password, salt):
        worked[-1] += 1
        return real(self, password, salt)

    monkeypatch.setattr(hashers.MD5PasswordHasher, "encode", encode)
    for name, password in (("nadie", "x"), ("mesa", "wrong"), ("caja", PASSWORD)):
        worked.append(0)
        answer = log_in(Client(), name, password)
        page = answer.content.decode().replace(f'value="{name}"', "")
        told.append((answer.status_code, page.split("</h1>")[1].split("<button")[0]))
    assert worked == [1, 1, 1]
    assert told[0] == told[1] == told[2]


def test_an_address_that_fails_too_often_is_turned_away_unhashed_and_no_other_is(people, monkeypatch, settings):
    settings.BINGO_LOGINS_A_MINUTE = 20
    hashed = []
    monkeypatch.setattr("screens.views.entry.LoginView.post", lambda *_a, **_k: hashed.append(1) or _wrong())
    statuses = [Client(REMOTE_ADDR="10.0.0.9").post("/entrar/", {}).status_code for _ in range(1_000)]
    assert (statuses.count(200), statuses.count(429), len(hashed)) == (20, 980, 20)
    monkeypatch.undo()
    assert log_in(Client(REMOTE_ADDR="10.0.0.10")).status_code == HTTPStatus.FOUND


def _wrong():
    from django.http import HttpResponse

    return HttpResponse("wrong")


def test_log_ins_that_are_right_are_not_counted(people, settings):
    settings.BINGO_LOGINS_A_MINUTE = 2
    assert {log_in(Client()).status_code for _ in range(5)} == {302}


def enrolled(user):
    secret = steps.begin(user)
    codes = steps.confirm(user, code_of(secret))
    assert len(codes) == 8
    return secret, codes


def code_of(secret):
    return pyotp.TOTP(secret).generate_otp(int(clock.now().timestamp()) // 30)


def test_who_has_a_second_step_is_in_only_after_a_code_and_each_code_is_good_once(people, time):
    secret, _ = enrolled(people["mesa"])
    time.time += timedelta(seconds=31)
    browser = Client()
    assert log_in(browser).headers["Location"] == "/entrar/codigo/"
    assert not is_in(browser)
    assert browser.post("/entrar/codigo/", {"code": "000000"}).status_code == 400
    code = code_of(secret)
    assert browser.post("/entrar/codigo/", {"code": code}).headers["Location"] == "/mesa/"
    assert is_in(browser)
    again = Client()
    log_in(again)
    assert again.post("/entrar/codigo/", {"code": code}).status_code == 400
    assert not is_in(again)


def test_a_recovery_code_lets_in_once_and_is_kept_only_as_a_mark(people):
    _, codes = enrolled(people["mesa"])
    row = SecondFactor.objects.get(user=people["mesa"])
    assert not set(codes) & set(row.recovery)
    assert steps.check(people["mesa"], codes[3].lower()) == "recovered"
    assert steps.check(people["mesa"], codes[3]) == "wrong"
    assert steps.check(people["caja"], codes[4]) == "wrong"


def test_five_wrong_codes_close_the_step_for_a_quarter_of_an_hour(people, time):
    secret, _ = enrolled(people["mesa"])
    time.time += timedelta(seconds=31)
    assert [steps.check(people["mesa"], "000000") for _ in range(5)] == ["wrong"] * 4 + ["locked"]
    assert steps.check(people["mesa"], code_of(secret)) == "locked"
    time.time += timedelta(minutes=15, seconds=1)
    assert steps.check(people["mesa"], code_of(secret)) == "right"


def test_the_secret_is_not_readable_in_the_database(people):
    secret, _ = enrolled(people["mesa"])
    assert secret not in SecondFactor.objects.get(user=people["mesa"]).secret


def test_a_senior_who_must_have_a_second_step_sees_nothing_else_before(people, settings):
    settings.BINGO_SECOND_FACTOR, settings.BINGO_DEMO = "required", False
    senior, seller = Client(), Client()
    log_in(senior)
    log_in(seller, "venta1")
    assert senior.get("/mesa/").headers["Location"] == "/entrar/segundo-paso/"
    assert senior.get("/state/").status_code == 403
    assert do(senior, "close_sale")[1]["code"] == "second_step_needed"
    assert senior.get("/entrar/segundo-paso/").status_code == 200
    assert seller.get("/venta/").status_code == 200
    secret = steps.begin(people["mesa"])
    assert senior.post("/entrar/segundo-paso/", {"code": code_of(secret)}).status_code == 200
    assert senior.get("/mesa/").status_code == 200


def test_a_second_step_is_taken_away_with_a_code_of_it_or_by_the_hall_manager(people):
    enrolled(people["mesa"])
    own = logged_in(people["mesa"])
    assert own.post("/entrar/segundo-paso/", {"remove": "1", "code": "000000"}).status_code == 400
    assert logged_in(people["caja"]).post("/entrar/segundo-paso/", {"clear": "mesa"}).status_code == 403
    assert steps.is_enrolled(people["mesa"])
    assert logged_in(people["sala"]).post("/entrar/segundo-paso/", {"clear": "mesa"}).status_code == 302
    assert not steps.is_enrolled(people["mesa"])


ORIGINS = (
    ("https://bingo.example", "bingo.example", True),
    ("https://bingo.example:443", "bingo.example", True),
    ("https://BINGO.example", "bingo.example", True),
    ("https://bingo.example:8443", "bingo.example:8443", True),
    ("https://other.trusted", "bingo.example", True),
    ("http://bingo.example", "bingo.example", False),
    ("https://bingo.example:8443", "bingo.example", False),
    ("https://evil.example", "bingo.example", False),
    ("https://bingo.example.evil.example", "bingo.example", False),
    ("https://evil.example", "evil.example", False),
    ("https://bingo.example@evil.example", "bingo.example", False),
    ("https://bingo.example/path", "bingo.example", False),
    ("null", "bingo.example", False),
    ("", "bingo.example", False),
    ("file://", "bingo.example", False),
    ("https://[::1", "bingo.example", False),
    ("https://bingo.example:99999", "bingo.example", False),
)


@pytest.mark.parametrize(("origin", "host", "expected"), ORIGINS)
def test_only_the_hall_s_own_pages_and_the_trusted_ones_are_of_the_house(settings, origin, host, expected):
    settings.ALLOWED_HOSTS = ["bingo.example"]
    settings.CSRF_TRUSTED_ORIGINS = ["https://other.trusted"]
    settings.BINGO_HTTPS = True
    assert same_house(origin, host) is expected


def test_the_square_code_on_the_page_is_whole_and_says_the_secret(people):
    """It is drawn in a box of the page's size: with a size of its own and no box of its own it would be cut off."""
    page = logged_in(people["mesa"]).get("/entrar/segundo-paso/").content.decode()
    picture = page[page.index("<svg") : page.index("</svg>")].split(">")[0]
    assert "viewBox" in picture
    assert " width=" not in picture
    assert steps.begin(people["mesa"]) in page.replace(" ", "")
