from __future__ import annotations

from hashlib import sha256
from random import Random
from time import perf_counter

import numpy as np
import pytest

from sessions.matrices import MatrixFile, write_matrix
from sessions.rules.cards import BadFace, Face, check_face
from sessions.rules.matrix import (
    CardCorrupt,
    MatrixUnreadable,
    card_count,
    corrupt_in,
    faces_from_bytes,
    generate_matrix,
    generate_row_masks,
    matrix_bytes,
    row_mask_batches,
)
from sessions.rules.ranking import face_of, patterns, rank_array
from sessions.rules.strip_arrays import strip_row_masks

KEY = b"the key of a test, 32 bytes long"
HEADER, RECORD = 24, 44


@pytest.fixture(scope="module")
def faces():
    return generate_matrix(120, Random(1).randbytes)


@pytest.fixture
def path(tmp_path, faces):
    write_matrix(tmp_path / "matrix", faces, KEY)
    return tmp_path / "matrix"


def unreadable(path, data, key=KEY):
    path.write_bytes(data)
    with pytest.raises(MatrixUnreadable) as refused:
        MatrixFile(path, key)
    return refused.value.code


def test_1800_cards_are_drawn_in_less_than_half_a_second_and_all_differ():
    generate_matrix(1)
    begin = perf_counter()
    faces = generate_matrix(1_800)
    assert perf_counter() - begin < 0.5
    for face in faces:
        check_face(face)
    assert len({face.numbers for face in faces}) == 1_800


def test_100000_cards_are_drawn_and_no_two_hold_the_same_numbers():
    begin = perf_counter()
    faces = generate_matrix(100_000)
    assert perf_counter() - begin < 20
    assert len({face.mask for face in faces}) == 100_000


def test_the_same_bits_give_the_same_matrix():
    assert generate_matrix(30, Random(2).randbytes) == generate_matrix(30, Random(2).randbytes)
    assert generate_matrix(30) != generate_matrix(30)


def test_faces_stand_in_the_order_drawn():
    drawn = rank_array(50, Random(3).randbytes)
    assert generate_matrix(50, Random(3).randbytes) == [face_of(int(rank)) for rank in drawn]


