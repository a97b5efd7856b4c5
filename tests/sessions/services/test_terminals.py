"""Letting devices in and out: a code once, a secret of the device's own, five tries, another place, the end."""

import hashlib
import re

import pytest
from django.contrib.sessions.backends.db import SessionStore

from people.models import EnrolmentOffer, EnrolmentTries, Terminal
from people.terminals import terminal_of
from records.models import Event
from sessions.rules import errors
from sessions.selectors.terminals import revoked_of, seats_taken, terminals_of
from sessions.services.terminals import enrol, move_terminal, offer_enrolment, revoke_terminal
from tests.given import a_hall

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("silent")]
HERE, THERE = "192.168.1.12", "192.168.1.99"


@pytest.fixture
def hall():
    return a_hall()[0]


def offered(hall, *, device="player_terminal", place="Terminal 12", **more):
    return offer_enrolment(hall_id=hall.pk, device=device, place=place, actor="sala", **more)["code"]


def let_in(hall, **more):
    return enrol(code=offered(hall, **more), address=HERE)


def told(hall):
    return [(row.kind, row.payload, row.actor) for row in Event.objects.filter(hall=hall).order_by("position")]


def test_a_device_types_its_code_and_is_known_by_a_secret_that_the_hall_does_not_keep(hall):
    code = offered(hall)
    assert re.fullmatch(r"[ACDEFGHJKMNPQRTUVWXY34679]{8}", code)
    entered = enrol(code=f" {code[:4].lower()} {code[4:]}", address=HERE)
    row = Terminal.objects.get()
    assert (row.number, row.kind, row.place, row.revoked_at) == (1, "player_terminal", "Terminal 12", None)
    assert len(entered.token) == 43, "256 bits, six to a sign"
    assert terminal_of(entered.token) == row
    assert row.token_mark == hashlib.sha256(entered.token.encode()).hexdigest()
    kept = str([list(EnrolmentOffer.objects.values()), list(Terminal.objects.values()), told(hall)])
    assert code not in kept
    assert entered.token not in kept
    assert told(hall)[-2:] == [
        ("EnrolmentOffered", {"device": "player_terminal", "place": "Terminal 12"}, "sala"),
        ("TerminalEnrolled", {"terminal": 1, "device": "player_terminal", "place": "Terminal 12"}, "terminal"),
    ]


def test_a_code_lets_in_one_device(hall):
    code = offered(hall)
    enrol(code=code, address=HERE)
    with pytest.raises(errors.EnrolmentCodeUsed):
        enrol(code=code, address=THERE)
    assert Terminal.objects.count() == 1


def test_a_code_ten_minutes_old_lets_nobody_in(hall, time):
    code = offered(hall)
    time.advance(600)
    with pytest.raises(errors.EnrolmentCodeExpired):
        enrol(code=code, address=HERE)
    assert not Terminal.objects.exists()


def test_the_same_request_is_given_the_same_code_and_makes_one_offer(hall):
    first = offered(hall, source_ref="sala:k1")
    assert offered(hall, source_ref="sala:k1") == first
    assert offered(hall, source_ref="sala:k2", place="Terminal 13") != first
    assert EnrolmentOffer.objects.count() == 2
    with pytest.raises(errors.KeyReused):
        offered(hall, source_ref="sala:k1", place="Terminal 14")


def test_five_wrong_codes_lock_their_address_for_a_quarter_of_an_hour_and_no_other(hall, time):
    code = offered(hall)
    for _ in range(5):
        with pytest.raises(errors.EnrolmentCodeWrong):
            enrol(code="AAAA9999", address=THERE)
    with pytest.raises(errors.TooManyWrongCodes) as locked:
        enrol(code=code, address=THERE)
    # 15 minutes after the fifth; the clock moves a millisecond each time it is read.
    assert locked.value.params["until_at"].startswith("2026-11-30T20:15:00")
    assert [row[:2] for row in told(hall) if row[0] == "EnrolmentLocked"] == [("EnrolmentLocked", {"address": THERE})]
    assert not Terminal.objects.exists()
    enrol(code=code, address=HERE)
    time.advance(15 * 60)
    with pytest.raises(errors.EnrolmentCodeWrong):
        enrol(code="AAAA9999", address=THERE)


