import pytest

from devices.codecs.scan_lines import ScanRead
from devices.drivers.registry import SCANNERS, scanner_named


def test_the_driver_s_name_carries_prefix_and_suffix_in_hex(clock):
    assert set(SCANNERS) == {"lines"}
    assert scanner_named("lines", clock).receive(b"17\r") == [ScanRead("17")]
    assert scanner_named("lines:5d4530", clock).receive(b"?]E017\r") == [ScanRead("17")]
    assert scanner_named("lines::03", clock).receive(b"17\x03?\r") == [ScanRead("17")]
    with pytest.raises(ValueError, match="hexadecimal"):
        scanner_named("lines:zz", clock)
    with pytest.raises(KeyError):
        scanner_named("wedge", clock)


def test_bytes_half_a_second_apart_are_not_one_line(clock):
    scanner = scanner_named("lines", clock)
    scanner.receive(b"A-1")
    clock.forward(0.49)
    assert scanner.receive(b"-17\r") == [ScanRead("A-1-17")]
    scanner.receive(b"noise")
    clock.forward(0.5)
    assert scanner.receive(b"A-1-18\r") == [ScanRead("A-1-18")]
    assert scanner.dropped == 1
