"""How much one device may ask, counted without a clock's help."""

import asyncio

import pytest
from asgiref.sync import sync_to_async

from screens import limits
from screens.consumers import MOST_MESSAGES
from screens.limits import MOST_REMEMBERED, Places, Recent
from tests.given import a_game_on_sale
from tests.screens.sockets import STAFF, Screen, logged_in, make_people


def test_what_is_beyond_the_most_is_refused_until_the_window_has_passed():
    now = [0.0]
    recent = Recent(60, lambda: now[0])
    assert [recent.take("a", 2) for _ in range(3)] == [True, True, False]
    assert recent.take("b", 2) is True
    now[0] = 59.9
    assert recent.take("a", 2) is False
    now[0] = 60.0
    assert [recent.take("a", 2) for _ in range(3)] == [True, True, False]
    recent.give_back("a")
    assert recent.take("a", 2) is True
    assert all(recent.take("c", 0) for _ in range(100))


def test_a_crowd_of_addresses_does_not_fill_the_memory():
    recent = Recent(60, lambda: 0.0)
    for number in range(MOST_REMEMBERED + 50):
        recent.take(str(number), 1)
    assert len(recent._times) == MOST_REMEMBERED


def test_places_are_taken_all_or_none_and_given_back():
    places = Places()
    assert places.take({"a": 2, "b": 1})
    assert not places.take({"a": 2, "b": 1})
    assert places.take({"a": 2})
    assert not places.take({"a": 2})
    places.leave(["a", "b"])
    assert places.take({"a": 2, "b": 1})


@pytest.fixture
async def browser(live_hub):
    people = await sync_to_async(lambda: make_people(a_game_on_sale().hall))()
    return await sync_to_async(logged_in)(people["mesa"])


async def test_one_log_in_has_so_many_sockets_and_one_that_closes_makes_room(browser, settings):
    settings.BINGO_SOCKETS_A_LOGIN = 2
    async with Screen(STAFF, browser=browser) as first:
        await first.said()
        async with Screen(STAFF, browser=browser) as second:
            await second.said()
            async with Screen(STAFF, browser=browser) as third:
                assert (await third.said())["code"] == "too_many"
                assert await third.said() == 4429
        async with Screen(STAFF, browser=browser) as again:
            assert (await again.said())["type"] == "board"
    assert not limits.sockets._open


async def test_who_floods_a_socket_is_put_out_and_others_stay(browser):
    async with Screen(STAFF, browser=browser) as flood, Screen(STAFF, browser=browser) as other:
        await asyncio.gather(flood.said(), other.said())
        for _ in range(MOST_MESSAGES + 1):
            await flood.socket.send_to(text_data="{}")
        bye = await flood.until(lambda said: isinstance(said, int) or said["type"] == "bye")
        assert bye["code"] == "too_many"
        await other.socket.send_to(text_data='{"type": "resync"}')
        assert (await other.until(lambda said: said["type"] == "board"))["board"]["state"] == "selling"
