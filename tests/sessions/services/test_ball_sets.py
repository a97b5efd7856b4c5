"""Ball sets from their registration to their retirement, in a hall with sessions."""

import threading

import pytest
from django.db import IntegrityError, connection, transaction

from records.models import ActaEntry, Event
from sessions.journal import codec
from sessions.models import BallSet, Game
from sessions.rules import errors
from sessions.rules.void import VoidOrder
from sessions.selectors.ball_sets import ball_sets_of, life_of_set, spare_of
from sessions.selectors.verify import violations
from sessions.services import ball_sets, draw, payments, sales, sessions, suspensions, voids
from sessions.services.hall import make_ball_set
from tests.given import (
    a_game_drawing,
    a_game_on_sale,
    a_hall,
    an_open_session,
    call_numbers,
    close_sale,
    open_next_sale,
)
from tests.sessions.stories import double_cards

pytestmark = pytest.mark.django_db

NEW = {"ball_set": "B-3", "pneumatic": True, "approval_ref": "H-7", "supplier": "", "games": 12, "actor": "sala"}


def states(hall):
    return dict(BallSet.objects.filter(hall=hall).order_by("code").values_list("code", "state"))


def test_a_set_comes_in_with_an_event_of_the_hall_and_is_answered_once():
    hall, *_series = a_hall()
    first = ball_sets.register_ball_set(hall_id=hall.pk, source_ref="sala:1", **NEW)
    assert ball_sets.register_ball_set(hall_id=hall.pk, source_ref="sala:1", **NEW) == first
    with pytest.raises(errors.KeyReused):
        ball_sets.register_ball_set(hall_id=hall.pk, source_ref="sala:1", **{**NEW, "games": 0})
    with pytest.raises(errors.BallSetExists):
        ball_sets.register_ball_set(hall_id=hall.pk, source_ref="sala:2", **NEW)
    row = Event.objects.get(hall=hall, kind="BallSetRegistered")
    assert (row.stream, row.session_no, row.payload["games"], row.actor) == (None, None, 12, "sala")
    made = BallSet.objects.get(hall=hall, code="B-3")
    assert (made.games, made.approval_ref, made.state, made.received_at) == (12, "H-7", "in_store", row.at)


def test_the_set_counted_is_the_one_in_use_and_there_is_one():
    story = an_open_session()
    make_ball_set(story.hall, "set-2")
    assert states(story.hall) == {"set-1": "in_use", "set-2": "in_store"}
    sessions.change_ball_set(session_id=story.session.pk, ball_set="set-2", reason="worn", actor="sala")
    assert states(story.hall) == {"set-1": "in_store", "set-2": "in_use"}


def test_the_spare_put_in_use_leaves_the_hall_without_one():
    story = an_open_session()
    make_ball_set(story.hall, "set-2")
    ball_sets.name_spare_set(hall_id=story.hall.pk, ball_set="set-2", actor="sala")
    assert spare_of(story.hall.pk) == "set-2"
    assert [one["code"] for one in ball_sets_of(story.hall)] == ["set-1", "set-2"]
    sessions.change_ball_set(session_id=story.session.pk, ball_set="set-2", reason="worn", actor="sala")
    assert spare_of(story.hall.pk) == ""


def test_a_count_tells_which_set_was_the_spare():
    story = an_open_session()
    counted = Event.objects.get(hall=story.hall, kind="BallsCounted")
    assert counted.payload["spare"] == ""
    make_ball_set(story.hall, "set-2")
    ball_sets.name_spare_set(hall_id=story.hall.pk, ball_set="set-2", actor="sala")
    event = sessions.count_balls(session_id=story.session.pk, ball_set="set-1", missing=[], actor="sala")
    assert event.spare == "set-2"


def test_there_is_one_spare_and_the_one_before_goes_back_to_the_store():
    hall, *_series = a_hall()
    make_ball_set(hall, "set-2")
    ball_sets.name_spare_set(hall_id=hall.pk, ball_set="set-1", actor="sala")
    event = ball_sets.name_spare_set(hall_id=hall.pk, ball_set="set-2", actor="sala")
    assert (event.ball_set, event.was) == ("set-2", "set-1")
    assert states(hall) == {"set-1": "in_store", "set-2": "spare"}
    with pytest.raises(IntegrityError), transaction.atomic():
        BallSet.objects.filter(hall=hall).update(state="spare")


def test_the_set_in_use_is_changed_before_it_is_retired_or_made_the_spare():
    story = an_open_session()
    make_ball_set(story.hall, "set-2")
    retire = {"hall_id": story.hall.pk, "ball_set": "set-1", "reason": "ball 47 is cracked", "actor": "sala"}
    with pytest.raises(errors.BallSetInPlay):
        ball_sets.retire_ball_set(**retire)
    with pytest.raises(errors.BallSetInPlay):
        ball_sets.name_spare_set(hall_id=story.hall.pk, ball_set="set-1", actor="sala")
    sessions.change_ball_set(session_id=story.session.pk, ball_set="set-2", reason="ball 47", actor="sala")
    ball_sets.retire_ball_set(**retire)
    gone = BallSet.objects.get(hall=story.hall, code="set-1")
    assert (gone.state, gone.retired_reason, gone.retired_at is not None) == ("retired", "ball 47 is cracked", True)
    assert Event.objects.get(kind="BallSetRetired").session_no == story.session.session_no