def test_a_right_code_at_the_fifth_try_is_taken_and_the_count_begins_anew(hall):
    code = offered(hall)
    for _ in range(4):
        with pytest.raises(errors.EnrolmentCodeWrong):
            enrol(code="AAAA9999", address=HERE)
    enrol(code=code, address=HERE)
    assert not EnrolmentTries.objects.exists()


def test_a_place_has_one_device(hall):
    let_in(hall)
    with pytest.raises(errors.PlaceTaken) as taken:
        offered(hall, device="wall", place=" Terminal  12")
    assert taken.value.params == {"place": "Terminal 12", "terminal": 1}


def test_of_two_codes_for_one_place_the_second_used_is_refused_and_stays_good(hall):
    codes = [offered(hall), offered(hall)]
    enrol(code=codes[0], address=HERE)
    with pytest.raises(errors.PlaceTaken):
        enrol(code=codes[1], address=HERE)
    revoke_terminal(hall_id=hall.pk, terminal=1, reason="broken", actor="sala")
    assert enrol(code=codes[1], address=HERE).terminal.number == 2


def test_a_revoked_device_opens_nothing_and_its_log_in_is_over(hall):
    entered = let_in(hall)
    log_in = SessionStore()
    log_in["x"] = 1
    log_in.create()
    Terminal.objects.update(login="player:1", session_key=log_in.session_key, online=True)
    by = {"hall_id": hall.pk, "terminal": 1, "actor": "sala"}
    event = revoke_terminal(reason="stolen", source_ref="sala:k9", **by)
    assert terminal_of(entered.token) is None
    assert not SessionStore().exists(log_in.session_key)
    assert revoke_terminal(reason="stolen", source_ref="sala:k9", **by) == event
    with pytest.raises(errors.TerminalIsRevoked):
        revoke_terminal(reason="again", source_ref="sala:k10", **by)
    with pytest.raises(errors.TerminalIsRevoked):
        move_terminal(place="Elsewhere", **by)
    with pytest.raises(errors.NotFound):
        revoke_terminal(hall_id=hall.pk, terminal=2, reason="none", actor="sala")
    assert (terminals_of(hall), [one.number for one in revoked_of(hall)], seats_taken(hall)) == ([], [1], 0)
    assert told(hall)[-1] == ("TerminalRevoked", {"terminal": 1, "place": "Terminal 12", "reason": "stolen"}, "sala")


def test_a_device_is_moved_and_keeps_its_secret(hall):
    entered = let_in(hall)
    let_in(hall, place="Terminal 13")
    move_terminal(hall_id=hall.pk, terminal=1, place="Corner", actor="sala", source_ref="sala:m")
    again = move_terminal(hall_id=hall.pk, terminal=1, place="Corner", actor="sala", source_ref="sala:m")
    assert (again.place, again.was) == ("Corner", "Terminal 12")
    assert terminal_of(entered.token).place == "Corner"
    assert [one.place for one in terminals_of(hall)] == ["Corner", "Terminal 13"]
    assert seats_taken(hall) == 2
    with pytest.raises(errors.PlaceTaken):
        move_terminal(hall_id=hall.pk, terminal=1, place="Terminal 13", actor="sala")


def test_a_device_enrolled_anew_loses_what_it_was(hall):
    first = let_in(hall)
    code = offered(hall, device="wall", place="Entrance")
    second = enrol(code=code, address=HERE, token_before=first.token)
    assert terminal_of(first.token) is None
    assert (second.terminal.number, second.terminal.kind) == (2, "wall")
    assert [kind for kind, *_ in told(hall)][-2:] == ["TerminalRevoked", "TerminalEnrolled"]


@pytest.mark.parametrize("token", ["", "x", "a" * 43, "a" * 5_000])
def test_a_secret_nobody_was_given_is_nobody_s(hall, token):
    let_in(hall)
    assert terminal_of(token) is None
