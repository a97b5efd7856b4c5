"""Every fault of the simulator, through the real port thread, a real pseudo-terminal and the database."""

import pytest
from django.db import OperationalError

from devices.codecs.events import (
    BallMissing,
    BallRead,
    BallUnread,
    Booted,
    CommandRefused,
    DrawEnded,
    DrawSlow,
    DrawStalled,
    Fault,
    LinkDown,
    LinkUp,
    StatusRead,
)
from devices.drivers.base import DrawLimits
from devices.models import Device, DeviceEvent
from devices.simulators.client import ask
from tests.devices.supervisor.hall import Hall, order_of

pytestmark = pytest.mark.django_db(transaction=True)

BALLS = 8
SHORT = DrawLimits(slow=0.2, stalled=0.6)


@pytest.fixture
def play(simulators):
    """Give a function that plays a game with a fault to `last`, and returns the hall."""
    halls = []

    def play(fault, last=BALLS, **options):
        hall = Hall(fault, **options)
        halls.append(hall)
        hall.load()
        hall.play(last)
        return hall

    yield play
    for hall in halls:
        hall.port.stop()


def assert_nothing_lost_nothing_twice(hall, last=BALLS):
    hall.until(lambda: hall.machine()["acked"] == hall.machine()["ev"])
    machine = hall.machine()
    assert order_of(hall) == machine["order"] == machine["told"]
    assert len(machine["order"]) == last
    assert machine["actuations"] == last
    assert len(hall.refs) == len(set(hall.refs)) == DeviceEvent.objects.filter(handled=True).count()
    assert not DeviceEvent.objects.filter(handled=False).exists()


def counted(name):
    return lambda hall: getattr(hall.port.health(), name) > 0


def told(kind, **fields):
    def look(hall):
        return [e for e in hall.of(kind) if all(getattr(e, key) == value for key, value in fields.items())]

    return look


FAULTS = [
    ("jam@5", told(Fault, code="JAM", active=True), {}),
    ("unread@5", told(BallUnread, ordinal=5, reason="unread"), {}),
    ("double@5", told(BallUnread, ordinal=5, reason="multi"), {}),
    ("range@5:91", told(BallUnread, ordinal=5, reason="range", numbers="91"), {}),
    ("range@5:7x", told(BallUnread, ordinal=5, reason="range", numbers="7x"), {}),
    ("lowq@5", told(BallRead, ordinal=5, quality=61), {}),
    ("garbage@3", counted("noise"), {}),
    ("badcrc@3", counted("bad"), {}),
    ("swap@3", counted("bad"), {}),
    ("half@3", counted("short"), {}),
    ("dup@3", counted("dup"), {}),
    ("noack@3", counted("resends"), {}),
    ("drop@5:before", told(LinkDown, reason="lost"), {}),
    ("drop@5:after", told(LinkDown, reason="lost"), {}),
    ("drop@5:ack", told(LinkDown, reason="lost"), {}),
    ("slow@3", told(DrawSlow, ordinal=3), {"speed": 25, "limits": DrawLimits(slow=0.2, stalled=5)}),
    ("missing@5", told(BallMissing, ordinal=5), {}),
    ("missing@5,missing@5", told(BallUnread, ordinal=5, reason="noball"), {}),
    ("air@5", told(BallMissing, ordinal=5), {}),
    ("stall@5", told(DrawStalled, ordinal=5), {"limits": SHORT}),
    ("reboot@5", told(Booted, reason="watchdog"), {}),
    ("door@5", told(CommandRefused, verb="DRAW", code="FAULT"), {}),
]


@pytest.mark.parametrize(("fault", "seen", "options"), FAULTS, ids=[fault for fault, _, _ in FAULTS])
def test_a_game_with_a_fault_has_the_machines_balls_each_once(play, fault, seen, options):
    hall = play(fault, **options)
    assert seen(hall), "the fault did not happen"
    assert_nothing_lost_nothing_twice(hall)


def test_a_whole_game_of_90_balls_with_many_faults_and_its_end(play):
    faults = "garbage@3,dup@11,badcrc@22,swap@33,half@44,drop@55:ack,noack@66,drop@77:after,garbage@90"
    hall = play(faults, last=90)
    assert_nothing_lost_nothing_twice(hall, last=90)
    assert sorted(order_of(hall)) == list(range(1, 91))
    hall.port.finish()
    hall.until(lambda: told(DrawEnded, balls_in=90)(hall))
    hall.until(lambda: (hall.port.health().ordinal, hall.port.health().balls_in) == (0, 90))
    assert hall.machine()["previous"][0]["order"] == order_of(hall)


def test_at_9600_baud_a_ball_is_a_ball(play):
    hall = play("", last=4, baud=9600)
    assert_nothing_lost_nothing_twice(hall, last=4)


def test_a_repeated_number_is_delivered_with_its_new_ordinal(play):
    hall = play("repeat@5")
    first = hall.of(BallRead)[0]
    assert told(BallRead, ordinal=5, number=first.number)(hall)
    assert_nothing_lost_nothing_twice(hall)


