"""The panels' drivers against other ends that know nothing of them."""

import socket
import threading

import pytest

from devices.codecs.panel_state import PanelState
from devices.drivers.panels import alpha, modbus
from devices.drivers.panels.base import PanelSettings, PanelTrouble
from devices.drivers.panels.lines import Lines
from devices.drivers.registry import panel_named
from devices.simulators.panel_peers.modbus import ModbusPeer
from tests.devices.panel_world import AlphaSign, PtyPair, RtuBoard, SerialListener, UdpListener, e131_fields, until

STATE = PanelState(frozenset({5, 47, 90}), 47, 3, "Línea 45,00 Bingo 287,50")
FAST = 115_200


@pytest.fixture
def lines():
    return Lines()


@pytest.fixture
def listener():
    listener = SerialListener()
    yield listener
    listener.close()


@pytest.fixture
def quick(monkeypatch):
    monkeypatch.setattr(alpha, "BETWEEN_SECONDS", 0.0)


def trouble_of(panel):
    """Show a state and tell what came of it: a trouble's code, or ""."""
    try:
        panel.show(STATE)
    except PanelTrouble as trouble:
        return trouble.code
    return ""


def opened(name, lines, url, baudrate=FAST, **options):
    panel = panel_named(name, PanelSettings(url, baudrate, options), lines)
    panel.open()
    return panel


def test_a_sign_shows_the_last_ball_and_its_text_is_written_once(lines, listener, quick):
    panel = opened("alpha", lines, listener.port)
    panel.show(PanelState(text="Línea 45,00 Bingo 287,50"))
    sign = AlphaSign()
    until(lambda: listener.heard.count(b"\x04") == 3)
    sign.read(listener.heard)
    assert sign.face == "LINEA 45,00 BINGO 287,50"
    for last in (5, 47):
        panel.show(PanelState(frozenset({last}), last, 1))
    panel.close()
    until(lambda: listener.heard.count(b"\x04") == 5)
    again = AlphaSign()
    again.read(listener.heard)
    assert (again.face, again.written_texts, again.bad) == ("47  1/90", 1, 0)
    assert again.sizes == {b"A": 64, b"1": 125}


def test_a_serial_line_is_opened_as_the_panel_needs_it(lines, listener):
    seats = {}
    for name, more in (("alpha", {}), ("frame", {})):
        panel = panel_named(name, PanelSettings(listener.port, 9600, more), Lines())
        with panel._seat.turn() as line:
            port = line._transport._port
            seats[name] = (port.baudrate, port.bytesize, port.parity, port.stopbits)
        panel.close()
    assert seats == {"alpha": (9600, 7, "E", 1), "frame": (9600, 8, "N", 1)}


def test_each_display_of_a_line_is_told_at_its_address(lines, listener):
    panel = opened(
        "template",
        lines,
        listener.port,
        template=r"\x02{addr}{last:02d}{ordinal:02d}\x03{bcc}",
        addresses=["01", "02"],
        gap_ms=1,
    )
    panel.show(STATE)
    panel.close()
    # exclusive or of 30 31 34 37 30 33 03 is 02, with 32 for 31 it is 01
    assert until(lambda: listener.heard[19:] and listener.heard) == b"\x02014703\x0302\x02024703\x0301"


def test_dmx_levels_come_in_packets_of_the_standard(lines):
    node = UdpListener()
    panel = opened("sacn", lines, f"sacn://127.0.0.1:{node.port}", universe=300, first_channel=11, on=100, last=250)
    panel.show(STATE)
    first = e131_fields(node.take())
    expected = bytearray(512)
    expected[10 + 4], expected[10 + 46], expected[10 + 89] = 100, 250, 100
    assert first["levels"] == bytes(expected)
    assert (first["universe"], first["priority"], first["sync"], first["start_code"]) == (300, 100, 0, 0)
    assert (first["source"], first["terminated"]) == ("Bingo hall", False)
    panel.close()
    ends = [e131_fields(node.take()) for _ in range(3)]
    assert [end["terminated"] for end in ends] == [True] * 3
    again = opened("sacn", lines, f"sacn://127.0.0.1:{node.port}", universe=300)
    again.show(STATE)
    second = e131_fields(node.take())
    again.close()
    # A stream that began at 0 again would be refused by receivers for up to twenty packets.
    numbers = [packet["sequence"] for packet in (first, *ends, second)]
    assert numbers == [(numbers[0] + step) % 256 for step in range(5)]
    assert second["cid"] == first["cid"]
    node.close()


