"""The refund desk as the cashier and the players read it: 2 euros a card, 4 euros a double one; all worked by hand."""

import pytest

from ledger.selectors import balance_cents
from people.models import Player
from sessions.models import Game
from sessions.rules.void import VoidOrder
from sessions.selectors import cash, tables
from sessions.selectors.faces import face_rows
from sessions.selectors.refunds import late_refunds, refunds_of
from sessions.services import claims, draw, floor, pairs, payments, sales, suspensions, voids
from tests.given import a_game_drawing, an_open_session, call_numbers, close_sale, open_next_sale
from tests.sessions.services.floors import a_floor, a_player, sell, staff
from tests.sessions.stories import double_cards, misheard

pytestmark = pytest.mark.django_db


def game(story):
    return Game.objects.select_related("session").get(pk=story.game_id)


def desk(story):
    return refunds_of(game(story))


def null(story, order=None):
    voids.void_game(game_id=story.game_id, order=order or misheard(story), second="sala", actor="mesa")


def fail(story, time, **order):
    """Suspend before the first ball, wait the fifteen minutes, declare the game null."""
    suspensions.suspend_game(game_id=story.game_id, cause="failure", ball_out=False, text="no air", actor="mesa")
    suspensions.read_paragraph(game_id=story.game_id, paragraph="36.1", actor="mesa")
    time.advance(901)
    null(story, VoidOrder(cause="failure", reason="no air", **order))


def bring(story, card, last=None):
    voids.refund_cards(game_id=story.game_id, card=str(card), last=last, actor="caja")


def close(story):
    voids.complete_refunds(game_id=story.game_id, actor="caja")
    payments.close_game(game_id=story.game_id, actor="mesa")


def run(first, last):
    return {"first": first, "last": last}


def test_a_game_in_play_has_no_refund_desk(time):
    assert refunds_of(None) is None
    assert desk(a_game_drawing(5)) is None


def test_the_desk_tells_what_came_back_and_what_is_out(time):
    story = a_game_drawing(5)
    null(story)
    bring(story, 2)
    bring(story, 4, 5)
    told = desk(story)
    assert (told["open"], told["keeps"], told["each_cents"]) == (True, False, 200)
    assert (told["sold"], told["back"], told["back_cents"], told["out_cents"]) == (6, 3, 600, 600)
    assert told["out"] == [run(1, 1), run(3, 3), run(6, 6)]
    assert cash.of_cashier(story.hall, game(story))["refunds"] == told


def test_cards_are_listed_by_who_sold_them(time):
    story = a_floor()
    sell(story, "ana", 3)
    sell(story, "luis", 2)
    sell(story, "ana", 1)
    fail(story, time)
    bring(story, 6)
    ana, luis = desk(story)["by_seller"]
    assert (ana["seller"], ana["cards"], ana["sold"]) == ("ana", 4, [run(1, 3), run(6, 6)])
    assert (ana["back"], ana["out"]) == (1, [run(1, 3)])
    assert (luis["seller"], luis["back"], luis["out"]) == ("luis", 0, [run(4, 5)])


def test_players_are_paid_back_at_once_and_read_it_in_their_history(time):
    story = a_floor()
    a_player(story, 1, cents=1_000)
    sales.buy_cards(game_id=story.game_id, quantity=2, holder="player:1", actor="player-1")
    fail(story, time)
    told = desk(story)
    name = Player.objects.get(hall=story.hall).name
    assert told["accounts"] == [{"number": 1, "name": name, "cards": 2, "cents": 400}]
    assert (told["sold"], told["out"]) == (0, [])
    (played,) = tables.history_of(story.hall.pk, "player:1")
    assert (played["void"], played["amount_cents"], played["refunded_cents"]) == (True, 400, 400)
    assert balance_cents(story.hall.pk, "player:1") == 1_000


def test_what_is_not_brought_stays_payable_card_by_card(time):
    story = a_game_drawing(5)
    null(story)
    bring(story, 1, 4)
    assert late_refunds(story.hall) == []
    voids.complete_refunds(game_id=story.game_id, actor="caja")
    assert (desk(story)["open"], late_refunds(story.hall)) == (False, [])
    payments.close_game(game_id=story.game_id, actor="mesa")
    late = {"session_no": 1, "game_no": 1, "keeps": False, "each_cents": 200, "out": [run(5, 6)], "out_cents": 400}
    assert late_refunds(story.hall) == [late]
    by = {"session_id": story.session.pk, "game_id": story.game_id, "actor": "caja"}
    voids.refund_late(card="6", **by)
    assert late_refunds(story.hall) == [late | {"out": [run(5, 5)], "out_cents": 200}]
    voids.refund_late(card="5", **by)
    assert late_refunds(story.hall) == []


