"""Turns planned, dropped and copied; tonight's posts filled from them."""

from datetime import date, timedelta

import pytest

from people.models import RotaTurn, StaffMember
from records.models import Event
from sessions.journal import codec
from sessions.models import BingoSession
from sessions.rules import errors
from sessions.rules.session import Post
from sessions.selectors.rota import tonight_of, turns_of, week_of
from sessions.selectors.verify import violations
from sessions.services import rota, staff
from tests.given import an_open_session
from tests.sessions.services.floors import staff as employ

pytestmark = pytest.mark.django_db(transaction=True)

# The clock of these tests stands at 21:00 of Madrid on Monday the 30th of November.
MONDAY = date(2026, 11, 30)
BY = {"actor": "sala"}


@pytest.fixture
def story(time):
    story = an_open_session()
    for group, names in {
        "hall_manager": ("sala",),
        "table_chief": ("mesa",),
        "cashier": ("caja",),
        "seller_caller": ("venta", "ana"),
    }.items():
        employ(story, *names, group=group)
    return story


def plan(story, username, post, *nights, starts="18:00", ends="03:00", **more):
    told = {"hall_id": story.hall.pk, "nights": nights or (MONDAY,), "starts": starts, "ends": ends, **BY}
    return rota.plan_turns(username=username, post=post, **told | more)


def shown(story, night=MONDAY):
    return [(t.username, str(t.post), t.starts, t.ends) for t in turns_of(story.hall.pk, night)]


def test_a_turn_is_planned_on_several_nights_at_once_by_one_row(story):
    nights = (MONDAY + timedelta(days=1), MONDAY)
    for _ in range(2):
        plan(story, "ana", "seller_caller", *nights, source_ref="sala:1")
    assert shown(story) == shown(story, nights[0]) == [("ana", "seller_caller", 1080, 1620)]
    (row,) = Event.objects.filter(kind="TurnsPlanned")
    assert row.payload == {
        "username": "ana",
        "post": "seller_caller",
        "nights": ["2026-11-30", "2026-12-01"],
        "starts": "18:00",
        "ends": "03:00",
    }


def test_one_night_that_cannot_be_plans_none_of_them(story):
    plan(story, "ana", "seller_caller", MONDAY + timedelta(days=1))
    with pytest.raises(errors.TurnsOverlap):
        plan(story, "ana", "admission", MONDAY, MONDAY + timedelta(days=1))
    with pytest.raises(errors.TurnPast):
        plan(story, "ana", "admission", MONDAY - timedelta(days=1), MONDAY)
    assert shown(story) == []
    assert Event.objects.filter(kind="TurnsPlanned").count() == 1


def test_after_midnight_the_night_goes_on_and_at_six_it_is_over(story, time):
    time.advance(5 * 3600)  # 02:00
    plan(story, "ana", "seller_caller", starts="02:30")
    time.advance(4 * 3600)  # 06:00
    with pytest.raises(errors.TurnPast):
        plan(story, "venta", "seller_caller")


def test_nobody_is_planned_who_does_not_work_here_or_has_no_document_that_night(story, settings):
    settings.BINGO_STAFF_DOCUMENTS = "required"
    with pytest.raises(errors.LicenceNeeded):
        plan(story, "ana", "seller_caller")
    ends = MONDAY + timedelta(days=1)
    StaffMember.objects.filter(user__username="ana").update(licence_no="D-1", licence_until=ends)
    plan(story, "ana", "seller_caller", MONDAY, ends)
    with pytest.raises(errors.LicenceExpired):
        plan(story, "ana", "seller_caller", ends + timedelta(days=1))
    with pytest.raises(errors.NotFound):
        plan(story, "nobody", "seller_caller")
    staff.end_work(hall_id=story.hall.pk, username="venta", **BY)
    with pytest.raises(errors.NotAtWork):
        plan(story, "venta", "seller_caller")


