"""What each kind of device is for, its code, when its loss is written down, and when a player's log-in ends."""

from datetime import UTC, datetime, timedelta

import pytest

from sessions.rules import errors
from sessions.rules.terminals import (
    CODE_SIGNS,
    check_offer,
    check_place,
    clock_is_wrong,
    code_in,
    may_be_noted,
    permissions_at,
    seats_of,
    signs_out,
)

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def test_each_kind_of_device_is_for_its_own_work_and_no_other():
    assert {
        kind: set(permissions_at(kind))
        for kind in ("player_terminal", "seller_tablet", "caller", "cash_desk", "table_desk", "door", "wall", "toaster")
    } == {
        "player_terminal": {"play_cards"},
        "seller_tablet": {"sell_cards"},
        "caller": {"call_balls"},
        "cash_desk": {"keep_cash"},
        "table_desk": {"run_table", "call_balls", "direct_session"},
        "door": {"admit"},
        "wall": set(),
        "toaster": set(),
    }


def test_no_sign_of_a_code_is_taken_for_another():
    assert len(set(CODE_SIGNS)) == len(CODE_SIGNS) == 25
    assert not set("0O1ILZ2S5B8") & set(CODE_SIGNS)


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("ACDE3467", "ACDE3467"),
        ("acde 3467", "ACDE3467"),
        (" acde-3467 ", "ACDE3467"),
        ("ACDE34679", "ACDE34679"),
        ("ACDE346799999", "ACDE34679"),
        ("", ""),
        ("ÁÇÐÉ", ""),
        ("<script>", "CRPT"),
    ],
)
def test_a_code_is_read_as_people_type_it_and_a_longer_one_is_not_cut_to_fit(typed, read):
    assert code_in(typed) == read


@pytest.mark.parametrize(("place", "kept"), [("  Terminal   12 ", "Terminal 12"), ("a" * 60, "a" * 60)])
def test_a_place_is_kept_without_odd_spaces(place, kept):
    assert check_place(place) == kept


@pytest.mark.parametrize("place", ["", "   ", "a" * 61])
def test_a_device_has_a_place(place):
    with pytest.raises(errors.PlaceNeeded):
        check_place(place)


def test_a_code_works_once_and_for_ten_minutes():
    expires = NOON + timedelta(minutes=10)
    check_offer(used=False, expires_at=expires, now=expires - timedelta(microseconds=1))
    with pytest.raises(errors.EnrolmentCodeExpired):
        check_offer(used=False, expires_at=expires, now=expires)
    with pytest.raises(errors.EnrolmentCodeUsed):
        check_offer(used=True, expires_at=expires, now=NOON)


@pytest.mark.parametrize(("seconds", "noted"), [(59, False), (60, True), (3_600, True)])
def test_a_terminal_that_comes_and_goes_is_written_down_once_a_minute(seconds, noted):
    assert may_be_noted(NOON, NOON + timedelta(seconds=seconds)) is noted
    assert may_be_noted(None, NOON) is True


@pytest.mark.parametrize(
    ("idle", "limit", "plays", "out"),
    [(299, 300, False, False), (300, 300, False, True), (9_999, 300, True, False), (9_999, 0, False, False)],
)
def test_an_idle_log_in_ends_but_never_in_play_nor_without_a_limit(idle, limit, plays, out):
    assert signs_out(idle_seconds=idle, limit_seconds=limit, plays=plays) is out


@pytest.mark.parametrize(
    ("skew", "wrong"), [(None, False), (0, False), (2_000, False), (2_001, True), (-2_000, False), (-2_001, True)]
)
def test_a_clock_more_than_two_seconds_off_is_wrong(skew, wrong):
    assert clock_is_wrong(skew) is wrong


def test_a_player_s_terminal_takes_a_seat_and_nothing_else_does():
    assert seats_of(["player_terminal", "wall", "player_terminal", "seller_tablet", "door"]) == 2