def a_pair(*, quantity=6, virtual=0):
    story = an_open_session()
    double_cards(story)
    a_player(story, 1, cents=2_000)
    open_next_sale(story, virtual=virtual > 0)
    sales.sell_cards(game_id=story.game_id, quantity=quantity, actor="venta")
    if virtual:
        sales.buy_cards(game_id=story.game_id, quantity=virtual, holder="player:1", actor="player-1")
    return story


def test_of_the_first_game_alone_one_half_is_paid_and_the_card_is_given_back(time):
    story = a_pair()
    close_sale(story)
    draw.start_draw(game_id=story.game_id, actor="mesa")
    call_numbers(story, 5)
    null(story)
    bring(story, 1)
    told = desk(story)
    assert (told["keeps"], told["each_cents"], told["back_cents"], told["out_cents"]) == (True, 200, 200, 1_000)
    close(story)
    (late,) = late_refunds(story.hall)
    # The second game waits: whoever comes now still plays it.
    assert (late["keeps"], late["out"], late["out_cents"]) == (True, [run(2, 6)], 1_000)


def test_where_both_games_end_the_whole_card_is_paid(time):
    story = a_pair(virtual=3)
    close_sale(story)
    fail(story, time, end_pair=True)
    told = desk(story)
    assert (told["keeps"], told["each_cents"], told["out_cents"]) == (False, 400, 2_400)
    assert told["accounts"][0]["cents"] == 1_200
    # Each game of the pair tells its own half: 3 cards at 2 euros.
    rows = tables.history_of(story.hall.pk, "player:1")
    back = [(row["game_no"], row["amount_cents"], row["refunded_cents"]) for row in rows]
    assert sorted(back) == [(1, 600, 600), (2, 600, 600)]
    close(story)
    assert [row["game_no"] for row in late_refunds(story.hall)] == [1]


def test_a_pair_whose_sale_never_closed_gives_the_whole_price_back_in_its_one_game(time):
    story = a_pair(virtual=1)
    fail(story, time)
    assert desk(story)["each_cents"] == 400
    (played,) = tables.history_of(story.hall.pk, "player:1")
    assert (played["amount_cents"], played["refunded_cents"]) == (400, 400)


def test_in_the_second_game_no_seller_has_cards_in_hand(time):
    """The sale closes while `venta` still holds 7 to 12; they are brought back in the first game."""
    story = an_open_session()
    double_cards(story)
    open_next_sale(story, virtual=False)
    staff(story, "venta")
    floor.issue_block(game_id=story.game_id, seller="venta", quantity=12, actor="caja")
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    sales.close_sale(game_id=story.game_id, actor="mesa")
    second = Game.objects.get(session=story.session, game_no=2).board
    assert [off["why"] for lot in second["lots"] for off in lot["off"]] == ["desk"]
    first = Game.objects.get(pk=story.game_id).board
    assert [off["why"] for lot in first["lots"] for off in lot["off"]] == ["held"]


def test_a_token_goes_with_its_prize(time):
    """Until the first game closes a prize may have a token; then it is paid against it."""
    story = a_pair()
    close_sale(story)
    draw.start_draw(game_id=story.game_id, actor="mesa")
    call_numbers(story, *[n for row in face_rows(story.physical.matrix.sha256, 3) for n in row])
    claims.raise_claim(game_id=story.game_id, prize="bingo", card="3", part=1, actor="mesa")
    claims.verify_claim(game_id=story.game_id, claim_no=1, actor="mesa")
    time.advance(10)
    claims.close_bingo(game_id=story.game_id, actor="mesa")

    def payable():
        return cash.of_cashier(story.hall, game(story))["payable"][-1]

    assert (payable()["token"], payable()["may_have_token"]) == ("", True)
    award_no = payable()["award_no"]
    pairs.give_token(game_id=story.game_id, award_no=award_no, token="7", actor="caja")
    assert (payable()["token"], payable()["may_have_token"]) == ("7", False)
