"""The last changes of a device: what is kept, in which order, and what is not."""

from devices.codecs.events import BallRead, BallVoided
from devices.supervisor.history import History, happening_of


def test_the_newest_eight_changes_are_told_newest_first():
    history = History()
    for ordinal in range(1, 51):
        history.note("slow", str(ordinal))
    assert [(one["what"], one["detail"]) for one in history.told()] == [
        ("slow", detail) for detail in ("50", "49", "48", "47", "46", "45", "44", "43")
    ]


def test_what_is_said_again_is_kept_once():
    history = History()
    for _ in range(3):
        history.note("down", "lost")
    history.note("up")
    history.note("down", "lost")
    assert [one["what"] for one in history.told()] == ["down", "up", "down"]


def test_a_ball_taken_back_is_kept_and_a_ball_read_is_not():
    assert happening_of(BallVoided("91C0", 7, 12, 47)) == ("taken_back", "12: 47")
    assert happening_of(BallRead("91C0", 8, 13, 48, 98, "rfid")) is None
