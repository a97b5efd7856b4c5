"""The log of a line: every byte with its time and direction, in two files at most, never in anybody's way."""

from datetime import UTC, datetime

import pytest

from devices.supervisor import frame_log
from devices.supervisor.frame_log import as_line, frame_log_path, tap_of
from tests.devices.plugs import until


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.BINGO_DATA_DIR = tmp_path
    return tmp_path


def lines(code):
    path = frame_log_path(code)
    return path.read_text().splitlines() if path.exists() else []


def test_a_line_tells_time_direction_bytes_and_text():
    at = datetime(2026, 11, 30, 19, 5, 45, 1_200, tzinfo=UTC)
    assert as_line("<", b"\x02K 01\xff\x03", at) == "2026-11-30T19:05:45.001200Z < 02 4b 20 30 31 ff 03  |.K 01..|"


def test_the_traffic_of_two_ports_goes_into_two_files():
    tap_of("machine")(">", b"A")
    tap_of("panel")("<", b"B")
    tap_of("machine")("<", b"C")
    until(lambda: len(lines("machine")) == 2 and len(lines("panel")) == 1)
    assert [line[28:] for line in lines("machine")] == ["> 41  |A|", "< 43  |C|"]
    assert [line[28:] for line in lines("panel")] == ["< 42  |B|"]


def test_a_full_file_goes_aside_and_only_one_is_kept(monkeypatch):
    monkeypatch.setattr(frame_log, "MOST_BYTES", 2_000)
    tap = tap_of("talker")
    for number in range(200):
        tap("<", f"{number:03}".encode())
    until(lambda: lines("talker") and lines("talker")[-1].endswith("|199|"))
    files = {path.name: path.stat().st_size for path in frame_log_path("talker").parent.glob("talker*")}
    assert set(files) == {"talker.log", "talker.log.1"}
    assert max(files.values()) <= 2_000


def test_a_folder_that_cannot_be_written_holds_nobody(settings, tmp_path):
    settings.BINGO_DATA_DIR = tmp_path / "file"
    (tmp_path / "file").write_text("not a folder")
    tap = tap_of("machine")
    for _ in range(frame_log.MOST_WAITING + 5):
        tap("<", b"x")
    settings.BINGO_DATA_DIR = tmp_path
    until(lambda: tap_of("later")("<", b"y") or lines("later"))


def test_a_name_that_leaves_the_folder_is_refused():
    with pytest.raises(ValueError, match="not a device's code"):
        frame_log_path("../../etc/passwd")


def test_nothing_of_it_is_a_part_of_the_program_s_own_log():
    """A web server sets that up anew as it starts, under the locks of all its handlers, while the ports open."""
    parts = {
        name: getattr(what, "__module__", None) or getattr(what, "__name__", "")
        for name, what in vars(frame_log).items()
    }
    assert [name for name, module in parts.items() if module.startswith("logging")] == []
