"""Ball 47 falls: from the bytes on a pseudo-terminal to the boards in the hall, and never too early."""

from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async

from bingo_hall.pacing import DrawLoop
from bingo_hall.wiring import Ports
from devices.models import Device, DeviceKind
from devices.simulators.client import ask
from records.models import Event, Hall
from sessions.selectors.verify import violations
from sessions.services import draw
from tests.given import a_game_ready
from tests.screens.sockets import STAFF, Screen, logged_in, make_people, until

SEED_WHOSE_FIRST_BALL_IS_47 = 68


class Table:
    """A game about to be drawn on a simulated machine, with its panel."""

    def __init__(self, fault):
        self.story = a_game_ready(extractor="extractor-1")
        self.name = f"walk-{uuid4().hex[:8]}"
        self.chief = logged_in(make_people(self.story.hall)["mesa"])
        query = f"seed={SEED_WHOSE_FIRST_BALL_IS_47}&speed=100&fault={fault}"
        self._device("extractor-1", DeviceKind.EXTRACTOR, "bx1", f"bingosim://{self.name}?{query}")
        self._device("panel-1", DeviceKind.PANEL, "frame", f"bingopanel://{self.name}")
        self.loop = DrawLoop(self.story.hall, Ports(self.story.hall))

    def _device(self, code, kind, driver, url):
        Device.objects.create(code=code, hall_code=self.story.hall.code, kind=kind, driver=driver, url=url)

    def start(self):
        self.loop.start()
        draw.start_draw(game_id=self.story.game_id, actor="mesa")

    def call(self, ordinal):
        draw.call_ball(game_id=self.story.game_id, ordinal=ordinal, actor="locutor")

    def kinds(self):
        rows = Event.objects.filter(hall=self.story.hall, stream__startswith="game:").order_by("position")
        return [row.kind for row in rows if row.kind.startswith("Ball")]

    def violations(self):
        return list(violations(Hall.objects.get(pk=self.story.hall.pk)))

    def machine(self):
        return ask(self.name, "status")["device"]

    def lit(self):
        return ask(self.name, "status", kind="panel")["device"]["lit"]


@pytest.fixture
def table_with(simulators, live_hub):
    tables = []

    def make(fault):
        tables.append(Table(fault))
        return tables[-1]

    yield make
    for table in tables:
        table.loop.stop()


@pytest.fixture
def played(table_with):
    @sync_to_async
    def play(fault):
        table = table_with(fault)
        table.start()
        return table

    return play


async def test_the_staff_see_ball_47_when_it_falls_and_the_hall_when_it_is_called(played):
    table = await played("")
    async with Screen() as wall, Screen(STAFF, browser=table.chief) as desk:
        await until(lambda: table.kinds() == ["BallDrawn"])
        await desk.until(lambda f: f["type"] == "board" and f["board"]["drawn"] == [47])
        assert (await sync_to_async(table.lit)()) == []

        await sync_to_async(table.call)(1)
        told = await wall.event("BallCalled")
        assert (told["event"]["ordinal"], told["event"]["number"]) == (1, 47)
        assert (told["board"]["drawn"], told["board"]["called"]) == ([47], 1)
        assert all(f["board"]["drawn"] == [] for f in wall.boards()[:-1])
        await until(lambda: table.lit() == [47])
    assert await sync_to_async(table.violations)() == []


async def test_the_same_drop_told_three_times_is_one_ball_and_nobody_is_told_twice(played):
    table = await played("dup@1")
    async with Screen(STAFF, browser=table.chief) as desk:
        await until(lambda: Device.objects.get(code="extractor-1").duplicates >= 2)
        await sync_to_async(table.call)(1)
        await desk.event("BallCalled")
        assert [f["event"]["kind"] for f in desk.boards() if f["event"]].count("BallDrawn") <= 1
    assert (await sync_to_async(table.kinds)())[:2] == ["BallDrawn", "BallCalled"]


async def test_another_drop_with_the_same_number_is_held_and_the_draw_stands_still(played):
    table = await played("repeat@2")
    async with Screen() as wall, Screen(STAFF, browser=table.chief) as desk:
        await until(lambda: table.kinds() == ["BallDrawn"])
        await sync_to_async(table.call)(1)
        held = await desk.event("BallHeld")
        assert held["board"]["held"] == [{"ordinal": 2, "number": 47, "reason": "repeat"}]
        assert held["board"]["pause"] == "held_repeat"
        assert held["board"]["drawn"] == [47]

        seen = await wall.at(held["position"])
        assert seen["event"] is None
        assert seen["board"]["held"] == []
        assert all(set(f["board"]["drawn"]) <= {47} for f in wall.boards())
    assert (await sync_to_async(table.machine)())["actuations"] == 2
