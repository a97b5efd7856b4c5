"""A machine that says too much, nothing, or reads nothing: the port lives, its memory does not grow, it comes back."""

import tracemalloc

import pytest

from devices.codecs.events import LinkDown, MachineState
from devices.simulators.client import ask
from devices.supervisor.inbox import BYTES_WAITING_MAX, Data, Inbox
from tests.devices.supervisor.hall import Hall, order_of

pytestmark = pytest.mark.django_db(transaction=True)

MEGABYTE = 1 << 20


@pytest.fixture
def hall(simulators):
    """Give a function that makes a loaded hall on a machine of a name of its own."""
    halls = []

    def make(name, fault="", **options):
        halls.append(Hall(fault, name=name, **options))
        halls[-1].load()
        return halls[-1]

    yield make
    for one in halls:
        one.port.stop()


def test_two_hundred_events_a_second_are_taken_one_by_one_and_the_game_goes_on(hall):
    told = hall("flooded")
    told.play(2)
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        ask("flooded", "inject", fault="flood:3")
        told.until(lambda: len(told.of(MachineState)) > 100)
        told.play(6, first=3)
        waiting = told.port._inbox._waiting
        told.until(lambda: told.machine()["acked"] == told.machine()["ev"])
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert waiting < 4096, "the machine waits for each K, so no more than an event and an answer can wait"
    assert after - before < 2 * MEGABYTE
    assert told.of(LinkDown) == []
    assert (told.port.health().link, told.port.health().overruns) == ("up", 0)
    # 200 a second for 3 s, or as many as the database could take; each one once.
    assert 100 < len(told.of(MachineState)) <= 620
    assert len(told.refs) == len(set(told.refs))
    assert order_of(told) == told.machine()["order"]
    assert told.machine()["actuations"] == 6


def test_a_flood_in_the_middle_of_a_draw_loses_no_ball(hall):
    told = hall("flooded-draw", "flood@2:1")
    told.play(4)
    assert order_of(told) == told.machine()["order"]
    assert told.machine()["actuations"] == 4
    assert told.of(LinkDown) == []


def test_what_waits_for_a_port_is_bounded_whatever_comes():
    inbox = Inbox()
    for _ in range(10_000):
        inbox.put(Data(1, bytes(1000), 0.0))
    assert inbox._waiting == BYTES_WAITING_MAX // 1000 * 1000
    assert inbox.overruns == 10_000 - BYTES_WAITING_MAX // 1000


def test_a_machine_that_reads_nothing_is_given_up_within_the_write_s_second_and_comes_back(hall):
    told = hall("deaf")
    told.play(2)
    ask("deaf", "inject", fault="slowread:60")
    ask("deaf", "status")
    told.port.draw(3)
    told.until(lambda: told.of(LinkDown))
    # Lost: the write was given up. An answer waited for in vain would be told as no answer.
    assert [down.reason for down in told.of(LinkDown)] == ["lost"]
    assert told.port._thread.is_alive()

    ask("deaf", "clear")
    told.play(4, first=3)
    assert order_of(told) == told.machine()["order"]
    assert told.machine()["actuations"] == 4


def test_a_machine_that_stops_reading_after_its_answer_has_drawn_one_ball(hall):
    told = hall("deaf-at-3", "slowread@3:2")
    told.play(4)
    assert told.of(LinkDown)
    assert order_of(told) == told.machine()["order"]
    assert told.machine()["actuations"] == 4


def test_a_line_at_a_wrong_speed_says_so_and_comes_up_when_it_is_right(hall):
    told = hall("noisy", "baud@3")
    told.play(2)
    told.until(lambda: told.port.health().message == "noise", lambda: told.port.draw(3))
    assert told.port.health().noise + told.port.health().bad > 0
    ask("noisy", "clear")
    told.play(4, first=3)
    assert order_of(told) == told.machine()["order"]
    assert told.machine()["actuations"] == 4


def test_a_machine_switched_off_is_missed_and_found_again_with_its_balls(hall):
    told = hall("off")
    told.play(2)
    ask("off", "power", on=False)
    told.until(lambda: told.of(LinkDown))
    assert told.of(LinkDown)[0].reason == "no-answer"
    ask("off", "power", on=True, map="kept")
    told.play(4, first=3)
    assert order_of(told) == told.machine()["order"]
    assert (told.machine()["actuations"], told.machine()["runs"]) == (4, 2)
