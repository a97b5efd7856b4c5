"""The alarm of a ball that stays away: it rings once, in the minutes, and is over when the ball comes out."""

import pytest

from records.models import Event, Incident
from sessions.models import BallSet, DrawnBall, Game
from sessions.selectors.ball_sets import record_of
from sessions.selectors.faces import face_rows
from sessions.services import payments, voids
from sessions.services.ball_watch import watch_balls
from sessions.services.hall import make_ball_set
from tests.given import a_game_drawing, a_game_ready, a_hall, an_open_session
from tests.sessions.played import all_but, play
from tests.sessions.stories import misheard, play_out

pytestmark = pytest.mark.django_db


def incidents():
    return list(Event.objects.filter(kind="IncidentNoted").order_by("position").values_list("payload", flat=True))


def a_set(story):
    return BallSet.objects.get(hall=story.hall, code="set-1")


def test_the_record_counts_what_came_out_and_for_how_long_each_ball_has_not():
    story = an_open_session()
    games = play(story.session, a_set(story), [1, 2, 3], [1, 2], [1])
    # A reading that was corrected never came out.
    DrawnBall.objects.create(game=games[2], ordinal=2, number=4, drawn_at=games[2].balls.get().drawn_at, voided=True)
    other = make_ball_set(story.hall, "set-2")
    play(story.session, other, [9])
    record = record_of(a_set(story))
    assert record.frequency.times[:4] == (3, 2, 1, 0)
    assert (record.frequency.games, record.frequency.balls) == (3, 6)
    assert record.absent[:4] == (0, 1, 2, 3)
    assert [record.began(number) for number in (1, 2, 3, 4)] == [0, games[2].pk, games[1].pk, 0]
    # Two balls a game: 90 (88/90)^n < 1e-6 from n = 815 on.
    assert record.alarm_after == 815


def test_a_set_without_games_has_no_record_and_no_alarm():
    hall, *_series = a_hall()
    record = record_of(BallSet.objects.get(hall=hall))
    assert (record.frequency.games, record.alarm_after, record.unseen) == (0, 0, [])


def test_a_ball_away_for_17_games_of_60_is_noted_once_and_the_set_remembers_it():
    story = an_open_session()
    ball_set = a_set(story)
    games = play(story.session, ball_set, *[all_but(47, turn=n) for n in range(16)])
    watch_balls(games[-1].pk)
    assert (incidents(), a_set(story).unseen) == ([], [])
    for away in (17, 18):
        (last,) = play(story.session, ball_set, all_but(47, turn=away))
        watch_balls(last.pk)
        assert a_set(story).unseen == [{"number": 47, "games": away}]
        assert incidents() == [{"code": "ball_never_drawn", "text": "47 (set-1, 17)"}]
    (back,) = play(story.session, ball_set, [47, *range(1, 47), *range(48, 61)])
    watch_balls(back.pk)
    assert a_set(story).unseen == []


def test_a_second_absence_of_the_same_ball_is_noted_again():
    story = an_open_session()
    for _ in range(2):
        games = play(story.session, a_set(story), list(range(1, 91)), *[all_but(47, turn=n) for n in range(20)])
        watch_balls(games[-1].pk)
    assert [one["text"] for one in incidents()] == ["47 (set-1, 20)", "47 (set-1, 20)"]


def test_between_sessions_it_is_the_halls_incident_and_is_not_noted_twice():
    story = an_open_session()
    games = play(story.session, a_set(story), *[all_but(47, turn=n) for n in range(17)])
    story.session.state = "closed"
    story.session.save()
    for _ in range(2):
        watch_balls(games[-1].pk)
    noted = Incident.objects.get(code="ball_never_drawn")
    assert noted.payload["text"] == "47 (set-1, 17)"


def test_the_closing_of_a_game_joins_it_to_its_set_and_looks_at_the_balls(time):
    story = a_game_ready()
    of_card_1 = {number for row in face_rows(story.physical.matrix.sha256, 1) for number in row}
    away = min(set(range(1, 91)) - of_card_1)
    play(story.session, a_set(story), *[all_but(away, turn=n) for n in range(17)])
    # With the winner's 15 balls the games have (17 x 60 + 15) / 18 = 57.5 on average: 90 (32.5/90)^18 = 9.8e-7.
    play_out(story, time, winner=1, close=False)
    story.game.refresh_from_db()
    assert (story.game.drawn_with.code, story.game.drawn_with.games) == ("set-1", 1)
    assert a_set(story).unseen == [{"number": away, "games": 18}]
    assert incidents() == [{"code": "ball_never_drawn", "text": f"{away} (set-1, 18)"}]


def test_a_void_game_is_one_of_the_sets_once_a_ball_was_drawn(time):
    story = a_game_drawing()
    by = {"game_id": story.game_id, "actor": "mesa"}
    voids.void_game(order=misheard(story), second="sala", **by)
    voids.complete_refunds(**by)
    payments.close_game(**by)
    assert Game.objects.get(pk=story.game_id).drawn_with == a_set(story)
    assert record_of(a_set(story)).frequency.balls == 5
