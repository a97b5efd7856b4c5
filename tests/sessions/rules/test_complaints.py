import pytest

from sessions.rules import complaints, errors
from sessions.rules.session import SessionBoard
from sessions.rules.session_events import ComplaintNoted

OPEN = SessionBoard(session_no=1, state="open")


def complain(board=OPEN, **changes):
    told = {"text": "47 was said, 41 was shown", "document": "12345678Z", "claimant_signed": True}
    return complaints.decide_complaint(board, **{"complaint_no": 3, "game_no": 2, "games": {1, 2}} | told | changes)


def test_a_complaint_signed_and_identified_has_value():
    noted = complain()
    assert noted == ComplaintNoted(
        complaint_no=3, game_no=2, text="47 was said, 41 was shown", claimant_signed=True, identified=True
    )
    assert noted.has_value


@pytest.mark.parametrize(("document", "signed"), [("", True), ("12345678Z", False), ("", False)])
def test_without_signature_or_number_it_is_taken_down_and_has_no_value(document, signed):
    assert complain(document=document, claimant_signed=signed).has_value is False


def test_a_complaint_about_a_game_that_was_not_played_is_taken_down_without_it():
    assert complain(game_no=9).game_no == 0


@pytest.mark.parametrize("state", ["preparing", "closed"])
def test_without_an_open_session_there_are_no_minutes_to_write_in(state):
    with pytest.raises(errors.WrongState):
        complain(SessionBoard(session_no=1, state=state))


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        (" 12.345.678-z ", "12345678Z"),
        ("x-1234567 l", "X1234567L"),
        ("AB 123456", "AB123456"),
        ("", ""),
        (" - ", ""),
    ],
)
def test_a_documents_number_is_kept_in_one_form(typed, kept):
    assert complaints.normal_document(typed) == kept
