"""docs/scenarios.md names every scenario once, in order, and every test of one."""

import re
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "scenarios.md"
LAST = 38


def test_the_table_and_the_tests_name_each_other():
    rows = re.findall(r"^\| (G\d\d) \|(.*)\|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert [name for name, _ in rows] == [f"G{n:02d}" for n in range(1, LAST + 1)]
    written = {
        test
        for path in HERE.glob("test_*.py")
        for test in re.findall(r"^(?:async )?def (test_g\d\d_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    named = [(name, test) for name, row in rows for test in re.findall(r"`(test_g\w+)`", row)]
    assert sorted(test for _, test in named) == sorted(written)
    assert all(test.startswith(f"test_{name.lower()}_") for name, test in named)
