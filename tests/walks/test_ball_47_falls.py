"""Ball 47 falls: from the bytes on a pseudo-terminal to the boards in the hall, and never too early."""

import pytest
from asgiref.sync import sync_to_async

from devices.models import Device
from tests.screens.sockets import STAFF, Screen, until


@pytest.fixture
def played(table_with, live_hub):
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
        # The machine draws on meanwhile: the proof is of one moment all the same.
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
