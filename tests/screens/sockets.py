"""A screen's socket for tests, through the hall's own ASGI application, and people who hold posts."""

import asyncio
import json

from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.test import Client

from people.models import Player, StaffMember
from people.pins import set_pin

WALL = "audience=public&k=demo-wall"
STAFF = "audience=staff"
PATIENCE_SECONDS = 30
POSTS = {
    "sala": "hall_manager",
    "mesa": "table_chief",
    "caja": "cashier",
    "venta1": "seller_caller",
    "venta2": "seller_caller",
    "puerta": "admission",
}
PASSWORD = "secret"
PIN = "2468"


def make_people(hall):
    """Make a person for each post, two sellers and two players, by username."""
    people = {}
    for username, post in POSTS.items():
        user = get_user_model().objects.create_user(username, password=PASSWORD)
        user.groups.set(Group.objects.filter(name=post))
        set_pin(StaffMember.objects.create(user=user, hall=hall, name=username), PIN)
        people[username] = user
    for number in (1, 2):
        user = get_user_model().objects.create_user(f"jugador{number}", password=PASSWORD)
        user.groups.set(Group.objects.filter(name="player"))
        Player.objects.create(user=user, hall=hall, number=number, name=user.username)
        people[user.username] = user
    return people


def logged_in(user):
    """Give a browser in which the person is logged in."""
    browser = Client()
    browser.force_login(user)
    return browser


def do(browser, name, /, *, key="key-1", **body):
    """Send a deed as a screen does; gives the status code and the answer."""
    answer = browser.post(f"/deeds/{name}/", json.dumps({"key": key, **body}), content_type="application/json")
    return answer.status_code, answer.json()


class Screen:
    """One socket; `seen` keeps every frame that came."""

    def __init__(self, query=WALL, *, browser=None, origin="http://127.0.0.1", application=None):
        if application is None:
            from bingo_hall.asgi import application
        headers = [(b"origin", origin.encode()), (b"host", b"127.0.0.1")]
        if browser is not None:
            headers.append((b"cookie", f"sessionid={browser.cookies['sessionid'].value}".encode()))
        self.socket = WebsocketCommunicator(application, f"/ws/hall/?{query}", headers=headers)
        self.seen = []

    async def __aenter__(self):
        connected, _ = await self.socket.connect(timeout=PATIENCE_SECONDS)
        assert connected
        return self

    async def __aexit__(self, *_):
        await self.socket.disconnect(timeout=PATIENCE_SECONDS)

    async def said(self):
        """Give the next output of the application: a frame's JSON, or the code with which it closes."""
        output = await self.socket.receive_output(timeout=PATIENCE_SECONDS)
        if output["type"] == "websocket.close":
            return output["code"]
        self.seen.append(json.loads(output["text"]))
        return self.seen[-1]

    async def until(self, wanted):
        """Give the first frame that is as wanted."""
        while True:
            frame = await self.said()
            if wanted(frame):
                return frame

    async def event(self, kind):
        """Give the first board frame that tells of an event of that kind."""
        return await self.until(lambda f: f["type"] == "board" and f["event"] and f["event"]["kind"] == kind)

    async def at(self, position):
        """Give the board frame of that position."""
        return await self.until(lambda f: f["type"] == "board" and f["position"] == position)

    def boards(self):
        """Give the boards that came, in order."""
        return [f for f in self.seen if f["type"] == "board"]


async def until(what):
    """Wait until something in the database is so, and give it."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not (answer := await sync_to_async(what)()):  # noqa: ASYNC110 - it looks into the database
            await asyncio.sleep(0.02)
        return answer
