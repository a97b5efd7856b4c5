"""A whole game with a reader that only says lines: through its real port, the draw loop and the journal."""

from random import Random

import pytest

from bingo_hall.pacing import DrawLoop
from bingo_hall.ports import Ports
from devices.models import Device, DeviceEvent
from records.models import Event, Hall
from sessions.models import Game
from sessions.selectors.verify import violations
from sessions.services import corrections, draw
from tests.devices.lines import LineReader
from tests.given import a_game_ready
from tests.walks.running_hall import until

pytestmark = pytest.mark.django_db(transaction=True)

CODE = "extractor-1"


class Game90:
    """A game about to be drawn, its reader, and the draw loop of a real hall."""

    def __init__(self, folder, **options):
        self.story = a_game_ready(extractor=CODE)
        self.reader = LineReader(folder / "reader")
        self.reader.plug()
        Device.objects.create(
            code=CODE, hall_code=self.story.hall.code, driver="line", url=str(self.reader.link), options=options
        )
        self.loop = None
        self.start()
        draw.start_draw(game_id=self.story.game_id, actor="mesa")

    def start(self):
        hall = Hall.objects.get(pk=self.story.hall.pk)
        self.loop = DrawLoop(hall, Ports(hall))
        self.loop.start()

    def port(self):
        return self.loop.ports.extractors[CODE].health()

    def board(self):
        return Game.objects.get(pk=self.story.game_id).board

    def until_wished(self):
        until(lambda: self.port().state == "DRAWING")

    def bring(self, ordinal, number, *lines):
        """Bring a ball when it is wished for, say its lines, and call it once it is drawn."""
        self.until_wished()
        for line in lines or (f"{number:02d}",):
            self.reader.say(line)
        until(lambda: len(self.board()["drawn"]) == ordinal)
        self.call(ordinal)

    def call(self, ordinal):
        draw.call_ball(game_id=self.story.game_id, ordinal=ordinal, actor="locutor")

    def resume(self):
        draw.resume_draw(game_id=self.story.game_id, actor="mesa")

    def kinds(self):
        return list(Event.objects.filter(hall=self.story.hall).order_by("position").values_list("kind", flat=True))

    def end(self):
        self.loop.stop()
        self.reader.unplug()


@pytest.fixture
def game_with(tmp_path):
    games = []

    def make(**options):
        games.append(Game90(tmp_path, **options))
        return games[-1]

    yield make
    for game in games:
        game.end()


def test_ninety_balls_an_unplug_and_a_restart_with_every_ball_once_and_in_order(game_with):
    order = Random(7).sample(range(1, 91), 90)
    game = game_with(apart_ms=0)
    for ordinal, number in enumerate(order, 1):
        if ordinal % 7 == 0:
            game.bring(ordinal, number, f"{number:02d}", f"{number:02d}")
        else:
            game.bring(ordinal, number)
        if ordinal == 30:
            game.until_wished()
            game.reader.unplug()
            until(lambda: game.board()["pause"] == "link")
            game.reader.plug()
            until(lambda: game.port().link == "up")
            game.reader.say(f"{number:02d}")
            until(lambda: game.port().dup == 30 // 7 + 1)
            game.resume()
        if ordinal == 60:
            game.loop.stop()
            game.start()
            until(lambda: game.port().link == "up")
            game.resume()
    assert game.board()["drawn"] == order
    assert not {"BallHeld", "StrayBall"} & set(game.kinds())
    assert list(violations(Hall.objects.get(pk=game.story.hall.pk))) == []
    events = list(DeviceEvent.objects.order_by("epoch", "ev").values_list("epoch", "ev", "payload__number"))
    assert events == [(1, ev, order[ev - 1]) for ev in range(1, 61)] + [(2, ev, order[59 + ev]) for ev in range(1, 31)]
    until(lambda: not DeviceEvent.objects.filter(handled=False).exists())


def test_a_line_that_is_no_ball_is_held_and_the_ball_shown_again_is_the_one(game_with):
    game = game_with(apart_ms=0)
    game.bring(1, 47)
    game.until_wished()
    game.reader.say("4\xb7")
    until(lambda: game.board()["held"])
    assert game.board()["held"] == [{"ordinal": 2, "number": 0, "reason": "unread"}]
    corrections.resolve_held(game_id=game.story.game_id, accept=False, number=0, actor="mesa")
    game.resume()
    game.bring(2, 8)
    assert game.board()["drawn"] == [47, 8]


def test_a_ball_brought_while_the_draw_stands_still_is_drawn_and_called_later(game_with):
    game = game_with(apart_ms=0)
    game.bring(1, 47)
    draw.pause_draw(game_id=game.story.game_id, reason="claim", actor="mesa")
    game.reader.say("08")
    until(lambda: game.board()["drawn"] == [47, 8])
    assert game.board()["called"] == 1
    game.resume()
    game.call(2)
    game.bring(3, 90)
    assert game.board()["drawn"] == [47, 8, 90]


def test_a_ball_shown_while_a_new_process_stands_still_is_held_with_its_number(game_with):
    game = game_with(apart_ms=0)
    game.bring(1, 47)
    game.bring(2, 8)
    game.loop.stop()
    game.start()
    until(lambda: game.port().link == "up")
    game.reader.say("90")
    until(lambda: game.board()["held"])
    assert [(held["number"], held["reason"]) for held in game.board()["held"]] == [(90, "out_of_order")]
    assert game.board()["drawn"] == [47, 8]


def test_a_pattern_that_is_not_safe_leaves_the_port_misconfigured(game_with):
    game = game_with(pattern=r"(?P<number>(\d+)+)")
    until(lambda: game.port().message == "misconfigured")
    assert game.port().link == "down"
