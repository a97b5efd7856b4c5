import hashlib
from datetime import UTC, datetime, timedelta, timezone

import pytest

from records.chain import GENESIS, body_hash, canonical, row_hash


def test_json_is_written_in_one_way_only():
    assert canonical({"b": [1, None, True], "a": "línea"}) == '{"a":"línea","b":[1,null,true]}'


def test_a_time_is_written_in_utc_with_microseconds():
    at = datetime(2026, 11, 30, 21, 0, tzinfo=timezone(timedelta(hours=1)))
    assert canonical(at) == '"2026-11-30T20:00:00.000000+00:00"'
    assert canonical(datetime(2026, 11, 30, 20, 0, tzinfo=UTC)) == canonical(at)


def test_what_is_not_json_is_refused():
    with pytest.raises(TypeError):
        canonical({"a": object()})


def test_a_row_is_hashed_onto_the_hash_before_it():
    expected = hashlib.sha256((GENESIS + '{"kind":"BallDrawn"}').encode()).hexdigest()
    assert row_hash(GENESIS, {"kind": "BallDrawn"}) == expected
    assert row_hash(expected, {"kind": "BallDrawn"}) != expected


def test_a_request_is_its_deed_and_its_body():
    body = {"quantity": 6}
    assert body_hash("sell_cards", body) == body_hash("sell_cards", {"quantity": 6})
    assert body_hash("sell_cards", body) != body_hash("buy_cards", body)
    assert body_hash("sell_cards", body) != body_hash("sell_cards", {"quantity": 7})
