import time

import pytest

from devices.codecs.panel_state import PanelState
from devices.models import Device, DeviceKind
from devices.simulators.client import SimulatorAbsent, ask
from devices.supervisor import ExtractorPort, PanelPort

pytestmark = pytest.mark.django_db(transaction=True)


def panel_port(url):
    Device.objects.create(code="panel-1", hall_code="H1", kind=DeviceKind.PANEL, driver="frame", url=url)
    return PanelPort("panel-1")


def until_lit(balls):
    end = time.monotonic() + 6
    while time.monotonic() < end:
        try:
            if (device := ask("p", "status", kind="panel")["device"])["lit"] == balls:
                return device
        except SimulatorAbsent:
            pass
        time.sleep(0.01)
    return pytest.fail(f"never lit {balls}")


def test_a_panel_shows_the_newest_state_and_heals_after_an_unplug(simulators):
    port = panel_port("bingopanel://p")
    port.start()
    try:
        for last in range(1, 48):
            port.show(PanelState(frozenset(range(1, last + 1)), last, last))
        shown = until_lit(list(range(1, 48)))
        assert (shown["last"], shown["ordinal"], shown["bad"]) == (47, 47, 0)
        ask("p", "inject", kind="panel", fault="drop")
        port.show(PanelState(frozenset({90}), 90, 1))
        assert until_lit([90])["last"] == 90
        assert port.health().failures >= 1
    finally:
        port.stop()


def test_a_panel_that_is_off_is_only_a_count():
    port = panel_port("/dev/no-such-port")
    port.start()
    begin = time.monotonic()
    port.show(PanelState(frozenset({1}), 1, 1))
    assert time.monotonic() - begin < 5
    while port.health().failures < 2:
        assert time.monotonic() - begin < 60
        time.sleep(0.01)
    port.stop()
    assert port.health().link == "down"


def test_a_port_without_a_known_driver_says_so():
    Device.objects.create(code="x", hall_code="H", driver="abacus")
    port = ExtractorPort("x", on_event=lambda *_: None)
    port.start()
    begin = time.monotonic()
    while port.health().message != "misconfigured":
        assert time.monotonic() - begin < 5
        time.sleep(0.01)
    port.stop()
    assert port.health().message == "stopped"
