"""A game about to be drawn on a simulated machine, with its panel and the draw loop of a real hall."""

from uuid import uuid4

from bingo_hall.pacing import DrawLoop
from bingo_hall.ports import Ports
from devices.models import Device, DeviceKind
from devices.simulators.client import ask
from records.models import Event, Hall
from sessions.models import Game
from sessions.selectors.verify import violations
from sessions.services import draw
from tests.given import a_game_ready
from tests.screens.sockets import logged_in, make_people

SEED_WHOSE_FIRST_BALL_IS_47 = 68


class Table:
    """One game, one machine, one panel; `fault` is what the machine will do wrong."""

    def __init__(self, fault):
        self.story = a_game_ready(extractor="extractor-1")
        self.name = f"walk-{uuid4().hex[:8]}"
        people = make_people(self.story.hall)
        self.chief, self.caller = logged_in(people["mesa"]), logged_in(people["venta1"])
        query = f"seed={SEED_WHOSE_FIRST_BALL_IS_47}&speed=100&fault={fault}"
        self._device("extractor-1", DeviceKind.EXTRACTOR, "bx1", f"bingosim://{self.name}?{query}")
        self._device("panel-1", DeviceKind.PANEL, "frame", f"bingopanel://{self.name}")
        self.loop = self._loop()

    def _loop(self):
        hall = Hall.objects.get(pk=self.story.hall.pk)
        return DrawLoop(hall, Ports(hall))

    def _device(self, code, kind, driver, url):
        Device.objects.create(code=code, hall_code=self.story.hall.code, kind=kind, driver=driver, url=url)

    def start(self):
        self.loop.start()
        draw.start_draw(game_id=self.story.game_id, actor="mesa")

    def restart(self):
        """Begin anew where the journal stands, as a process started again does."""
        self.loop = self._loop()
        self.loop.start()

    def call(self, ordinal):
        draw.call_ball(game_id=self.story.game_id, ordinal=ordinal, actor="locutor")

    def board(self):
        return Game.objects.get(pk=self.story.game_id).board

    def kinds(self):
        rows = Event.objects.filter(hall=self.story.hall, stream__startswith="game:").order_by("position")
        return [row.kind for row in rows if row.kind.startswith("Ball")]

    def violations(self):
        return list(violations(Hall.objects.get(pk=self.story.hall.pk)))

    def machine(self):
        return ask(self.name, "status")["device"]

    def lit(self):
        return ask(self.name, "status", kind="panel")["device"]["lit"]
