from __future__ import annotations

from random import Random

import numpy as np

from sessions.rules.seen import Seen


def admit(seen, *groups):
    return seen.admit(np.array(groups, dtype=np.uint64)).tolist()


def test_a_number_is_admitted_once_ever():
    seen = Seen()
    assert admit(seen, [5], [3], [5]) == [True, True, False]
    assert admit(seen, [3], [4], [2**63]) == [False, True, True]
    assert admit(seen, [2**63], [2**63 - 1]) == [False, True]


def test_a_group_with_one_repeated_member_is_refused_whole_and_its_others_stay_free():
    seen = Seen()
    assert admit(seen, [1, 2], [2, 3]) == [True, False]
    assert admit(seen, [3, 4], [4, 9]) == [True, False]


def test_it_agrees_with_a_set_over_many_batches():
    random, seen, known = Random(1), Seen(), set()
    for _ in range(40):
        batch = [random.randrange(3_000) for _ in range(100)]
        expected = []
        for number in batch:
            expected.append(number not in known)
            known.add(number)
        assert admit(seen, *([number] for number in batch)) == expected
