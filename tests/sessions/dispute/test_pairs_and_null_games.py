"""Packs of the games that do not simply end: pairs of double cards, null games, failures, additional prizes."""

import json

import pytest

from sessions.models import Game
from sessions.rules.void import VoidOrder
from sessions.selectors.faces import face_rows
from sessions.services import draw, jackpots, payments, sales, suspensions, voids
from sessions.services import pairs as pair_deeds
from tests.given import a_game_drawing, a_game_on_sale, an_open_session, call_numbers, close_sale, open_next_sale
from tests.sessions.dispute.packs import chained_again, judged, pack_of, rows_of, with_rows
from tests.sessions.stories import double_cards, play_out, win_bingo

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("silent")]


@pytest.fixture
def pair(time):
    """Sell six double cards at 4 euros and, to player 1, two virtual ones; close the sale of both games."""
    story = an_open_session()
    double_cards(story)
    payments.deposit(hall_id=story.hall.pk, account="player:1", amount_cents=1_000, actor="caja")
    open_next_sale(story)
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    sales.buy_cards(game_id=story.game_id, quantity=2, holder="player:1", actor="player")
    close_sale(story)
    return story


def row_of(story, card=1):
    """Give the upper row of a card."""
    return face_rows(story.physical.matrix.sha256, card)[0]


def said_wrongly(story, **changes):
    """Have the game void: the second ball of card 1's upper row was said as another number that is not out."""
    order = VoidOrder(cause="announcing_error", reason="another number was said", ordinal=2, said=89, **changes)
    voids.void_game(game_id=story.game_id, order=order, second="sala", actor="mesa")


def test_both_games_of_a_pair_are_checked_by_half_the_price_of_their_cards(pair, time, tmp_path):
    """Eight cards at 2 euros a half: takings 16.00 in each game, bingo 9.20; the sale is the first game's."""
    draw.start_draw(game_id=pair.game_id, actor="mesa")
    win_bingo(pair, time, 3, part=1)
    pair_deeds.give_token(game_id=pair.game_id, award_no=1, token="red 1", actor="mesa")
    payments.close_game(game_id=pair.game_id, actor="mesa")
    first = pack_of(pair)
    pair.game = Game.objects.get(session=pair.session, game_no=2)
    draw.start_draw(game_id=pair.game_id, actor="mesa")
    win_bingo(pair, time, 4, part=2)
    payments.close_game(game_id=pair.game_id, actor="mesa")
    second = pack_of(pair, 2)
    for files, card, half in ((first, 3, 1), (second, 4, 2)):
        code, said = judged(files, tmp_path)
        assert code == 0, said
        assert "8 cards sold once each; takings 1600 cents" in said
        summary = json.loads(files["game.json"])
        assert [(c["card"], c["part"]) for c in summary["claims"]] == [(card, half)]
        assert [(a["card"], a["cents"]) for a in summary["awards"]] == [(card, 920)]
    assert rows_of(second)[0]["kind"] == "SaleOpened"
    assert json.loads(second["game.json"])["first_of_pair"] == "game:1:1"


def test_a_second_game_with_a_card_that_was_not_sold_for_the_first_is_found(pair, time, tmp_path):
    draw.start_draw(game_id=pair.game_id, actor="mesa")
    win_bingo(pair, time, 3, part=1)
    payments.pay_prize(game_id=pair.game_id, award_no=1, card=3, actor="caja")
    payments.close_game(game_id=pair.game_id, actor="mesa")
    pair.game = Game.objects.get(session=pair.session, game_no=2)
    draw.start_draw(game_id=pair.game_id, actor="mesa")
    win_bingo(pair, time, 4, part=1)
    files = pack_of(pair, 2)
    rows = rows_of(files)
    at = next(n for n, row in enumerate(rows) if row["kind"] == "PairedSaleClosed")
    rows[at]["payload"]["lots"][0]["next_card"] += 1
    code, said = judged(with_rows(files, chained_again(rows)), tmp_path)
    assert code == 1
    assert "(PairedSaleClosed, game:1:2): its cards are not those sold for the first game of the pair" in said


def test_a_pair_ended_with_its_first_game_pays_both_halves_back_once(pair, tmp_path):
    """Eight cards at 4 euros: 32.00 with the first game, nothing with the second."""
    draw.start_draw(game_id=pair.game_id, actor="mesa")
    call_numbers(pair, *row_of(pair))
    said_wrongly(pair, end_pair=True)
    voids.refund_cards(game_id=pair.game_id, card="1", last=6, actor="caja")
    voids.complete_refunds(game_id=pair.game_id, actor="caja")
    payments.close_game(game_id=pair.game_id, actor="mesa")
    code, said = judged(pack_of(pair), tmp_path)
    assert code == 0, said
    assert "null game: 3200 cents owed" in said
    code, said = judged(pack_of(pair, 2), tmp_path)
    assert code == 0, said
    assert "null game: 0 cents owed" in said


