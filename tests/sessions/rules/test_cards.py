from __future__ import annotations

import pytest

from sessions.rules.cards import BadFace, Face, check_face, column_of, mask_to_numbers, numbers_to_mask

# A card as it is printed, column by column: 1 or 2 or 3 numbers, growing downward.
PRINTED = (
    (5, 10, 0, 0, 40, 0, 0, 70, 80),
    (0, 0, 20, 31, 0, 50, 60, 0, 90),
    (9, 0, 29, 39, 0, 59, 69, 0, 0),
)


def face(*rows):
    return Face(tuple(numbers_to_mask(number for number in row if number) for row in rows))


def code_of(*rows):
    with pytest.raises(BadFace) as refused:
        check_face(face(*rows))
    return refused.value.code


def test_a_printed_card_is_a_face():
    check_face(face(*PRINTED))


def test_the_grid_is_what_is_printed():
    assert face(*PRINTED).grid() == PRINTED


def test_the_numbers_are_all_fifteen_in_order():
    assert face(*PRINTED).numbers == (5, 9, 10, 20, 29, 31, 39, 40, 50, 59, 60, 69, 70, 80, 90)
    assert numbers_to_mask(face(*PRINTED).numbers) == face(*PRINTED).mask


def test_every_number_has_its_column():
    assert [column_of(number) for number in (1, 9, 10, 19, 20, 79, 80, 89, 90)] == [0, 0, 1, 1, 2, 7, 8, 8, 8]


def test_a_mask_has_one_bit_a_number():
    assert numbers_to_mask([1, 3, 90, 3]) == 0b101 | 1 << 89
    assert mask_to_numbers(0b101 | 1 << 89) == (1, 3, 90)
    assert mask_to_numbers(numbers_to_mask(range(1, 91))) == tuple(range(1, 91))
    assert mask_to_numbers(0) == ()


@pytest.mark.parametrize("number", [0, 91, -1])
def test_a_number_outside_the_game_has_no_mask(number):
    with pytest.raises(ValueError, match="from 1 to 90"):
        numbers_to_mask([number])


def test_a_negative_mask_is_refused():
    with pytest.raises(ValueError, match="not negative"):
        mask_to_numbers(-1)


def test_two_rows_are_no_face():
    assert code_of(*PRINTED[:2]) == "shape"


def test_a_number_above_90_is_no_number_of_a_face():
    rows = face(*PRINTED).rows
    with pytest.raises(BadFace) as refused:
        check_face(Face((rows[0] ^ 1 << 79 ^ 1 << 90, *rows[1:])))
    assert refused.value.code == "range"


def test_a_row_of_four_is_refused():
    assert code_of((0, *PRINTED[0][1:]), *PRINTED[1:]) == "row-size"


def test_a_row_of_six_is_refused_though_the_card_has_fifteen():
    top = (*PRINTED[0][:2], 21, *PRINTED[0][3:])
    bottom = (*PRINTED[2][:2], 0, *PRINTED[2][3:])
    assert code_of(top, PRINTED[1], bottom) == "row-size"


def test_a_number_in_two_rows_is_refused():
    assert code_of(PRINTED[0], PRINTED[1], (5, *PRINTED[2][1:])) == "repeated"


def test_two_numbers_in_one_cell_are_refused():
    assert code_of((5, 10, 0, 0, 40, 0, 0, 71, 70), *PRINTED[1:]) == "cell"


def test_an_empty_column_is_refused():
    assert code_of((5, 0, 0, 30, 40, 0, 0, 70, 80), *PRINTED[1:]) == "column-empty"


def test_a_column_that_does_not_grow_downward_is_refused():
    assert code_of((9, *PRINTED[0][1:]), PRINTED[1], (5, *PRINTED[2][1:])) == "column-order"


def test_a_refusal_says_what_is_wrong():
    with pytest.raises(BadFace, match="column-order: column 1 does not grow downward"):
        check_face(face((9, *PRINTED[0][1:]), PRINTED[1], (5, *PRINTED[2][1:])))


def test_equal_faces_are_equal_and_can_be_kept_in_a_set():
    assert len({face(*PRINTED), face(*PRINTED)}) == 1
