import pytest
from django.contrib.auth.models import User

from records.models import Complaint, Event, Hall
from sessions.journal import codec
from sessions.models import BingoSession
from sessions.rules import errors
from sessions.rules.session import Post
from sessions.selectors.people import complaints_of, own_posts, posts_now, sells
from sessions.selectors.verify import violations
from sessions.services import floor, people, sessions
from tests.given import a_game_on_sale, an_open_session
from tests.sessions.services.floors import staff

pytestmark = pytest.mark.django_db

PERSON, DOCUMENT = "Nadie Conocido", "12.345.678-z"


def board_of(story):
    return codec.session_board(BingoSession.objects.get(pk=story.session.pk).board)


def post(story, reason="supper", **changes):
    return people.change_posts(session_id=story.session.pk, changes=changes, reason=reason, actor="sala")


def complain(story, **changes):
    body = {"claimant_name": PERSON, "claimant_document": DOCUMENT, "claimant_signed": True}
    body |= {"text": "the panel showed 41", "actor": "mesa", "session_id": story.session.pk}
    return people.note_complaint(**body | changes)


def a_staffed_session():
    """Open a session in a hall that keeps a list of its people, with one more at each post."""
    story = an_open_session()
    for group, names in {
        "hall_manager": ("sala",),
        "table_chief": ("mesa",),
        "cashier": ("caja",),
        "seller_caller": ("venta", "ana"),
    }.items():
        staff(story, *names, group=group)
    return story


def test_a_substitution_is_one_event_a_post_with_its_reason():
    story = a_staffed_session()
    post(story, table_chief=["caja"], cashier=["mesa"])
    rows = Event.objects.filter(hall=story.hall, kind="StaffPosted").order_by("position")
    told = [(r.payload["post"], r.payload["usernames"], r.payload["reason"]) for r in rows][-2:]
    assert told == [("table_chief", ["caja"], "supper"), ("cashier", ["mesa"], "supper")]
    assert board_of(story).people_at(Post.TABLE_CHIEF) == ("caja",)
    assert list(violations(story.hall)) == []


def test_the_same_substitution_said_twice_is_made_once():
    story = a_staffed_session()
    for _ in range(2):
        people.change_posts(
            session_id=story.session.pk,
            changes={"seller_caller": ["ana"]},
            reason="supper",
            actor="sala",
            source_ref="sala:k1",
        )
    assert Event.objects.filter(hall=story.hall, kind="StaffPosted", payload__reason="supper").count() == 1


def test_a_posting_across_the_line_changes_nothing():
    story = a_staffed_session()
    with pytest.raises(errors.MayNotSubstitute):
        post(story, cashier=["mesa"], table_chief=["ana"])
    assert board_of(story).people_at(Post.CASHIER) == ("caja",)


def test_who_no_longer_works_here_is_not_posted():
    story = a_staffed_session()
    User.objects.filter(username="ana").update(is_active=False)
    with pytest.raises(errors.MayNotSubstitute):
        post(story, seller_caller=["ana"])


def test_no_post_named_is_no_deed():
    with pytest.raises(errors.NothingChanged):
        post(a_staffed_session())


def test_the_transitory_person_at_table_and_cash_is_marked():
    story = a_staffed_session()
    assert post(story, table_chief=["caja"]).transitory == ("caja",)


def test_a_hall_without_a_list_of_people_has_no_posts_of_their_own():
    story = an_open_session()
    assert own_posts(story.hall.pk) is None
    staff(story, "ana")
    assert own_posts(story.hall.pk) == {"ana": ["seller_caller"]}


def test_who_stands_in_at_the_sale_sells_while_they_do():
    story = a_staffed_session()
    assert not sells(story.hall.pk, "caja")
    post(story, seller_caller=["venta", "caja"])
    assert sells(story.hall.pk, "caja")
    assert posts_now(story.hall.pk, "caja") == ["cashier", "seller_caller"]
    post(story, seller_caller=["venta"])
    assert not sells(story.hall.pk, "caja")


def test_a_hall_of_a_category_opens_with_the_people_of_article_25_only():
    story = an_open_session()
    Hall.objects.filter(pk=story.hall.pk).update(category="third")
    sessions.count_balls(session_id=story.session.pk, ball_set="set-1", missing=[], actor="sala")
    sessions.close_session(session_id=story.session.pk, signed="mesa", actor="sala")
    again = sessions.start_session(hall_id=story.hall.pk)
    by = {"session_id": again.pk, "actor": "sala"}
    sessions.check_equipment(in_order=board_of(story).in_order, **by)
    sessions.count_balls(ball_set="set-1", missing=[], **by)
    four = {"hall_manager": ["sala"], "table_chief": ["mesa"], "cashier": ["caja"], "seller_caller": ["venta"]}
    people.change_posts(changes=four, **by)
    with pytest.raises(errors.StaffBelowMinimum) as refused:
        sessions.open_session(signed="mesa", **by)
    assert refused.value.params["short"] == [["seller_caller", 1], ["floor_assistant", 1], ["admission", 1]]
    people.change_posts(
        changes={"seller_caller": ["venta", "ana"], "floor_assistant": ["pau"], "admission": ["noa"]}, **by
    )
    assert sessions.open_session(signed="mesa", **by).category == "third"


