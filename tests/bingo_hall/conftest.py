from tests.devices.conftest import simulators
from tests.walks.fixtures import table_with

__all__ = ["simulators", "table_with"]
