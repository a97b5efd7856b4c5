"""Faults that last, in whole games: a slow ball, a lost map, a dead reader, a flood, a line that says nothing."""

import pytest

from bingo_hall import pacing
from devices.models import DeviceEvent
from tests.devices.whole_games.evening import until
from tests.devices.whole_games.test_every_fault import at_the_machine


def at_speed(speed):
    return lambda game: game.machine.device.tune(speed=speed)


def test_a_slow_ball_is_told_to_the_staff_and_stops_nothing(game_with, monkeypatch):
    statuses = []
    monkeypatch.setattr(pacing, "tell", lambda _hall_id, message: statuses.append(message))
    limits = {"slow_seconds": 0.7, "stalled_seconds": 30}
    game = game_with("slow@30", options=limits, at={30: at_speed(5), 31: at_speed(2_000)}).play()
    assert game.stops == []
    game.assert_nothing_lost_nothing_twice()
    devices = [d for m in statuses if m["type"] == "hall.status" for d in m["status"]["devices"]]
    # Seven to eleven seconds of a machine five times as fast.
    assert {d["drawing_for_s"] for d in devices if d["slow"]} <= {1, 2, 3}
    assert any(d["slow"] for d in devices)


def test_a_machine_that_has_lost_its_map_is_told_it_once_a_person_has_looked(game_with):
    game = game_with("reboot@30:lost").play()
    first = sorted(game.machine.truth()["order"][:29])
    lost = f"machine=29 house=29 more=- less={','.join(map(str, first))}"
    assert game.stops == [("link", "why=rebooted", ""), ("machine", lost, "")]
    game.assert_nothing_lost_nothing_twice()
    assert game.machine.truth()["told"] == game.board()["drawn"]


def test_a_dead_reader_that_is_mended_reads_on(game_with):
    game = game_with("readerdead@30").play()
    assert game.stops == [("reader", "c=READER", "unread")]
    game.assert_nothing_lost_nothing_twice()
    assert game.machine.truth()["told"] == game.board()["drawn"]


def test_with_a_dead_reader_the_rest_of_the_game_is_drawn_by_hand(game_with):
    game = game_with("readerdead@30", by_hand="reader").play()
    assert game.stops == [("reader", "c=READER", "unread")]
    assert len(game.drawn_by_hand) == 60
    game.assert_nothing_lost_nothing_twice()
    assert [row.kind for row in game.rows("GameSuspended", "ParagraphRead", "ManualDrawOrdered")] == [
        "GameSuspended",
        "ParagraphRead",
        "ManualDrawOrdered",
    ]


def test_two_hundred_events_a_second_are_each_stored_and_no_ball_waits_for_ever(game_with):
    game = game_with("flood@30:1").play()
    assert game.stops == []
    game.assert_nothing_lost_nothing_twice()
    assert DeviceEvent.objects.filter(kind="MachineState").count() >= 150
    assert game.port.health().overruns == 0
    assert game.port._inbox.empty()


def test_a_machine_that_stops_reading_is_a_lost_line_and_no_hang(game_with):
    game = game_with("slowread@30:2").play()
    assert game.stops == [("link", "why=lost", "")]
    game.assert_nothing_lost_nothing_twice()


def test_a_line_at_another_speed_is_noise_until_somebody_sets_it_right(game_with):
    def set_right(game):
        until(lambda: game.port.health().message == "noise")
        at_the_machine(game)

    game = game_with("baud@30", repair=set_right).play()
    assert game.stops == [("link", "why=no-answer", "")]
    game.assert_nothing_lost_nothing_twice()


def test_a_machine_of_another_kind_is_refused_by_name_until_the_right_one_is_there(game_with):
    def change(game):
        assert game.port.health().message == "wrong-device"
        at_the_machine(game)

    game = game_with("wrongdev", repair=change).play()
    assert game.stops == [("link", "why=wrong-device", "")]
    game.assert_nothing_lost_nothing_twice()


@pytest.mark.parametrize("seed_of_faults", ["garbage*0.05,badcrc*0.05,dup*0.05,half*0.02,noack*0.05"])
def test_on_a_bad_line_no_ball_is_lost_and_nothing_stops(game_with, seed_of_faults):
    game = game_with(seed_of_faults).play()
    assert game.stops == []
    game.assert_nothing_lost_nothing_twice()
    health = game.port.health()
    assert health.bad > 0
    assert health.noise > 0
    assert health.resends > 0