def test_a_retired_set_is_neither_counted_nor_put_in_use_nor_offered():
    story = an_open_session()
    make_ball_set(story.hall, "set-2")
    ball_sets.retire_ball_set(hall_id=story.hall.pk, ball_set="set-2", reason="wet", actor="sala")
    by = {"session_id": story.session.pk, "ball_set": "set-2", "actor": "sala"}
    with pytest.raises(errors.BallSetOutOfUse):
        sessions.count_balls(missing=[], **by)
    with pytest.raises(errors.BallSetOutOfUse):
        sessions.change_ball_set(reason="worn", **by)
    assert [one["code"] for one in ball_sets_of(story.hall)] == ["set-1"]


def test_a_worn_set_is_refused_at_the_opening_count_and_taken_at_the_closing_one():
    hall, *_series = a_hall()
    session = sessions.start_session(hall_id=hall.pk)
    BallSet.objects.filter(hall=hall).update(games=1_000)
    with pytest.raises(errors.BallSetWorn):
        sessions.count_balls(session_id=session.pk, ball_set="set-1", missing=[], actor="sala")
    story = an_open_session()
    BallSet.objects.filter(hall=story.hall).update(games=1_000)
    counted = sessions.count_balls(session_id=story.session.pk, ball_set="set-1", missing=[], actor="sala")
    assert counted.closing


def test_what_the_hall_does_not_have_is_not_found():
    hall, *_series = a_hall()
    for deed in (ball_sets.name_spare_set, ball_sets.retire_ball_set):
        body = {"reason": "worn"} if deed is ball_sets.retire_ball_set else {}
        with pytest.raises(errors.NotFound):
            deed(hall_id=hall.pk, ball_set="set-9", actor="sala", **body)


def test_a_sets_life_is_told_newest_first():
    story = an_open_session()
    ball_sets.register_ball_set(hall_id=story.hall.pk, **NEW)
    ball_sets.name_spare_set(hall_id=story.hall.pk, ball_set="B-3", actor="sala")
    sessions.change_ball_set(session_id=story.session.pk, ball_set="B-3", reason="cracked", actor="sala")
    sessions.count_balls(session_id=story.session.pk, ball_set="B-3", missing=[7], witness="row 3", actor="sala")
    told = life_of_set(story.hall, "B-3")
    assert [one["how"] for one in told] == ["count_closing", "change_in", "spare", "registered"]
    assert (told[0]["missing"], told[0]["witness"], told[1]["was"]) == ([7], "row 3", "set-1")
    assert [one["how"] for one in life_of_set(story.hall, "set-1")] == ["change_out", "count_opening"]


def test_a_game_without_a_ball_is_none_of_the_sets():
    story = a_game_on_sale()
    sales.withdraw_game(game_id=story.game_id, reason="nobody came", actor="mesa")
    assert Game.objects.get(pk=story.game_id).drawn_with is None


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer")
@pytest.mark.django_db(transaction=True)
def test_two_who_name_the_spare_at_once_leave_one():
    hall, *_series = a_hall()
    codes = [make_ball_set(hall, f"set-{n}").code for n in range(2, 6)]
    barrier = threading.Barrier(len(codes))

    def name(code):
        barrier.wait()
        try:
            ball_sets.name_spare_set(hall_id=hall.pk, ball_set=code, actor="sala")
        finally:
            connection.close()

    threads = [threading.Thread(target=name, args=(code,)) for code in codes]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    spares = [code for code, state in states(hall).items() if state == "spare"]
    told = list(Event.objects.filter(kind="SpareNamed").order_by("position").values_list("payload", flat=True))
    assert spares == [told[-1]["ball_set"]]
    assert [one["was"] for one in told] == ["", *[one["ball_set"] for one in told[:-1]]]


def test_balls_of_a_game_in_play_are_none_of_the_record_yet():
    story = a_game_drawing(1, 2, 3)
    assert Game.objects.get(pk=story.game_id).drawn_with is None


SPARE = {"ball_set": "set-2", "reason": "47 is cracked", "actor": "sala"}


def games_of_sets(hall):
    return dict(BallSet.objects.filter(hall=hall).order_by("code").values_list("code", "games"))


def stop_for_balls(story):
    suspensions.suspend_game(game_id=story.game_id, cause="balls", ball_out=True, text="47 is cracked", actor="mesa")


def pair_on_sale(*numbers):
    """Sell double cards, close the sale of both games and draw `numbers` in the first."""
    story = an_open_session()
    double_cards(story)
    make_ball_set(story.hall, "set-2")
    open_next_sale(story, virtual=False)
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    close_sale(story)
    draw.start_draw(game_id=story.game_id, actor="mesa")
    call_numbers(story, *numbers)
    return story


