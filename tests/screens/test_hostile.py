"""Ten thousand hostile requests and as many messages: no fault of ours, no change, nothing of our code told."""

import hashlib
import random

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.test import Client

from records.models import Event
from screens.deeds.registry import DEEDS
from screens.urls import urlpatterns
from tests.given import a_game_drawing
from tests.screens import hostile
from tests.screens.decided import NOTED
from tests.screens.sockets import STAFF, WALL, Screen, logged_in, make_people

pytestmark = pytest.mark.django_db(transaction=True)

REQUESTS, MESSAGES, BATCH = 10_000, 10_000, 100
# What is written down about who knocks is no change of the hall: log-ins, codes, their counting, the cookie's own row.
DOORBELL = ("django_session", "axes_", "people_enrolmenttries", "people_secondfactor", "django_migrations", "sqlite_")
# Looking at some pages is itself written down, and changes nothing else.
LOOKS = {"records_event", "records_hall"}
TRACES = (b"Traceback", b"site-packages", b".py&quot;", b'.py", line')
METHODS = ("get", "post", "put", "patch", "delete", "head", "options", "trace")


def everything():
    """Give a digest of every row of every table of the hall, by table."""
    tables = [t for t in connection.introspection.table_names() if not t.startswith(DOORBELL)]
    found = {}
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f'SELECT * FROM "{table}"')
            rows = sorted(repr(row) for row in cursor.fetchall())
            found[table] = hashlib.sha256("\n".join(rows).encode("utf-8", "surrogatepass")).hexdigest()
    return found


def changed(before, position):
    """Give the tables that are no longer what they were, and the kinds of what was written into the journal since."""
    after = everything()
    kinds = set(Event.objects.filter(position__gt=position).values_list("kind", flat=True))
    return {table for table in after if after[table] != before.get(table)}, kinds


def addresses():
    """Give every address of the screens but the deeds' and the ways out, with places for its numbers."""
    found = []
    for pattern in urlpatterns:
        if pattern.name in {"deed", "logout", "player_exit"}:
            continue
        address = "/" + str(pattern.pattern)
        for part in [part for part in address.split("/") if part.startswith("<")]:
            address = address.replace(part, "{}", 1)
        found.append(address)
    return found


class Attacker:
    """Somebody with a browser of each kind, and a seed."""

    def __init__(self, hall, seed):
        self.chance = random.Random(seed)
        people = make_people(hall)
        self.browsers = [logged_in(user) for user in people.values()] + [Client()]
        for browser in self.browsers:
            browser.raise_request_exception = False
        self.pages = addresses()

    def knock(self):
        """Send one hostile request; gives its answer."""
        browser = self.chance.choice(self.browsers)
        kind = self.chance.randrange(10)
        if kind < 6:
            name = self.chance.choice(list(DEEDS))
            said = hostile.body(self.chance, ["key", *DEEDS[name].all_fields])
            return self.send(browser, f"/deeds/{name}/", said)
        if kind == 6:
            name = self.chance.choice([*DEEDS, "none", "%00", "a/b"])
            return self.send(browser, f"/deeds/{name}/", hostile.raw(self.chance))
        if kind == 7:
            return getattr(browser, self.chance.choice(METHODS))(self.page())
        query = hostile.query(self.chance)
        return browser.get(self.page(), query, headers=hostile.header(self.chance) if kind == 9 else None)

    def send(self, browser, address, body):
        kinds = ["application/json"] * 3 + [
            "text/plain",
            "application/x-www-form-urlencoded",
            "multipart/form-data",
            "x",
        ]
        return browser.post(address, body, content_type=self.chance.choice(kinds))

    def page(self):
        """Give a page's address, with numbers in it that may be anything."""
        address = self.chance.choice(self.pages)
        parts = ["1", "0", "-1", "9" * 30, "99999999999", "a", "%00", "..", "%F1", "es", "1.5"]
        return address.format(*(self.chance.choice(parts) for _ in range(address.count("{}"))))


def body_of(answer):
    return b"".join(answer.streaming_content) if answer.streaming else answer.content


def test_ten_thousand_hostile_requests_change_nothing_and_are_answered(caplog):
    attacker = Attacker(a_game_drawing(5, 47).hall, seed=90)
    position = Event.objects.count()
    before, statuses = everything(), {}
    for number in range(REQUESTS):
        answer = attacker.knock()
        statuses[answer.status_code] = statuses.get(answer.status_code, 0) + 1
        told = body_of(answer)
        assert answer.status_code < 500, (number, answer.request["PATH_INFO"], answer.request.get("QUERY_STRING"))
        assert not any(trace in told for trace in TRACES), (number, answer.request["PATH_INFO"])
    tables, kinds = changed(before, position)
    assert (tables - LOOKS, kinds - NOTED) == (set(), set())
    # They are refused, each in one of the ways that there are, and not all by the same one.
    assert {400, 401, 403, 404, 405} <= set(statuses)
    # Django tells of hostile input in a log of its own, which is not one of our faults.
    faults = [record for record in caplog.records if record.levelname in {"ERROR", "CRITICAL"}]
    assert not [record for record in faults if not record.name.startswith("django.security")]


@pytest.mark.asyncio
async def test_ten_thousand_hostile_messages_change_nothing_and_close_no_honest_socket(live_hub):
    story = await sync_to_async(a_game_drawing)(5, 47)
    people = await sync_to_async(make_people)(story.hall)
    browsers = [None, *[await sync_to_async(logged_in)(user) for user in people.values()]]
    before, position = await sync_to_async(everything)(), await sync_to_async(Event.objects.count)()
    chance = random.Random(47)
    async with Screen(STAFF, browser=browsers[1]) as honest:
        await honest.until(lambda frame: frame["type"] == "board")
        for _ in range(MESSAGES // BATCH):
            browser = chance.choice(browsers)
            async with Screen(WALL if browser is None else chance.choice((STAFF, WALL)), browser=browser) as screen:
                for _ in range(BATCH):
                    said = hostile.frame(chance)
                    if isinstance(said, bytes):
                        await screen.socket.send_to(bytes_data=said or b"\x00")
                    else:
                        await screen.socket.send_to(text_data=said.encode("utf-8", "replace").decode() or " ")
        await honest.socket.send_to(text_data='{"type": "resync"}')
        await honest.until(lambda frame: frame["type"] == "board")
    tables, kinds = await sync_to_async(changed)(before, position)
    assert (tables - LOOKS, kinds - NOTED) == (set(), set())
