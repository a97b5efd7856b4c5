"""Devices on real sockets: lost within ten seconds, revoked within five, signed out when nobody touches them."""

import json
import time as wall

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.contrib.sessions.backends.db import SessionStore

from people.models import Terminal
from records.models import Event
from screens import consumers, hub, presence
from screens.enrolment import cookie_name
from sessions.rules import terminals as rules
from sessions.services import payments, sales
from sessions.services.terminals import revoke_terminal
from tests.given import a_game_on_sale
from tests.screens.devices_at import device_of, let_in, logged_in_at
from tests.screens.sockets import STAFF, Screen, logged_in, make_people, until

FORBIDDEN = 4403


class DeviceScreen(Screen):
    """A socket of a browser that holds a device's secret."""

    def __init__(self, query, browser):
        super().__init__(query)
        from bingo_hall.asgi import application

        names = (cookie_name(), "sessionid")
        cookies = "; ".join(f"{name}={browser.cookies[name].value}" for name in names if name in browser.cookies)
        headers = [(b"origin", b"http://127.0.0.1"), (b"host", b"127.0.0.1"), (b"cookie", cookies.encode())]
        self.socket = WebsocketCommunicator(application, f"/ws/hall/?{query}", headers=headers)

    async def pong(self, **facts):
        await self.socket.send_to(text_data=json.dumps({"type": "pong", **facts}))


class House:
    """A game on sale; a player at a terminal of their own, and the people of the hall."""

    def __init__(self):
        self.story = a_game_on_sale()
        self.hall = self.story.hall
        self.people = make_people(self.hall)
        self.entered = let_in(self.hall, "player_terminal", "Terminal 12")
        self.player = logged_in_at(self.entered, self.people["jugador1"])
        self.mesa, self.sala = logged_in(self.people["mesa"]), logged_in(self.people["sala"])

    def terminal(self):
        return Terminal.objects.get(number=1)

    def kinds(self):
        return list(
            Event.objects.filter(kind__startswith="Terminal").order_by("position").values_list("kind", flat=True)
        )


@pytest.fixture
async def house(live_hub, monkeypatch):
    monkeypatch.setattr(presence, "SWEEP_SECONDS", 0.05)
    monkeypatch.setattr(presence, "ASK_AGAIN_SECONDS", 0.05)
    return await sync_to_async(House)()


async def put_out(screen):
    """Give the last words of a socket that is closed: its bye and its code."""
    bye = await screen.until(lambda said: isinstance(said, int) or said["type"] == "bye")
    return bye["code"], await screen.said()


def test_people_are_told_of_a_loss_within_ten_seconds():
    """Heard last at most so long ago, looked for so often; a second is left for the database and the way there."""
    assert rules.LOST_SECONDS + presence.SWEEP_SECONDS <= 9.5
    assert consumers.RECHECK_SECONDS <= 5


async def test_a_device_that_speaks_is_there_with_who_works_at_it_its_pages_and_its_clock(house):
    async with DeviceScreen("audience=public", house.player) as screen:
        await screen.said()
        await screen.pong(clock=wall.time() * 1000 + 5_000, version="abc123", idle=3)
        row = await until(lambda: Terminal.objects.filter(online=True, version="abc123").first())
        assert (row.login, row.lost_at) == ("player:1", None)
        assert abs(row.skew_ms - 5_000) < 1_000, "five seconds ahead"


async def test_a_socket_killed_in_play_is_told_to_the_table_and_the_manager_and_so_is_its_return(house, monkeypatch):
    monkeypatch.setattr(presence, "LOST_SECONDS", 0.5)
    async with Screen(STAFF, browser=house.mesa) as mesa, Screen(STAFF, browser=house.sala) as sala:
        async with DeviceScreen("audience=public", house.player):
            await until(lambda: house.terminal().online)
        for screen in (mesa, sala):
            event = (await screen.event("TerminalLost"))["event"]
            assert (event["terminals"], event["game_no"]) == ([1], 1)
        for browser in (house.mesa, house.sala):
            told = (await sync_to_async(browser.get)("/state/mine/")).json()["terminals"]
            assert [one["place"] for one in told["lost"]] == ["Terminal 12"]
        async with DeviceScreen("audience=public", house.player):
            await mesa.event("TerminalBack")
            await mesa.until(lambda frame: frame["type"] == "terminals")
            told = (await sync_to_async(house.mesa.get)("/state/mine/")).json()["terminals"]
            assert (told["lost"], told["online"]) == ([], 1)


async def test_a_device_at_which_nobody_is_logged_in_is_there_too(house):
    async with DeviceScreen("audience=public", device_of(house.entered)) as screen:
        assert (await screen.said())["type"] == "board"
        row = await until(lambda: Terminal.objects.filter(online=True).first())
        assert (row.number, row.login) == (1, "")