def test_a_state_that_is_only_repeated_is_not_written_down_again(lines):
    node = UdpListener()
    written = []
    settings = PanelSettings(f"sacn://127.0.0.1:{node.port}", tap=lambda way, data: written.append((way, data)))
    panel = panel_named("sacn", settings, lines)
    for state in (STATE, STATE, PanelState(), PanelState(), STATE):
        panel.show(state)
    sent = [node.take() for _ in range(5)]
    assert written == [(">", sent[0]), (">", sent[2]), (">", sent[4])]
    panel.close()
    node.close()


def test_two_panels_share_a_universe(lines):
    node = UdpListener()
    url = f"sacn://127.0.0.1:{node.port}"
    one = opened("sacn", lines, url, first_channel=1)
    other = opened("sacn", lines, url, first_channel=101)
    one.show(PanelState(frozenset({1}), 1, 1))
    other.show(PanelState(frozenset({2}), 2, 1))
    node.take()
    levels = e131_fields(node.take())["levels"]
    assert [channel for channel, level in enumerate(levels, start=1) if level] == [1, 102]
    one.close()
    other.close()
    node.close()


def test_the_packages_own_receiver_understands(lines):
    from sacn import sACNreceiver

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as found:
        found.bind(("", 0))
        port = found.getsockname()[1]
    heard = []
    receiver = sACNreceiver(bind_port=port)
    receiver.register_listener("universe", heard.append, universe=7)
    receiver.start()
    panel = opened("sacn", lines, f"sacn://127.0.0.1:{port}", universe=7)
    panel.show(STATE)
    packet = until(lambda: heard and heard[-1])
    assert [ball for ball, level in enumerate(packet.dmxData, start=1) if level] == [5, 47, 90]
    panel.close()
    receiver.stop()


def test_a_node_that_does_not_listen_is_noticed(lines):
    node = UdpListener()
    panel = opened("sacn", lines, f"sacn://127.0.0.1:{node.port}")
    panel.show(STATE)
    node.close()
    # The system hears of it after a packet: of this one or, at the latest, of the next.
    assert "lost" in [trouble_of(panel), trouble_of(panel)]
    panel.close()


def test_multicast_goes_to_the_group_of_its_universe(lines):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as node:
        node.bind(("", 0))
        node.settimeout(5)
        group = socket.inet_aton("239.255.1.44")  # universe 300 = 1 x 256 + 44
        node.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group + socket.inet_aton("127.0.0.1"))
        url = f"sacn://multicast:{node.getsockname()[1]}"
        panel = opened("sacn", lines, url, universe=300, interface="127.0.0.1")
        panel.show(STATE)
        assert e131_fields(node.recv(2048))["universe"] == 300
        panel.close()


@pytest.fixture(params=["tcp", "rtu"])
def board(request):
    """A board of pymodbus' own server, number 7 on its line with lamps from coil 20 on; and the URL to reach it."""
    if request.param == "tcp":
        peer = ModbusPeer(device_id=7, first_coil=20)
        peer.start()
        yield peer, peer.url
        peer.stop()
        return
    cable = PtyPair()
    peer = ModbusPeer(port=cable.ports[1], device_id=7, first_coil=20)
    peer.start()
    yield peer, f"modbus+rtu://{cable.ports[0]}"
    peer.stop()
    cable.close()


def modbus_panel(lines, url, **options):
    # A pseudo-terminal has no parity, and says so when it is asked for a second time.
    return panel_named("modbus", PanelSettings(url, 9600, {"parity": "N", **options}), lines)


def opened_modbus(lines, url, **options):
    panel = modbus_panel(lines, url, **options)
    panel.open()
    return panel


def test_a_relay_board_has_the_coils_and_the_registers(lines, board):
    peer, url = board
    panel = opened_modbus(lines, url, device_id=7, first_coil=20, register=100)
    panel.show(STATE)
    shown = peer.status()
    assert (shown["lit"], shown["last"], shown["text"], shown["bad"]) == ([5, 47, 90], 47, "3/90", 0)
    panel.show(PanelState())
    assert (peer.status()["lit"], peer.status()["last"]) == ([], 0)
    panel.close()


def test_a_board_that_refuses_says_so_and_the_line_stays(lines, board):
    peer, url = board
    there = opened_modbus(lines, url, device_id=7, first_coil=20)
    elsewhere = opened_modbus(lines, url, device_id=7, first_coil=60)
    assert [trouble_of(there), trouble_of(elsewhere), trouble_of(there)] == ["", "refused", ""]
    assert peer.status()["lit"] == [5, 47, 90]
    there.close()
    elsewhere.close()


