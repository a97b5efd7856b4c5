"""The hall's socket: who is let in, who is put out while it is open, and what it makes of nonsense."""

import asyncio
import importlib
import json

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import Group

from people.models import StaffMember
from screens import consumers
from tests.given import a_game_on_sale
from tests.screens.sockets import STAFF, WALL, Screen, logged_in, make_people

FORBIDDEN = 4403


class House:
    """A hall with people, and a browser for each."""

    def __init__(self):
        self.hall = a_game_on_sale().hall
        self.people = make_people(self.hall)
        self.browsers = {name: logged_in(user) for name, user in self.people.items()}


@pytest.fixture
async def house(live_hub):
    return await sync_to_async(House)()


async def put_out(screen):
    """Give the last words of a socket that is closed: its bye and its code."""
    bye = await screen.until(lambda said: isinstance(said, int) or said["type"] == "bye")
    return bye["code"], await screen.said()


REFUSED = (
    (STAFF, "jugador1"),
    (STAFF, None),
    ("audience=staff&k=demo-wall", None),
    ("audience=public&k=wrong", None),
    ("audience=public", None),
    ("audience=everybody&k=demo-wall", "mesa"),
    ("", None),
)
ADMITTED = (
    (STAFF, "caja"),
    ("audience=public", "jugador1"),
    ("audience=public", "mesa"),
    (WALL, None),
    ("k=demo-wall", None),
)


NOTHING_COMES_OF = {"pong"}
"""Messages of enrolled devices alone: tests/screens/test_presence.py."""


@pytest.mark.parametrize("action", consumers.ACTIONS)
async def test_each_message_is_taken_of_who_is_let_in_and_of_nobody_else(house, action):
    """Everybody says it, in every audience; who was dismissed while the socket was open is put out instead."""
    said = json.dumps({"type": action})
    for query, who in REFUSED:
        async with Screen(query, browser=house.browsers.get(who)) as screen:
            await screen.socket.send_to(text_data=said)
            assert await put_out(screen) == ("forbidden", FORBIDDEN), (query, who)
    for query, who in ADMITTED:
        async with Screen(query, browser=house.browsers.get(who)) as screen:
            first = await screen.until(lambda frame: frame["type"] == "board")
            await screen.socket.send_to(text_data=said)
            if action not in NOTHING_COMES_OF:
                again = await screen.until(lambda frame: frame["type"] == "board")
                assert again["board"] == first["board"], (query, who)
    for who in house.people:
        async with Screen(
            "audience=public" if who.startswith("jugador") else STAFF, browser=house.browsers[who]
        ) as screen:
            await screen.until(lambda frame: frame["type"] == "board")
            house.people[who].is_active = False
            await sync_to_async(house.people[who].save)()
            await screen.socket.send_to(text_data=said)
            assert await put_out(screen) == ("logged_out", FORBIDDEN), who


async def test_who_may_not_have_an_audience_is_told_so_and_nothing_else(house):
    for query, who in REFUSED:
        async with Screen(query, browser=house.browsers.get(who)) as screen:
            assert await put_out(screen) == ("forbidden", FORBIDDEN), (query, who)
            assert [frame["type"] for frame in screen.seen] == ["bye"]


async def test_who_may_have_an_audience_is_given_the_board_at_once(house):
    for query, who in ADMITTED:
        async with Screen(query, browser=house.browsers.get(who)) as screen:
            frame = await screen.said()
            assert (frame["type"], frame["event"], frame["board"]["state"]) == ("board", None, "selling"), (query, who)


def dismiss(house):
    house.people["caja"].is_active = False
    house.people["caja"].save()


def log_out(house):
    house.browsers["caja"].post("/salir/")


def change_password(house):
    house.people["caja"].set_password("another")
    house.people["caja"].save()


def leave_the_staff(house):
    StaffMember.objects.get(user=house.people["caja"]).delete()


@pytest.mark.parametrize("ending", [dismiss, log_out, change_password, leave_the_staff])
async def test_a_socket_is_closed_soon_after_its_authority_ends(house, monkeypatch, ending):
    monkeypatch.setattr(consumers, "RECHECK_SECONDS", 0.05)
    async with Screen(STAFF, browser=house.browsers["caja"]) as screen:
        await screen.said()
        await sync_to_async(ending)(house)
        assert await put_out(screen) == ("logged_out", FORBIDDEN)


async def test_a_message_after_the_log_out_is_refused_without_waiting_for_the_next_check(house, monkeypatch):
    monkeypatch.setattr(consumers, "RECHECK_SECONDS", 3_600)
    async with Screen(STAFF, browser=house.browsers["caja"]) as screen:
        await screen.said()
        await sync_to_async(log_out)(house)
        await screen.socket.send_to(text_data='{"type": "resync"}')
        assert await put_out(screen) == ("logged_out", FORBIDDEN)


async def test_a_post_taken_away_ends_the_deeds_at_once_and_not_the_sight_of_the_hall(house):
    async with Screen(STAFF, browser=house.browsers["venta1"]) as screen:
        await screen.said()
        await sync_to_async(house.people["venta1"].groups.remove)(await Group.objects.aget(name="seller_caller"))
        sell = sync_to_async(house.browsers["venta1"].post)
        answer = await sell("/deeds/sell_cards/", "{}", content_type="application/json")
        assert answer.status_code == 403
        await screen.socket.send_to(text_data='{"type": "resync"}')
        assert (await screen.said())["type"] == "board"


async def test_a_page_of_another_origin_cannot_open_the_socket(house, settings):
    from bingo_hall import asgi

    settings.ALLOWED_HOSTS = ["127.0.0.1"]
    strict = importlib.reload(asgi).application
    for origin, expected in (("http://127.0.0.1", True), ("http://evil.example", False), ("null", False)):
        screen = Screen(STAFF, browser=house.browsers["caja"], origin=origin, application=strict)
        connected, _ = await screen.socket.connect(timeout=30)
        assert connected is expected, origin
        await screen.socket.disconnect()
    settings.ALLOWED_HOSTS = ["*"]
    importlib.reload(asgi)


NONSENSE = (
    " ",
    "not json",
    "[]",
    "null",
    "1e400",
    '"resync"',
    '{"type": null}',
    '{"type": "deed", "name": "call_ball"}',
    '{"type": ["resync"]}',
    "[" * 400 + "]" * 400,
    "x" * 16_000,
    '{"type": "resync", "fill": "' + "x" * 1_000 + '"}',
)


async def test_nonsense_on_the_socket_is_ignored_and_the_next_word_is_answered(house):
    async with Screen() as screen:
        await screen.said()
        for text in NONSENSE:
            await screen.socket.send_to(text_data=text)
        await screen.socket.send_to(bytes_data=b"\x00\xff")
        await screen.socket.send_to(text_data='{"type": "pong"}')
        assert await screen.socket.receive_nothing(timeout=0.05)
        await screen.socket.send_to(text_data='{"type": "resync"}')
        assert (await screen.said())["board"]["state"] == "selling"


async def test_two_hundred_screens_that_come_at_once_are_all_given_the_board(house):
    screens = [Screen() for _ in range(200)]
    await asyncio.gather(*(screen.__aenter__() for screen in screens))
    frames = await asyncio.gather(*(screen.said() for screen in screens))
    assert {frame["position"] for frame in frames} == {frames[0]["position"]}
    await asyncio.gather(*(screen.__aexit__() for screen in screens))
