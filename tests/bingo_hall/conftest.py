from tests.bingo_hall.loop import game
from tests.devices.conftest import simulators
from tests.walks.fixtures import table_with

__all__ = ["game", "simulators", "table_with"]
