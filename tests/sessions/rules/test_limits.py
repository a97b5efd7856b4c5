from datetime import UTC, datetime, timedelta

import pytest

from sessions.rules import errors
from sessions.rules.limits import (
    DEPOSITS,
    LOSSES,
    Limit,
    LimitKind,
    check_amount,
    check_pause,
    check_time,
    decide_limit,
    decide_pause,
    period_of,
    value_at,
)

NOW = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)
DAY = timedelta(hours=24)


def decided(limit, wanted, *, now=NOW, kind=LimitKind.LOSS_DAY):
    return decide_limit(limit, kind, wanted, now=now, cooling_off=DAY)


@pytest.mark.parametrize(
    ("kind", "hours"),
    [("deposit_day", 24), ("deposit_week", 168), ("deposit_month", 720), ("loss_day", 24), ("time_day", 24)],
)
def test_a_period_rolls_over_hours_and_knows_no_midnight(kind, hours):
    assert period_of(LimitKind(kind)) == timedelta(hours=hours)


def test_a_first_limit_and_a_stricter_one_count_at_once():
    assert decided(Limit(), 5_000) == Limit(value=5_000)
    assert decided(Limit(value=5_000), 4_999) == Limit(value=4_999)
    assert decided(Limit(value=5_000), 0) == Limit(value=0)


def test_a_looser_limit_and_none_at_all_count_after_the_cooling_off():
    looser = decided(Limit(value=5_000), 5_001)
    assert looser == Limit(value=5_000, next_value=5_001, next_from=NOW + DAY)
    assert value_at(looser, NOW + DAY - timedelta(seconds=1)) == 5_000
    assert value_at(looser, NOW + DAY) == 5_001
    none = decided(Limit(value=5_000), None)
    assert (value_at(none, NOW), value_at(none, NOW + DAY)) == (5_000, None)


def test_asking_for_the_looser_limit_again_does_not_make_it_wait_anew():
    looser = decided(Limit(value=5_000), 9_000)
    assert decided(looser, 9_000, now=NOW + timedelta(hours=23)) == looser
    other = decided(looser, 8_000, now=NOW + timedelta(hours=1))
    assert other == Limit(value=5_000, next_value=8_000, next_from=NOW + timedelta(hours=25))


def test_a_stricter_limit_and_the_same_one_call_off_what_was_to_come():
    looser = decided(Limit(value=5_000), 9_000)
    assert decided(looser, 3_000) == Limit(value=3_000)
    assert decided(looser, 5_000) == Limit(value=5_000)


def test_what_was_to_come_is_what_counts_once_its_time_has_come():
    looser = decided(Limit(value=5_000), 9_000)
    assert decided(looser, 8_000, now=NOW + DAY) == Limit(value=8_000)
    assert decided(Limit(), None) == Limit()


@pytest.mark.parametrize(
    ("kind", "wanted", "most"),
    [("loss_day", -1, 10_000_000), ("loss_day", 10_000_001, 10_000_000), ("time_day", 1_441, 1_440)],
)
def test_a_limit_that_makes_no_sense_is_refused(kind, wanted, most):
    with pytest.raises(errors.BadLimit) as refused:
        decided(Limit(), wanted, kind=LimitKind(kind))
    assert refused.value.params == {"most": most}


def test_the_last_cent_of_a_limit_may_be_deposited_and_not_one_more():
    own = {LimitKind.DEPOSIT_WEEK: Limit(value=10_000)}
    so_far = {LimitKind.DEPOSIT_WEEK: 7_000}
    check_amount(own, DEPOSITS, so_far, 3_000)
    with pytest.raises(errors.DepositLimitReached) as refused:
        check_amount(own, DEPOSITS, so_far, 3_001)
    assert refused.value.params == {"limit_cents": 10_000, "left_cents": 3_000, "period": "week"}


def test_of_several_limits_each_holds_and_losses_are_not_deposits():
    own = {LimitKind.LOSS_DAY: Limit(value=2_000), LimitKind.LOSS_MONTH: Limit(value=2_500)}
    so_far = {LimitKind.LOSS_DAY: 0, LimitKind.LOSS_MONTH: 2_400}
    check_amount(own, DEPOSITS, {}, 1_000_000)
    with pytest.raises(errors.LossLimitReached) as refused:
        check_amount(own, LOSSES, so_far, 200)
    assert refused.value.params == {"limit_cents": 2_500, "left_cents": 100, "period": "month"}


def test_who_has_won_may_lose_that_too_and_who_is_over_has_nothing_left():
    own = {LimitKind.LOSS_DAY: Limit(value=1_000)}
    check_amount(own, LOSSES, {LimitKind.LOSS_DAY: -500}, 1_500)
    with pytest.raises(errors.LossLimitReached) as refused:
        check_amount(own, LOSSES, {LimitKind.LOSS_DAY: 1_200}, 1)
    assert refused.value.params["left_cents"] == 0


def test_time_is_used_up_to_the_second():
    own = {LimitKind.TIME_DAY: Limit(value=60)}
    check_time(own, timedelta(minutes=59, seconds=59))
    check_time({}, timedelta(hours=23))
    with pytest.raises(errors.TimeLimitReached):
        check_time(own, timedelta(minutes=60))


def test_a_pause_ends_at_its_moment():
    check_pause(None, NOW)
    check_pause(NOW, NOW)
    with pytest.raises(errors.PlayIsPaused) as refused:
        check_pause(NOW + timedelta(seconds=1), NOW)
    assert refused.value.params == {"until": "2026-11-30T20:00:01+00:00"}


def test_a_pause_is_made_longer_and_never_shorter():
    week = decide_pause(None, "7d", NOW)
    assert week == NOW + timedelta(days=7)
    assert decide_pause(week, "30d", NOW) == NOW + timedelta(days=30)
    with pytest.raises(errors.PauseNotShortened) as refused:
        decide_pause(week, "24h", NOW)
    assert refused.value.params == {"until": "2026-12-07T20:00:00+00:00"}
    # Its last hours are longer than nothing, and shorter than a new day.
    assert decide_pause(NOW + timedelta(hours=3), "24h", NOW) == NOW + DAY