def test_a_turn_is_taken_out_and_whose_work_ends_is_planned_no_more(story):
    plan(story, "ana", "seller_caller")
    drop = {"hall_id": story.hall.pk, "username": "ana", "post": "seller_caller", "night": MONDAY, **BY}
    for _ in range(2):
        rota.drop_turn(starts="18:00", source_ref="sala:9", **drop)
    assert shown(story) == []
    with pytest.raises(errors.NotFound):
        rota.drop_turn(starts="18:00", **drop)
    assert Event.objects.filter(kind="TurnDropped").count() == 1
    plan(story, "ana", "seller_caller", MONDAY, MONDAY + timedelta(days=7))
    staff.end_work(hall_id=story.hall.pk, username="ana", **BY)
    assert RotaTurn.objects.count() == 0


def test_a_week_becomes_like_the_one_before_where_nobody_is_planned_yet(story):
    plan(story, "ana", "seller_caller", MONDAY, MONDAY + timedelta(days=1))
    plan(story, "venta", "seller_caller", MONDAY)
    next_monday = MONDAY + timedelta(days=7)
    plan(story, "venta", "seller_caller", next_monday + timedelta(days=1), starts="20:00")
    RotaTurn.objects.filter(member__user__username="venta", night=MONDAY).update(post="table_chief")
    for _ in range(2):
        done = rota.copy_week(hall_id=story.hall.pk, monday=next_monday, source_ref="sala:5", **BY)
    assert done == {"copied": 0, "left_out": 0}
    # Whoever may not stand in there is left out; Tuesday had somebody already.
    assert shown(story, next_monday) == [("ana", "seller_caller", 1080, 1620)]
    assert shown(story, next_monday + timedelta(days=1)) == [("venta", "seller_caller", 1200, 1620)]
    with pytest.raises(errors.NothingChanged):
        rota.copy_week(hall_id=story.hall.pk, monday=next_monday, **BY)


def people_at(story, post):
    return codec.session_board(BingoSession.objects.get(pk=story.session.pk).board).people_at(post)


def test_tonight_s_people_are_posted_from_the_rota(story):
    plan(story, "ana", "seller_caller")
    plan(story, "sala", "hall_manager")
    plan(story, "venta", "admission", starts="22:00")
    told = tonight_of(story.hall)
    assert (told.state, told.hour) == ("open", "21:00")
    assert [(d.post, d.missing, d.instead) for d in told.differences if told.planned[d.post]] == [
        (Post.SELLER_CALLER, ("ana",), ("venta",)),
    ]
    fill = {"session_id": story.session.pk, "hour": told.hour, **BY}
    with pytest.raises(errors.ReasonNeeded):
        rota.post_from_rota(**fill)
    for _ in range(2):
        rota.post_from_rota(**fill, reason="the rota", source_ref="sala:7")
    assert people_at(story, Post.SELLER_CALLER) == ("ana",)
    # Nobody is planned at the table or the cash: they stay.
    assert (people_at(story, Post.TABLE_CHIEF), people_at(story, Post.CASHIER)) == (("mesa",), ("caja",))
    assert Event.objects.filter(kind="StaffPosted", payload__reason="the rota").count() == 1
    with pytest.raises(errors.NothingChanged):
        rota.post_from_rota(**fill, reason="again")
    with pytest.raises(errors.NoTurnsPlanned):
        rota.post_from_rota(session_id=story.session.pk, hour="05:00", reason="x", **BY)
    with pytest.raises(errors.KeyReused):
        rota.post_from_rota(**fill, reason="other", source_ref="sala:7")
    assert list(violations(story.hall)) == []


def test_a_week_tells_its_gaps_and_whose_document_is_not_good(story):
    for username, post in (("sala", "hall_manager"), ("mesa", "table_chief"), ("caja", "cashier")):
        plan(story, username, post)
    StaffMember.objects.exclude(user__username="caja").update(licence_no="D", licence_until=date(2027, 1, 1))
    monday, tuesday, *_rest = week_of(story.hall, MONDAY)
    assert [(g.starts, g.ends, g.short) for g in monday.gaps] == [(1080, 1620, (("seller_caller", 1),))]
    assert monday.without_document == ["caja"]
    assert (tuesday.turns, tuesday.gaps) == ([], [])
