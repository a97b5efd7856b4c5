"""Who came and went is in the journal, without what they typed; a flood is few rows."""

import pytest
from django.contrib.auth import get_user_model

from people.models import Player, StaffMember
from records.models import Event, Hall
from sessions.services import significant

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall():
    significant._floods.clear()
    yield Hall.objects.create(code="sala", name="Sala")
    significant._floods.clear()


@pytest.fixture
def ana(hall):
    user = get_user_model().objects.create_user("ana", password="secret")
    StaffMember.objects.create(user=user, hall=hall, name="Ana")
    return user


@pytest.fixture
def player(hall):
    user = get_user_model().objects.create_user("jugador7", password="secret")
    Player.objects.create(user=user, hall=hall, number=7, name="Somebody")
    return user


def rows(hall):
    return [(e.kind, e.payload, e.actor) for e in Event.objects.filter(hall=hall).order_by("position")]


def test_a_log_in_and_a_log_out_of_staff_are_rows(hall, ana):
    significant.note_login(hall, ana, address="10.0.0.5")
    significant.note_logout(None, ana)
    assert rows(hall) == [
        ("LoggedIn", {"who": "ana", "address": "10.0.0.5"}, "ana"),
        ("LoggedOut", {"who": "ana"}, "ana"),
    ]


def test_of_a_player_only_the_account_is_kept(hall, player):
    significant.note_login(hall, player, address="10.0.0.5")
    assert rows(hall) == [("LoggedIn", {"who": "player:7", "address": ""}, "player:7")]


def test_what_somebody_unknown_typed_is_kept_nowhere(hall, ana):
    significant.note_failed_login("ana", address="10.0.0.5")
    significant.note_failed_login("my-password-by-mistake", address="10.0.0.5")
    assert [payload for _, payload, _ in rows(hall)] == [
        {"who": "ana", "address": "10.0.0.5", "times": 1},
        {"who": "", "address": "10.0.0.5", "times": 1},
    ]


def test_a_thousand_failures_are_four_rows(hall, ana):
    for _ in range(1_000):
        significant.note_failed_login("ana", address="10.0.0.5")
    significant.note_what_waits(everything=True)
    assert [payload["times"] for _, payload, _ in rows(hall)] == [1, 1, 1, 997]
    significant.note_what_waits(everything=True)
    assert len(rows(hall)) == 4


def test_failures_and_lockouts_are_counted_apart(hall, ana):
    for _ in range(3):
        significant.note_failed_login("ana", address="10.0.0.5")
    significant.note_lockout("ana", address="10.0.0.5")
    assert [kind for kind, _, _ in rows(hall)] == ["LogInFailed"] * 3 + ["LogInLocked"]


def test_a_pin_that_was_right_wrong_or_locked_is_a_row(hall, ana):
    significant.note_step_up(ana, ok=True)
    significant.note_step_up(ana, ok=False)
    significant.note_step_up(ana, ok=False, locked=True)
    assert [(kind, payload) for kind, payload, _ in rows(hall)] == [
        ("StepUpProved", {"who": "ana"}),
        ("StepUpFailed", {"who": "ana", "locked": False, "times": 1}),
        ("StepUpFailed", {"who": "ana", "locked": True, "times": 1}),
    ]


def test_an_approval_and_a_refusal_name_the_deed_and_both_people(hall):
    facts = {"deed": "void_game", "wanted_by": "mesa", "second": "sala", "digest": "ab12"}
    significant.note_approval(hall.pk, given=True, **facts)
    significant.note_approval(hall.pk, given=False, reason="not_your_post", **facts)
    assert rows(hall) == [
        ("ApprovalGiven", facts, "sala"),
        ("ApprovalRefused", {**facts, "reason": "not_your_post", "times": 1}, "sala"),
    ]


def test_an_origin_is_kept_short_and_without_signs_that_do_something(hall):
    significant.note_origin_refused("http://evil\x1b[31m\r\n" + "x" * 500, address="10.0.0.9")
    (_, payload, _) = rows(hall)[0]
    assert payload["origin"] == "http://evil[31m" + "x" * 62
    assert payload["times"] == 1


def test_minutes_printed_reports_given_out_and_what_was_forgotten_are_rows(hall):
    significant.note_paper(hall.pk, session=3, form="pdf", copy="authority", up_to=90, actor="sala")
    significant.note_report(hall.pk, report="registry", form="csv", asked="kind=BallCalled", actor="sala")
    significant.note_purge(hall.pk, what="visitors", count=12, actor="house")
    assert rows(hall) == [
        ("PaperMade", {"session": 3, "form": "pdf", "copy": "authority", "up_to": 90}, "sala"),
        ("ReportMade", {"report": "registry", "form": "csv", "asked": "kind=BallCalled"}, "sala"),
        ("Purged", {"what": "visitors", "count": 12}, "house"),
    ]


def test_without_a_hall_nothing_is_noted_and_nothing_fails():
    significant.note_failed_login("ana", address="10.0.0.5")
    significant.note_origin_refused("http://evil")
    assert Event.objects.count() == 0
