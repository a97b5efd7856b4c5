"""The hub: lost nudges heal, a gap begins anew, a screen that does not read is dropped and nobody waits for it."""

import asyncio

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.conf import settings as hall_settings

from records import publish
from records.models import Hall
from screens import hub
from screens.consumers import HallConsumer
from sessions.services import sales
from tests.given import a_game_on_sale
from tests.screens.sockets import PATIENCE_SECONDS, Screen

SLOW = 4408


class Sale:
    """A game on sale: each sale is one event."""

    def __init__(self):
        self.story = a_game_on_sale()

    def sell(self):
        sales.sell_cards(game_id=self.story.game_id, quantity=1, actor="venta")

    def unseen(self):
        """Sell with nobody told, as when the channel layer has lost the nudge."""
        with publish.silence():
            self.sell()

    def position(self):
        return Hall.objects.get(pk=self.story.hall.pk).head_position


@pytest.fixture
async def sale(live_hub):
    return await sync_to_async(Sale)()


async def test_a_lost_nudge_heals_at_the_next_heartbeat_with_every_event_in_order(sale, monkeypatch):
    monkeypatch.setattr(hub, "HEARTBEAT_SECONDS", 0.1)
    async with Screen() as wall:
        first = (await wall.said())["position"]
        for _ in range(3):
            await sync_to_async(sale.unseen)()
        await wall.at(first + 3)
        beat = await wall.until(lambda f: f["type"] == "heartbeat" and f["position"] == first + 3)
        assert beat["epoch"] == 1
        assert [f["position"] for f in wall.boards()] == [first, first + 1, first + 2, first + 3]


async def test_a_nudge_that_comes_twice_tells_nobody_twice(sale):
    async with Screen() as wall:
        first = (await wall.said())["position"]
        message = {"type": "hall.nudge", "hall": sale.story.hall.pk, "position": first + 1}
        await sync_to_async(sale.sell)()
        for _ in range(3):
            await get_channel_layer().group_send(publish.group_of(sale.story.hall.pk), message)
        await sync_to_async(sale.sell)()
        await wall.at(first + 2)
        assert [f["position"] for f in wall.boards()] == [first, first + 1, first + 2]


async def test_over_a_gap_in_the_journal_the_hub_reads_the_hall_anew(sale):
    async with Screen() as wall:
        first = (await wall.said())["position"]
        (only,) = hub._hubs.values()
        # What the hub knows lies further back than what the journal still gives.
        only.view.position = first - 3
        original = hub.events_after
        hub.events_after = lambda hall_id, position: original(hall_id, max(position, first - 1))
        try:
            await sync_to_async(sale.sell)()
            fresh = await wall.until(lambda f: f["type"] == "board" and f["position"] == first + 1)
        finally:
            hub.events_after = original
        assert fresh["event"] is None
        assert fresh["board"]["lots"][0]["next_card"] == 2
        await sync_to_async(sale.sell)()
        assert (await wall.event("CardsSold"))["board"]["lots"][0]["next_card"] == 3


async def test_an_event_that_cannot_be_folded_leaves_no_screen_on_an_old_board(sale, monkeypatch):
    async with Screen() as wall:
        first = (await wall.said())["position"]
        (only,) = hub._hubs.values()
        broken = [True]
        original = type(only.view).take

        def take(view, event):
            view.position = event.position
            if broken.pop() if broken else False:
                raise KeyError(event.kind)
            original(view, event)

        monkeypatch.setattr(type(only.view), "take", take)
        await sync_to_async(sale.sell)()
        fresh = await wall.until(lambda f: f["type"] == "board" and f["position"] == first + 1)
        assert (fresh["event"], fresh["board"]["lots"][0]["next_card"]) == (None, 2)
        await sync_to_async(sale.sell)()
        assert (await wall.event("CardsSold"))["board"]["lots"][0]["next_card"] == 3


async def test_a_screen_that_does_not_read_is_closed_and_the_others_miss_nothing(sale, monkeypatch):
    monkeypatch.setattr(hub, "QUEUE_FRAMES", 3)
    reading, send = asyncio.Event(), HallConsumer.send

    async def slow_send(self, *args, **kwargs):
        if self.token == "demo-wall" and "slow" in self.scope["query_string"].decode():
            await reading.wait()
        await send(self, *args, **kwargs)

    monkeypatch.setattr(HallConsumer, "send", slow_send)
    async with Screen() as wall, Screen("audience=public&k=demo-wall&slow=1") as slow:
        first = (await wall.said())["position"]
        for number in range(1, 9):
            await sync_to_async(sale.sell)()
            await wall.at(first + number)
        assert len(next(iter(hub._hubs.values())).clients) == 2
        reading.set()
        bye = await slow.until(lambda f: f["type"] == "bye")
        assert (bye["code"], await slow.said()) == ("slow", SLOW)
        assert [f["position"] for f in wall.boards()] == list(range(first, first + 9))


async def test_a_screen_that_left_is_forgotten(sale):
    async with Screen() as wall:
        await wall.said()
    (only,) = hub._hubs.values()
    assert only.clients == set()


async def test_a_status_is_told_to_the_staff_alone_and_to_who_comes_later(sale, live_hub):
    from tests.screens.sockets import STAFF, logged_in, make_people

    people = await sync_to_async(make_people)(sale.story.hall)
    desk_browser = await sync_to_async(logged_in)(people["mesa"])
    status = {"still": True, "devices": []}
    async with Screen() as wall, Screen(STAFF, browser=desk_browser) as desk:
        await sync_to_async(publish.tell)(sale.story.hall.pk, {"type": "hall.status", "status": status})
        told = await desk.until(lambda f: f["type"] == "status")
        assert (told["still"], told["devices"]) == (True, [])
        async with Screen(STAFF, browser=desk_browser) as later:
            assert (await later.until(lambda f: f["type"] == "status"))["still"] is True
        await sync_to_async(sale.sell)()
        await wall.event("CardsSold")
        assert "status" not in {f["type"] for f in wall.seen}


@pytest.mark.skipif(not hall_settings.BINGO_REDIS_URL, reason="BINGO_REDIS_URL names no Redis")
async def test_over_redis_nudges_of_another_process_come_after_many_heartbeats_too(sale, monkeypatch):
    monkeypatch.setattr(hub, "HEARTBEAT_SECONDS", 0.1)
    async with Screen() as wall:
        first = (await wall.said())["position"]
        for _ in range(3):
            await wall.until(lambda f: f["type"] == "heartbeat")
        # From here on only a nudge can bring a board.
        monkeypatch.setattr(hub, "HEARTBEAT_SECONDS", 3_600)
        await wall.until(lambda f: f["type"] == "heartbeat")
        # Another process has no loop that serves: it tells through Redis alone.
        publish.serve_from(None)
        await sync_to_async(sale.sell)()
        async with asyncio.timeout(PATIENCE_SECONDS):
            assert (await wall.at(first + 1))["event"]["kind"] == "CardsSold"