def source_of(*ranks):
    """A source of bits that gives these ranks first and then others, one after the other."""
    left = [*ranks, *range(10**6, 10**6 + 10**4)]
    return lambda size: b"".join((left.pop(0) << 2).to_bytes(8, "little") for _ in range(size // 8))


def test_a_face_drawn_twice_is_drawn_again():
    faces = generate_matrix(3, source_of(9, 5, 9))
    assert faces[:2] == [face_of(9), face_of(5)]
    assert faces[2] not in faces[:2]


def test_a_face_with_the_numbers_of_another_is_drawn_again_though_its_layout_differs():
    twin = patterns()[0].sets
    assert face_of(5).mask == face_of(5 + twin).mask
    assert face_of(5) != face_of(5 + twin)
    faces = generate_matrix(3, source_of(5, 5 + twin, 9))
    assert faces[:2] == [face_of(5), face_of(9)]
    assert len({face.mask for face in faces}) == 3


def test_strips_are_drawn_by_sixes_and_hold_all_numbers():
    masks = np.concatenate(list(row_mask_batches(600, Random(4).randbytes, strips=True)))
    faces = faces_from_bytes(masks.astype("<u4").tobytes())
    assert len({face.mask for face in faces}) == 600
    for first in range(0, 600, 6):
        numbers = [number for face in faces[first : first + 6] for number in face.numbers]
        assert sorted(numbers) == list(range(1, 91))


def test_a_strip_that_repeats_the_numbers_of_an_earlier_card_is_drawn_again_whole(monkeypatch):
    strips = strip_row_masks(3, Random(5).randbytes)
    given = [strips[[0, 1, 0]], strips[[2]]]
    monkeypatch.setattr("sessions.rules.matrix.strip_row_masks", lambda count, _: given.pop(0)[:count])
    masks = np.concatenate(list(row_mask_batches(18, strips=True)))
    assert (masks.reshape(3, 6, 3, 3) == strips).all()


def test_a_face_of_an_earlier_batch_is_drawn_again_too(monkeypatch):
    """Two ranks are asked for as ten words, one as nine."""
    monkeypatch.setattr("sessions.rules.matrix.BATCH_CARDS", 2)
    batches = list(row_mask_batches(4, source_of(9, 5, *range(20, 28), 9, 7)))
    assert [len(batch) for batch in batches] == [2, 2]
    assert faces_from_bytes(np.concatenate(batches).astype("<u4").tobytes())[2:] == [face_of(7), face_of(10**6 + 8)]


def test_strips_are_sixes():
    with pytest.raises(ValueError, match="strips of 6 make no 20 cards"):
        next(row_mask_batches(20, strips=True))


@pytest.mark.parametrize("count", [-1, 0, 1_000_001])
def test_a_matrix_has_from_one_to_a_million_cards(count):
    with pytest.raises(ValueError, match="1 to 1000000 cards"):
        generate_row_masks(count)


def test_a_file_gives_every_face_back_by_card_number(path, faces):
    with MatrixFile(path, KEY) as matrix:
        assert len(matrix) == 120
        assert [matrix.face(number) for number in range(1, 121)] == faces
        assert matrix.corrupt_cards() == []


def test_a_file_is_named_by_what_it_holds(tmp_path, faces):
    data = matrix_bytes(faces, KEY)
    assert write_matrix(tmp_path / "matrix", faces, KEY) == sha256(data).hexdigest()
    assert (tmp_path / "matrix").read_bytes() == data
    assert [file.name for file in tmp_path.iterdir()] == ["matrix"]


def test_the_format_is_the_one_written_down():
    face = face_of(0)
    data = matrix_bytes([face, face_of(1)], KEY)
    assert data[:16] == b"BINGO90\n" + bytes([1, 0, 0, 0, 2, 0, 0, 0])
    assert len(data) == HEADER + 2 * RECORD
    rows = tuple(int.from_bytes(data[start : start + 12], "little") for start in (24, 36, 48))
    assert rows == face.rows


@pytest.mark.parametrize("number", [0, -1, 121])
def test_a_card_that_is_not_in_the_matrix_has_no_face(path, number):
    with MatrixFile(path, KEY) as matrix, pytest.raises(IndexError, match="cards 1 to 120"):
        matrix.face(number)


def test_row_masks_are_those_of_the_cards_asked_for(path, faces):
    with MatrixFile(path, KEY) as matrix:
        numbers, masks = matrix.row_masks(7, 19)
        with pytest.raises(IndexError):
            matrix.row_masks(100, 121)
    assert numbers.tolist() == list(range(7, 20))
    assert faces_from_bytes(masks.astype("<u4").tobytes()) == faces[6:19]


def test_one_flipped_bit_is_found_and_makes_only_its_card_unplayable(path, faces):
    data = path.read_bytes()
    random = Random(6)
    for _ in range(200):
        bit = random.randrange(8 * HEADER, 8 * len(data))
        flipped = bytearray(data)
        flipped[bit // 8] ^= 1 << bit % 8
        path.write_bytes(flipped)
        card = (bit // 8 - HEADER) // RECORD + 1
        with MatrixFile(path, KEY) as matrix:
            assert matrix.corrupt_cards() == [card]
            with pytest.raises(CardCorrupt) as refused:
                matrix.face(card)
            assert refused.value.card_number == card
            others = [number for number in range(1, 121) if number != card]
            assert [matrix.face(number) for number in others] == faces[: card - 1] + faces[card:]
            assert matrix.row_masks(1, 120)[0].tolist() == others


def test_one_flipped_bit_of_the_header_is_found(path):
    data = path.read_bytes()
    codes = set()
    for bit in range(8 * HEADER):
        flipped = bytearray(data)
        flipped[bit // 8] ^= 1 << bit % 8
        codes.add(unreadable(path, flipped))
    assert codes == {"foreign", "version", "length", "key"}


def test_two_faces_that_changed_places_are_both_unplayable(path):
    data = bytearray(path.read_bytes())
    first, second = slice(HEADER, HEADER + RECORD), slice(HEADER + RECORD, HEADER + 2 * RECORD)
    data[first], data[second] = data[second], data[first]
    path.write_bytes(data)
    with MatrixFile(path, KEY) as matrix:
        assert matrix.corrupt_cards() == [1, 2]


def test_another_key_opens_nothing_and_proves_nothing(path):
    other = bytes(32)
    assert unreadable(path, path.read_bytes(), key=other) == "key"
    records = path.read_bytes()[HEADER:]
    assert corrupt_in(records, 1, other) == list(range(1, 121))


def test_a_truncated_file_is_not_read(path):
    data = path.read_bytes()
    for size in (*range(HEADER + 1), HEADER + 119 * RECORD, len(data) - 1):
        assert unreadable(path, data[:size]) == "length"
    assert unreadable(path, data + b"\n") == "length"


def test_a_foreign_file_is_not_read(path):
    assert unreadable(path, b"%PDF-1.7" + bytes(100)) == "foreign"
    assert unreadable(path, b"B!") == "foreign"


def test_a_matrix_of_no_cards_is_not_read():
    data = bytearray(matrix_bytes([face_of(0)], KEY)[:HEADER])
    data[12:16] = bytes(4)
    with pytest.raises(MatrixUnreadable, match="do not hold 0 cards"):
        card_count(bytes(data), KEY)


def test_an_invalid_face_is_not_written(tmp_path, faces):
    with pytest.raises(BadFace):
        write_matrix(tmp_path / "bad", [*faces, Face((0, 0, 0))], KEY)
    assert list(tmp_path.iterdir()) == []


def test_two_faces_with_the_same_numbers_are_not_written(faces):
    with pytest.raises(BadFace, match="cards 3 and 121") as refused:
        matrix_bytes([*faces, faces[2]], KEY)
    assert refused.value.code == "same-numbers"


@pytest.mark.parametrize("size", [0, 15, 65])
def test_a_key_has_16_to_64_bytes(faces, size):
    with pytest.raises(ValueError, match="key"):
        matrix_bytes(faces, bytes(size))


def test_a_write_that_fails_leaves_the_old_file_and_no_other(path, faces, monkeypatch):
    before = path.read_bytes()

    def broken(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("sessions.matrices.os.fsync", broken)
    with pytest.raises(OSError, match="No space"):
        write_matrix(path, faces[:5], KEY)
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]
