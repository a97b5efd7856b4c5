"""A hall in the middle of its first game, for tests of what happens to its machine."""

from bingo_hall.player import DemoGame
from tests.browser.screens import Journal
from tests.walks.running_hall import RunningHall, until

PASSWORD = "bingo"


class Drawing:
    """A hall that draws its first game, with nobody at its keys but the test."""

    def __init__(self, folder):
        self.hall = RunningHall(folder, speed=100)
        self.hall.start()
        self.people = DemoGame(self.hall.url, PASSWORD, speed=1_000, say=lambda _: None)
        self.people.open_session()
        self.people.sell()
        self.people.close_sale()
        self.drawn(1)

    def drawn(self, count):
        """Wait until so many balls are drawn; gives the journal."""
        return until(lambda: (told := Journal.read(self.hall.database)) and len(told.drawn) == count and told)

    def call(self, count):
        """Call balls until so many are called, and the next one is drawn."""
        for ordinal in range(len(self.journal().called) + 1, count + 1):
            self.drawn(ordinal)
            self.people.caller.deed("call_ball", game_no=1, ordinal=ordinal)

    def journal(self):
        return Journal.read(self.hall.database)
