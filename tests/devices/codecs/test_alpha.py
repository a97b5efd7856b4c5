import pytest

from devices.codecs.alpha import STRING_MAX, alpha_packet, memory_command, string_command, text_command


def test_a_packet_is_the_one_of_the_document():
    # STX 2 + "G" 71 + "1" 49 + "4" 52 + "7" 55 + ETX 3 = 232 = 00E8
    assert alpha_packet(b"G147") == b"\0\0\0\0\0\x01Z00\x02G147\x0300E8\x04"


def test_a_sum_runs_over_into_its_second_byte():
    # 2 + 71 + 49 + 10 x 90 ("Z") + 3 = 1025 = 0401
    assert alpha_packet(b"G1" + b"Z" * 10).endswith(b"\x030401\x04")


def test_a_packet_can_name_its_sign_and_leave_the_sum_out():
    assert alpha_packet(b"G1", sign_type="^", address="0A", checksum=False) == b"\0\0\0\0\0\x01^0A\x02G1\x04"


def test_memory_is_one_text_shown_always_and_one_string():
    # text A, locked to the keyboard, 64 bytes, always (FF00); string 1, 125 bytes
    assert memory_command() == b"E$" + b"AAL0040FF00" + b"1BL007D0000"


def test_the_text_holds_still_and_calls_the_string():
    assert text_command() == b"AA\x1b b\x101"


@pytest.mark.parametrize(
    ("text", "command"),
    [("47  13/90", b"G147  13/90"), ("a\x04b\x1bñ", b"G1a b  "), ("x" * 200, b"G1" + b"x" * STRING_MAX)],
)
def test_a_string_is_printable_and_fits(text, command):
    assert string_command(text) == command
