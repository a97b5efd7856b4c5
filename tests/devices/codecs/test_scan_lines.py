import pytest

from devices.codecs.scan_lines import LONGEST_TEXT, ScanDecoder


def texts(data, **options):
    return [scan.text for scan in ScanDecoder(**options).feed(data)]


@pytest.mark.parametrize("end", [b"\r", b"\n", b"\r\n"])
def test_a_line_ends_with_cr_or_lf_or_both(end):
    decoder = ScanDecoder()
    assert [scan.text for scan in decoder.feed(b"A-000001-17" + end + b"A-000001-18" + end)] == [
        "A-000001-17",
        "A-000001-18",
    ]
    decoder.idle()
    assert decoder.dropped == 0


def test_the_same_bytes_one_by_one_are_the_same_scans():
    decoder = ScanDecoder(prefix=b"]E0", suffix=b"\x03")
    data = b"\x02noise]E04006381333931\x03\r\n]E017\x03\r"
    one_by_one = [scan.text for byte in data for scan in decoder.feed(bytes([byte]))]
    assert one_by_one == ["4006381333931", "17"] == texts(data, prefix=b"]E0", suffix=b"\x03")


def test_control_bytes_and_broken_letters_are_dropped_and_the_text_survives():
    assert texts(b"\x00\x02  A-1\x07-17 \x03\xff\xfe\r") == ["A-1-17"]
    assert texts("\u202eaño\u200b 17\n".encode()) == ["año 17"]


def test_64_characters_are_a_scan_and_65_are_none():
    decoder = ScanDecoder()
    assert LONGEST_TEXT == 64
    (scan,) = decoder.feed(b"7" * 64 + b"\r" + b"7" * 65 + b"\r")
    assert (scan.text, decoder.dropped) == ("7" * 64, 1)


def test_a_line_of_nothing_but_noise_is_counted_and_an_empty_one_is_not():
    decoder = ScanDecoder()
    assert decoder.feed(b"\r\n\r\n\x01\x02\r\n   \r\n") == []
    assert decoder.dropped == 2


def test_with_a_prefix_what_comes_before_it_is_noise_and_a_line_without_it_is_no_scan():
    decoder = ScanDecoder(prefix=b"\x02")
    assert [scan.text for scan in decoder.feed(b"torn\x02A-1-1\x02A-1-17\rA-1-18\r")] == ["A-1-17"]
    assert decoder.dropped == 1


def test_with_a_suffix_a_torn_line_is_no_scan():
    decoder = ScanDecoder(suffix=b"\x03")
    assert [scan.text for scan in decoder.feed(b"A-1-1\rA-1-17\x03#\r")] == ["A-1-17"]
    assert decoder.dropped == 1


def test_a_line_that_never_ends_fills_no_memory_and_with_a_prefix_hides_no_scan():
    decoder = ScanDecoder(prefix=b"\x02")
    for _ in range(300):
        assert decoder.feed(b"#" * 1_000) == []
        assert len(decoder._line) <= 512
    assert [scan.text for scan in decoder.feed(b"\x02A-1-17\r")] == ["A-1-17"]


def test_after_a_silence_what_was_open_is_not_part_of_the_next_line():
    decoder = ScanDecoder()
    decoder.feed(b"A-1-1")
    assert decoder.dropped == 0
    decoder.idle()
    assert [scan.text for scan in decoder.feed(b"A-1-17\r")] == ["A-1-17"]
    decoder.idle()
    assert decoder.dropped == 1
