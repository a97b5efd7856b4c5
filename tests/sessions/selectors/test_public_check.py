"""What anyone may know of a card: all once its game has ended, nothing but its face before."""

from dataclasses import fields

import pytest

from sessions.rules.events import PrizeKind
from sessions.rules.references import CardReference
from sessions.selectors.faces import face_rows
from sessions.selectors.public_check import (
    CheckedCard,
    checked_card,
    complete_at,
    game_to_check,
    proof_of,
    recent_games,
    shown_board,
)
from sessions.services import claims, payments, sales, voids
from tests.given import a_game_drawing, a_game_on_sale, call_numbers, open_next_sale
from tests.sessions.stories import misheard, numbers_of, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("silent")]

ROWS = ((1, 12, 23, 34, 45), (2, 13, 24, 35, 46), (3, 14, 25, 36, 47))


def checked(story, number, *, game_no=1, **of):
    game = game_to_check(story.hall.pk, 1, game_no)
    return checked_card(game, shown_board(game), CardReference(number=number, **of))


def test_a_card_is_complete_at_the_last_of_its_numbers_to_be_called():
    called = {
        number: n for n, number in enumerate((1, 12, 90, 23, 34, 45, 2, 13, 24, 35, 46, 3, 14, 25, 36, 47), start=1)
    }
    assert complete_at(ROWS, called, PrizeKind.LINE) == 6
    assert complete_at(ROWS, called, PrizeKind.BINGO) == 16
    without = {number: n for number, n in called.items() if number != 47}
    assert complete_at(ROWS, without, PrizeKind.BINGO) == 0
    assert complete_at(ROWS, {}, PrizeKind.LINE) == 0


def test_a_card_that_won_is_told_with_its_shares_and_the_balls_that_completed_it(time):
    """6 cards at 2 euros: line 1.08, bingo 6.90; row by row the first line is complete at ball 5."""
    story = a_game_on_sale()
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    play_out(story, time, winner=3)
    card = checked(story, 3)
    assert (card.told, card.sold, card.of_series) == (True, True, ("A", "000001"))
    assert (card.line_ball, card.bingo_ball) == (5, 15)
    assert [(str(a.prize), a.cents) for a in card.awards] == [("line", 108), ("bingo", 690)]
    assert [cell.ordinal for cell in card.grid[0] if cell.number] == [1, 2, 3, 4, 5]
    assert [cell.number for row in card.grid for cell in row if cell.number] == numbers_of(story, 3)
    loser = checked(story, 4)
    assert (loser.sold, loser.awards, loser.bingo_ball) == (True, (), 0)


def test_while_the_game_is_played_nothing_but_the_face_is_told(time):
    """Not even that it was sold, or which of its numbers are out."""
    story = a_game_drawing(sold=6)
    call_numbers(story, *numbers_of(story, 3)[:14])
    card = checked(story, 3)
    assert [cell.number for row in card.grid for cell in row if cell.number] == numbers_of(story, 3)
    plain = CheckedCard(number=3, grid=card.grid, told=False)
    assert {field.name: getattr(card, field.name) for field in fields(card)} == {
        field.name: getattr(plain, field.name) for field in fields(plain)
    }
    assert all(cell.ordinal == 0 for row in card.grid for cell in row)


def test_a_card_being_checked_is_told_no_more_of(time):
    story = a_game_drawing(sold=6)
    call_numbers(story, *numbers_of(story, 3))
    claims.raise_claim(game_id=story.game_id, prize="bingo", card="3", actor="mesa")
    assert not checked(story, 3).told


def test_a_card_not_sold_in_the_game_is_told_so_and_where_it_was(time):
    story = a_game_on_sale()
    sales.sell_cards(game_id=story.game_id, quantity=3, actor="venta")
    play_out(story, time, winner=3)
    open_next_sale(story)
    sales.sell_cards(game_id=story.game_id, quantity=3, actor="venta")
    play_out(story, time, winner=5)
    assert (checked(story, 2).sold, checked(story, 2, game_no=2).sold) == (True, False)
    assert checked(story, 2, game_no=2).elsewhere == (1,)
    assert checked(story, 5).elsewhere == (2,)
    assert checked(story, 60).elsewhere == ()
    assert checked(story, 301) is None
    assert checked(story, 0) is None


def test_a_code_of_another_series_is_of_another_card_though_its_face_is_the_same(time):
    story = a_game_on_sale()
    sales.sell_cards(game_id=story.game_id, quantity=3, actor="venta")
    play_out(story, time, winner=3)
    card = checked(story, 3, letter="A", ident="000002")
    assert (card.other_series, card.sold, card.awards) == (True, False, ())
    assert checked(story, 3, letter="A", ident="000001").sold


def test_a_void_game_has_no_winners_and_pays_its_cards_back(time):
    story = a_game_drawing(1, 2, sold=6)
    voids.void_game(game_id=story.game_id, order=misheard(story), second="sala", actor="mesa")
    voids.refund_cards(game_id=story.game_id, card="1", last=None, actor="caja")
    assert (checked(story, 1).refund_cents, checked(story, 1).paid_back) == (200, True)
    assert (checked(story, 2).refund_cents, checked(story, 2).paid_back) == (200, False)
    assert checked(story, 7).refund_cents == 0


def test_the_games_to_choose_from_are_those_whose_sale_was_opened_and_not_withdrawn(time):
    story = a_game_on_sale()
    sales.withdraw_game(game_id=story.game_id, reason="nobody came", actor="mesa")
    open_next_sale(story)
    sales.sell_cards(game_id=story.game_id, quantity=3, actor="venta")
    play_out(story, time, winner=3)
    open_next_sale(story)
    assert [(g.game_no, g.ended) for g in recent_games(story.hall.pk)] == [(3, False), (2, True)]


def test_the_proof_is_the_last_row_of_the_game(time):
    from records.models import Event

    story = a_game_on_sale()
    sales.sell_cards(game_id=story.game_id, quantity=3, actor="venta")
    play_out(story, time, winner=3)
    row = Event.objects.get(hall=story.hall, kind="GameClosed")
    assert proof_of(game_to_check(story.hall.pk, 1, 1)) == (row.position, row.hash)
    payments.pay_late(session_id=story.session.pk, game_id=story.game_id, award_no=2, card=3, actor="caja")
    assert proof_of(game_to_check(story.hall.pk, 1, 1)) == (row.position, row.hash)
    assert face_rows(story.physical.matrix.sha256, 3)