# Complaints ------------------------------------------------------------------------------------------------


def test_a_complaint_stands_in_the_journal_without_who_made_it():
    story = an_open_session()
    event = complain(story)
    assert (event.complaint_no, event.has_value) == (1, True)
    journal = str(list(Event.objects.filter(hall=story.hall).values()))
    row = Complaint.objects.get(hall=story.hall)
    stored = str(Complaint.objects.filter(pk=row.pk).values().get())
    for secret in (PERSON, DOCUMENT, "12345678Z", "Nadie"):
        assert secret not in journal
        assert secret not in stored
    assert Event.objects.get(hall=story.hall, stream=f"session:{row.session_no}", seq=row.seq).kind == "ComplaintNoted"


def test_complaints_are_numbered_without_a_gap_in_each_hall():
    story, other = an_open_session(), an_open_session()
    assert [complain(story, text=text).complaint_no for text in "abc"] == [1, 2, 3]
    assert complain(other).complaint_no == 1


def test_the_same_complaint_said_twice_is_one():
    story = an_open_session()
    for _ in range(2):
        complain(story, source_ref="mesa:k1")
    assert Complaint.objects.count() == 1


def test_a_complaint_said_again_with_another_claimant_is_another_request():
    story = an_open_session()
    complain(story, source_ref="mesa:k1", claimant_name="", claimant_document="")
    for more in ({"claimant_document": ""}, {"claimant_name": ""}, {}):
        with pytest.raises(errors.KeyReused):
            complain(story, source_ref="mesa:k1", **more)
    complain(story, source_ref="mesa:k2", claimant_document="12345678-z")
    assert complain(story, source_ref="mesa:k2", claimant_document="12345678 Z").complaint_no == 2


def test_a_complaint_said_again_is_answered_though_its_seal_cannot_be_opened(data_dir):
    story = an_open_session()
    first = complain(story, source_ref="mesa:k1")
    for key in data_dir.glob("*.key"):
        key.unlink()
    assert complain(story, source_ref="mesa:k1") == first


def test_a_complaint_without_anything_is_taken_down_and_has_no_value():
    story = a_game_on_sale()
    event = complain(story, claimant_name="", claimant_document=" - ", claimant_signed=False, game_no=1)
    assert (event.game_no, event.identified, event.has_value) == (1, False, False)


def test_the_list_tells_whether_the_claimant_is_known_and_not_who_it_is(data_dir):
    story = an_open_session()
    complain(story)
    complain(story, claimant_document="")
    assert [one["identified"] for one in complaints_of(story.hall)] == [False, True]
    assert not {PERSON, DOCUMENT, "12345678Z"} & {
        str(value) for one in complaints_of(story.hall) for value in one.values()
    }
    for key in data_dir.glob("*.key"):
        key.unlink()
    assert [one["identified"] for one in complaints_of(story.hall)] == [False, True]
    with pytest.raises(errors.ClaimantUnreadable):
        people.show_claimant(hall_id=story.hall.pk, complaint_no=1, actor="sala")


@pytest.mark.django_db(transaction=True)
def test_looking_at_who_complained_leaves_its_trace_also_after_the_session():
    story = an_open_session()
    complain(story)
    asked = {"hall_id": story.hall.pk, "complaint_no": 1, "actor": "sala", "source_ref": "sala:k9"}
    for _ in range(2):
        assert people.show_claimant(**asked) == {"name": PERSON, "document": "12345678Z"}
    row = Event.objects.get(hall=story.hall, kind="ClaimantShown")
    assert (row.actor, row.payload, row.stream) == ("sala", {"complaint_no": 1}, None)
    with pytest.raises(errors.NotFound):
        people.show_claimant(hall_id=story.hall.pk, complaint_no=2, actor="sala")
    story.hall.refresh_from_db()
    assert list(violations(story.hall)) == []


def test_a_refused_admission_names_nobody():
    story = an_open_session()
    people.note_refused_admission(session_id=story.session.pk, reason="shouted", expelled=True, actor="sala")
    row = Event.objects.get(hall=story.hall, kind="AdmissionRefused")
    assert row.payload == {"reason": "shouted", "expelled": True}
    assert board_of(story).admissions_refused == 1


def test_a_substitute_seller_may_be_given_cards():
    story = a_game_on_sale()
    for group, name in (("cashier", "caja"), ("seller_caller", "venta"), ("hall_manager", "sala")):
        staff(story, name, group=group)
    post(story, seller_caller=["venta", "caja"])
    assert floor.issue_block(game_id=story.game_id, seller="caja", quantity=6, actor="caja").holder == "caja"
    post(story, seller_caller=["venta"])
    with pytest.raises(errors.NotASeller):
        floor.issue_block(game_id=story.game_id, seller="caja", quantity=6, actor="caja")
