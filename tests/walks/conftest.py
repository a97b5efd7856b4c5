from tests.devices.conftest import simulators
from tests.screens.live import live_hub

__all__ = ["live_hub", "simulators"]
