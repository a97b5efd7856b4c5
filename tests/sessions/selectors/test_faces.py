"""Complete cards among those sold: the runs are taken once, however many cards are complete."""

from dataclasses import replace

import pytest

from sessions.rules.events import Lot
from sessions.rules.ranges import DESK, Off
from sessions.selectors.faces import complete_cards, complete_sold, face_rows
from tests.given import a_game_on_sale
from tests.sessions.services.floors import board_of

pytestmark = pytest.mark.django_db
ALL = range(1, 91)


def a_lot_in_runs():
    """Give a lot of which 1-197 have left the desk; every fifth card came back, so that it is sold in 40 runs."""
    story = a_game_on_sale()
    off = tuple(Off(first=n, last=n, why=DESK) for n in range(5, 197, 5))
    return replace(board_of(story).lots[0], next_card=198, off=off)


def test_of_a_lot_in_runs_only_sold_cards_are_complete():
    lot = a_lot_in_runs()
    sold = [n for n in range(1, 198) if n % 5]
    assert complete_sold(lot, ALL) == (sold, sold)
    called = [*face_rows(lot.matrix, 12)[1], *face_rows(lot.matrix, 15)[0]]
    assert 15 in complete_cards(lot.matrix, 1, 197, called)[0]
    lines, bingos = complete_sold(lot, called)
    assert 12 in lines
    assert 15 not in lines
    assert bingos == []


def test_cards_after_the_last_one_sold_and_lots_without_sales_have_nothing_complete():
    lot = a_lot_in_runs()
    assert complete_sold(replace(lot, next_card=lot.first_card, off=()), ALL) == ([], [])
    assert complete_sold(replace(lot, next_card=4, off=()), ALL) == ([1, 2, 3], [1, 2, 3])


def test_lines_nobody_asks_for_are_not_looked_for():
    lot = replace(a_lot_in_runs(), next_card=4, off=())
    assert complete_sold(lot, ALL, lines=False) == ([], [1, 2, 3])


def test_the_runs_of_sold_cards_are_worked_out_once(monkeypatch):
    lot, asked, runs_of = a_lot_in_runs(), [], Lot.sold_runs.fget
    monkeypatch.setattr(Lot, "sold_runs", property(lambda one: asked.append(1) or runs_of(one)))
    lines, _bingos = complete_sold(lot, ALL)
    assert (len(lines), len(asked)) == (158, 1)
