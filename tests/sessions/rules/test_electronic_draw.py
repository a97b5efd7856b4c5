"""The arithmetic of the electronic draw: against vectors of another hand, its scaler wholly, and what it knows of."""

import ast
import json
from itertools import cycle
from pathlib import Path

import pytest

from sessions.rules import electronic_draw
from sessions.rules.electronic_draw import below, commitment_of, order_of, seed_of, words_of
from sessions.rules.facts import BALLS
from tests.sessions.rules.electronic_peer import mac, order_again

VECTORS = json.loads(Path(__file__).with_name("electronic_vectors.json").read_text())
NAMES = ("hall", "stream", "closing", "number")


def test_there_are_twenty_vectors_and_none_like_another():
    assert len({tuple(vector["balls"]) for vector in VECTORS}) == 20


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["stream"])
def test_the_draw_and_its_peer_give_what_the_vector_says(vector):
    told = {name: vector[name] for name in NAMES}
    secret = bytes.fromhex(vector["secret"])
    assert commitment_of(secret, hall=told["hall"], stream=told["stream"]) == vector["commitment"]
    assert list(order_of(seed_of(secret, **told))) == vector["balls"]
    assert list(order_again(vector["secret"], *told.values())) == vector["balls"]
    assert sorted(vector["balls"]) == list(range(1, 91))


def test_each_of_the_five_things_makes_another_order():
    vector = VECTORS[0]
    told = {name: vector[name] for name in NAMES}
    secret = bytes.fromhex(vector["secret"])
    changes = [{"hall": "sala-2"}, {"stream": "game:1:2"}, {"closing": "00" * 32}, {"number": "000001"}]
    orders = [order_of(seed_of(secret, **told | change)) for change in changes]
    orders.append(order_of(seed_of(secret[::-1], **told)))
    assert len({*orders, tuple(vector["balls"])}) == 6


def test_the_words_are_those_of_the_counted_blocks():
    seed = bytes(range(32))
    expected = (mac(seed, "0") + mac(seed, "1")).hex()
    words = words_of(seed)
    assert "".join(f"{next(words):08x}" for _ in range(16)) == expected


@pytest.mark.parametrize("limit", range(1, 91))
def test_every_word_of_sixteen_bits_gives_each_number_equally_often(limit):
    """All 65,536 words are tried: those kept give every number as often, and fewer than `limit` are thrown away."""
    counts = [0] * limit
    thrown = 0
    for word in range(1 << 16):
        # Thrown away, the word is followed by 0, which is always kept: so it is seen as one 0 too many.
        kept = word < (1 << 16) - (1 << 16) % limit
        counts[below(limit, iter((word, 0)), values=1 << 16)] += kept
        thrown += not kept
    assert set(counts) == {((1 << 16) - thrown) // limit}
    assert thrown < limit


@pytest.mark.parametrize("limit", [7, 89, 90])
def test_a_word_of_the_broken_last_round_is_thrown_away(limit):
    last = 2**32 // limit * limit
    assert below(limit, iter((last, 2**32 - 1, 5))) == 5
    assert below(limit, iter((last - 1, 5))) == limit - 1


def test_no_ball_is_ever_put_out_of_reach():
    """With the same word for every place, first the least and then the greatest that is kept, all 90 balls come."""
    least, greatest = cycle([0]), cycle([90 * (2**32 // 90) - 1])
    assert [below(90, least), below(90, greatest)] == [0, 89]


def test_a_secret_of_another_length_and_texts_of_two_lines_are_refused():
    with pytest.raises(ValueError, match="32 bytes"):
        commitment_of(bytes(31), hall="h", stream="game:1:1")
    with pytest.raises(ValueError, match="line feed"):
        commitment_of(bytes(32), hall="h\ngame:1:1", stream="x")
    with pytest.raises(ValueError, match="ascii"):
        seed_of(bytes(32), hall="sala ñ", stream="game:1:1", closing="", number="1")


def test_it_knows_of_no_time_no_chance_and_no_person():
    """D12: nothing is imported but hashes, and no name of the module speaks of time, randomness, cards or people."""
    tree = ast.parse(Path(electronic_draw.__file__).read_text())
    imported = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add(str(node.module))
    assert imported == {"__future__", "collections.abc", "hashlib", "hmac", "typing"}
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    names |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    names |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert not names & {"time", "datetime", "now", "random", "urandom", "user", "actor", "card", "player", "id", "open"}
    assert not any(isinstance(node, ast.Global | ast.Nonlocal) for node in ast.walk(tree))
    assert electronic_draw.BALLS == BALLS == 90
