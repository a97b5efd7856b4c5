from __future__ import annotations

import numpy as np
import pytest

from sessions.rules.uniform import below, taken, word_array, words

EVERY_BYTE_PAIR = b"".join(value.to_bytes(2, "little") for value in range(2**16))


def test_every_remainder_of_the_words_kept_comes_equally_often():
    """The highest words are thrown away: of the 16 topmost, with limit 90, those above the last whole multiple."""
    last = 2**32 // 90 * 90
    said = [*range(last - 90, 2**32)]
    left = [*said, *[5] * 100]

    def bits(size):
        return b"".join(left.pop(0).to_bytes(4, "little") for _ in range(size // 4))

    found = below(np.full(len(said), 90), bits).tolist()
    assert sorted(found[:90]) == list(range(90))
    assert found[90:] == [5] * (2**32 - last)


def test_each_number_keeps_to_its_own_limit():
    limits = np.array([1, 2, 3, 1710, 2**32])
    found = below(limits, lambda size: (7).to_bytes(4, "little") * (size // 4))
    assert found.tolist() == [0, 1, 1, 7, 7]


def test_words_are_little_endian_and_the_same_in_an_array():
    source = EVERY_BYTE_PAIR[:64]
    expected = [int.from_bytes(source[place : place + 8], "little") for place in range(0, 64, 8)]
    assert words(lambda size: source[:size], 8) == expected
    assert word_array(lambda size: source[:size], 8).tolist() == expected


@pytest.mark.parametrize("given", [b"", b"1234567", b"123456789"])
def test_a_source_that_gives_another_number_of_bytes_is_refused(given):
    with pytest.raises(ValueError, match="bytes instead of 8"):
        taken(lambda _: given, 8)
