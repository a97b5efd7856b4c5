"""A game sold from two series: the first from card 101, the second up to 100; claims, money, the game after."""

import pytest

from sessions.journal import codec
from sessions.models import CardSeries
from sessions.rules import errors
from sessions.rules.ranges import count
from sessions.rules.stock import STOCK, USED
from sessions.selectors.cash import taken_in
from sessions.selectors.faces import face_rows
from sessions.selectors.stock import suggested
from sessions.services import claims, draw, floor, payments, sales
from tests.given import call_numbers, close_sale, open_next_sale
from tests.money import cash_of
from tests.sessions.services.floors import (
    a_floor,
    another_series,
    board_of,
    end_game,
    give_back,
    issue,
    rows_of,
    sell,
    undo,
    wrong,
)

pytestmark = pytest.mark.django_db


def a_second_game_from_101():
    """Play a game with cards 1-100 of a series of 200, and open the next; 100 are left."""
    story = a_floor()
    sell(story, "ana", 100)
    end_game(story)
    open_next_sale(story)
    story.second = another_series(story, "000002", 1, 200)
    return story


def add(story, series=None, **kwargs):
    return floor.add_series(game_id=story.game_id, series_id=(series or story.second).pk, actor="mesa", **kwargs)


def stored(series):
    return codec.series_board(CardSeries.objects.get(pk=series.pk).board)


def test_the_second_series_goes_on_where_the_first_ends_and_the_next_game_where_the_second_did():
    story = a_second_game_from_101()
    sell(story, "ana", 98)
    with pytest.raises(errors.SeriesNotExhausted) as refused:
        add(story)
    assert refused.value.params == {"left": 2}
    sell(story, "ana", 2)
    lot = add(story, source_ref="m:1").lot
    assert (lot.ident, lot.first_card, lot.last_card, lot.complementary) == ("000002", 1, 100, True)
    assert add(story, source_ref="m:1").lot == lot
    sold = sell(story, "luis", 60)
    assert (sold.first, sold.last, sold.amount_cents) == (1, 60, 12_000)
    assert len(rows_of(story)) == 160
    figures = sales.close_sale(game_id=story.game_id, actor="mesa").figures
    # 160 cards at 2 euros: 320.00; line 28.80 and bingo 184.00, and what the first game left: 18.00 and 115.00.
    assert (figures.physical_sold, figures.takings_cents) == (160, 32_000)
    assert (figures.line_cents, figures.bingo_cents) == (2_880 + 1_800, 18_400 + 11_500)
    board = board_of(story)
    assert (board.leftover_first, board.leftover_last) == (61, 100)
    sales.return_leftovers(game_id=story.game_id, first=61, actor="caja")
    assert wrong(story) == []


def test_claims_are_verified_for_a_card_of_each_series_and_paid(time):
    story = a_second_game_from_101()
    sell(story, "ana", 100)
    add(story)
    sell(story, "ana", 10)
    close_sale(story)
    draw.start_draw(game_id=story.game_id, actor="mesa")
    sha256 = story.physical.matrix.sha256
    line = face_rows(sha256, 150)[0]
    call_numbers(story, *line)
    first = claims.raise_claim(game_id=story.game_id, prize="line", card="150", actor="mesa")
    claims.verify_claim(game_id=story.game_id, claim_no=first.claim_no, actor="mesa")
    with pytest.raises(errors.CardNotSold):
        claims.raise_claim(game_id=story.game_id, prize="line", card="11", actor="mesa")
    time.advance(10)
    claims.resume_play(game_id=story.game_id, actor="mesa")
    call_numbers(story, *[n for row in face_rows(sha256, 3) for n in row if n not in line])
    second = claims.raise_claim(game_id=story.game_id, prize="bingo", card="3", actor="mesa")
    claims.verify_claim(game_id=story.game_id, claim_no=second.claim_no, actor="mesa")
    time.advance(10)
    claims.close_bingo(game_id=story.game_id, actor="mesa")
    awards = [(a.prize, a.card, a.cents) for a in board_of(story).awards]
    # 110 cards: 220.00; line 19.80 + 18.00 carried, bingo 126.50 + 115.00 carried.
    assert awards == [("line", 150, 3_780), ("bingo", 3, 24_150)]
    for number, (_, card, _cents) in enumerate(awards, start=1):
        payments.pay_prize(game_id=story.game_id, award_no=number, card=card, actor="caja")
    payments.close_game(game_id=story.game_id, actor="mesa")
    assert cash_of(story.hall.pk) == 20_000 + 22_000 - 3_780 - 24_150
    assert wrong(story) == []


def test_both_series_know_what_the_game_used_and_the_next_game_begins_after_the_second():
    story = a_second_game_from_101()
    sell(story, "ana", 100)
    add(story)
    sell(story, "luis", 60)
    end_game(story)
    first, second = stored(story.physical), stored(story.second)
    assert [(s.first, s.last, s.state, s.game_no) for s in first.spans] == [(1, 100, USED, 1), (101, 200, USED, 2)]
    assert [(s.first, s.last, s.state, s.game_no) for s in second.spans] == [(1, 60, USED, 2), (61, 200, STOCK, 0)]
    assert (count(first.runs(STOCK)), first.state, second.state) == (0, "used_up", "begun")
    assert suggested(story.hall)["physical_series"] == story.second.pk
    story.physical = story.second
    open_next_sale(story)
    lot = board_of(story).lots[0]
    assert (lot.ident, lot.first_card, lot.last_card, lot.complementary) == ("000002", 61, 200, False)
    assert sell(story, "ana", 1).first == 61
    assert wrong(story) == []


