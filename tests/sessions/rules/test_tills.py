"""Tills by their rules: who may open which, what a count must be, who answers for a difference."""

import pytest

from sessions.rules import errors, tills
from sessions.rules.till_counts import cents_of, counted
from sessions.rules.till_events import Coins, TillClosed, TillCounted, TillDropped, TillHandedOver, TillMoveUndone
from sessions.rules.till_shifts import Shift, apply_till_event, moved_by

# 2 x 50.00 + 3 x 20.00 + 5 x 0.10 = 160.50
COUNT = {5_000: 2, 2_000: 3, 10: 5}


def shift(**changes):
    facts = {"till": "main", "shift_no": 7, "holder": "caja", "opened_cents": 16_050}
    return Shift(**{**facts, **changes})


def opening(*open_shifts, **changes):
    asked = {"till": "main", "holder": "caja", "count": counted(COUNT)}
    facts = {name: changes.pop(name) for name in ("books_cents",) if name in changes}
    return tills.decide_opening(
        open_shifts,
        tills.Opening(**{**asked, **changes}),
        tills=("main", "2"),
        shift_no=7,
        limit_cents=1_000,
        **{"books_cents": 16_050, **facts},
    )


def closing(known, **changes):
    facts = {"books_cents": 20_000, "drop_cents": 0, "limit_cents": 1_000}
    return tills.decide_closing(known, **{**facts, **changes})


def test_a_count_is_added_up_by_denomination_the_greatest_first():
    count = counted({10: 5, 5_000: 2, 2_000: 3, 1: 0})
    assert count == (
        Coins(value_cents=5_000, pieces=2),
        Coins(value_cents=2_000, pieces=3),
        Coins(value_cents=10, pieces=5),
    )
    assert cents_of(count) == 16_050


@pytest.mark.parametrize("pieces", [{3: 1}, {200: -1}, {200: 100_001}, {0: 1}])
def test_what_is_no_count_of_euros_is_refused(pieces):
    with pytest.raises(errors.BadCount):
        counted(pieces)


def test_a_shift_begins_by_what_was_there_and_what_comes_from_the_safe():
    event = opening(books_cents=6_050, from_safe_cents=10_000)
    assert (event.expected_cents, event.counted_cents, event.from_safe_cents) == (16_050, 16_050, 10_000)
    assert moved_by(event) == {("till_topup", "main"): 10_000, ("till_difference", "main"): 0}


@pytest.mark.parametrize(
    ("open_shift", "refusal"),
    [(shift(holder="otra"), errors.TillAlreadyOpen), (shift(till="2"), errors.ShiftAlreadyHeld)],
)
def test_one_till_has_one_holder_and_one_person_one_till(open_shift, refusal):
    with pytest.raises(refusal):
        opening(open_shift)
    assert opening(shift(till="2", holder="otra")).till == "main"


def test_a_till_that_the_hall_has_not_is_refused():
    with pytest.raises(errors.TillUnknown):
        opening(till="3")


@pytest.mark.parametrize("books_cents", [15_049, 17_051])
def test_an_opening_more_than_ten_euros_away_needs_a_second_person_and_tells_no_sum(books_cents):
    with pytest.raises(errors.DifferenceUnsigned) as refused:
        opening(books_cents=books_cents)
    assert refused.value.params == {"limit_cents": 1_000}
    with pytest.raises(errors.DifferenceUnsigned):
        opening(books_cents=books_cents, second="caja")
    assert opening(books_cents=books_cents, second="sala").second == "sala"


@pytest.mark.parametrize("books_cents", [15_050, 17_050])
def test_an_opening_up_to_ten_euros_away_is_the_cashiers_own(books_cents):
    assert opening(books_cents=books_cents).expected_cents == books_cents


@pytest.mark.parametrize("cents", [0, -1, 100_000_001])
def test_impossible_sums_do_not_move(cents):
    with pytest.raises(errors.BadAmount):
        tills.decide_move(shift(), cents, to_safe=True)


