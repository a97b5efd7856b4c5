from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sessions.rules.cards import numbers_to_mask
from sessions.rules.evaluation import (
    Evaluator,
    has_bingo,
    has_line,
    line_rows,
    missing_for_bingo,
    missing_for_line,
    row_masks_of,
)
from sessions.rules.matrix import generate_matrix
from sessions.rules.ranking import TOTAL, face_of

# Rows: (1 10 60 70 80), (20 30 61 71 81), (40 50 62 72 82).
FIRST = face_of(0)


def called(*numbers):
    return numbers_to_mask(numbers)


class Naive:
    """What a person does: the printed rows as sets, every card looked at after every ball."""

    def __init__(self, faces):
        self.cards = [[{number for number in row if number} for row in face.grid()] for face in faces]
        self.called = set()
        self.had_line = set()
        self.had_bingo = set()

    def mark(self, number):
        self.called.add(number)
        lines = {card for card, rows in enumerate(self.cards) if any(row <= self.called for row in rows)}
        bingos = {card for card, rows in enumerate(self.cards) if all(row <= self.called for row in rows)}
        new = sorted(lines - self.had_line), sorted(bingos - self.had_bingo)
        self.had_line, self.had_bingo = lines, bingos
        return new

    @property
    def remaining(self):
        return [len(set().union(*rows) - self.called) for rows in self.cards]


def test_no_row_is_a_line_before_its_fifth_number():
    assert line_rows(FIRST, called(1, 10, 60, 70)) == ()
    assert not has_line(FIRST, called(1, 10, 60, 70))
    assert line_rows(FIRST, called(1, 10, 60, 70, 80)) == (0,)
    assert has_line(FIRST, called(1, 10, 60, 70, 80))


def test_five_numbers_of_two_rows_are_no_line():
    assert not has_line(FIRST, called(1, 10, 60, 71, 81))


def test_every_complete_row_is_named():
    assert line_rows(FIRST, called(*range(1, 91))) == (0, 1, 2)
    assert line_rows(FIRST, called(1, 10, 60, 70, 80, 40, 50, 62, 72, 82)) == (0, 2)


def test_bingo_needs_all_fifteen():
    assert not has_bingo(FIRST, called(*FIRST.numbers[:14]))
    assert has_bingo(FIRST, called(*FIRST.numbers, 90))


def test_the_row_that_lacks_fewest_says_what_is_missing_for_the_line():
    assert missing_for_line(FIRST, called(30, 61, 71)) == (20, 81)
    assert missing_for_line(FIRST, called(1, 10, 60, 70, 80)) == ()


def test_of_rows_that_lack_as_many_the_upper_one_counts():
    assert missing_for_line(FIRST, 0) == (1, 10, 60, 70, 80)
    assert missing_for_line(FIRST, called(62, 71)) == (20, 30, 61, 81)


def test_what_is_missing_for_bingo_is_every_number_not_called():
    assert missing_for_bingo(FIRST, called(*FIRST.numbers[2:], 90)) == FIRST.numbers[:2]
    assert missing_for_bingo(FIRST, called(*range(1, 91))) == ()


@given(st.integers(0, TOTAL - 1), st.sets(st.integers(1, 90)))
def test_one_face_is_judged_as_a_person_would(rank, numbers):
    face, mask = face_of(rank), numbers_to_mask(numbers)
    rows = [{number for number in row if number} for row in face.grid()]
    complete = tuple(index for index, row in enumerate(rows) if row <= numbers)
    fewest = min(rows, key=lambda row: len(row - numbers))
    assert line_rows(face, mask) == complete
    assert has_line(face, mask) is (len(complete) > 0)
    assert has_bingo(face, mask) is (len(complete) == 3)
    assert missing_for_line(face, mask) == tuple(sorted(fewest - numbers))
    assert missing_for_bingo(face, mask) == tuple(sorted(set().union(*rows) - numbers))


