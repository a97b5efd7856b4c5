"""What a scanner reads is on the staff's screens at once, on nobody else's, and in no record."""

import asyncio

import pytest
from asgiref.sync import sync_to_async

from bingo_hall.ports import Ports
from records.models import Hall
from records.publish import tell_scan
from tests.devices.plugs import FakeScanner, until
from tests.given import a_hall
from tests.screens.live import live_hub
from tests.screens.sockets import STAFF, Screen, logged_in, make_people

__all__ = ["live_hub"]


class Desk:
    """A hall with two scanners on pseudo-terminals, its ports open."""

    def __init__(self, folder):
        self.hall, *_ = a_hall()
        self.people = make_people(self.hall)
        self.scanners = [FakeScanner(folder, f"scanner-{n}", hall=self.hall.code) for n in (1, 2)]
        for scanner in self.scanners:
            scanner.plug.insert()
        self.ports = Ports(self.hall)
        self.ports.start()
        until(self.all_up)

    def all_up(self):
        return all(port.health().link == "up" for port in self.ports.scanners.values())

    def logged_in(self, username):
        return logged_in(self.people[username])

    def close(self):
        self.ports.stop()
        for scanner in self.scanners:
            scanner.plug.pull()


@pytest.fixture
async def desk(live_hub, tmp_path):
    made = await sync_to_async(Desk)(tmp_path)
    yield made
    await sync_to_async(made.close)()


async def a_scan(screen):
    """Give the next scan that a screen is told."""
    frame = await screen.until(lambda f: f["type"] == "scan")
    return frame["device"], frame["text"]


async def test_bytes_on_the_line_are_a_frame_on_every_staff_screen_and_on_no_other(desk):
    chief, seller = await sync_to_async(desk.logged_in)("mesa"), await sync_to_async(desk.logged_in)("venta1")
    async with Screen(STAFF, browser=chief) as table, Screen(STAFF, browser=seller) as floor, Screen() as wall:
        for screen in (table, floor, wall):
            await screen.said()
        desk.scanners[0].scan("A-000001-17")
        desk.scanners[1].scan("A-000001-18")
        for screen in (table, floor):
            told = {await a_scan(screen), await a_scan(screen)}
            assert told == {("scanner-1", "A-000001-17"), ("scanner-2", "A-000001-18")}
        await wall.until(lambda f: f["type"] == "heartbeat")
        await wall.until(lambda f: f["type"] == "heartbeat")
        assert {frame["type"] for frame in wall.seen} == {"board", "heartbeat"}


async def test_a_scan_is_kept_nowhere(desk):
    chief = await sync_to_async(desk.logged_in)("mesa")
    before = (await Hall.objects.aget(pk=desk.hall.pk)).head_position
    async with Screen(STAFF, browser=chief) as table:
        await table.said()
        desk.scanners[0].scan("A-000001-17")
        assert await a_scan(table) == ("scanner-1", "A-000001-17")
    async with Screen(STAFF, browser=chief) as later:
        await later.until(lambda f: f["type"] == "heartbeat")
        assert "scan" not in {frame["type"] for frame in later.seen}
    assert (await Hall.objects.aget(pk=desk.hall.pk)).head_position == before


async def test_unplugged_and_plugged_again_it_scans_on(desk):
    chief = await sync_to_async(desk.logged_in)("mesa")
    scanner, port = desk.scanners[0], desk.ports.scanners["scanner-1"]
    async with Screen(STAFF, browser=chief) as table:
        await table.said()
        scanner.plug.pull()
        await asyncio.to_thread(until, lambda: port.health().link == "down")
        told = {d["code"]: (d["kind"], d["link"]) for d in desk.ports.status()}
        assert told == {"scanner-1": ("scanner", "down"), "scanner-2": ("scanner", "up")}
        scanner.plug.insert()
        await asyncio.to_thread(until, lambda: port.health().link == "up")
        scanner.scan("A-000001-19")
        assert await a_scan(table) == ("scanner-1", "A-000001-19")


async def test_a_scan_of_one_hall_is_not_told_in_another(desk):
    chief = await sync_to_async(desk.logged_in)("mesa")
    other, *_ = await sync_to_async(a_hall)()
    async with Screen(STAFF, browser=chief) as table:
        await table.said()
        await sync_to_async(tell_scan)(other.pk, "scanner-9", "B-1")
        await sync_to_async(tell_scan)(desk.hall.pk, "scanner-1", "A-1")
        assert await a_scan(table) == ("scanner-1", "A-1")
