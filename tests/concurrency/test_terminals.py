"""One code typed at several devices in the same moment lets one of them in."""

from __future__ import annotations

import pytest
from django.db import connection

from people.models import Terminal
from records.models import Event
from sessions.services.terminals import enrol, offer_enrolment
from tests.concurrency.crew import Crew
from tests.concurrency.threads import Threads
from tests.given import a_hall

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("silent")]
ROUNDS, DEVICES = 8, 4


def let_in(code, address):
    return enrol(code=code, address=address).terminal.number


def offered(hall, place):
    return offer_enrolment(hall_id=hall.pk, device="player_terminal", place=place, actor="sala")["code"]


def test_a_code_typed_at_four_devices_at_once_lets_one_in_and_each_place_has_its_own_number():
    hall = a_hall()[0]
    with (Threads if connection.vendor == "sqlite" else Crew)(DEVICES) as crew:
        for number in range(ROUNDS):
            code = offered(hall, f"Terminal {number}")
            orders = [(let_in, {"code": code, "address": f"10.0.{number}.{one}"}) for one in range(DEVICES)]
            answers = crew.at_once(*orders)
            assert [one.error for one in answers] == [""] * DEVICES
            assert sorted(one.refused for one in answers) == ["", *["enrolment_code_used"] * (DEVICES - 1)]
        codes = [offered(hall, f"Corner {number}") for number in range(DEVICES)]
        at_once = [(let_in, {"code": code, "address": f"10.1.0.{at}"}) for at, code in enumerate(codes)]
        assert [(one.refused, one.error) for one in crew.at_once(*at_once)] == [("", "")] * DEVICES
    numbers = sorted(Terminal.objects.values_list("number", flat=True))
    assert numbers == list(range(1, ROUNDS + DEVICES + 1))
    assert Event.objects.filter(kind="TerminalEnrolled").count() == ROUNDS + DEVICES