def assert_equal_ball_by_ball(faces, balls):
    naive, evaluator = Naive(faces), Evaluator(range(100, 100 + len(faces)), row_masks_of(faces))
    for ball in balls:
        completed = evaluator.mark(ball)
        assert [[number - 100 for number in some.tolist()] for some in completed] == list(naive.mark(ball))
        assert evaluator.remaining.tolist() == naive.remaining
        assert evaluator.one_from_bingo() == naive.remaining.count(1)
    assert evaluator.called == tuple(balls)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, TOTAL - 1), max_size=12), st.permutations(range(1, 91)), st.integers(0, 90))
def test_the_evaluator_equals_looking_at_every_card_after_every_ball(ranks, order, balls):
    assert_equal_ball_by_ball([face_of(rank) for rank in ranks], order[:balls])


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_whole_game_of_300_cards_is_judged_the_same_to_the_last_ball(seed):
    random = Random(seed)
    faces = generate_matrix(300, random.randbytes)
    assert_equal_ball_by_ball(faces, random.sample(range(1, 91), 90))


@pytest.fixture
def evaluator():
    return Evaluator([7, 5], row_masks_of([FIRST, face_of(TOTAL - 1)]))


def test_a_line_and_a_bingo_can_come_with_the_same_ball_on_different_cards(evaluator):
    """The last face has 79 and 90 in its top row: 7 17 27 79 90."""
    evaluator.replay([*FIRST.numbers[:-1], 7, 17, 27, 79])
    assert evaluator.mark(90).lines.tolist() == [5]
    assert evaluator.mark(82).bingos.tolist() == [7]


def test_a_second_line_of_a_card_is_no_first_line(evaluator):
    marks = evaluator.replay([1, 10, 60, 70, 80, 20, 30, 61, 71, 81])
    assert [done.lines.tolist() for done in marks] == [[], [], [], [], [7], [], [], [], [], []]


def test_a_replay_equals_the_marks_and_forgets_what_was_before(evaluator):
    evaluator.mark(90)
    evaluator.replay(FIRST.numbers[:14])
    assert evaluator.called == FIRST.numbers[:14]
    assert evaluator.remaining.tolist()[0] == 1
    assert evaluator.one_from_bingo() == 1
    evaluator.replay([])
    assert evaluator.remaining.tolist() == [15, 15]
    assert evaluator.one_from_bingo() == 0


@pytest.mark.parametrize("number", [0, 91, -1, 33])
def test_a_number_that_cannot_be_called_changes_nothing(evaluator, number):
    evaluator.mark(33)
    before = evaluator.remaining.tolist()
    with pytest.raises(ValueError, match="marked already"):
        evaluator.mark(number)
    assert evaluator.called == (33,)
    assert evaluator.remaining.tolist() == before


def test_a_game_without_cards_completes_nothing():
    evaluator = Evaluator([], row_masks_of([]))
    assert all(not len(lines) and not len(bingos) for lines, bingos in evaluator.replay(range(1, 91)))
    assert evaluator.one_from_bingo() == 0


def test_results_come_in_the_order_of_the_cards_given():
    masks = row_masks_of([FIRST, FIRST])
    evaluator = Evaluator(np.array([9, 4]), masks)
    assert evaluator.replay(FIRST.numbers)[-1].bingos.tolist() == [9, 4]
    assert evaluator.card_numbers.tolist() == [9, 4]


@pytest.mark.parametrize(
    ("cards", "rows"),
    [
        ([1], [FIRST.rows, FIRST.rows]),
        ([1], [(FIRST.rows[0], FIRST.rows[0], FIRST.rows[2])]),
        ([1], [(FIRST.rows[0], FIRST.rows[1] & ~called(20), FIRST.rows[2])]),
        ([1], [(FIRST.rows[0], FIRST.rows[1], FIRST.rows[2] ^ called(82) ^ 1 << 90)]),
    ],
    ids=["as many faces as cards", "no number twice", "five a row", "none above 90"],
)
def test_what_is_no_matrix_of_faces_is_refused(cards, rows):
    masks = b"".join(row.to_bytes(12, "little") for three in rows for row in three)
    with pytest.raises(ValueError, match="card"):
        Evaluator(cards, np.frombuffer(masks, dtype="<u4").reshape(-1, 3, 3))
