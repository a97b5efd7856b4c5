"""However long a flood lasts, it is a few rows a minute and a count that is right."""

from records.floods import Flood, Told


def test_the_first_of_a_minute_are_told_one_by_one_and_the_rest_together():
    flood = Flood()
    told = [flood.take("10.0.0.9", "ana", now) for now in (0.0, 1.0, 2.0, 3.0, 4.0)]
    assert told == [[Told("10.0.0.9", "ana", 1)]] * 3 + [[], []]
    assert flood.over(59.9) == []
    assert flood.over(60.0) == [Told("10.0.0.9", "ana", 2)]
    assert flood.over(1_000.0) == []


def test_several_names_are_told_as_several():
    flood = Flood()
    for number in range(10):
        flood.take("10.0.0.9", f"name-{number}", 0.0)
    assert flood.over(60.0) == [Told("10.0.0.9", "", 7)]


def test_a_thousand_tries_a_minute_for_an_hour_are_four_rows_a_minute_and_nothing_is_lost():
    flood, rows = Flood(), []
    for second in range(3_600):
        for _ in range(17):
            rows += flood.take("10.0.0.9", "", float(second))
    rows += flood.rest()
    assert len(rows) == 60 * 4
    assert sum(told.times for told in rows) == 3_600 * 17


def test_sources_that_change_with_every_try_are_taken_together():
    flood, rows = Flood(), []
    for number in range(5_000):
        rows += flood.take(f"2001:db8::{number:x}", "", number / 100)
    rows += flood.over(200.0)
    assert len(rows) == 31
    assert rows[-1] == Told("", "", 4_970)


def test_an_address_that_behaves_is_told_though_another_floods():
    flood = Flood()
    for _ in range(1_000):
        flood.take("10.0.0.9", "", 0.0)
    assert flood.take("10.0.0.7", "ana", 1.0) == [Told("10.0.0.7", "ana", 1)]


def test_what_waits_is_told_when_the_program_ends():
    flood = Flood()
    for _ in range(4):
        flood.take("10.0.0.9", "ana", 0.0)
    assert flood.rest() == [Told("10.0.0.9", "ana", 1)]
    assert flood.rest() == []
