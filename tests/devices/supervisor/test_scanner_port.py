import os
import random
from io import StringIO
from threading import Thread
from time import sleep

import pytest
from django.core.management import CommandError, call_command

from devices.simulators.plug import Plug
from devices.supervisor import ScannerPort
from tests.devices.plugs import FakeScanner, until

pytestmark = pytest.mark.django_db(transaction=True)


class Listener:
    """A scanner, its port, and what the port handed on."""

    def __init__(self, folder, code, **options):
        self.texts = []
        self.scanner = FakeScanner(folder, code, **options)
        self.port = ScannerPort(code, on_scan=self.take)

    def take(self, scan):
        if scan.text == "BAD":
            raise RuntimeError(scan.text)
        self.texts.append(scan.text)

    def up(self):
        until(lambda: self.port.health().link == "up")

    def down(self):
        until(lambda: self.port.health().link == "down")


@pytest.fixture
def desk(tmp_path):
    listener = Listener(tmp_path, "scanner-1")
    listener.scanner.plug.insert()
    listener.port.start()
    yield listener
    listener.port.stop()
    listener.scanner.plug.pull()


def test_bytes_on_the_line_become_scans(desk):
    desk.up()
    desk.scanner.scan("A-000001-17")
    desk.scanner.say(b"A-0000")
    desk.scanner.say(b"01-18\r\n")
    until(lambda: len(desk.texts) == 2)
    assert desk.texts == ["A-000001-17", "A-000001-18"]
    assert (desk.port.health().scans, desk.port.health().failures) == (2, 0)


def test_a_scanner_unplugged_is_down_and_plugged_again_it_reads_on(desk):
    desk.up()
    for number in range(3):
        desk.scanner.plug.pull()
        desk.down()
        desk.scanner.plug.insert()
        desk.up()
        desk.scanner.scan(f"A-{number}")
        until(lambda wanted=f"A-{number}": wanted in desk.texts)
    assert desk.texts == ["A-0", "A-1", "A-2"]
    assert desk.port.health().failures >= 3


def test_a_scanner_that_is_not_there_at_first_is_found_later(tmp_path):
    late = Listener(tmp_path, "scanner-1")
    late.port.start()
    try:
        until(lambda: late.port.health().failures >= 2)
        late.scanner.plug.insert()
        late.up()
        late.scanner.scan("A-1")
        until(lambda: late.texts == ["A-1"])
    finally:
        late.port.stop()
        late.scanner.plug.pull()
    assert late.port.health().link == "down"


def test_garbage_and_a_listener_that_fails_kill_nothing(desk):
    desk.up()
    noise = random.Random(9).randbytes(20_000).replace(b"\r", b"#").replace(b"\n", b"#")
    for begin in range(0, len(noise), 1_000):
        desk.scanner.say(noise[begin : begin + 1_000])
        sleep(0.002)
    desk.scanner.say(b"\r")
    until(lambda: desk.port.health().dropped == 1)
    desk.scanner.scan("BAD")
    desk.scanner.scan("A-1")
    until(lambda: desk.texts == ["A-1"])
    assert desk.port.health().link == "up"


def test_a_reader_gone_mad_is_cut_to_sixty_codes_a_second_and_heard_again_afterwards(desk):
    desk.up()
    for begin in range(0, 500, 50):
        desk.scanner.say(b"".join(b"%d\r" % number for number in range(begin, begin + 50)))
        sleep(0.001)
    until(lambda: desk.port.health().scans + desk.port.health().dropped == 500)
    assert desk.texts[:60] == [str(number) for number in range(60)]
    assert desk.port.health().dropped > 0
    sleep(1)
    desk.scanner.scan("A-1")
    until(lambda: desk.texts[-1] == "A-1")


def test_two_scanners_do_not_mix(tmp_path):
    readers = [Listener(tmp_path, f"scanner-{number}") for number in (1, 2)]
    for reader in readers:
        reader.scanner.plug.insert()
        reader.port.start()
    try:
        for reader in readers:
            reader.up()
        for number in range(50):
            for name, reader in zip("ab", readers, strict=True):
                reader.scanner.say(f"{name}-".encode())
            for reader in readers:
                reader.scanner.say(f"{number}\r".encode())
        until(lambda: all(len(reader.texts) == 50 for reader in readers))
    finally:
        for reader in readers:
            reader.port.stop()
            reader.scanner.plug.pull()
    assert [reader.texts for reader in readers] == [[f"{name}-{n}" for n in range(50)] for name in "ab"]


def test_a_driver_that_is_not_understood_is_a_count_and_no_crash(tmp_path):
    wrong = Listener(tmp_path, "scanner-1", driver="lines:zz")
    wrong.scanner.plug.insert()
    wrong.port.start()
    try:
        until(lambda: wrong.port.health().failures >= 2)
        assert wrong.port.health().link == "down"
    finally:
        wrong.port.stop()
        wrong.scanner.plug.pull()


def test_probe_device_prints_the_code_that_is_scanned(tmp_path):
    plug = Plug(tmp_path / "port", baud=0)
    plug.insert()
    out = StringIO()
    said = Thread(target=lambda: (until(lambda: "scan a code" in out.getvalue()), os.write(plug.fd, b"\x02A-1-17\r")))
    said.start()
    try:
        call_command("probe_device", str(tmp_path / "port"), driver="lines:02", stdout=out)
    finally:
        said.join()
        plug.pull()
    assert out.getvalue().splitlines() == ["scan a code", "A-1-17"]


@pytest.mark.parametrize(("driver", "told"), [("lines:zz", "hexadecimal"), ("abacus", "no such driver")])
def test_probe_device_refuses_a_driver_it_does_not_know(driver, told):
    with pytest.raises(CommandError, match=told):
        call_command("probe_device", "/dev/no-such-port", driver=driver)
