"""Ages, seats, entry cards and the time a record is kept; every day here was counted on a calendar."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from sessions.rules import errors
from sessions.rules.visitors import (
    Card,
    DoorState,
    Validity,
    age_on,
    card_day,
    check_age,
    check_door,
    decide_admission,
    decide_correction,
    decide_hold,
    decide_leaving,
    months_after,
    seats_of,
    time_is_over,
    valid_until,
)

TODAY = date(2026, 11, 30)
OPEN = DoorState(inside=99, seats=100, open=True)
FULL = DoorState(inside=100, seats=100, open=True)
PLAYING = DoorState(inside=10, seats=100, open=False)
CARD = Card(card_no=7, valid_until=TODAY)


@pytest.mark.parametrize(
    ("day", "months", "later"),
    [
        (date(2026, 5, 30), 6, date(2026, 11, 30)),
        (date(2026, 8, 31), 6, date(2027, 2, 28)),
        (date(2027, 8, 31), 6, date(2028, 2, 29)),
        (date(2026, 12, 31), 12, date(2027, 12, 31)),
        (date(2026, 11, 30), 1, date(2026, 12, 30)),
    ],
)
def test_months_go_from_date_to_date(day, months, later):
    assert months_after(day, months) == later


@pytest.mark.parametrize(("birth", "age"), [(date(2008, 11, 30), 18), (date(2008, 12, 1), 17), (date(1961, 4, 2), 65)])
def test_somebody_is_of_age_on_the_day_itself(birth, age):
    assert age_on(birth, TODAY) == age


def test_who_was_born_on_29_february_is_eighteen_on_1_march():
    assert age_on(date(2008, 2, 29), date(2026, 2, 28)) == 17
    assert age_on(date(2008, 2, 29), date(2026, 3, 1)) == 18


def test_the_hall_may_want_more_years_and_never_fewer():
    check_age(date(2008, 11, 30), TODAY)
    with pytest.raises(errors.VisitorTooYoung) as refused:
        check_age(date(2008, 12, 1), TODAY, 16)
    assert refused.value.params == {"years": 18}
    with pytest.raises(errors.VisitorTooYoung) as refused:
        check_age(date(2006, 11, 30), TODAY, 21)
    assert refused.value.params == {"years": 21}


@pytest.mark.parametrize("birth", [date(2026, 12, 1), date(1905, 11, 30)])
def test_a_date_of_birth_to_come_or_of_120_years_ago_is_nobody_s(birth):
    with pytest.raises(errors.VisitorDataWrong):
        check_age(birth, TODAY)


@pytest.mark.parametrize(
    ("at", "day"),
    [
        (datetime(2026, 11, 30, 22, 0, tzinfo=UTC), date(2026, 11, 30)),  # 23:00
        (datetime(2026, 12, 1, 4, 59, tzinfo=UTC), date(2026, 11, 30)),  # 5:59 the morning after
        (datetime(2026, 12, 1, 5, 0, tzinfo=UTC), date(2026, 12, 1)),  # 6:00
    ],
)
def test_the_day_of_an_entry_card_lasts_until_six_in_the_morning(at, day):
    assert card_day(at, ZoneInfo("Europe/Madrid")) == day


@pytest.mark.parametrize(
    ("validity", "last"),
    [
        (Validity.DAY, date(2026, 11, 30)),
        (Validity.WEEK, date(2026, 12, 7)),
        (Validity.MONTH, date(2026, 12, 30)),
        (Validity.YEAR, date(2027, 11, 30)),
    ],
)
def test_an_entry_card_is_valid_a_day_a_week_a_month_or_a_year(validity, last):
    assert valid_until(TODAY, validity) == last


@pytest.mark.parametrize(
    ("category", "capacity", "terminals", "seats"),
    [
        ("", 0, 0, None),
        ("third", 0, 0, 100),
        ("third", 90, 0, 90),
        ("third", 300, 0, 100),
        ("special", 0, 0, None),
        ("special", 800, 40, 760),
        ("", 120, 20, 100),
        ("third", 0, 130, 0),
    ],
)
def test_the_stricter_of_category_and_capacity_counts_and_each_terminal_takes_a_seat(
    category, capacity, terminals, seats
):
    assert seats_of(category, capacity, terminals) == seats


def test_the_last_seat_is_taken_and_nobody_else_comes_in():
    check_door(OPEN)
    with pytest.raises(errors.HallFull) as refused:
        check_door(FULL)
    assert refused.value.params == {"inside": 100, "seats": 100}
    check_door(DoorState(inside=5_000, seats=None, open=True))


def test_nobody_comes_in_while_a_game_is_on():
    with pytest.raises(errors.GameBeingPlayed):
        decide_admission(PLAYING, visitor_no=1, card=CARD, day=TODAY)


def test_a_visitor_comes_in_with_a_card_of_today_and_is_one_more():
    event = decide_admission(OPEN, visitor_no=5, card=CARD, day=TODAY)
    assert (event.visitor_no, event.inside, event.card_no, event.issued) == (5, 100, 7, "")
    assert event.valid_until == "2026-11-30"


@pytest.mark.parametrize("card", [None, Card(card_no=7, valid_until=date(2026, 11, 29))])
def test_without_a_card_or_with_one_of_yesterday_a_new_one_is_needed(card):
    with pytest.raises(errors.EntryCardNeeded):
        decide_admission(OPEN, visitor_no=5, card=card, day=TODAY)


def test_who_must_wait_has_the_next_turn_and_who_need_not_has_none():
    assert decide_hold(PLAYING, visitor_no=5, last_turn=3).turn == 4
    assert decide_hold(FULL, visitor_no=5, last_turn=0).turn == 1
    with pytest.raises(errors.NobodyMustWait):
        decide_hold(OPEN, visitor_no=5, last_turn=0)


def test_no_more_go_out_than_are_inside():
    assert decide_leaving(OPEN, count=99).inside == 0
    with pytest.raises(errors.FewerInside):
        decide_leaving(OPEN, count=100)


def test_a_correction_keeps_both_numbers():
    event = decide_correction(OPEN, inside=103, reason="counted")
    assert (event.was, event.inside, event.reason) == (99, 103, "counted")
    with pytest.raises(errors.CountUnchanged):
        decide_correction(OPEN, inside=99, reason="counted")


def test_a_record_is_kept_on_the_last_day_of_its_six_months_and_not_on_the_next():
    assert not time_is_over(date(2026, 5, 30), 6, date(2026, 11, 30))
    assert time_is_over(date(2026, 5, 30), 6, date(2026, 12, 1))
