"""A game on a simulated machine with a panel that shows and one of every kind that does not: nothing is held up."""

import socket
import time

import pytest

from devices.models import Device, DeviceKind
from tests.devices.conftest import simulators
from tests.devices.panel_world import until
from tests.walks.fixtures import table_with

__all__ = ["simulators", "table_with"]
pytestmark = pytest.mark.django_db(transaction=True)

BALLS = 10


@pytest.fixture
def nobody():
    """An address where nobody is, and one that takes the call and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as mute, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        yield free.getsockname()[1], mute.getsockname()[1]


def test_a_game_goes_on_with_every_kind_of_panel_dead(table_with, nobody, tmp_path):
    absent, mute = nobody
    dead = {
        "frame": str(tmp_path / "no-port"),
        "alpha": str(tmp_path / "no-port-2"),
        "template": str(tmp_path / "no-port-3"),
        "sacn": f"sacn://127.0.0.1:{absent}",
        "modbus": f"modbus+tcp://127.0.0.1:{absent}",
    }
    table = table_with()
    rows = [(driver, driver, url) for driver, url in dead.items()]
    for code, driver, url in [*rows, ("mute", "modbus", f"modbus+tcp://127.0.0.1:{mute}")]:
        Device.objects.create(
            code=f"dead-{code}",
            hall_code=table.story.hall.code,
            kind=DeviceKind.PANEL,
            driver=driver,
            url=url,
            options={"template": "{last}"} if driver == "template" else {},
        )
    table.loop = table._loop()
    table.start()
    waited = []
    for ordinal in range(1, BALLS + 1):
        until(lambda o=ordinal: len(table.board()["drawn"]) >= o)
        begun = time.monotonic()
        table.loop.ports.show(table.loop._board)
        waited.append(time.monotonic() - begun)
        table.call(ordinal)
    # The slowest of a busy machine may be anything; a board that were waited for would take most of a second each time.
    assert sorted(waited)[len(waited) // 2] < 0.4, "showing waits for no panel"
    called = sorted(table.board()["drawn"][:BALLS])
    until(lambda: table.lit() == called)
    told = {one["code"]: one for one in table.loop.ports.detail() if one["code"].startswith("dead-")}
    assert len(told) == 6
    until(lambda: all(one.health().failures for code, one in table.loop.ports.panels.items() if code != "panel-1"))
    status = {one["code"]: (one["link"], one["message"]) for one in table.loop.ports.status()}
    assert status["panel-1"] == ("up", "ok")
    assert status["dead-mute"] == ("down", "no-answer")
    assert status["dead-frame"] == status["dead-alpha"] == status["dead-modbus"] == ("down", "absent")
    assert status["dead-sacn"][0] != "up"
    assert table.violations() == []
