"""Every kind of panel through its real port, for a whole game, and while it is away."""

import logging
import random

import pytest

from devices.codecs.panel_state import PanelState
from devices.drivers.panels import alpha, sacn
from devices.models import Device, DeviceKind
from devices.simulators.panel_peers.modbus import ModbusPeer
from devices.simulators.panel_peers.readers import AlphaReader, DigitsReader
from devices.simulators.panel_peers.sacn import SacnPeer
from devices.simulators.panel_peers.serial_port import SerialPeer
from devices.supervisor import PanelPort
from tests.devices.panel_world import until

pytestmark = pytest.mark.django_db(transaction=True)

DIGITS = {"template": r"\x02{addr}{last:02d}{ordinal:02d}\x03{bcc}", "addresses": ["01", "02"], "gap_ms": 0}
KINDS = {
    "modbus": (lambda _folder: ModbusPeer(), {"register": 100}),
    "sacn": (lambda _folder: SacnPeer(), {}),
    "alpha": (lambda folder: SerialPeer(folder / "alpha", AlphaReader()), {}),
    "template": (lambda folder: SerialPeer(folder / "digits", DigitsReader()), DIGITS),
}


@pytest.fixture(params=KINDS)
def panel(request, tmp_path, settings, monkeypatch):
    """A simulated panel that runs, and its port, not yet started."""
    settings.BINGO_DATA_DIR = tmp_path
    monkeypatch.setattr(alpha, "BETWEEN_SECONDS", 0.0)
    monkeypatch.setattr(sacn, "PROOF_SECONDS", 0.3)
    make, options = KINDS[request.param]
    peer = make(tmp_path)
    peer.start()
    Device.objects.create(
        code="panel-x",
        hall_code="H1",
        kind=DeviceKind.PANEL,
        driver=request.param,
        url=peer.url,
        baudrate=115_200,
        options=options,
    )
    port = PanelPort("panel-x")
    yield peer, port
    port.stop()
    peer.stop()


def shows(peer, called, *, all_lamps=True):
    status = peer.status()
    lit = sorted(called)
    return (status["lit"] == lit or not all_lamps) and status["last"] == (called[-1] if called else 0)


def state_of(called):
    return PanelState(frozenset(called), called[-1] if called else 0, len(called))


def test_after_each_call_the_lamps_are_the_called_numbers(panel):
    peer, port = panel
    port.start()
    order = random.Random(7).sample(range(1, 91), 90)
    for count in range(1, 91):
        port.show(state_of(order[:count]))
        until(lambda c=count: shows(peer, order[:c]))
    assert peer.status()["bad"] == 0
    # The next sale: dark. And a correction: what was wrong is gone, what is right is there.
    port.show(PanelState())
    until(lambda: shows(peer, []))
    port.show(state_of([5, 47]))
    until(lambda: shows(peer, [5, 47], all_lamps=False))
    port.show(state_of([5, 74]))
    until(lambda: peer.status()["last"] == 74)
    # Where nothing is answered, only time tells that nothing is wrong.
    until(lambda: port.health().link == "up")
    assert (port.health().message, port.health().failures) == ("ok", 0)


def test_a_panel_that_is_away_is_a_count_and_one_line_of_the_log_and_heals_by_itself(panel, caplog):
    peer, port = panel
    caplog.set_level(logging.WARNING)
    port.start()
    port.show(state_of([1]))
    until(lambda: shows(peer, [1]) and port.told()["link"] == "up")
    peer.stop()
    until(lambda: port.health().failures >= 2)
    told = port.told()
    assert (told["link"], told["message"] != "ok") == ("down", True)
    for last in range(2, 11):
        port.show(state_of(list(range(1, last + 1))))
    peer.start()
    until(lambda: shows(peer, list(range(1, 11)), all_lamps=peer.__class__ is not SerialPeer))
    until(lambda: port.told()["link"] == "up")
    detail = port.detail()
    assert (detail["message"], detail["failures"] >= 2, detail["ok_age_s"] < 5) == ("ok", True, True)
    lines = [record.getMessage() for record in caplog.records if "panel-x" in record.getMessage()]
    assert lines[-1] == "panel panel-x: shows again"
    # Lost and absent may both be said, each once; never one line for each failure.
    assert len(lines) == len(set(lines)) <= 4


def test_two_panels_of_one_line_are_both_back_after_an_unplug(tmp_path, settings):
    settings.BINGO_DATA_DIR = tmp_path
    peer = SerialPeer(tmp_path / "line", DigitsReader())
    peer.start()
    ports = []
    for address in ("01", "02"):
        options = {**DIGITS, "addresses": [address]}
        Device.objects.create(
            code=f"p{address}", hall_code="H1", kind=DeviceKind.PANEL, driver="template", url=peer.url, options=options
        )
        ports.append(PanelPort(f"p{address}"))
        ports[-1].start()

    def both_show(last):
        for port in ports:
            port.show(state_of([last]))
        until(lambda: peer.status()["text"] == f"{last} 01   {last} 01")
        until(lambda: [port.told()["link"] for port in ports] == ["up", "up"])

    both_show(47)
    peer.stop()
    until(lambda: [port.told()["link"] for port in ports] == ["down", "down"])
    peer.start()
    both_show(12)
    assert peer.status()["bad"] == 0
    for port in ports:
        port.stop()
    peer.stop()


def test_the_last_ball_flashes_while_it_is_the_news_and_then_stays(tmp_path, settings, monkeypatch):
    settings.BINGO_DATA_DIR = tmp_path
    monkeypatch.setattr(sacn, "PROOF_SECONDS", 0.3)
    peer = SacnPeer()
    peer.start()
    Device.objects.create(
        code="p", hall_code="H1", kind=DeviceKind.PANEL, driver="sacn", url=peer.url, options={"flash": True}
    )
    port = PanelPort("p")
    port.show(PanelState(frozenset({5, 47}), 47, 2, flash=True))
    port.start()
    for lit in ([5, 47], [5], [5, 47], [5]):
        until(lambda lit=lit: peer.status()["lit"] == lit)
    port.show(state_of([5, 47]))
    until(lambda: peer.status()["lit"] == [5, 47])
    frames = peer.status()["frames"]
    until(lambda: peer.status()["frames"] >= frames + 2)
    assert peer.status()["lit"] == [5, 47]
    port.stop()
    peer.stop()


@pytest.mark.parametrize(
    ("driver", "options"), [("abacus", {}), ("template", {"template": "{no}"}), ("modbus", {"device_id": 900})]
)
def test_wrong_settings_are_said_as_such_and_put_right_without_a_restart(tmp_path, settings, driver, options):
    settings.BINGO_DATA_DIR = tmp_path
    peer = ModbusPeer()
    peer.start()
    device = Device.objects.create(
        code="p", hall_code="H1", kind=DeviceKind.PANEL, driver=driver, url=peer.url, options=options
    )
    port = PanelPort("p")
    port.show(state_of([5]))
    port.start()
    until(lambda: port.told()["message"] == "misconfigured")
    Device.objects.filter(pk=device.pk).update(driver="modbus", options={})
    until(lambda: port.told()["link"] == "up")
    until(lambda: peer.status()["lit"] == [5])
    port.stop()
    peer.stop()
