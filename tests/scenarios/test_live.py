"""Screens that lose the hall and find it again: G22, G23, G26, G34."""

import asyncio
import os
import shutil
import socket
import subprocess
import time
from contextlib import suppress

import pytest
import redis
from asgiref.sync import sync_to_async
from channels.layers import channel_layers, get_channel_layer

from records.models import Hall
from screens import consumers, hub
from sessions.services import draw
from tests.given import a_game_drawing, call_numbers
from tests.scenarios.looks import board, kinds, money, proved
from tests.screens.sockets import STAFF, Screen, do, logged_in, make_people

SOLD = {"cash": 1_200, "prizes": 798, "house": 402}  # 6 x 2.00: 1.08 + 6.90, and 4.02
FORBIDDEN = 4403
SOCKETS = 400
SUBSCRIBED_AGAIN_SECONDS = 3


class Redis:
    """A Redis of the test's own, on a free port, that is killed and started again."""

    def __init__(self, folder):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.folder, self.process = folder, None
        self.start()

    @property
    def url(self):
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self):
        command = ["redis-server", "--port", str(self.port), "--save", "", "--dir", str(self.folder)]
        self.process = subprocess.Popen([*command, "--bind", "127.0.0.1"], stdout=subprocess.DEVNULL)
        end = time.monotonic() + 20
        while time.monotonic() < end:
            with suppress(redis.RedisError):
                redis.Redis.from_url(self.url).ping()
                return
            time.sleep(0.05)
        raise AssertionError("redis-server did not answer")

    def kill(self):
        self.process.kill()
        self.process.wait()


@pytest.fixture
async def own_redis(tmp_path, settings, live_hub):
    if not shutil.which("redis-server"):
        assert os.environ.get("CI") != "true", "apt-get install redis-server"
        pytest.skip("no redis-server on this machine, and CI is not set")
    server = Redis(tmp_path)
    settings.CHANNEL_LAYERS = {
        "default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [server.url]}}
    }
    channel_layers.backends.clear()
    yield server
    server.kill()


async def test_g22_redis_stops_at_ball_20_and_returns_at_30_and_the_game_and_the_boards_go_on(own_redis, monkeypatch):
    monkeypatch.setattr(hub, "HEARTBEAT_SECONDS", 0.2)
    story = await sync_to_async(a_game_drawing)(*range(1, 20))
    assert type(get_channel_layer()).__name__ == "RedisPubSubChannelLayer"
    async with Screen() as wall:
        first = await wall.said()
        assert first["board"]["called"] == 19
        await sync_to_async(call_numbers)(story, 20)
        await wall.until(lambda f: f["type"] == "board" and f["board"]["called"] == 20)
        own_redis.kill()
        await sync_to_async(call_numbers)(story, *range(21, 31))
        # Without the layer a screen lives on heartbeats, which read the journal: it stays behind by no more than one.
        await wall.until(lambda f: f["type"] == "board" and f["board"]["called"] == 30)
        await sync_to_async(own_redis.start)()
        # From here on only a nudge through Redis can bring a board.
        await asyncio.sleep(SUBSCRIBED_AGAIN_SECONDS)
        monkeypatch.setattr(hub, "HEARTBEAT_SECONDS", 3_600)
        await wall.until(lambda f: f["type"] == "heartbeat")
        await asyncio.sleep(0.3)
        await sync_to_async(call_numbers)(story, 31)
        last = await wall.until(lambda f: f["type"] == "board" and f["board"]["called"] == 31)
        positions = [f["position"] for f in wall.boards()]
        assert positions == list(range(first["position"], last["position"] + 1)), "nothing was left out or told twice"
        # Who comes now is given the same board.
        async with Screen() as late:
            assert (await late.said())["board"] == last["board"]
    calls = await sync_to_async(kinds)(story, "BallCalled")
    assert len(calls) == 31
    assert await sync_to_async(money)(story) == SOLD
    assert await sync_to_async(proved)(story) == []


def is_board(frame):
    """Tell a board from a heartbeat, which may come first while so many are waiting."""
    return frame["type"] == "board"