def test_a_second_series_of_which_nothing_was_sold_is_whole_for_the_next_game():
    story = a_second_game_from_101()
    sell(story, "ana", 100)
    add(story)
    end_game(story)
    assert CardSeries.objects.get(pk=story.second.pk).next_number == 1
    assert stored(story.second).state == "received"
    assert wrong(story) == []


def test_one_sale_runs_from_the_first_series_into_the_second_and_is_taken_back_run_by_run():
    story = a_second_game_from_101()
    issue(story, "ana", 100)
    sell(story, "ana", 98)
    add(story)
    issue(story, "ana", 3)
    sale = sell(story, "ana", 4, source_ref="ana:9")
    assert [(r.first, r.last) for r in sale.runs] == [(199, 200), (1, 2)]
    assert (sale.first, sale.last, sale.quantity, sale.amount_cents) == (199, 2, 4, 800)
    assert sell(story, "ana", 4, source_ref="ana:9") == sale
    idents = {number: ident for ident, number, _ in rows_of(story)}
    assert [idents[n] for n in (199, 200, 1, 2)] == ["000001", "000001", "000002", "000002"]
    undo(story, "ana", 1, 2)
    undo(story, "ana", 199, 200)
    assert [(r.first, r.last) for lot in board_of(story).printed for r in lot.held_by("ana")] == [(199, 200), (1, 3)]
    assert wrong(story) == []


def test_unsold_cards_of_the_first_series_keep_the_sale_open_once_the_second_sells():
    story = a_second_game_from_101()
    issue(story, "ana", 100)
    sell(story, "ana", 90)
    add(story)
    issue(story, "luis", 10)
    sell(story, "luis", 1)
    with pytest.raises(errors.SaleHasHoles) as refused:
        sales.close_sale(game_id=story.game_id, actor="mesa")
    assert refused.value.params == {"holes": [[191, 200, "ana"]], "count": 10}
    give_back(story, "ana", 191, 200)
    issue(story, "luis", 10)
    # The lowest first, and the first series before the second.
    assert [(r.first, r.last) for r in sell(story, "luis", 12).runs] == [(191, 200), (2, 3)]
    close_sale_after(story, back=(4, 10))
    assert wrong(story) == []


def close_sale_after(story, *, back):
    sales.close_sale(game_id=story.game_id, actor="mesa")
    give_back(story, "luis", *back)
    sales.return_leftovers(game_id=story.game_id, first=back[0], actor="caja")


def test_a_correction_is_written_to_the_second_series():
    story = a_second_game_from_101()
    sell(story, "ana", 100)
    add(story)
    sell(story, "luis", 6)
    close_sale(story)
    sales.correct_figures(game_id=story.game_id, last=8, reason="counted again", actor="mesa")
    assert rows_of(story)[-3:] == [("000002", n, "luis") for n in (6, 7, 8)]
    sales.correct_figures(game_id=story.game_id, last=0, reason="none after all", actor="mesa")
    assert len(rows_of(story)) == 100
    assert CardSeries.objects.get(pk=story.second.pk).next_number == 1
    assert wrong(story) == []


def next_numbers(story):
    return [CardSeries.objects.get(pk=series.pk).next_number for series in (story.physical, story.second)]


def test_a_mistyped_correction_is_put_right_with_sellers_money_and_both_series():
    story = a_second_game_from_101()
    sell(story, "ana", 60)
    sell(story, "luis", 40)
    add(story)
    sell(story, "luis", 4)
    sell(story, "ana", 2)
    close_sale(story)
    by = {"game_id": story.game_id, "actor": "mesa"}
    rows, takings = rows_of(story), taken_in(story.game)
    # The first game's 100 cards and 106 of this one, at 2 euros.
    assert (takings, cash_of(story.hall.pk)) == ({"ana": 12_400, "luis": 8_800}, 41_200)
    sales.correct_figures(last=150, reason="a slip", **by)
    assert (taken_in(story.game), next_numbers(story)) == ({"ana": 10_000}, [151, 1])
    assert cash_of(story.hall.pk) == 30_000
    assert wrong(story) == []
    sales.correct_figures(last=6, reason="put right", **by)
    assert (rows_of(story), taken_in(story.game), next_numbers(story)) == (rows, takings, [201, 7])
    assert cash_of(story.hall.pk) == 41_200
    assert wrong(story) == []


def test_a_card_of_the_second_series_nobody_recorded_is_written_to_who_sold_last():
    story = a_second_game_from_101()
    sell(story, "ana", 100)
    add(story)
    close_sale(story)
    sales.correct_figures(game_id=story.game_id, last=2, reason="two more", actor="mesa")
    assert rows_of(story)[-2:] == [("000002", 1, "ana"), ("000002", 2, "ana")]
    assert next_numbers(story) == [201, 3]
    assert wrong(story) == []


def test_only_a_fresh_series_of_the_same_faces_and_price_is_added():
    story = a_second_game_from_101()
    sell(story, "ana", 100)
    dearer = another_series(story, "000003", 1, 200, price=300)
    with pytest.raises(errors.FaceValuesDiffer):
        add(story, dearer)
    later = another_series(story, "000004", 2, 200)
    with pytest.raises(errors.SecondSeriesBegun):
        add(story, later)
    with pytest.raises(errors.NotFound):
        add(story, story.virtual)
    with pytest.raises(errors.SecondSeriesBegun):
        add(story, story.physical)
    add(story)
    with pytest.raises(errors.SecondSeriesOnSale):
        add(story, another_series(story, "000005", 1, 200))