def boards(story):
    return [codec.game_board(game.board) for game in Game.objects.filter(session=story.session).order_by("game_no")]


def test_a_pair_is_not_sold_on_a_set_with_one_game_left():
    story = an_open_session()
    double_cards(story)
    BallSet.objects.filter(hall=story.hall).update(games=999)
    with pytest.raises(errors.TooFewGamesLeft) as refused:
        open_next_sale(story)
    assert refused.value.params == {"ball_set": "set-1", "left": 1, "needed": 2}
    BallSet.objects.filter(hall=story.hall).update(games=998)
    open_next_sale(story)


def test_the_spare_takes_the_place_of_a_set_in_doubt_and_both_have_played_the_game():
    story = a_game_drawing(1, 2, 3)
    make_ball_set(story.hall, "set-2")
    change = {"session_id": story.session.pk, **SPARE}
    with pytest.raises(errors.GameStillOpen):
        sessions.change_ball_set(**change)
    stop_for_balls(story)
    event = sessions.change_ball_set(source_ref="sala:1", **change)
    assert (event.game_no, event.drawn) == (story.game.game_no, 3)
    assert sessions.change_ball_set(source_ref="sala:1", **change) == event
    assert Event.objects.get(hall=story.hall, kind="BallsReplaced").stream == story.game.stream
    assert (boards(story)[0].ball_set, states(story.hall)) == ("set-2", {"set-1": "in_store", "set-2": "in_use"})
    (entry,) = ActaEntry.objects.filter(kind="ball_set")
    assert (entry.game_no, entry.payload["drawn"], entry.payload["reason"]) == (1, 3, "47 is cracked")
    by = {"game_id": story.game_id, "actor": "mesa"}
    suspensions.lift_suspension(decision="agent", agent="A-1", text="R-7", **by)
    call_numbers(story, *range(4, 91))
    draw.close_unclaimed(**by)
    payments.close_game(**by)
    assert games_of_sets(story.hall) == {"set-1": 1, "set-2": 1}
    assert Game.objects.get(pk=story.game_id).drawn_with is None
    assert list(violations(story.hall)) == []


def test_the_second_game_of_a_pair_is_played_with_the_spare_when_the_agent_ends_the_first():
    story = pair_on_sale(1, 2)
    stop_for_balls(story)
    order = VoidOrder(cause="balls", reason="47 is cracked", agent="A-1")
    voids.void_game(game_id=story.game_id, order=order, second="sala", actor="mesa")
    event = sessions.change_ball_set(session_id=story.session.pk, **SPARE)
    assert (event.game_no, event.drawn) == (2, 0)
    assert [board.ball_set for board in boards(story)] == ["set-1", "set-2"]
    voids.complete_refunds(game_id=story.game_id, actor="caja")
    payments.close_game(game_id=story.game_id, actor="mesa")
    assert games_of_sets(story.hall) == {"set-1": 1, "set-2": 0}
    second = Game.objects.get(session=story.session, game_no=2)
    draw.start_draw(game_id=second.pk, actor="mesa")
    assert second.drawn_with is None
    assert list(violations(story.hall)) == []


def test_a_pair_stopped_for_its_balls_goes_on_with_the_spare_in_both_games():
    story = pair_on_sale(1, 2)
    stop_for_balls(story)
    sessions.change_ball_set(session_id=story.session.pk, **SPARE)
    assert [board.ball_set for board in boards(story)] == ["set-2", "set-2"]
    assert [board.state for board in boards(story)] == ["suspended", "waiting"]
    assert ActaEntry.objects.filter(kind="ball_set").count() == 1


def test_the_second_game_of_a_pair_stands_when_the_power_fails_before_its_start_and_not_before_its_turn(time):
    story = pair_on_sale()
    second = Game.objects.get(session=story.session, game_no=2)
    stop = {"game_id": second.pk, "cause": "failure", "ball_out": False, "text": "no power", "actor": "mesa"}
    with pytest.raises(errors.FirstGameNotEnded):
        suspensions.suspend_game(**stop)
    call_numbers(story, *range(1, 91))
    draw.close_unclaimed(game_id=story.game_id, actor="mesa")
    payments.close_game(game_id=story.game_id, actor="mesa")
    suspensions.suspend_game(**stop)
    suspensions.read_paragraph(game_id=second.pk, paragraph="36.1", actor="mesa")
    time.advance(15 * 60)
    order = VoidOrder(cause="failure", reason="no power")
    voids.void_game(game_id=second.pk, order=order, second="sala", actor="mesa")
    voids.refund_cards(game_id=second.pk, card="1", last=6, actor="caja")
    voids.complete_refunds(game_id=second.pk, actor="caja")
    payments.close_game(game_id=second.pk, actor="mesa")
    assert games_of_sets(story.hall) == {"set-1": 1, "set-2": 0}
    assert list(violations(story.hall)) == []
