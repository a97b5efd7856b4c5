"""When a machine's blower or drum is turned on and off: told once, and again to a machine that has begun anew."""

from dataclasses import replace

import pytest

from bingo_hall.mixing import Mixing
from devices.models import Device, DeviceKind
from devices.simulators.client import ask
from devices.supervisor.health import PortHealth
from devices.supervisor.port import ExtractorPort
from sessions.rules.board import HeldBall
from sessions.rules.states import State
from sessions.services import draw
from tests.given import a_game_ready
from tests.walks.running_hall import until

pytestmark = pytest.mark.django_db(transaction=True)


class Port:
    """A machine's port that keeps what it is told."""

    def __init__(self, *caps, state="LOADED"):
        self.told = []
        self.now = PortHealth("m", "up", "ok", boot="B1", state=state, caps=frozenset(caps))

    def health(self):
        return self.now

    def mix(self, *, on):
        self.told.append(on)


@pytest.fixture
def board():
    """Give the board of a game on machine `m` whose draw has begun."""
    from sessions.journal import codec
    from sessions.models import Game

    story = a_game_ready(extractor="m")
    draw.start_draw(game_id=story.game_id, actor="mesa")
    return codec.game_board(Game.objects.get(pk=story.game_id).board)


def test_it_turns_from_the_order_to_draw_until_no_ball_may_come(board):
    port, mixing = Port("air", "rfid"), Mixing()
    waiting = replace(board, draw_started=False)
    for then in (None, waiting, board, board, replace(board, pause="claim"), replace(board, state="checking")):
        mixing.keep(then, {"m": port})
    assert port.told == [True]
    for then in (replace(board, state="won"), None):
        mixing.keep(then, {"m": port})
    assert port.told == [True, False]


@pytest.mark.parametrize("state", ["suspended", "void", "won", "unclaimed", "closed"])
def test_a_game_that_ends_or_is_stopped_lets_the_balls_rest(board, state):
    port, mixing = Port("drum", "bar"), Mixing()
    mixing.keep(board, {"m": port})
    mixing.keep(replace(board, state=state), {"m": port})
    assert port.told == [True, False]


def test_a_machine_that_has_begun_anew_is_told_again(board):
    port, mixing = Port("air"), Mixing()
    mixing.keep(board, {"m": port})
    port.now = replace(port.now, boot="B2")
    mixing.keep(board, {"m": port})
    assert port.told == [True, True]


HELD = (HeldBall(ordinal=2, number=0, reason="unread"),)


@pytest.mark.parametrize("stop", [{"pause": "link"}, {"held": HELD}, {"state": State.CHECKING}], ids=str)
def test_a_machine_that_begins_anew_while_the_draw_stands_still_waits_for_the_order(board, stop):
    port, mixing = Port("air"), Mixing()
    mixing.keep(board, {"m": port})
    port.now = replace(port.now, boot="B2")
    for _ in range(3):
        mixing.keep(replace(board, **stop), {"m": port})
    assert port.told == [True]
    mixing.keep(board, {"m": port})
    assert port.told == [True, True]


@pytest.mark.parametrize(
    "changed", [{"link": "down"}, {"state": "IDLE"}, {"state": "FAULT"}, {"caps": frozenset({"rfid"})}]
)
def test_a_machine_that_cannot_is_told_when_it_can(board, changed):
    port, mixing = Port("air"), Mixing()
    can, port.now = port.now, replace(port.now, **changed)
    mixing.keep(board, {"m": port})
    assert port.told == []
    port.now = can
    mixing.keep(board, {"m": port})
    assert port.told == [True]


def test_another_machine_of_the_hall_is_let_be(board):
    other, mixing = Port("air"), Mixing()
    mixing.keep(board, {"other": other})
    assert other.told == []


def test_the_blower_of_the_simulated_machine_turns_while_its_game_is_drawn(table_with):
    table = table_with()
    table.start()
    until(lambda: table.board()["drawn"] == [47])
    port = table.loop.ports.extractors["extractor-1"]
    assert port.health().caps == {"air", "rfid"}
    assert ask(table.name, "status")["device"]["mixing"]
    # 1200 Pa, and a tremble of 2 percent of it at most.
    until(lambda: abs((port.health().pressure_pa or 0) - 1200) <= 24)
    assert port.health().rpm is None


def test_a_drum_says_its_turns_and_turns_when_it_is_told(simulators):
    url = "bingosim://drum?machine=drum&speed=500"
    Device.objects.create(code="drum", hall_code="H1", kind=DeviceKind.EXTRACTOR, driver="bx1", url=url)
    port = ExtractorPort("drum", on_event=lambda *_: None)
    port.start()
    try:
        until(lambda: port.health().link == "up")
        assert (port.health().caps, port.health().rpm, port.health().pressure_pa) == ({"drum", "bar"}, 0, None)
        port.load("1")
        until(lambda: port.health().state == "LOADED")
        port.mix(on=True)
        # Its answer is no news; what it does is in the STATUS after two seconds of silence.
        until(lambda: port.health().state == "MIXING")
        assert abs(port.health().rpm - 30) <= 1
        assert (port.detail()["rpm"], port.detail()["pressure_pa"]) == (port.health().rpm, None)
        port.mix(on=False)
        until(lambda: (port.health().state, port.health().rpm) == ("READY", 0))
    finally:
        port.stop()
