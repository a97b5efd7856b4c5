"""Every fault of the machine and of its line, each in a whole game: what the hall does, and that no ball is lost."""

import pytest

from devices.models import Device
from devices.simulators.client import ask
from tests.devices.whole_games.evening import CHIEF, SECOND

NO_STOP = []


def counted(name):
    return lambda game: getattr(game.port.health(), name) > 0


def nothing(_game):
    return True


def held(reason):
    return [(f"held_{reason}", "", reason)]


def at_the_machine(game):
    """Put right what stands beside the machine: a ball back into the drum, the right machine, the right speed."""
    ask(game.machine.name, "clear")


ROWS = {
    "jam@30": ([("fault", "c=JAM", "")], nothing, {}),
    "door@30": ([("fault", "c=DOOR", "")], nothing, {}),
    "motor@30": ([("fault", "c=MOTOR", "")], nothing, {}),
    "unread@30": (held("unread"), nothing, {}),
    "double@30": (held("multi"), nothing, {}),
    "range@30:91": (held("range"), counted("garbled"), {}),
    "range@30:0": (held("range"), counted("garbled"), {}),
    "range@30:7x": (held("range"), counted("garbled"), {}),
    "lowq@30": (held("low_quality"), nothing, {}),
    "repeat@30": (held("repeat"), nothing, {}),
    "misread@30": (held("repeat"), nothing, {}),
    "missing@30": (NO_STOP, nothing, {}),
    "missing@30,missing@30": (held("no_ball"), nothing, {}),
    "garbage@30": (NO_STOP, counted("noise"), {}),
    "half@30": (NO_STOP, counted("short"), {}),
    "badcrc@30": (NO_STOP, counted("bad"), {}),
    "swap@30": (NO_STOP, counted("bad"), {}),
    "dup@30": (NO_STOP, lambda _game: Device.objects.get().duplicates >= 2, {}),
    "noack@30": (NO_STOP, counted("resends"), {}),
    "lateack@30": (NO_STOP, counted("resends"), {}),
    "drop@30:before": ([("link", "why=lost", "")], nothing, {}),
    "drop@30:after": ([("link", "why=lost", "")], nothing, {}),
    "drop@30:ack": ([("link", "why=lost", "")], nothing, {}),
    "reboot@30": ([("link", "why=rebooted", "")], lambda _game: Device.objects.get().epoch == 2, {}),
    "stall@30": ([("stalled", "o=30", "")], nothing, {"options": {"slow_seconds": 1.0, "stalled_seconds": 2.0}}),
    "lost": ([("balls", "in=89 miss=17", "")], nothing, {"repair": at_the_machine}),
    "drum@30": ([("fault", "c=DRUM", "")], nothing, {}),
    "air@30": (held("no_ball"), nothing, {}),
    "takeback@30": ([("voided", "o=30 n=26", "")], nothing, {}),
}


@pytest.mark.parametrize("fault", ROWS)
def test_a_whole_game_with_this_fault_has_the_machines_balls_each_once(game_with, fault):
    stops, seen, options = ROWS[fault]
    game = game_with(fault, **options).play()
    assert game.stops == stops
    assert seen(game), "the fault did not show"
    game.assert_nothing_lost_nothing_twice()
    assert game.board()["drawn"] == game.machine.truth()["told"], "the machine was told what people decided"
    decided = [(why, after, who, second) for why, _, after, who, second in game.decisions()]
    assert decided == [decision_on(game, why) for _, _, why in stops if why]


def decision_on(game, why):
    """Say what the journal must know of a held ball: its number as it truly fell, and who decided with whom."""
    order = game.machine.truth()["order"]
    match why:
        case "no_ball":
            return why, 0, CHIEF, ""
        case "low_quality":
            return why, order[29], CHIEF, ""
        case "repeat" if game.rows("BallCorrected"):
            # The earlier reading was the wrong one: it is put right by two people, and this one is as it was read.
            (put_right,) = game.rows("BallCorrected")
            was, now = put_right.payload["was"], put_right.payload["number"]
            assert (now, put_right.payload["second"], put_right.actor) == (order[29], SECOND, CHIEF)
            return why, was, CHIEF, ""
    return why, order[29], CHIEF, SECOND
