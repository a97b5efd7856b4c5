import pytest

from devices.codecs.events import BallMissing, BallRead, BallUnread, DrawSlow, DrawStalled, Fault
from devices.drivers.base import DrawLimits
from devices.drivers.draw_watch import DrawWatch


@pytest.fixture
def watch(clock):
    return DrawWatch(clock, DrawLimits(slow=6, stalled=12))


def ball(ordinal):
    return BallRead("b", 5, ordinal, 47, 98, "rfid")


def empty(ev, ordinal=3):
    return BallUnread("b", ev, ordinal, "noball")


def test_a_wish_said_again_is_not_asked_again(watch, clock):
    assert watch.want(3)
    clock.forward(5)
    assert not watch.want(3)


def test_a_wish_still_said_a_second_after_its_ball_is_asked_again(watch, clock):
    watch.want(3)
    watch.judge(ball(3))
    clock.forward(0.9)
    assert not watch.want(3)
    clock.forward(0.1)
    assert watch.want(3)


def test_the_next_ball_is_asked_for_at_once(watch):
    watch.want(3)
    watch.judge(ball(3))
    assert watch.want(4)


def test_a_ball_is_slow_at_6_seconds_and_stalled_at_12_and_each_is_said_once(watch, clock):
    watch.want(3)
    assert watch.deadline() == clock() + 6
    clock.forward(5.9)
    assert watch.tick() == []
    clock.forward(0.1)
    assert [type(event) for event in watch.tick()] == [DrawSlow]
    assert watch.tick() == []
    clock.forward(6)
    assert [type(event) for event in watch.tick()] == [DrawStalled]
    assert watch.tick() == []
    assert watch.deadline() is None


def test_an_empty_draw_still_wished_for_is_asked_for_once_more_and_then_told(watch, clock):
    watch.want(3)
    assert watch.judge(empty(7)) == BallMissing("b", 7, 3)
    clock.forward(1)
    assert watch.want(3)
    # Heard again it is the same empty draw, and ends nothing of the new one.
    assert watch.judge(empty(7)) == BallMissing("b", 7, 3)
    assert watch.since == clock()
    assert watch.judge(empty(8)) == empty(8)


def test_an_empty_draw_no_longer_wished_for_is_asked_for_by_nothing(watch, clock):
    watch.want(3)
    assert watch.judge(empty(7)) == BallMissing("b", 7, 3)
    clock.forward(60)
    assert watch.tick() == []
    assert (watch.since, watch.deadline(), watch.ask_again()) == (None, None, None)
    # Wished for again after the pause it is the second try.
    assert watch.want(3)
    assert watch.judge(empty(8)) == empty(8)


def test_an_empty_draw_nobody_waits_for_is_not_tried_again(watch):
    watch.want(3)
    watch.forget()
    assert watch.judge(empty(7)) == BallMissing("b", 7, 3)


def test_a_jam_ends_the_wait_but_weak_air_does_not(watch, clock):
    watch.want(3)
    watch.judge(Fault("b", 5, "AIR", active=True))
    assert watch.since == clock()
    watch.judge(Fault("b", 6, "JAM", active=True))
    assert watch.since is None


def test_after_a_broken_line_only_a_ball_still_wanted_is_asked_for(watch):
    assert watch.ask_again() is None
    watch.want(3)
    assert watch.ask_again() == 3
    watch.judge(ball(3))
    assert watch.ask_again() is None
