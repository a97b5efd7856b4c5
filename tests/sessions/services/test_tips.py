"""The tips' box: counted, signed, in the book; given to the staff whole."""

import pytest

from ledger.selectors import balance_cents
from sessions.rules import errors
from sessions.selectors.tips import tips_book
from sessions.services import tips
from tests.sessions.services.floors import a_floor, wrong

pytestmark = pytest.mark.django_db


@pytest.fixture
def story():
    return a_floor()


def counted(story, **changes):
    asked = {"pieces": {200: 3, 50: 1}, "counter": "ana", "remarks": "a button too", "actor": "caja"}
    return tips.count_tips(hall_id=story.hall.pk, **{**asked, **changes})


def test_a_count_is_an_entry_of_the_book_and_money_of_the_staff(story):
    """3 x 2.00 + 0.50 = 6.50."""
    assert [counted(story).entry_no, counted(story, pieces={100: 1}, remarks="").entry_no] == [1, 2]
    second, first = tips_book(story.hall)
    assert (first["cents"], first["counter"], first["remarks"], first["taker"]) == (650, "ana", "a button too", "")
    assert (second["entry_no"], second["cents"]) == (2, 100)
    assert [balance_cents(story.hall.pk, code) for code in ("tips", "tips:staff", "cash")] == [750, 750, 0]
    assert wrong(story) == []


def test_the_number_of_the_professional_document_stands_in_the_book_as_it_was(story):
    from people.models import StaffMember

    StaffMember.objects.filter(user__username="ana").update(licence_no="VL-1")
    counted(story)
    StaffMember.objects.filter(user__username="ana").update(licence_no="VL-2")
    assert [one["licence_no"] for one in tips_book(story.hall)] == ["VL-1"]


def test_an_entry_is_given_out_whole_and_once(story):
    counted(story)
    by = {"hall_id": story.hall.pk, "entry_no": 1, "taker": "ana", "actor": "sala"}
    assert tips.share_tips(source_ref="sala:1", **by).amount_cents == 650
    assert tips.share_tips(source_ref="sala:1", **by).amount_cents == 650
    for entry_no in (1, 2):
        with pytest.raises(errors.TipsNotCounted):
            tips.share_tips(**{**by, "entry_no": entry_no})
    assert [balance_cents(story.hall.pk, code) for code in ("tips", "tips:staff")] == [0, 0]
    assert wrong(story) == []


def test_an_empty_box_is_no_entry(story):
    with pytest.raises(errors.BadAmount):
        counted(story, pieces={})
    assert tips_book(story.hall) == []
