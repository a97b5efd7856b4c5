"""A machine that says a thing twice, a number that comes back, a pulled cable, a hall killed: G05 to G08."""

import multiprocessing
import os
import signal
import time

import pytest
from django.db import connections

from devices.models import Device, DeviceEvent
from devices.simulators.client import ask
from records import publish
from records.models import Event
from sessions.services import draw, suspensions
from tests.scenarios.looks import journal, kinds, money, refusal, said
from tests.walks.running_hall import until

pytestmark = pytest.mark.django_db(transaction=True)

SOLD = {"cash": 1_200, "prizes": 798, "house": 402}  # 6 x 2.00: 1.08 + 6.90, and 4.02


def drawn(table):
    return table.board()["drawn"]


def call_up_to(table, last):
    """Call balls until so many are called, each as soon as it is out."""
    for ordinal in range(table.board()["called"] + 1, last + 1):
        until(lambda o=ordinal: len(drawn(table)) >= o)
        table.call(ordinal)


def test_g05_the_same_frame_twice_is_one_ball_a_number_in_the_log_and_no_pause(table_with):
    table = table_with("dup@1")
    table.start()
    until(lambda: Device.objects.get(code="extractor-1").duplicates >= 1)
    call_up_to(table, 2)
    until(lambda: len(drawn(table)) == 3)
    assert drawn(table) == table.machine()["order"] == [47, 89, drawn(table)[2]]
    assert [p["number"] for _, p in journal(table.story, "BallDrawn")] == drawn(table)
    assert not kinds(table.story, "DrawPaused", "BallHeld"), "nothing stood still for it"
    assert DeviceEvent.objects.filter(payload__number=47).count() == 1, "the log counts it, and keeps it once"
    assert [f["event"]["number"] for f in said(table.story, "public", "BallCalled")] == [47, 89]
    assert len(said(table.story, "staff", "BallDrawn")) == 3
    assert money(table.story) == SOLD
    assert table.violations() == []


def test_g06_a_number_that_comes_again_twenty_balls_later_is_a_fault_and_the_agent_decides(table_with):
    table = table_with("repeat@22")
    table.start()
    call_up_to(table, 21)
    until(lambda: table.board()["held"])
    assert table.board()["held"] == [{"ordinal": 22, "number": 47, "reason": "repeat"}]
    assert (table.board()["pause"], len(drawn(table)), drawn(table)[0]) == ("held_repeat", 21, 47)
    assert refusal(draw.resume_draw, game_id=table.story.game_id, actor="mesa") == "ball_held_first"
    numbers = [e.payload.get("number") for e in DeviceEvent.objects.all()]
    assert numbers.count(47) == 2, "it is another drop, not a frame said twice: the log keeps both"

    by = {"game_id": table.story.game_id, "actor": "mesa"}
    suspensions.suspend_game(cause="balls", ball_out=True, text="47 came twice: the set is suspect", **by)
    assert refusal(suspensions.lift_suspension, decision="solved", **by) == "agent_decides"
    suspensions.lift_suspension(decision="agent", agent="TIP 1", text="record 7", **by)
    assert kinds(table.story)[-3:] == ["BallHeld", "GameSuspended", "SuspensionLifted"]
    assert said(table.story, "public", "BallHeld") == []
    (told,) = said(table.story, "public", "GameSuspended")
    assert told["board"]["state"] == "suspended"
    assert len(told["board"]["drawn"]) == 21
    (held,) = said(table.story, "staff", "BallHeld")
    assert held["board"]["pause"] == "held_repeat"
    assert money(table.story) == SOLD
    assert table.violations() == []


def test_g07_a_cable_pulled_between_two_balls_stops_the_draw_and_a_person_starts_it_again(table_with):
    table = table_with()
    table.start()
    call_up_to(table, 33)
    until(lambda: len(drawn(table)) == 34)
    before = drawn(table)
    began = time.monotonic()
    ask(table.name, "inject", fault="drop")
    until(lambda: table.board()["pause"] == "link")
    assert time.monotonic() - began < 10, "two seconds on a quiet machine"
    until(lambda: table.loop.ports.extractors["extractor-1"].health().link == "up")
    # Plugged in again, nobody has ordered anything: several turns of the loop change nothing.
    for _ in range(5):
        table.loop._wake.set()
        time.sleep(0.1)
    assert (drawn(table), table.board()["pause"], table.machine()["actuations"]) == (before, "link", 34)
    (told,) = said(table.story, "public", "DrawPaused")
    assert (told["board"]["pause"], told["board"]["called"]) == ("link", 33)

    draw.resume_draw(game_id=table.story.game_id, actor="mesa")
    call_up_to(table, 34)
    until(lambda: len(drawn(table)) == 35)
    assert drawn(table)[:34] == before
    assert drawn(table) == table.machine()["order"]
    assert kinds(table.story, "DrawPaused", "DrawResumed") == ["DrawPaused", "DrawResumed"]
    assert money(table.story) == SOLD
    assert table.violations() == []


def die_before_telling(table):
    """Be a hall that is killed when its first ball is committed and nobody has been told of it yet."""
    tell = publish.tell

    def killed(hall_id, message):
        if Event.objects.filter(hall_id=hall_id, kind="BallDrawn").exists():
            os.kill(os.getpid(), signal.SIGKILL)
        tell(hall_id, message)

    publish.tell = killed
    table.start()
    time.sleep(60)


def test_g08_killed_after_a_ball_is_committed_and_before_it_is_told_there_is_one_ball_to_be_called(table_with):
    table = table_with()
    connections.close_all()
    hall = multiprocessing.get_context("fork").Process(target=die_before_telling, args=(table,), daemon=True)
    hall.start()
    hall.join(60)
    assert hall.exitcode == -signal.SIGKILL
    assert [p["number"] for _, p in journal(table.story, "BallDrawn")] == [47]
    assert DeviceEvent.objects.get(payload__number=47).handled is False, "so the machine will say it again"

    table.restart()
    port = table.loop.ports.extractors["extractor-1"]
    until(lambda: port.health().link == "up" and table.machine()["acked"] == table.machine()["ev"])
    assert table.loop.still, "the caller is asked: nothing goes on by itself"
    assert table.machine()["actuations"] == 1
    assert [p["number"] for _, p in journal(table.story, "BallDrawn")] == [47], "told again, it is the same ball"
    (staff,) = said(table.story, "staff", "BallDrawn")
    assert (staff["board"]["drawn"], staff["board"]["called"]) == ([47], 0)
    assert said(table.story, "public", "BallCalled") == []

    table.call(1)
    draw.resume_draw(game_id=table.story.game_id, actor="mesa")
    until(lambda: len(drawn(table)) == 2)
    assert drawn(table) == table.machine()["order"] == [47, 89]
    assert [f["event"]["number"] for f in said(table.story, "public", "BallCalled")] == [47]
    assert money(table.story) == SOLD
    assert table.violations() == []