def test_a_silent_board_does_not_take_the_bus_from_the_others(lines):
    cable = PtyPair()
    bus = RtuBoard(cable.ports[1], device_id=7)
    url = f"modbus+rtu://{cable.ports[0]}"
    there = opened_modbus(lines, url, device_id=7)
    away = opened_modbus(lines, url, device_id=8)
    assert [trouble_of(there), trouble_of(away), trouble_of(there)] == ["", "no-answer", ""]
    # Bit 0 of the first byte is the first coil: 5 is bit 4 of byte 0, 47 bit 6 of byte 5, 90 bit 1 of byte 11.
    lamps = bytearray(12)
    lamps[0], lamps[5], lamps[11] = 0x10, 0x40, 0x02
    assert bus.requests == [(7, 0, 90, bytes(lamps)), (8, 0, 90, bytes(lamps)), (7, 0, 90, bytes(lamps))]
    for panel in (there, away):
        panel.close()
    bus.close()
    cable.close()


def test_a_connection_that_ended_is_never_opened_behind_our_back(lines):
    peer = ModbusPeer()
    peer.start()
    panel = opened_modbus(lines, peer.url)
    panel.show(STATE)
    peer.stop()
    assert trouble_of(panel) == "lost"
    peer.start()
    # pymodbus would connect again by itself now; the line is dead until someone joins anew.
    assert trouble_of(panel) == "lost"
    panel.close()
    anew = opened_modbus(lines, peer.url)
    assert trouble_of(anew) == ""
    anew.close()
    peer.stop()


def test_a_server_that_takes_the_call_and_says_nothing_is_given_up_within_the_second(lines):
    with socket.create_server(("127.0.0.1", 0)) as mute:
        panel = opened("modbus", lines, f"modbus+tcp://127.0.0.1:{mute.getsockname()[1]}")
        assert trouble_of(panel) == "no-answer"
        panel.close()
    assert modbus.ANSWER_SECONDS <= 1


def test_panels_of_one_port_share_it_and_speak_in_turn(lines, listener):
    names = ["11", "22", "33"]
    panels = [
        opened("template", lines, listener.port, template="<{addr}|{last:02d}>", addresses=[name], gap_ms=0)
        for name in names
    ]
    threads = [threading.Thread(target=lambda p=panel: [p.show(STATE) for _ in range(50)]) for panel in panels]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    whole = until(lambda: len(listener.heard) == 3 * 50 * 7 and listener.heard)
    said = [whole[at : at + 7] for at in range(0, len(whole), 7)]
    assert sorted(said) == sorted(f"<{name}|47>".encode() for name in names for _ in range(50))
    panels[0].close()
    panels[1].show(STATE)
    for panel in panels[1:]:
        panel.close()
    # The last to leave has closed it: another program may have the port now.
    opened("frame", Lines(), listener.port).close()


def test_panels_of_one_port_must_agree_on_its_speed(lines, listener):
    panel = opened("frame", lines, listener.port)
    with pytest.raises(PanelTrouble) as trouble:
        panel_named("frame", PanelSettings(listener.port, 19_200), lines)
    assert trouble.value.code == "misconfigured"
    panel.close()


@pytest.mark.parametrize(
    ("name", "url", "options"),
    [
        ("modbus", "/dev/ttyUSB0", {}),
        ("modbus", "modbus+tcp://h", {"device_id": 248}),
        ("modbus", "modbus+tcp://h", {"first_coil": "0"}),
        ("modbus", "modbus+tcp://h", {"device_id": True}),
        ("sacn", "http://h", {}),
        ("sacn", "sacn://h", {"universe": 0}),
        ("sacn", "sacn://h", {"per_lamp": 3, "first_channel": 244}),
        ("alpha", "/dev/x", {"address": "1"}),
        ("alpha", "/dev/x", {"playing": "{last.real}"}),
        ("template", "/dev/x", {}),
        ("template", "/dev/x", {"template": "{last}", "addresses": "01"}),
        ("template", "/dev/x", {"template": "{last}", "parity": "X"}),
        ("frame", "/dev/x", {"bytesize": 9}),
    ],
)
def test_settings_that_make_no_sense_are_refused(lines, name, url, options):
    with pytest.raises(ValueError, match=r".+"):
        panel_named(name, PanelSettings(url, 9600, options), lines)
