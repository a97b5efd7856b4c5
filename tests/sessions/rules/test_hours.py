from dataclasses import replace
from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

import pytest

from sessions.rules import errors, hours
from sessions.rules.announcements import last_game_now
from sessions.rules.board import Board
from sessions.rules.session import SessionBoard
from sessions.rules.session_events import LastGameAnnounced
from sessions.rules.states import State
from tests.sessions.rules import boards

MADRID = ZoneInfo("Europe/Madrid")


def utc(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def local(text):
    return datetime.fromisoformat(text).replace(tzinfo=MADRID)


# Madrid is UTC+1 in winter and UTC+2 in summer; in 2027 it changes on 28 March and 31 October, at 1:00 UTC.
@pytest.mark.parametrize(
    ("day", "hour", "moment"),
    [
        ((2027, 1, 15), (3, 30), "2027-01-15T02:30"),
        ((2027, 7, 15), (3, 30), "2027-07-15T01:30"),
        # Forward at 2:00: 1:30 was before the change, 2:30 is never shown, 3:30 comes an hour sooner.
        ((2027, 3, 28), (1, 30), "2027-03-28T00:30"),
        ((2027, 3, 28), (2, 30), "2027-03-28T01:00"),
        ((2027, 3, 28), (3, 0), "2027-03-28T01:00"),
        ((2027, 3, 28), (3, 30), "2027-03-28T01:30"),
        # Back at 3:00: 2:30 is shown twice and the first time counts, 3:30 comes an hour later.
        ((2027, 10, 31), (1, 30), "2027-10-30T23:30"),
        ((2027, 10, 31), (2, 30), "2027-10-31T00:30"),
        ((2027, 10, 31), (3, 0), "2027-10-31T02:00"),
        ((2027, 10, 31), (3, 30), "2027-10-31T02:30"),
    ],
)
def test_an_hour_of_the_wall_is_one_moment_also_when_the_clocks_change(day, hour, moment):
    assert hours.moment_of(date(*day), time(*hour), MADRID) == utc(moment)


# A hall from 16:00 to 3:30: its working day is one, whatever the calendar says.
@pytest.mark.parametrize(
    ("opened", "opens", "closes"),
    [
        ("2026-11-30 15:45", "2026-11-30T15:00+00:00", "2026-12-01T02:30+00:00"),
        ("2026-11-30 23:59", "2026-11-30T15:00+00:00", "2026-12-01T02:30+00:00"),
        ("2026-12-01 01:00", "2026-11-30T15:00+00:00", "2026-12-01T02:30+00:00"),
        ("2026-12-01 03:30", "2026-12-01T15:00+00:00", "2026-12-02T02:30+00:00"),
        ("2026-12-01 04:00", "2026-12-01T15:00+00:00", "2026-12-02T02:30+00:00"),
        # The nights the clocks change.
        ("2027-03-27 20:00", "2027-03-27T15:00+00:00", "2027-03-28T01:30+00:00"),
        ("2027-10-30 20:00", "2027-10-30T14:00+00:00", "2027-10-31T02:30+00:00"),
    ],
)
def test_a_working_day_ends_at_its_closing_time_after_midnight(opened, opens, closes):
    found = hours.hours_of(local(opened), time(16, 0), time(3, 30), MADRID)
    assert tuple(datetime.fromisoformat(moment) for moment in found) == (utc(opens[:16]), utc(closes[:16]))


@pytest.mark.parametrize(
    ("opening", "closing", "expected"),
    [
        (None, None, ("", "")),
        (time(10), None, ("2026-11-30T09:00:00+00:00", "")),
        (None, time(23, 0), ("", "2026-11-30T22:00:00+00:00")),
        (time(10), time(23, 0), ("2026-11-30T09:00:00+00:00", "2026-11-30T22:00:00+00:00")),
        # Round the clock: the day goes from six to six.
        (time(6), time(6), ("2026-11-30T05:00:00+00:00", "2026-12-01T05:00:00+00:00")),
    ],
)
def test_hours_that_are_not_stated_are_no_limit(opening, closing, expected):
    assert hours.hours_of(local("2026-11-30 12:00"), opening, closing, MADRID) == expected


NIGHT = SessionBoard(
    session_no=1,
    state="open",
    opens_at="2026-11-30T15:00:00+00:00",
    closes_at="2026-12-01T02:30:00+00:00",
)


@pytest.mark.parametrize("at", ["2026-11-30T15:00:00", "2026-12-01T02:30:00"])
def test_a_game_may_begin_at_the_very_opening_and_at_the_very_closing(at):
    hours.check_hours(NIGHT, game_no=1, at=utc(at))


def test_no_game_begins_a_second_outside_the_hours():
    with pytest.raises(errors.AfterClosingTime) as refused:
        hours.check_hours(NIGHT, game_no=1, at=utc("2026-12-01T02:30:01"))
    assert refused.value.params == {"closing_at": "2026-12-01T02:30:00+00:00"}
    with pytest.raises(errors.BeforeOpeningTime):
        hours.check_hours(NIGHT, game_no=1, at=utc("2026-11-30T14:59:59"))


def test_no_game_begins_after_the_last_one_and_the_last_one_does():
    board = replace(NIGHT, last_game=7)
    hours.check_hours(board, game_no=7, at=utc("2026-11-30T20:00:00"))
    with pytest.raises(errors.LastGameWasPlayed) as refused:
        hours.check_hours(board, game_no=8, at=utc("2026-11-30T20:00:00"))
    assert refused.value.params == {"game_no": 7}


def test_without_hours_a_game_begins_at_any_time():
    hours.check_hours(SessionBoard(session_no=1, state="open"), game_no=900, at=utc("2026-12-01T05:00:00"))


def test_the_last_game_is_announced_once():
    assert hours.decide_last_game(NIGHT, game_no=7) == LastGameAnnounced(game_no=7)
    with pytest.raises(errors.LastGameAlreadyAnnounced) as refused:
        hours.decide_last_game(replace(NIGHT, last_game=7), game_no=8)
    assert refused.value.params == {"game_no": 7}
    assert hours.decide_last_game(replace(NIGHT, last_game=7), game_no=8, called_off=True).game_no == 8


def test_no_last_game_is_announced_before_the_session_opens():
    with pytest.raises(errors.WrongState):
        hours.decide_last_game(SessionBoard(session_no=1), game_no=1)


# A game begins with its sale (32.3) and is over when its bingo is; the second of a pair waits for its turn.
@pytest.mark.parametrize(
    ("states", "may_come_in"),
    [
        ((), True),
        (("announced",), True),
        (("selling",), False),
        (("ready",), False),
        (("drawing",), False),
        (("checking",), False),
        (("suspended",), False),
        (("won",), True),
        (("paying",), True),
        (("unclaimed",), True),
        (("void",), True),
        (("closed",), True),
        (("won", "waiting"), False),
        (("closed", "drawing"), False),
        (("closed", "won"), True),
    ],
)
def test_nobody_comes_in_during_a_game_nor_between_the_two_of_a_pair(states, may_come_in):
    games = [Board(session_no=1, game_no=n, state=State(state)) for n, state in enumerate(states, start=1)]
    assert hours.admission_open(games) is may_come_in


def read(board, last_game):
    return [line.text for line in last_game_now(board, last_game)]


def test_the_last_game_is_read_aloud_with_its_sale_in_both_languages():
    assert read(boards.selling(), 4) == ["Esta es la última partida.", "Aquesta és l'última partida."]
    assert read(boards.selling(terms=boards.CATALAN), 4)[0] == "Aquesta és l'última partida."
    assert read(boards.selling(), 5) == read(boards.selling(), 0) == []


def test_that_the_next_game_is_the_last_is_read_once_this_one_is_over_and_not_in_its_draw():
    assert read(boards.won(), 5) == ["La próxima partida será la última.", "La pròxima partida serà l'última."]
    assert read(boards.drawing(7), 5) == read(boards.drawing(7), 4) == []
    assert read(boards.won(), 4) == []