def test_moves_are_numbered_and_only_the_last_is_taken_back_once():
    dropped = tills.decide_move(shift(moves=2), 500, to_safe=True)
    assert dropped == TillDropped(till="main", shift_no=7, move_no=3, amount_cents=500)
    after = apply_till_event({7: shift(moves=2)}, dropped)[7]
    undone = tills.decide_undoing(after, "keyed twice")
    assert undone == TillMoveUndone(till="main", shift_no=7, move_no=3, reason="keyed twice")
    with pytest.raises(errors.NoMoveToUndo):
        tills.decide_undoing(apply_till_event({7: after}, undone)[7], "again")
    with pytest.raises(errors.NoMoveToUndo):
        tills.decide_undoing(shift(), "nothing moved")


def test_a_till_is_closed_by_a_count_that_is_not_old():
    with pytest.raises(errors.CountFirst):
        closing(shift())
    with pytest.raises(errors.CountIsOld):
        closing(shift(counted_cents=20_000, expected_cents=19_800))


def test_a_difference_is_told_after_the_count_and_explained():
    short = shift(counted_cents=19_500, expected_cents=20_000)
    with pytest.raises(errors.DifferenceUnexplained) as refused:
        closing(short)
    assert refused.value.params == {"expected_cents": 20_000, "counted_cents": 19_500}
    event = closing(short, reason="wrong change", drop_cents=15_000)
    assert event == TillClosed(
        till="main",
        shift_no=7,
        holder="caja",
        counted_cents=19_500,
        expected_cents=20_000,
        dropped_cents=15_000,
        reason="wrong change",
    )
    assert moved_by(event) == {("till_drop", "main"): -15_000, ("till_difference", "main"): -500}


def test_a_great_difference_is_signed_by_somebody_else():
    short = shift(counted_cents=18_999, expected_cents=20_000)
    for second in ("", "caja"):
        with pytest.raises(errors.DifferenceUnsigned):
            closing(short, reason="stolen", second=second)
    assert closing(short, reason="stolen", second="mesa").second == "mesa"


def test_no_more_goes_into_the_safe_than_was_counted():
    with pytest.raises(errors.MoreThanCounted):
        closing(shift(counted_cents=20_000, expected_cents=20_000), drop_cents=20_001)
    assert closing(shift(counted_cents=20_000, expected_cents=20_000), drop_cents=20_000).dropped_cents == 20_000


def over(known, **changes):
    facts = {"taker": "otra", "next_shift_no": 8, "books_cents": 20_000, "limit_cents": 1_000}
    return tills.decide_hand_over(known, [known], **{**facts, **changes})


def test_a_till_handed_over_begins_the_next_shift_with_what_was_counted():
    event = over(shift(counted_cents=20_000, expected_cents=20_000))
    after = apply_till_event({7: shift(counted_cents=20_000, expected_cents=20_000)}, event)
    assert [after[7].open, after[8].open, after[8].holder, after[8].opened_cents] == [False, True, "otra", 20_000]
    assert after[8].counted_cents is None


def test_a_till_is_handed_to_somebody_else_who_holds_none():
    ready = shift(counted_cents=20_000, expected_cents=20_000)
    with pytest.raises(errors.SameCashier):
        over(ready, taker="caja")
    with pytest.raises(errors.ShiftAlreadyHeld):
        tills.decide_hand_over(
            ready,
            [ready, shift(till="2", holder="otra")],
            taker="otra",
            next_shift_no=8,
            books_cents=20_000,
            limit_cents=0,
        )


@pytest.mark.parametrize("second", ["caja", "otra", ""])
def test_neither_of_the_two_signs_for_a_great_difference(second):
    short = shift(counted_cents=10_000, expected_cents=20_000)
    with pytest.raises(errors.DifferenceUnsigned):
        over(short, reason="lost", second=second)
    assert isinstance(over(short, reason="lost", second="sala"), TillHandedOver)


def test_counts_are_folded_the_last_one_counts():
    known = {7: shift()}
    for cents in (100, 200):
        count = TillCounted(till="main", shift_no=7, count=(), counted_cents=cents, expected_cents=150)
        known = apply_till_event(known, count)
    assert (known[7].counted_cents, known[7].expected_cents) == (200, 150)


def test_an_event_of_a_shift_that_never_began_cannot_be_folded():
    with pytest.raises(LookupError):
        apply_till_event({}, TillDropped(till="main", shift_no=1, move_no=1, amount_cents=5))


def test_a_session_closes_only_over_closed_tills():
    tills.check_tills_closed([])
    with pytest.raises(errors.TillStillOpen) as refused:
        tills.check_tills_closed([shift()])
    assert refused.value.params == {"till": "main", "holder": "caja"}
