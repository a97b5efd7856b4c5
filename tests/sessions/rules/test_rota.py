from datetime import UTC, date, datetime

import pytest

from sessions.rules import errors
from sessions.rules.rota import (
    Gap,
    Turn,
    changes_of,
    decide_turn,
    differences,
    gaps_of,
    hour_of,
    minutes_of,
    night_of,
    people_at,
)
from sessions.rules.session import Post

CHIEF, CASHIER, MANAGER = Post.TABLE_CHIEF, Post.CASHIER, Post.HALL_MANAGER
SELLER, AUX, DOOR = Post.SELLER_CALLER, Post.FLOOR_ASSISTANT, Post.ADMISSION
NIGHT, TODAY = date(2026, 12, 1), date(2026, 11, 30)
NOBODY = dict.fromkeys(Post, ())


def turn(username, post, starts="18:00", ends="03:00"):
    return Turn(username=username, post=post, starts=minutes_of(starts), ends=minutes_of(ends))


@pytest.mark.parametrize(
    ("hour", "minutes"),
    [("06:00", 360), ("18:30", 1110), ("23:59", 1439), ("00:00", 1440), ("03:00", 1620), ("05:59", 1799)],
)
def test_an_hour_before_six_is_of_the_night_before(hour, minutes):
    assert minutes_of(hour) == minutes
    assert hour_of(minutes) == hour


@pytest.mark.parametrize("hour", ["", "24:00", "7:00", "18.30", "18:60", "\u0661\u0668:30"])
def test_what_is_no_hour_is_not_read(hour):
    with pytest.raises(ValueError, match=f"^{hour}$"):
        minutes_of(hour)


@pytest.mark.parametrize(
    ("moment", "night"),
    [
        (datetime(2026, 12, 1, 20, 15, tzinfo=UTC), (date(2026, 12, 1), 1215)),
        (datetime(2026, 12, 2, 2, 30, tzinfo=UTC), (date(2026, 12, 1), 1590)),
        (datetime(2026, 12, 2, 6, 0, tzinfo=UTC), (date(2026, 12, 2), 360)),
        (datetime(2027, 1, 1, 0, 0, tzinfo=UTC), (date(2026, 12, 31), 1440)),
    ],
)
def test_a_moment_after_midnight_is_of_the_night_that_goes_on(moment, night):
    assert night_of(moment) == night


def decide(new, *planned, own=("seller_caller",), night=NIGHT):
    decide_turn(new, night=night, today=TODAY, planned=planned, own=own)


def test_a_turn_of_tonight_and_of_any_later_night_can_be_planned():
    decide(turn("ana", SELLER), night=TODAY)
    decide(turn("ana", SELLER))
    # Admission is one of the posts a seller stands in at (26.2.a).
    decide(turn("ana", DOOR))


def test_a_night_that_is_over_stays_as_it_was():
    with pytest.raises(errors.TurnPast) as refused:
        decide(turn("ana", SELLER), night=date(2026, 11, 29))
    assert refused.value.params == {"night": "2026-11-29"}


@pytest.mark.parametrize(
    ("starts", "ends"), [("18:00", "18:00"), ("18:00", "17:00"), ("03:00", "18:00"), ("02:00", "06:00")]
)
def test_a_turn_ends_after_it_starts_the_same_night(starts, ends):
    with pytest.raises(errors.TurnImpossible):
        decide(turn("ana", SELLER, starts, ends))


def test_nobody_is_planned_where_they_may_not_stand_in():
    with pytest.raises(errors.MayNotSubstitute):
        decide(turn("ana", CHIEF))


def test_nobody_is_at_two_posts_at_once():
    first = turn("ana", SELLER, "18:00", "22:00")
    with pytest.raises(errors.TurnsOverlap) as refused:
        decide(turn("ana", DOOR, "21:59", "23:00"), first)
    assert refused.value.params == {
        "username": "ana",
        "post": "seller_caller",
        "starts": "18:00",
        "ends": "22:00",
        "night": "2026-12-01",
    }
    with pytest.raises(errors.TurnsOverlap):
        decide(turn("ana", SELLER, "17:00", "03:00"), first)
    decide(turn("ana", DOOR, "22:00", "03:00"), first)


def test_one_person_may_be_table_chief_and_cashier_for_a_while():
    decide(turn("caja", CHIEF, "21:00", "22:00"), turn("caja", CASHIER), own=("cashier",))
    with pytest.raises(errors.TurnsOverlap):
        decide(turn("caja", MANAGER, "21:00", "22:00"), turn("caja", CASHIER), own=("cashier",))


FOUR = [turn("sala", MANAGER), turn("mesa", CHIEF), turn("caja", CASHIER), turn("ana", SELLER)]


def test_who_is_to_be_at_each_post_at_a_minute():
    turns = [*FOUR, turn("luis", SELLER, "20:00", "23:00"), turn("ana", DOOR, "03:00", "03:30")]
    assert people_at(turns, minutes_of("20:00"))[SELLER] == ("ana", "luis")
    assert people_at(turns, minutes_of("23:00"))[SELLER] == ("ana",)
    assert people_at(turns, minutes_of("03:00")) == NOBODY | {DOOR: ("ana",)}


def test_a_night_with_its_people_has_no_gap_and_one_without_plan_none_to_tell():
    assert gaps_of("", FOUR, None, None) == []
    assert gaps_of("special", [], None, None) == []


def test_a_gap_has_its_hours_and_its_posts():
    turns = [*FOUR[:3], turn("ana", SELLER, "18:00", "22:00"), turn("luis", SELLER, "22:30", "03:00")]
    assert gaps_of("", turns, None, None) == [
        Gap(starts=1320, ends=1350, short=(("seller_caller", 1),), seniors=True),
    ]


def test_the_hours_of_the_permit_are_covered_whole():
    # From 17:00, when games may begin, nobody is there; two stretches alike are told as one.
    assert gaps_of("", [*FOUR, turn("luis", DOOR, "17:30", "18:00")], minutes_of("17:00"), minutes_of("03:00")) == [
        Gap(
            starts=1020,
            ends=1080,
            short=(("hall_manager", 1), ("table_chief", 1), ("cashier", 1), ("seller_caller", 1)),
            seniors=False,
        ),
    ]


def test_a_hall_with_a_category_is_held_to_article_25():
    # Second category: 2 admission, 1 assistant, 4 sellers, 1 cashier, 1 Jefe de Mesa, 1 Jefe de Sala.
    assert gaps_of("second", FOUR, None, None) == [
        Gap(
            starts=1080,
            ends=1620,
            short=(("seller_caller", 3), ("floor_assistant", 1), ("admission", 2)),
            seniors=True,
        )
    ]


def test_two_seniors_one_of_them_only_jefe_de_sala():
    turns = [turn("sala", MANAGER), turn("sala", CHIEF, "18:00", "19:00"), *FOUR[1:]]
    (gap,) = gaps_of("", turns, None, None)
    assert (gap.starts, gap.ends, gap.short, gap.seniors) == (1080, 1140, (), False)


def test_the_plan_against_who_is_there():
    planned = NOBODY | {MANAGER: ("sala",), SELLER: ("ana", "luis")}
    there = NOBODY | {MANAGER: ("sala",), SELLER: ("luis", "eva"), DOOR: ("pep",)}
    told = [(d.post, d.missing, d.instead) for d in differences(planned, there)]
    assert told == [(SELLER, ("ana",), ("eva",)), (DOOR, (), ("pep",))]
    # A post the rota has nobody for stays as it is.
    assert changes_of(planned, there) == {SELLER: ("ana", "luis")}
    assert changes_of(planned, planned) == {}