async def test_g23_four_hundred_terminals_come_back_at_once_and_each_has_the_board_and_the_next_ball(live_hub):
    story = await sync_to_async(a_game_drawing)(7, 12)
    screens = [Screen() for _ in range(SOCKETS)]
    await asyncio.gather(*(screen.__aenter__() for screen in screens))
    frames = await asyncio.gather(*(screen.until(is_board) for screen in screens))
    await asyncio.gather(*(screen.__aexit__() for screen in screens))
    assert {f["board"]["called"] for f in frames} == {2}

    await sync_to_async(call_numbers)(story, 90)
    screens = [Screen() for _ in range(SOCKETS)]
    await asyncio.gather(*(screen.__aenter__() for screen in screens))
    again = await asyncio.gather(*(screen.until(is_board) for screen in screens))
    head = (await Hall.objects.aget(pk=story.hall.pk)).head_position
    assert len(again) == SOCKETS
    assert {f["position"] for f in again} == {head}
    assert all(f["board"] == again[0]["board"] for f in again)
    assert again[0]["board"]["drawn"] == [7, 12, 90]
    (only,) = hub._hubs.values()
    assert len(only.clients) == SOCKETS, "those that left are forgotten"

    await sync_to_async(call_numbers)(story, 33)
    told = await asyncio.gather(*(screen.event("BallCalled") for screen in screens))
    assert {f["event"]["number"] for f in told} == {33}
    await asyncio.gather(*(screen.__aexit__() for screen in screens))
    assert await sync_to_async(kinds)(story, "BallCalled") == ["BallCalled"] * 4
    assert await sync_to_async(money)(story) == SOLD
    assert await sync_to_async(proved)(story) == []


async def last_words(screen):
    bye = await screen.until(lambda said: isinstance(said, int) or said["type"] == "bye")
    return bye["code"], await screen.said()


@pytest.mark.parametrize("talks", [True, False], ids=["at the next message", "without a word"])
async def test_g26_after_the_log_out_an_open_socket_is_refused_and_closed(live_hub, monkeypatch, talks):
    assert consumers.RECHECK_SECONDS <= 5, "closed within five seconds"
    monkeypatch.setattr(consumers, "RECHECK_SECONDS", 3_600 if talks else 0.05)
    story = await sync_to_async(a_game_drawing)(7)
    people = await sync_to_async(make_people)(story.hall)
    browser = await sync_to_async(logged_in)(people["caja"])
    async with Screen(STAFF, browser=browser) as screen:
        assert (await screen.said())["board"]["called"] == 1
        await sync_to_async(browser.post)("/salir/")
        if talks:
            await screen.socket.send_to(text_data='{"type": "resync"}')
        assert await last_words(screen) == ("logged_out", FORBIDDEN)
        seen = len(screen.boards())
        await sync_to_async(call_numbers)(story, 8)
        assert len(screen.boards()) == seen == 1, "nothing more is told"
    status, _ = await sync_to_async(do)(browser, "deposit", player=1, amount_cents=1)
    assert status in {401, 403}
    assert await sync_to_async(money)(story) == SOLD


async def test_g26_a_role_taken_away_ends_the_deeds_at_once(live_hub):
    story = await sync_to_async(a_game_drawing)(7)
    people = await sync_to_async(make_people)(story.hall)
    caller = await sync_to_async(logged_in)(people["venta1"])
    assert (await sync_to_async(do)(caller, "pause_draw", key="k1", game_no=1))[0] == 200
    await sync_to_async(draw.resume_draw)(game_id=story.game_id, actor="mesa")
    await sync_to_async(people["venta1"].groups.clear)()
    assert (await sync_to_async(do)(caller, "pause_draw", key="k2", game_no=1))[0] == 403
    assert await sync_to_async(kinds)(story, "DrawPaused") == ["DrawPaused"]
    assert await sync_to_async(money)(story) == SOLD


async def test_g34_a_screen_that_comes_back_is_given_the_game_as_its_events_make_it(live_hub):
    """Nothing of a first visit is kept: the second is folded from the journal, not begun afresh."""
    story = await sync_to_async(a_game_drawing)(7, 12)
    async with Screen() as wall:
        first = await wall.said()
    await sync_to_async(call_numbers)(story, 44)
    await sync_to_async(draw.pause_draw)(game_id=story.game_id, reason="person", actor="mesa")
    hub._hubs.clear()  # as in a process started again
    async with Screen() as wall:
        again = await wall.said()
    stored = await sync_to_async(board)(story)
    assert (first["board"]["called"], again["board"]["called"]) == (2, 3)
    assert again["position"] == first["position"] + 3
    for name in ("state", "drawn", "pause", "figures", "lots", "seq", "awards"):
        expected = [{**lot, "off": lot["off"]} for lot in stored["lots"]] if name == "lots" else stored[name]
        assert again["board"][name] == expected, name
    assert await sync_to_async(proved)(story) == []
    assert await sync_to_async(money)(story) == SOLD
    people = await sync_to_async(make_people)(story.hall)
    player = await sync_to_async(logged_in)(people["jugador1"])
    status, _ = await sync_to_async(do)(player, "call_ball", game_no=1, ordinal=4)
    assert status in {401, 403}, "a player's socket says nothing to the game"
