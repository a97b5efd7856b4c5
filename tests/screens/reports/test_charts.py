"""Where bars, lines and levels stand, worked out by hand on a height of 252 between 14 and 266."""

import pytest

from screens.reports.charts import Chart, Part, bars, lines, ranked, stacked, step_of


def chart():
    return Chart(code="x", title="Money", words="words")


@pytest.mark.parametrize(
    ("most", "step"),
    [(1, 1), (5, 1), (6, 2), (10, 2), (11, 5), (24, 5), (26, 10), (99, 20), (1_000, 200), (1_001, 500)],
)
def test_levels_are_round_and_no_more_than_five(most, step):
    assert step_of(most) == step


def test_parts_stand_on_each_other_and_what_is_below_nothing_hangs():
    made = stacked(chart(), [("1", [Part("line", 10), Part("bingo", 20), Part("funds", -10)])], str, {"line": "Line"})
    # Levels of 10 from -10 to 30: 252 / 40 = 6.3 for each unit, 0 at 14 + 30 * 6.3 = 203.
    assert [(bar.tone, bar.y, bar.height) for bar in made.bars] == [
        ("line", 140.0, 63.0),
        ("bingo", 14.0, 126.0),
        ("funds", 203.0, 63.0),
    ]
    assert made.zero == 203.0
    assert [words for _y, words in made.levels] == ["-10", "0", "10", "20", "30"]
    assert made.bars[0].words == "1 · Line: 10"
    assert made.legend == [("line", "Line")]


def test_few_bars_are_not_as_wide_as_the_page_and_many_have_not_all_their_names():
    assert bars(chart(), [("1", 5)], str).bars[0].width == 84
    many = bars(chart(), [(str(n), n) for n in range(1, 91)], str)
    assert len(many.bars) == 90
    assert [words for _x, words in many.ticks][:3] == ["1", "7", "13"]
    assert all(bar.x + bar.width <= 1_200 for bar in many.bars)


def test_a_line_passes_over_what_is_not_known():
    made = lines(chart(), [("1", 0), ("2", None), ("3", 10)], str)
    # Three places of 1,100 / 3 across; 10 is the top, 0 the foot.
    assert made.line == "275.33,266.0 1008.67,14.0"
    assert [dot.words for dot in made.dots] == ["1: 0", "3: 10"]


def test_a_list_of_bars_is_as_long_as_its_values_and_cuts_long_names():
    made = ranked(chart(), [("Ana", 100), ("A very long name of somebody", 50), ("Pep", 0)], str)
    # 1,200 less 230 for the names and 150 for the values.
    assert [bar.width for bar in made.bars] == [820.0, 410.0, 1]
    assert [name for _y, name in made.names] == ["Ana", "A very long name of som\u2026", "Pep"]
    assert made.height == 120


@pytest.mark.parametrize("draw", [bars, lines, ranked])
def test_nothing_to_draw_is_drawn_without_falling_over(draw):
    assert draw(chart(), [], str).bars == []
    assert draw(chart(), [("1", 0)], str).title == "Money"
