"""A machine that brings the balls of an earlier game in the same order is stopped at the fifteenth."""

import pytest

from records.models import Incident
from sessions.journal import codec
from sessions.models import Game
from sessions.rules import errors
from sessions.rules.void import VoidOrder
from sessions.selectors.verify import violations
from sessions.services import draw, payments, sales, suspensions, voids
from tests.given import a_game_ready, close_sale, open_next_sale

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("silent")]

ORDER = list(range(90, 70, -1))


def bring(story, numbers):
    """Let the machine bring numbers, each called at once."""
    draw.start_draw(game_id=story.game_id, actor="mesa")
    for ordinal, number in enumerate(numbers, start=1):
        ball = {"ordinal": ordinal, "number": number, "source": "rfid"}
        draw.draw_ball(game_id=story.game_id, source_ref=f"m:{story.game_id}:{ordinal}", **ball)
        if board_of(story).pause:
            return
        draw.call_ball(game_id=story.game_id, ordinal=ordinal, actor="venta")


def board_of(story):
    return codec.game_board(Game.objects.get(pk=story.game_id).board)


def two_games(second):
    """Play a game to its twentieth ball, end it, and bring another's first balls."""
    story = a_game_ready(extractor="machine", virtual=False)
    bring(story, ORDER)
    by = {"game_id": story.game_id, "actor": "mesa"}
    suspensions.suspend_game(cause="balls", ball_out=True, text="x", **by)
    voids.void_game(order=VoidOrder(cause="balls", reason="x", agent="TIP 1"), second="sala", **by)
    voids.complete_refunds(game_id=story.game_id, actor="caja")
    payments.close_game(**by)
    open_next_sale(story, extractor="machine", virtual=False)
    sales.sell_cards(game_id=story.game_id, quantity=3, actor="venta")
    close_sale(story)
    bring(story, second)
    return story


def test_the_fifteenth_ball_of_a_repeated_order_stops_the_draw():
    story = two_games(ORDER)
    board = board_of(story)
    assert (len(board.drawn), board.called, board.pause) == (15, 14, "repeated_order")
    (alarm,) = Incident.objects.filter(code="repeated_order")
    assert alarm.payload == {"stream": "game:1:2", "as": "game:1:1"}
    with pytest.raises(errors.OrderRepeats):
        draw.resume_draw(game_id=story.game_id, actor="mesa")
    assert list(violations(story.hall)) == []


def test_the_agent_alone_lets_it_go_on():
    story = two_games(ORDER)
    by = {"game_id": story.game_id, "actor": "mesa"}
    suspensions.suspend_game(cause="balls", ball_out=True, text="the same order", **by)
    with pytest.raises(errors.AgentDecides):
        suspensions.lift_suspension(decision="solved", **by)
    suspensions.lift_suspension(decision="agent", agent="TIP 1", text="record 7", **by)
    assert board_of(story).pause == ""
    draw.call_ball(game_id=story.game_id, ordinal=15, actor="venta")
    assert list(violations(story.hall)) == []


def test_fourteen_balls_alike_are_not_told():
    story = two_games([*ORDER[:14], 1, 2])
    assert (len(board_of(story).drawn), board_of(story).pause) == (16, "")
    assert not Incident.objects.filter(code="repeated_order").exists()


def test_the_same_balls_in_another_order_are_chance():
    story = two_games(sorted(ORDER[:15]))
    assert (len(board_of(story).drawn), board_of(story).pause) == (15, "")
