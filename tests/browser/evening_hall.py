"""The hall of an evening of sales: six sellers, forty players with money, and a first game already played."""

import json
import time
from concurrent.futures import ThreadPoolExecutor

from bingo_hall.player import SIGNATURE, DemoGame, make_checks
from tests.load.hall import LoadHall
from tests.load.people import Screen, Tally

SELLERS = [f"venta{number}" for number in range(1, 7)]
PLAYERS = [f"jugador{number}" for number in range(1, 41)]
STAFF = ["sala", "mesa", "caja"]
POSTS = {"hall_manager": ["sala"], "table_chief": ["mesa"], "cashier": ["caja"], "seller_caller": SELLERS}
OTHER_SERIES = 950
REPEATED = 4
"""How many cards jugador2 bought in the first game."""


class EveningHall(LoadHall):
    """The hall of the load evening, with a printed series that begins at 951 and has 250 cards left."""

    def prepare(self):
        """Make the database and seed it."""
        super().prepare(vendors=len(SELLERS), terminals=len(PLAYERS), series_cards=OTHER_SERIES)
        done = self.run("-m", "tests.browser.evening_seed")
        assert done.returncode == 0, done.stderr

    def facts(self):
        """Read what is committed."""
        told = self.run("-m", "tests.browser.evening_facts")
        assert told.returncode == 0, told.stderr
        return json.loads(told.stdout.splitlines()[-1])


class FirstGame(DemoGame):
    """Everybody's log-in, and the game before: jugador2 alone plays, so that there is something to repeat."""

    def __init__(self, url):
        self.speed, self.tally = 1_000.0, Tally()
        self.say = lambda _line: None
        names = [*STAFF, *SELLERS, *PLAYERS]
        with ThreadPoolExecutor(8) as doors:
            self.people = dict(zip(names, doors.map(lambda n: Screen(url, n, self.tally, 0), names), strict=True))
        self.chief, self.cashier, self.caller = (self.people[name] for name in ("mesa", "caja", "venta1"))

    def play(self):
        """Open the session and play it to its end."""
        manager = self.people["sala"]
        manager.deed("start_session")
        make_checks(manager, POSTS)
        manager.deed("open_session", **SIGNATURE)
        self.chief.deed("open_sale", **self.chief.mine()["suggested"] | {"physical_series": None})
        self.people["jugador2"].deed("buy_cards", game_no=1, quantity=REPEATED)
        self.close_sale()
        self.draw()
        return self.settle()

    # The cards of terminals call for themselves.

    def _shout(self, board):  # noqa: ARG002 - the demo's players shout by the board
        return False

    def _wait_for_a_ball(self, board):  # noqa: ARG002 - the same
        time.sleep(0.02)

    def cookies(self, name):
        """Give the log-in of a person for a browser."""
        person = self.people[name]
        return [{"name": key, "value": value, "url": person.url} for key, value in person.http.cookies.items()]

    def end(self):
        """Let everybody go home."""
        for person in self.people.values():
            person.http.close()
