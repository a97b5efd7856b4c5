from tests.devices.conftest import simulators
from tests.screens.live import live_hub
from tests.walks.fixtures import table_with

__all__ = ["live_hub", "simulators", "table_with"]
