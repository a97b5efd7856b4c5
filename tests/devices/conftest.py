import pytest

from devices.simulators.client import SimulatorAbsent, ask
from tests.devices.clock import FakeClock


@pytest.fixture
def clock():
    return FakeClock()


@pytest.fixture
def simulators(tmp_path, monkeypatch):
    """A data directory of the test's own; what was started in it is ended with it."""
    monkeypatch.setenv("BINGO_DATA_DIR", str(tmp_path))
    yield tmp_path / "simulators"
    for folder in (tmp_path / "simulators").glob("*"):
        before, _, rest = folder.name.partition("-")
        kind, name = (before, rest) if before in {"panel", "printer"} else ("extractor", folder.name)
        try:
            ask(name, "shutdown", kind=kind)
        except SimulatorAbsent:
            continue
