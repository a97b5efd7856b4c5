"""
A game foretold: which seed of the simulated machine gives a game in which everything happens that the test plays.

The hall knows nothing of it. The faces are read from the hall's matrix file, the balls from the machine's own code.
"""

from dataclasses import dataclass

from devices.simulators.cage import Cage
from sessions.rules.cards import LAST_NUMBER
from sessions.rules.matrix import FACE_BYTES, HEADER_BYTES, RECORD_BYTES, faces_from_bytes

EARLIEST_LINE, LATEST_LINE, LATEST_BINGO = 12, 26, 60
MOST_SEEDS = 60_000


def rows_of(matrix, card):
    """Read the masks of a card's three rows from the matrix file's bytes."""
    start = HEADER_BYTES + (card - 1) * RECORD_BYTES
    (face,) = faces_from_bytes(matrix[start : start + FACE_BYTES])
    return face.rows


def numbers(mask):
    """Give the numbers of a mask."""
    return [n for n in range(1, LAST_NUMBER + 1) if mask >> (n - 1) & 1]


def first_whole(masks, order):
    """Tell after how many balls the first of the masks is whole, and whose it is; (None, []) when none is."""
    everything = sum(1 << (number - 1) for number in order)
    in_time = [(card, mask) for card, mask in masks if mask & everything == mask]
    out = 0
    for at, number in enumerate(order if in_time else (), start=1):
        out |= 1 << (number - 1)
        if whole := [card for card, mask in in_time if mask & out == mask]:
            return at, whole
    return None, []


@dataclass
class Foretold:
    """The first game of a machine with this seed: at which ball the line and the bingo come, and to which cards."""

    seed: int
    order: list
    rows: dict
    line_ball: int
    line_cards: list
    bingo_ball: int
    bingo_cards: list

    def missing_for_line(self, card, called):
        """Give what the card's nearest row lacks when so many balls are called."""
        out = set(self.order[:called])
        return min(([n for n in numbers(row) if n not in out] for row in self.rows[card]), key=len)


def foretell(matrix, printed, virtual):
    """
    Find the first seed of a game with the line shared by one printed and one virtual card at the same ball, neither
    too early nor too late, and with the bingo of one printed card alone.
    """
    rows = {card: rows_of(matrix, card) for card in (*printed, *virtual)}
    lines = [(card, row) for card, three in rows.items() for row in three]
    faces = [(card, three[0] | three[1] | three[2]) for card, three in rows.items()]
    game = None
    for seed in range(1, MOST_SEEDS):
        cage = Cage(games=1)
        order = [cage.pick(seed) for _ in range(LATEST_LINE)]
        line_ball, line_cards = first_whole(lines, order)
        if len(line_cards) != 2 or line_ball < EARLIEST_LINE or sum(card in printed for card in line_cards) != 1:
            continue
        order += [cage.pick(seed) for _ in range(LATEST_BINGO - LATEST_LINE)]
        bingo_ball, bingo_cards = first_whole(faces, order)
        if len(bingo_cards) == 1 and bingo_cards[0] in printed and bingo_cards[0] not in line_cards:
            game = Foretold(seed, order, rows, line_ball, line_cards, bingo_ball, bingo_cards)
            break
    assert game, "no seed gives such a game"
    return game
