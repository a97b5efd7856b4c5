"""The hours of a night in their order, also in those of the two changes, and hours at a post."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from sessions.rules.report_hours import hour_of, seconds_at_post

MADRID = ZoneInfo("Europe/Madrid")


def at(day, hour, minute=0, month=10):
    return datetime(2026, month, day, hour, minute, tzinfo=UTC)


def test_hours_past_midnight_come_after_those_before_it():
    told = sorted(hour_of(moment, MADRID) for moment in (at(1, 0, 30), at(1, 16), at(1, 21, 59), at(2, 1)))
    # UTC + 2: 02:30, 18:00, 23:59, 03:00.
    assert [one.hour for one in told] == [18, 23, 2, 3]


def test_the_hour_that_comes_twice_in_october_is_two_hours():
    # On 25 October 2026 at 01:00 UTC the clock is put back from 03:00 to 02:00.
    told = sorted({hour_of(at(24, 23, 30) + timedelta(minutes=30 * n), MADRID) for n in range(7)})
    assert [(one.hour, one.again) for one in told] == [(1, False), (2, False), (2, True), (3, False)]


def test_the_hour_that_never_is_in_march_is_none():
    # On 29 March 2026 at 01:00 UTC the clock is put on from 02:00 to 03:00.
    told = sorted({hour_of(at(29, 0, 0, month=3) + timedelta(minutes=30 * n), MADRID) for n in range(4)})
    assert [(one.hour, one.again) for one in told] == [(1, False), (3, False)]


def test_people_stand_at_a_post_from_the_opening_until_others_take_it_or_the_close():
    changes = [(at(1, 17), ["ana", "pep"]), (at(1, 20), ["ana", "eva"]), (at(1, 21), [])]
    told = seconds_at_post(changes, at(1, 18), at(1, 23))
    assert told == {"ana": 3 * 3_600, "pep": 2 * 3_600, "eva": 3_600}


def test_a_change_before_the_opening_counts_for_nobody_and_who_is_named_twice_stands_once():
    changes = [(at(1, 16), ["ana"]), (at(1, 17), ["pep", "pep"])]
    assert seconds_at_post(changes, at(1, 18), at(1, 19)) == {"ana": 0, "pep": 3_600}


def test_without_anybody_at_the_post_there_are_no_hours():
    assert seconds_at_post([], at(1, 18), at(1, 19)) == {}


def test_the_night_in_which_the_clock_is_put_back_is_an_hour_longer():
    opened = datetime(2026, 10, 25, 0, 0, tzinfo=MADRID)
    closed = datetime(2026, 10, 25, 4, 0, tzinfo=MADRID)
    # From midnight to four by the wall are five hours; both moments come from the journal in UTC.
    assert seconds_at_post([(opened.astimezone(UTC), ["ana"])], opened.astimezone(UTC), closed.astimezone(UTC)) == {
        "ana": 5 * 3_600
    }
