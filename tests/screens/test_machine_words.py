"""Every stop of the machine and every held ball has its words: at the table, at the caller's, in the minutes."""

import pytest

from screens.labels import labels_for
from sessions.acta_words import WORDS

STOPS = ("link", "fault", "reader", "stalled", "voided", "balls", "machine")
HOLDS = (
    "repeat",
    "unread",
    "low_quality",
    "out_of_order",
    "range",
    "multi",
    "no_ball",
    "manual",
    "not_started",
)


@pytest.fixture
def desk():
    return labels_for("desk", ["en"])["en"]


def sentence(text):
    return text[0].isupper() and text.endswith(".") and len(text) < 200


@pytest.mark.parametrize("reason", STOPS)
def test_a_stop_says_why_and_what_to_do(desk, reason):
    assert f"pause.{reason}" in labels_for("caller", ["en"])["en"]
    assert sentence(desk[f"do.{reason}"])
    assert WORDS["stop"][reason]


@pytest.mark.parametrize("reason", HOLDS)
def test_a_held_ball_says_why_and_what_to_do(desk, reason):
    assert desk[f"pause.held_{reason}"]
    assert sentence(desk[f"held.{reason}"])
    assert sentence(desk[f"do.held_{reason}"])
    assert WORDS["held"][reason]


@pytest.mark.parametrize("why", ["absent", "lost", "no-answer", "noise", "rebooted", "lost-step", "wrong-device"])
def test_a_port_that_is_away_says_why_in_words(desk, why):
    assert desk[f"why.{why}"]


@pytest.mark.parametrize("reason", ["unread", "multi", "noball"])
def test_a_ball_without_a_number_is_told_in_words_in_the_list_of_devices(reason):
    assert labels_for("devices", ["en"])["en"][f"no_number.{reason}"]
