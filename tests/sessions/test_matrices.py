from __future__ import annotations

from hashlib import sha256
from random import Random

import pytest

from sessions.matrices import MatrixFile, copy_matrix, write_generated, write_matrix
from sessions.rules.cards import ALL_NUMBERS
from sessions.rules.matrix import RECORD_BYTES, generate_matrix, record_bytes

KEY = b"the key of a test, 32 bytes long"
HEADER = 24


def test_what_is_generated_in_parts_is_what_is_written_at_once(tmp_path):
    faces = generate_matrix(20_000, Random(1).randbytes)
    whole = write_matrix(tmp_path / "whole", faces, KEY)
    parts = write_generated(tmp_path / "parts", 20_000, KEY, bits=Random(1).randbytes)
    data = (tmp_path / "parts").read_bytes()
    assert parts == whole == sha256(data).hexdigest()
    assert data == (tmp_path / "whole").read_bytes()


def test_progress_is_told_upward_to_the_end(tmp_path):
    told = []
    write_generated(tmp_path / "matrix", 40_000, KEY, progress=lambda done, total: told.append((done, total)))
    assert [done for done, _ in told] == [16_384, 32_768, 40_000]
    assert {total for _, total in told} == {40_000}


def test_strips_come_back_as_strips(tmp_path):
    write_generated(tmp_path / "matrix", 60, KEY, strips=True, bits=Random(2).randbytes)
    with MatrixFile(tmp_path / "matrix", KEY) as matrix:
        for first in range(1, 61, 6):
            masks = [matrix.face(card).mask for card in range(first, first + 6)]
            assert sum(masks) == ALL_NUMBERS
        proof = matrix.prove()
    assert (proof.cards, proof.whole_strips, proof.sound) == (60, 10, True)


def test_a_writing_that_is_stopped_leaves_nothing(tmp_path):
    def stop(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_generated(tmp_path / "matrix", 600, KEY, progress=stop)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written_for_what_cannot_be(tmp_path):
    for count, strips, key in ((0, False, KEY), (1_000_001, False, KEY), (20, True, KEY), (6, True, b"short")):
        with pytest.raises(ValueError, match=r"cards|key"):
            write_generated(tmp_path / "matrix", count, key, strips=strips)
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def path(tmp_path):
    write_generated(tmp_path / "matrix", 1_000, KEY, bits=Random(3).randbytes)
    return tmp_path / "matrix"


def test_a_proof_counts_what_the_file_holds(path):
    with MatrixFile(path, KEY) as matrix:
        faces = [matrix.face(card) for card in range(1, 1_001)]
        proof = matrix.prove()
    looks = {tuple(tuple(map(bool, row)) for row in face.grid()) for face in faces}
    assert proof.sound
    assert (proof.cards, proof.bad_checks, proof.bad_faces, proof.whole_strips) == (1_000, 0, 0, 0)
    assert (proof.distinct_faces, proof.distinct_number_sets) == (1_000, 1_000)
    assert proof.layouts == len(looks)
    assert proof.sha256 == sha256(path.read_bytes()).hexdigest()


def put(path, card, masks):
    data = bytearray(path.read_bytes())
    begin = HEADER + (card - 1) * RECORD_BYTES
    data[begin : begin + RECORD_BYTES] = record_bytes(masks, card, KEY)
    path.write_bytes(data)


def proof_of(path):
    with MatrixFile(path, KEY) as matrix:
        return matrix.prove()


def test_a_damaged_face_is_counted_and_the_others_still_are(path):
    data = bytearray(path.read_bytes())
    data[HEADER + 7 * RECORD_BYTES] ^= 1
    path.write_bytes(data)
    proof = proof_of(path)
    assert (proof.bad_checks, proof.bad_faces, proof.distinct_faces, proof.sound) == (1, 0, 999, False)


def test_what_is_no_face_is_counted_though_its_check_is_right(path):
    put(path, 8, bytes(36))
    proof = proof_of(path)
    assert (proof.bad_checks, proof.bad_faces, proof.distinct_faces, proof.sound) == (0, 1, 999, False)


def test_a_face_that_stands_twice_is_counted_though_its_check_is_right(path):
    put(path, 8, path.read_bytes()[HEADER : HEADER + 36])
    proof = proof_of(path)
    assert (proof.bad_checks, proof.bad_faces, proof.distinct_number_sets, proof.sound) == (0, 0, 999, False)


def test_a_copy_is_the_same_file_and_replaces_another(path, tmp_path):
    (tmp_path / "copy").write_bytes(b"old")
    copy_matrix(path, tmp_path / "copy")
    assert (tmp_path / "copy").read_bytes() == path.read_bytes()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["copy", "matrix"]