def test_a_null_game_owes_every_card_sold_and_what_is_paid_back_adds_up(time, tmp_path):
    """Six cards at 2 euros; four come back at once, one in time for nobody: it stays owed."""
    story = a_game_drawing()
    call_numbers(story, *row_of(story))
    said_wrongly(story)
    voids.refund_cards(game_id=story.game_id, card="1", last=5, actor="caja")
    voids.complete_refunds(game_id=story.game_id, actor="caja")
    payments.close_game(game_id=story.game_id, actor="mesa")
    voids.refund_late(session_id=story.session.pk, game_id=story.game_id, card="6", actor="caja")
    files = pack_of(story)
    code, said = judged(files, tmp_path)
    assert code == 0, said
    assert "null game: 1200 cents owed" in said
    summary = json.loads(files["game.json"])
    assert summary["void"]["cause"] == "announcing_error"
    assert [(r["first"], r["last"], r["cents"]) for r in summary["refunds"]] == [(1, 5, 1_000), (6, 6, 200)]


@pytest.mark.parametrize(
    ("kind", "change", "says"),
    [
        ("GameVoided", {"refund_cents": 1_000}, "refund_cents is told as 1000; it is 1200"),
        ("CardsRefunded", {"cents": 999}, "the cards cost 1000 cents, not 999"),
        ("CardsRefunded", {"last": 7}, "cards are paid back that were not sold in a null game"),
        ("RefundsCompleted", {"payable_cents": 0}, "payable_cents is told as 0; it is 200"),
    ],
)
def test_a_refund_that_does_not_add_up_is_named(time, tmp_path, kind, change, says):
    story = a_game_drawing()
    call_numbers(story, *row_of(story))
    said_wrongly(story)
    voids.refund_cards(game_id=story.game_id, card="1", last=5, actor="caja")
    voids.complete_refunds(game_id=story.game_id, actor="caja")
    payments.close_game(game_id=story.game_id, actor="mesa")
    files = pack_of(story)
    rows = rows_of(files)
    at = next(n for n, row in enumerate(rows) if row["kind"] == kind)
    rows[at]["payload"].update(change)
    code, said = judged(with_rows(files, chained_again(rows)), tmp_path)
    assert code == 1
    assert f"({kind}, game:1:1): {says}" in said


def test_a_game_suspended_has_its_pack_for_the_agent_and_one_finished_by_hand_its_own(time, tmp_path):
    story = a_game_drawing(1, 2, 3)
    by = {"game_id": story.game_id, "actor": "mesa"}
    suspensions.suspend_game(cause="failure", ball_out=True, text="no air", **by)
    files = pack_of(story)
    assert judged(files, tmp_path)[0] == 0
    assert json.loads(files["game.json"])["stops"][-1]["text"] == "no air"
    suspensions.read_paragraph(paragraph="36.2", **by)
    suspensions.order_manual_draw(how="from the cage, by turns", **by)
    call_numbers(story, *range(4, 91))
    draw.close_unclaimed(**by)
    payments.close_game(**by)
    files = pack_of(story)
    code, said = judged(files, tmp_path)
    assert code == 0, said
    kinds = [stop["kind"] for stop in json.loads(files["game.json"])["stops"]]
    assert [k for k in kinds if k != "DrawPaused"] == ["GameSuspended", "ParagraphRead", "ManualDrawOrdered"]
    read = [said["text"] for read in json.loads(files["game.json"])["phrases"] for said in read["said"]]
    assert any("exclusivamente las bolas pendientes de extraer" in text for text in read)


def test_an_additional_prize_is_shared_as_its_figures_say(time, tmp_path):
    """Two games of 100.00: 4.00 each feed it, and the second bingo, at ball 15 of 43, wins the 8.00."""
    story = an_open_session(profile="murcia-2012")
    jackpots.switch_jackpot(session_id=story.session.pk, code="acumulado", on=True, last_ball=43, actor="sala")
    open_next_sale(story, virtual=False)
    sales.sell_cards(game_id=story.game_id, quantity=50, actor="venta")
    play_out(story, time)
    open_next_sale(story, virtual=False)
    sales.sell_cards(game_id=story.game_id, quantity=50, actor="venta")
    play_out(story, time, winner=53)
    files = pack_of(story, 2)
    code, said = judged(files, tmp_path)
    assert code == 0, said
    awards = [(a["prize"], a["card"], a["cents"]) for a in json.loads(files["game.json"])["awards"]]
    assert awards[-1] == ("accumulated", 53, 800)
    rows = rows_of(files)
    at = next(n for n, row in enumerate(rows) if row["kind"] == "BingoClosed")
    rows[at]["payload"]["awards"] = rows[at]["payload"]["awards"][:-1]
    code, said = judged(with_rows(files, chained_again(rows)), tmp_path)
    assert code == 1
    assert "(BingoClosed, game:1:2): acumulado: card and cents awarded []; the claims give [(53, 800)]" in said


def test_a_game_withdrawn_after_its_sale_was_opened_is_a_pack_of_its_own(time, tmp_path):
    story = a_game_on_sale()
    sales.withdraw_game(game_id=story.game_id, reason="nobody came", actor="mesa")
    code, said = judged(pack_of(story), tmp_path)
    assert code == 0, said
    assert "0 cards sold once each" in said