def test_a_machine_with_89_balls_refuses_the_game_until_the_ball_is_back(simulators):
    hall = Hall("lost")
    try:
        hall.load()
        (refused,) = hall.of(CommandRefused)
        assert (refused.verb, refused.code) == ("LOAD", "BALLS")
        assert (refused.detail["in"], refused.detail["miss"]) == ("89", "17")
        ask("sim", "clear")
        hall.port.load("1")
        hall.until(lambda: hall.port.health().state == "LOADED")
        hall.play(2)
        assert_nothing_lost_nothing_twice(hall, last=2)
    finally:
        hall.port.stop()


def test_a_ball_read_again_gets_its_number_from_the_machine(play):
    hall = play("", last=2)
    ask("sim", "inject", fault="unread@3")
    hall.until(lambda: hall.held is not None, lambda: hall.port.draw(3))
    hall.port.read_again(3)
    hall.until(lambda: 3 in hall.balls)
    assert order_of(hall) == hall.machine()["order"]


def test_after_a_reboot_the_epoch_is_another_and_the_link_comes_up_renewed(play):
    hall = play("reboot@5")
    assert Device.objects.get().epoch == 2
    assert {reference.split(":")[1] for reference in hall.refs} == {"1", "2"}
    assert [up.renewed for up in hall.of(LinkUp)] == [True, True]
    assert Device.objects.get().boot == hall.machine()["boot"]


def test_an_event_that_was_not_taken_is_told_again_and_stored_once(play):
    hall = Hall("")
    hall.fail_once = {"extractor-1:1:4", "extractor-1:1:6"}
    try:
        hall.load()
        hall.play(6)
        assert hall.fail_once == set()
        assert_nothing_lost_nothing_twice(hall, last=6)
    finally:
        hall.port.stop()


def test_duplicates_are_counted_and_are_no_rows(play):
    hall = play("dup@3,dup@4")
    hall.until(lambda: Device.objects.get().duplicates >= 4)
    assert DeviceEvent.objects.count() == len(hall.refs)


def test_the_same_wish_said_a_hundred_times_is_one_ball(play):
    hall = play("", last=1)
    for _ in range(100):
        hall.port.draw(2)
    hall.until(lambda: 2 in hall.balls)
    assert hall.machine()["actuations"] == 2


def test_after_an_empty_draw_nothing_moves_until_the_ball_is_wished_for_again(play):
    hall = play("", last=1)
    ask("sim", "inject", fault="missing@2")
    hall.port.draw(2)
    hall.until(lambda: hall.of(BallMissing))
    # Commands are answered one by one: once this one is done, a DRAW of the driver's own would have begun.
    hall.port.set_number(1, 90)
    hall.until(lambda: hall.machine()["told"] == [90])
    assert (hall.machine()["moving"], hall.machine()["actuations"]) == ("", 1)
    hall.until(lambda: 2 in hall.balls, lambda: hall.port.draw(2))
    assert hall.machine()["actuations"] == 2
    assert not hall.of(BallUnread)


def test_a_halt_takes_the_wish_back(play):
    hall = play("", last=1)
    ask("sim", "inject", fault="stall@2")
    hall.port.draw(2)
    hall.until(lambda: hall.machine()["state"] == "DRAWING")
    hall.port.halt()
    hall.until(lambda: hall.machine()["state"] == "READY")
    assert hall.port.health().drawing_since is None
    assert hall.machine()["actuations"] == 1


def test_without_a_link_a_command_is_refused_and_a_wish_is_kept(play):
    hall = play("", last=1)
    ask("sim", "shutdown")
    hall.until(lambda: hall.port.health().link != "up")
    hall.port.clear("JAM")
    hall.port.draw(2)
    hall.until(lambda: told(CommandRefused, verb="CLEAR", code="DOWN")(hall))
    hall.until(lambda: 2 in hall.balls)
    machine = hall.machine()
    assert (machine["runs"], machine["actuations"]) == (2, 2)
    assert order_of(hall) == machine["order"]
    assert hall.of(StatusRead)[-1].drawn >= {hall.balls[1]}


def test_a_lost_line_that_was_not_taken_is_told_again_before_the_line_is_up(simulators):
    class Locked(Hall):
        left = 2

        def on_event(self, event, source_ref):
            super().on_event(event, source_ref)
            if isinstance(event, LinkDown) and self.left:
                self.left -= 1
                raise OperationalError

    hall = Locked()
    try:
        hall.load()
        ask("sim", "unplug")
        hall.until(lambda: hall.of(LinkDown))
        ask("sim", "plug")
        hall.until(lambda: len(hall.of(LinkUp)) == 2)
        assert [type(event) for event in hall.events if isinstance(event, LinkUp | LinkDown)] == [
            LinkUp,
            *[LinkDown] * 3,
            LinkUp,
        ]
    finally:
        hall.port.stop()
