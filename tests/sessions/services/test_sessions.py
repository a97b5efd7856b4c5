import pytest

from records.models import Event, Incident
from sessions.models import BallSet, BingoSession
from sessions.rules import errors
from sessions.services import draw, payments, sales, sessions
from sessions.services.hall import make_ball_set
from tests.given import a_game_drawing, a_game_on_sale, a_game_ready, a_hall, an_open_session, open_next_sale

pytestmark = pytest.mark.django_db


def count(story, *missing, ball_set="set-1"):
    return sessions.count_balls(session_id=story.session.pk, ball_set=ball_set, missing=missing, actor="sala")


def close(story):
    return sessions.close_session(session_id=story.session.pk, signed="mesa", actor="sala")


def played_to_the_end(story):
    """Draw the 90 balls and close the game without a bingo."""
    by = {"game_id": story.game_id, "actor": "mesa"}
    draw.start_draw(**by)
    for number in range(1, 91):
        draw.draw_manual(number=number, **by)
        draw.call_ball(ordinal=number, **by)
    draw.close_unclaimed(**by)
    payments.close_game(**by)


def test_a_session_does_not_open_without_the_count():
    hall, _, _ = a_hall()
    session = sessions.start_session(hall_id=hall.pk)
    with pytest.raises(errors.SessionNotReady) as refused:
        sessions.open_session(session_id=session.pk, signed="mesa", actor="sala")
    assert "balls_counted" in refused.value.params["missing"]
    assert not Event.objects.filter(hall=hall, session_no__isnull=False).exists()


def test_a_hall_has_one_live_session():
    story = an_open_session()
    with pytest.raises(errors.SessionAlreadyLive) as refused:
        sessions.start_session(hall_id=story.hall.pk)
    assert refused.value.params == {"session_no": 1}
    count(story)
    close(story)
    assert sessions.start_session(hall_id=story.hall.pk).session_no == 2


def test_a_set_that_does_not_exist_is_not_counted():
    story = an_open_session()
    with pytest.raises(errors.NotFound):
        count(story, ball_set="set-9")


def test_a_session_closes_after_a_count_made_after_its_last_game():
    story = a_game_ready()
    played_to_the_end(story)
    with pytest.raises(errors.BallsNotRecounted):
        close(story)
    count(story)
    close(story)
    stored = BingoSession.objects.get(pk=story.session.pk)
    assert stored.state == "closed"
    assert stored.closed_at is not None


def test_a_count_made_during_the_last_game_is_not_one_made_after_it():
    story = a_game_ready()
    count(story)
    played_to_the_end(story)
    with pytest.raises(errors.BallsNotRecounted):
        close(story)


def test_a_session_does_not_close_over_a_game():
    story = a_game_on_sale()
    count(story)
    with pytest.raises(errors.GamesStillOpen) as refused:
        close(story)
    assert refused.value.params == {"game_no": 1}


def test_a_game_only_announced_disappears_with_its_session():
    story = an_open_session()
    sales.announce_game(session_id=story.session.pk)
    count(story)
    close(story)
    assert not story.session.games.exists()


def test_a_set_is_changed_between_games_only_and_the_minutes_say_so():
    story = a_game_on_sale()
    make_ball_set(story.hall, "set-2")
    change = {"session_id": story.session.pk, "ball_set": "set-2", "reason": "worn", "actor": "sala"}
    with pytest.raises(errors.GameStillOpen):
        sessions.change_ball_set(**change)
    sales.withdraw_game(game_id=story.game_id, reason="nobody came", actor="mesa")
    event = sessions.change_ball_set(**change)
    assert (event.was, event.ball_set, event.reason) == ("set-1", "set-2", "worn")


def test_a_pneumatic_set_plays_a_thousand_games_and_a_drums_set_any_number():
    story = an_open_session()
    BallSet.objects.filter(hall=story.hall).update(games=1_000)
    with pytest.raises(errors.BallSetWorn) as refused:
        open_next_sale(story)
    assert refused.value.params == {"ball_set": "set-1", "games": 1_000}
    BallSet.objects.filter(hall=story.hall).update(games=999)
    open_next_sale(story)
    sales.withdraw_game(game_id=story.game_id, reason="nobody came", actor="mesa")
    BallSet.objects.filter(hall=story.hall).update(games=5_000, pneumatic=False)
    open_next_sale(story)


def test_a_game_counts_for_its_set_once_a_ball_was_drawn():
    story = a_game_ready()
    played_to_the_end(story)
    assert BallSet.objects.get(hall=story.hall).games == 1
    open_next_sale(story)
    sales.withdraw_game(game_id=story.game_id, reason="nobody came", actor="mesa")
    assert BallSet.objects.get(hall=story.hall).games == 1


@pytest.mark.parametrize(("asked", "kept"), [(0, 1_000), (4_000, 4_000), (10**9, 15_000)])
def test_the_pace_stays_between_1_and_15_seconds(asked, kept):
    story = an_open_session()
    assert sessions.set_pace(session_id=story.session.pk, automatic=True, wait_ms=asked, actor="mesa").wait_ms == kept


def test_a_stray_ball_is_noted_in_the_session_once():
    story = a_game_on_sale()
    for _ in range(2):
        sessions.note_stray_ball(
            hall_id=story.hall.pk, ordinal=1, number=47, source="rfid", actor="machine", source_ref="x:1:1"
        )
    assert Event.objects.filter(hall=story.hall, kind="StrayBall").count() == 1


def test_a_stray_ball_without_a_session_is_the_halls_incident_once():
    hall, _, _ = a_hall()
    for _ in range(2):
        sessions.note_stray_ball(
            hall_id=hall.pk, ordinal=1, number=47, source="rfid", actor="machine", source_ref="x:1:1"
        )
    assert Incident.objects.get(hall=hall).payload["number"] == 47
    assert not Event.objects.filter(hall=hall, session_no__isnull=False).exists()


def test_a_ball_while_cards_are_sold_belongs_to_no_game():
    story = a_game_on_sale(extractor="machine")
    with pytest.raises(errors.WrongState):
        draw.draw_ball(game_id=story.game_id, ordinal=1, number=47, source="rfid", source_ref="x:1:1")


def test_no_second_game_is_announced_while_one_is_played():
    story = a_game_drawing(7)
    with pytest.raises(errors.GameStillOpen) as refused:
        sales.announce_game(session_id=story.session.pk)
    assert refused.value.params == {"game_no": 1}