async def test_a_device_that_falls_silent_is_lost_though_its_socket_is_open(house, monkeypatch):
    monkeypatch.setattr(presence, "LOST_SECONDS", 0.5)
    async with DeviceScreen("audience=public", house.player) as screen:
        await screen.said()
        await until(lambda: house.terminal().lost_at is not None)
        await screen.pong(idle=0)
        await until(lambda: house.terminal().online)
    assert (await sync_to_async(house.kinds)())[-2:] == ["TerminalLost", "TerminalBack"]


async def test_a_page_loaded_anew_is_no_loss(house):
    for _ in range(3):
        async with DeviceScreen("audience=public", house.player) as screen:
            await screen.said()
            await until(lambda: house.terminal().online)
    (only,) = hub._hubs.values()
    assert len(only.presence.devices) == 1
    assert await sync_to_async(house.kinds)() == ["TerminalEnrolled"]


async def test_a_revoked_device_s_socket_is_closed_without_a_word_from_it(house, monkeypatch):
    monkeypatch.setattr(consumers, "RECHECK_SECONDS", 0.05)
    entered = await sync_to_async(let_in)(house.hall, "wall", "Entrance")
    async with DeviceScreen("audience=public", device_of(entered)) as wall_screen:
        assert (await wall_screen.said())["type"] == "board"
        await sync_to_async(revoke_terminal)(hall_id=house.hall.pk, terminal=2, reason="stolen", actor="sala")
        assert await put_out(wall_screen) == ("logged_out", FORBIDDEN)


async def test_a_device_hears_only_what_it_is_for(house):
    async with DeviceScreen(STAFF, house.player) as screen:
        assert await put_out(screen) == ("forbidden", FORBIDDEN)
    # The manager's own log-in, brought to the player's terminal.
    stolen = device_of(house.entered)
    stolen.cookies["sessionid"] = house.sala.cookies["sessionid"].value
    async with DeviceScreen(STAFF, stolen) as screen:
        assert await put_out(screen) == ("forbidden", FORBIDDEN)
    async with DeviceScreen("audience=public", stolen) as screen:
        await screen.said()
        row = await until(lambda: Terminal.objects.filter(online=True).first())
        assert row.login == "", "nobody is logged in here"


async def test_where_devices_are_enrolled_a_stranger_s_socket_is_refused_even_with_the_token(house, settings):
    settings.BINGO_TERMINALS = "enrolled"
    for query, browser in (("audience=public&k=demo-wall", None), (STAFF, house.mesa)):
        async with Screen(query, browser=browser) as screen:
            assert await put_out(screen) == ("forbidden", FORBIDDEN)
    async with DeviceScreen("audience=public", house.player) as screen:
        assert (await screen.said())["type"] == "board"


def session_of(browser):
    return browser.cookies["sessionid"].value


async def test_who_has_left_is_asked_then_logged_out_and_a_touch_is_enough_to_stay(house, settings, monkeypatch):
    settings.BINGO_TERMINAL_IDLE_SECONDS = 300
    monkeypatch.setattr(consumers, "RECHECK_SECONDS", 0.05)
    async with DeviceScreen("audience=public", house.player) as screen:
        await screen.said()
        await screen.pong(idle=280)
        asked = await screen.until(lambda frame: frame["type"] == "leaving")
        assert 18 <= asked["seconds"] <= 20
        await screen.pong(idle=0)
        await until(lambda: house.terminal().login == "player:1")
        assert await sync_to_async(SessionStore().exists)(session_of(house.player))
        await screen.pong(idle=300)
        assert await put_out(screen) == ("logged_out", FORBIDDEN)
    assert not await sync_to_async(SessionStore().exists)(session_of(house.player))
    row = await Event.objects.aget(kind="TerminalSignedOut")
    assert row.payload == {"terminal": 1, "player": 1, "reason": "idle"}


async def test_while_their_cards_play_nobody_is_asked_or_logged_out(house, settings):
    settings.BINGO_TERMINAL_IDLE_SECONDS = 300

    def buy():
        payments.deposit(hall_id=house.hall.pk, account="player:1", amount_cents=200, actor="caja")
        sales.buy_cards(game_id=house.story.game_id, quantity=1, holder="player:1", actor="player:1")

    await sync_to_async(buy)()
    async with DeviceScreen("audience=public", house.player) as screen:
        await screen.said()
        await until(lambda: house.terminal().online)
        (only,) = hub._hubs.values()
        for idle in (290, 100_000):
            await screen.pong(idle=idle)
            await until(lambda: [one for one in only.presence.devices.values() if one.asked])
        assert {frame["type"] for frame in screen.seen} <= {"board", "heartbeat"}
        assert await sync_to_async(SessionStore().exists)(session_of(house.player))


NONSENSE = ({"clock": "now"}, {"clock": 1e300, "idle": -5}, {"idle": True}, {"version": "<b>"}, {"version": ["x"]}, {})


async def test_nonsense_about_a_device_changes_nothing_and_closes_nothing(house):
    async with DeviceScreen("audience=public", house.player) as screen:
        await screen.said()
        for facts in NONSENSE:
            await screen.pong(**facts)
        await screen.pong(version="v1")
        row = await until(lambda: Terminal.objects.filter(version="v1").first())
        assert (row.skew_ms, row.online) == (None, True)
