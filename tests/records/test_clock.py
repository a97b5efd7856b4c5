from datetime import UTC, datetime

from records import clock
from tests.given import Clock


def test_the_wall_clock_is_aware_and_in_utc():
    assert clock.now().tzinfo is UTC


def test_an_injected_clock_tells_the_time_until_the_block_ends():
    moved = Clock()
    with clock.injected(moved):
        first = clock.now()
        moved.advance(10)
        assert (clock.now() - first).total_seconds() > 10
        assert first.year == 2026
    assert abs((clock.now() - datetime.now(UTC)).total_seconds()) < 60
