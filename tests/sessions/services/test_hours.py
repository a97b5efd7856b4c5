from datetime import UTC, datetime, time

import pytest

from records.models import Event, Hall
from sessions.journal import codec
from sessions.models import BingoSession
from sessions.rules import errors
from sessions.selectors.people import door_is_open, permit_of
from sessions.services import hours, sales, sessions
from tests.given import a_hall, an_open_session, open_next_sale
from tests.sessions.stories import end_session, prepare_session

pytestmark = pytest.mark.django_db

HALF_PAST_THREE, HALF_PAST_FIVE, TEN, FOUR = time(3, 30), time(5, 30), time(22), time(16)


def a_night(clock, *, closing, opening=None, at=datetime(2026, 11, 30, 20, 0, tzinfo=UTC)):
    """Open a session at a moment, in a hall with these hours of Madrid."""
    clock.time = at
    story = an_open_session()
    end_session(story)
    Hall.objects.filter(pk=story.hall.pk).update(closing_time=closing, opening_time=opening)
    prepare_session(story)
    sessions.open_session(session_id=story.session.pk, signed="mesa", actor="sala")
    return story


def announce(story, game_no, **more):
    return hours.announce_last_game(session_id=story.session.pk, game_no=game_no, actor="sala", **more)


def withdraw(story):
    sales.withdraw_game(game_id=story.game_id, reason="nobody came", actor="mesa")


def test_the_opening_fixes_the_night_s_closing_time(time):
    story = a_night(time, closing=HALF_PAST_THREE)
    board = codec.session_board(BingoSession.objects.get(pk=story.session.pk).board)
    # 3:30 of 1 December in Madrid, which is an hour ahead in winter.
    assert datetime.fromisoformat(board.closes_at) == datetime(2026, 12, 1, 2, 30, tzinfo=UTC)
    assert board.opens_at == ""


def test_a_sale_opens_until_the_closing_time_and_not_after_it(time):
    story = a_night(time, closing=HALF_PAST_THREE)
    time.time = datetime(2026, 12, 1, 2, 29, 59, tzinfo=UTC)
    open_next_sale(story)
    withdraw(story)
    time.time = datetime(2026, 12, 1, 2, 30, 1, tzinfo=UTC)
    with pytest.raises(errors.AfterClosingTime):
        open_next_sale(story)
    # A new permit does not stretch the night that is open.
    Hall.objects.filter(pk=story.hall.pk).update(closing_time=HALF_PAST_FIVE)
    with pytest.raises(errors.AfterClosingTime):
        open_next_sale(story)


def test_a_sale_waits_for_the_opening_time(time):
    story = a_night(time, closing=HALF_PAST_THREE, opening=TEN)
    with pytest.raises(errors.BeforeOpeningTime):
        open_next_sale(story)
    time.time = datetime(2026, 11, 30, 21, 0, tzinfo=UTC)
    open_next_sale(story)


def test_the_last_game_is_announced_once():
    story = an_open_session()
    announce(story, 1)
    open_next_sale(story)
    with pytest.raises(errors.LastGameAlreadyAnnounced):
        announce(story, 2)


def test_a_last_game_that_was_withdrawn_may_be_announced_again():
    story = an_open_session()
    announce(story, 1)
    open_next_sale(story)
    withdraw(story)
    with pytest.raises(errors.LastGameWasPlayed):
        open_next_sale(story)
    announce(story, 2)
    open_next_sale(story)


@pytest.mark.parametrize("game_no", [0, 3, 900])
def test_only_the_game_played_or_the_next_is_announced(game_no):
    story = an_open_session()
    open_next_sale(story)
    with pytest.raises(errors.NotFound):
        announce(story, game_no)
    assert announce(story, 2).game_no == 2


def test_the_same_announcement_said_twice_is_one():
    story = an_open_session()
    for _ in range(2):
        announce(story, 1, source_ref="sala:k1")
    assert Event.objects.filter(hall=story.hall, kind="LastGameAnnounced").count() == 1


def test_the_door_closes_with_the_sale_and_opens_with_the_end_of_the_game():
    story = an_open_session()
    assert door_is_open(story.hall)
    open_next_sale(story)
    assert not door_is_open(story.hall)
    withdraw(story)
    assert door_is_open(story.hall)


@pytest.mark.django_db(transaction=True)
def test_the_permit_is_kept_and_the_journal_says_who_changed_it():
    hall, _, _ = a_hall()
    told = {"category": "second", "opening_time": "16:00", "closing_time": "03:30"}
    for _ in range(2):
        hours.set_licence(hall_id=hall.pk, actor="sala", source_ref="sala:k1", **told)
    hall.refresh_from_db()
    assert (hall.category, hall.opening_time, hall.closing_time) == ("second", FOUR, HALF_PAST_THREE)
    shown = permit_of(hall)
    assert (shown["opening_time"], shown["closing_time"]) == ("16:00", "03:30")
    assert shown["minimum"]["seller_caller"] == 4
    row = Event.objects.get(hall=hall, kind="LicenceSet")
    assert (row.actor, row.payload) == ("sala", {"category": "second", "opening": "16:00", "closing": "03:30"})
    with pytest.raises(errors.KeyReused):
        hours.set_licence(hall_id=hall.pk, actor="sala", source_ref="sala:k1", **told | {"category": "first"})
    with pytest.raises(errors.NotFound):
        hours.set_licence(hall_id=hall.pk, actor="sala", **told | {"category": "fourth"})
