import time

import pytest

from devices.codecs.line_patterns import LONGEST_LINE, PatternRefused, compile_pattern

NUMBER = frozenset({"number"})


@pytest.mark.parametrize(
    ("pattern", "line", "number"),
    [
        (r"(?P<number>[0-9]{2})", "47", "47"),
        (r"(?P<number>\d\d)", "08", "08"),
        (r"\x02?B\d\d N(?P<number>\d{2})(?: Q\d{1,3})?\s*", "B01 N47 Q98", "47"),
        (r"BALL=(?P<number>[0-9]+);.*", "BALL=7;ok", "7"),
        (r"[^]0-9]*(?P<number>\d\d)", "ab]"[:2] + "90", "90"),
        (r"(?:N|NR\.) (?P<number>[1-9]\d?)", "NR. 9", "9"),
    ],
)
def test_what_readers_say_can_be_written_down(pattern, line, number):
    assert compile_pattern(pattern, needs=NUMBER).fullmatch(line)["number"] == number


@pytest.mark.parametrize(
    "pattern",
    [
        r"(?P<number>(\d+)+)",
        r"(?P<number>(?:\d|\d\d)*)",
        r"(?P<number>\d{2}){2,3}",
        r".*.*.*(?P<number>\d)",
        r"a?" * 21 + r"(?P<number>\d)",
        r"(?P<number>(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a))",
        r"(?=x)(?P<number>\d)",
        r"(?P<number>\d)(?P=number)",
        r"(?P<number>\d)\1",
        r"(?i)(?P<number>\d)",
        r"(?P<number>\d",
        r"(?P<number>[0-9)",
        r"(?P<number>\d){99999999999999999999}",
        r"\d\d",
        r"(?P<number>\d\d)(?P<other>x)",
        r"(?P<number>\d\d)" + "x" * 200,
        "(?P<number>\\d\\d)\n",
    ],
)
def test_what_could_take_for_ever_or_says_no_number_is_refused(pattern):
    with pytest.raises(PatternRefused):
        compile_pattern(pattern, needs=NUMBER)


@pytest.mark.parametrize(
    "pattern", [r".*.*(?P<number>b)", r"a*a*(?:b|c)?(?P<number>d)", r"a{0,98}a{0,98}a{0,98}(?P<number>b)"]
)
def test_the_worst_that_is_allowed_is_over_at_once(pattern):
    begin = time.perf_counter()
    assert compile_pattern(pattern, needs=NUMBER).fullmatch("a" * LONGEST_LINE) is None
    assert time.perf_counter() - begin < 5
