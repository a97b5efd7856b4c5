from dataclasses import replace

import pytest

from sessions.rules import acta_rows
from sessions.rules.acta import entry_of
from sessions.rules.acta_facts import Entry, Recorded, listed, runs_told, written
from sessions.rules.acta_folios import LINES_PER_FOLIO, Place, place_after
from sessions.rules.board import Board
from sessions.rules.session import BallsCounted, Post, SessionBoard, StaffPosted
from tests.sessions.rules.acta_samples import SAMPLES


def place(folio, line, lines, session_no=1):
    return Place(folio=folio, line=line, lines=lines, session_no=session_no)


def after(before, lines, session_no=1):
    return place_after(before, first_folio=7, session_no=session_no, lines=lines)


def test_a_folio_has_the_lines_that_a_page_is_drawn_with():
    assert LINES_PER_FOLIO == 44


@pytest.mark.parametrize(
    ("before", "lines", "session_no", "expected"),
    [
        (None, 5, 1, (7, 1)),  # the book's first
        (place(7, 1, 10), 5, 1, (7, 11)),
        (place(7, 30, 10), 5, 1, (7, 40)),  # lines 40 to 44: it just fits
        (place(7, 30, 10), 6, 1, (8, 1)),  # not split: it goes to the next folio
        (place(7, 30, 15), 1, 1, (8, 1)),  # line 44 is written
        (place(7, 1, 3), 5, 2, (8, 1)),  # a session begins on a new folio
        (place(7, 1, 3), 100, 1, (8, 1)),  # longer than a folio: from the head of the next
        (place(8, 1, 100), 5, 1, (10, 13)),  # 44 + 44 + 12 lines: folios 8, 9, 10
        (place(8, 1, 88), 5, 1, (10, 1)),  # exactly two folios
    ],
)
def test_an_entry_is_placed_after_the_one_before(before, lines, session_no, expected):
    placed = after(before, lines, session_no)
    assert (placed.folio, placed.line, placed.lines) == (*expected, lines)


def test_an_entry_longer_than_a_folio_runs_on_over_several():
    assert list(place(8, 1, 100).folios) == [8, 9, 10]
    assert list(place(8, 1, 44).folios) == [8]
    assert list(place(8, 40, 5).folios) == [8]


def test_every_kind_of_entry_is_sampled():
    assert set(SAMPLES) == acta_rows.KINDS


@pytest.mark.parametrize("kind", sorted(SAMPLES))
def test_an_entry_takes_its_heading_its_rows_its_signatures_and_a_space(kind):
    fields, lines = SAMPLES[kind]
    assert acta_rows.lines_of(kind, fields) == lines


@pytest.mark.parametrize(
    ("kind", "signers"),
    [
        ("opening", ("table_chief",)),
        ("closing", ("table_chief",)),
        ("incident", ("hall_manager", "table_chief")),
        ("suspension", ("hall_manager", "table_chief")),
        ("void", ("hall_manager", "table_chief")),
        ("complaint", ("hall_manager", "claimant")),
        ("game", ()),
        ("note", ()),
    ],
)
def test_who_signs_what_is_the_law_s(kind, signers):
    assert acta_rows.signers_of(kind) == signers


def test_long_words_take_more_lines_and_no_words_take_none():
    assert [row.values["text"] for row in written("a" * 113)] == ["a" * 112, "a"]
    assert written("   ") == []


def test_runs_of_cards_are_written_short_and_only_the_first_line_is_headed():
    assert runs_told([(1, 12), (15, 15)]) == "1-12, 15"
    rows = listed("balls", ", ".join(str(n) for n in range(1, 91)))
    assert [row.code for row in rows] == ["balls", "text", "text", "text"]
    assert " ".join(row.values["text"] for row in rows).split(", ") == [str(n) for n in range(1, 91)]


# Which event makes which entry -----------------------------------------------------------------------------

OPEN = SessionBoard(session_no=1, state="open", posts=(StaffPosted(post=Post.CASHIER, usernames=("caja",)),))


def told(kind, payload, *, game_no=None, before=OPEN, after=OPEN, earlier=()):
    row = Recorded(
        kind=kind, payload=payload, actor="sala", game_no=game_no, before=before, after=after, earlier=earlier
    )
    return entry_of(row)


def test_an_event_without_an_entry_makes_none():
    assert told("PaceSet", {"automatic": True, "wait_ms": 1_000}) is None
    assert told("CardsSold", {}, game_no=1, before=None, after=None) is None
    assert told("SomethingNew", {}) is None


def test_who_takes_a_post_before_the_opening_stands_in_the_opening_alone():
    posted = {"post": "cashier", "usernames": ["ana"], "reason": "supper"}
    assert told("StaffPosted", posted, before=SessionBoard(session_no=1)) is None
    entry = told("StaffPosted", posted)
    assert entry.kind == "substitution"
    assert (entry.fields["was"], entry.fields["now"], entry.fields["reason"]) == (["caja"], ["ana"], "supper")


def test_a_post_taken_anew_by_the_same_people_is_no_substitution():
    assert told("StaffPosted", {"post": "cashier", "usernames": ["caja"]}) is None


def test_a_draw_stopped_for_a_claim_or_by_a_person_is_no_entry_and_a_fault_is():
    board = Board(session_no=1, game_no=2, called=12)
    assert told("DrawPaused", {"reason": "claim"}, game_no=2, before=board, after=board) is None
    assert told("DrawPaused", {"reason": "person"}, game_no=2, before=board, after=board) is None
    entry = told("DrawPaused", {"reason": "fault"}, game_no=2, before=board, after=board)
    assert (entry.kind, entry.game_no, entry.fields["called"]) == ("stop", 2, 12)


def test_what_the_house_notes_by_itself_of_the_store_is_not_signed_as_an_incident():
    assert told("IncidentNoted", {"code": "cards_printed", "text": "A 1"}).kind == "note"
    assert told("IncidentNoted", {"code": "forged_card", "text": "A 1"}).kind == "incident"


def test_a_late_payment_of_another_session_s_game_is_not_told_as_this_one_s():
    paid = {"game_no": 4, "award_no": 1, "card": 3, "cents": 5, "game_session_no": 9}
    assert told("PrizePaid", paid).game_no is None
    assert told("LastGameAnnounced", {"game_no": 4}).game_no == 4


def test_an_additional_prize_fixed_in_the_session_is_entered_and_one_that_goes_on_is_not():
    fixed = {"code": "prima", "on": True, "amount_cents": 20_000, "exact_ball": 0, "due_at": "", "carried": False}
    assert told("JackpotSet", fixed).kind == "jackpot"
    assert told("JackpotSet", fixed | {"carried": True}) is None
    assert told("JackpotSet", fixed, before=SessionBoard(session_no=1)) is None


def test_the_closing_sums_up_the_session_s_entries():
    end = {"void": False, "returned": "", "refunded_cents": 0}
    null = {"void": True, "returned": "1-15", "refunded_cents": 3_000}
    earlier = (
        Entry(kind="opening", fields={}),
        Entry(kind="end", fields=end, game_no=1),
        Entry(kind="void", fields={}, game_no=2),
        Entry(kind="end", fields=null, game_no=2),
        Entry(kind="incident", fields={}),
        Entry(kind="complaint", fields={}),
    )
    board = replace(OPEN, count=BallsCounted(ball_set="B-1", count=89, missing=(47,)), ball_set="B-1")
    fields = told("SessionClosed", {"signed": "mesa"}, after=board, earlier=earlier).fields
    assert (fields["games"], fields["void_games"], fields["incidents"], fields["complaints"]) == (1, [2], 2, 1)
    assert (fields["returned"], fields["missing"], fields["signed"]) == ([[2, "1-15", 3_000]], [47], "mesa")


def returned_at_closing(*ends):
    earlier = tuple(Entry(kind="end", fields=fields, game_no=n) for n, fields in enumerate(ends, start=1))
    return told("SessionClosed", {"signed": "mesa"}, earlier=earlier).fields["returned"]


def test_only_paper_that_came_back_is_attached_to_the_minutes():
    null = {"void": True, "returned": "1-6", "refunded_cents": 1_800, "virtual_cents": 600}
    assert returned_at_closing(null) == [[1, "1-6", 1_200]]


def test_a_double_card_is_attached_only_when_both_its_games_were_null():
    kept = {"void": True, "returned": "", "kept": "1-6", "refunded_cents": 1_200}
    second = {"void": True, "returned": "1-6", "refunded_cents": 1_200, "first_game_no": 1}
    assert returned_at_closing(kept, {"void": False, "returned": "", "refunded_cents": 0}) == []
    assert returned_at_closing({"void": False, "returned": "", "refunded_cents": 0}, second) == []
    assert returned_at_closing(kept, second) == [[2, "1-6", 1_200]]


@pytest.mark.parametrize(
    ("spare", "rows"), [("B-2", ["spare_set"]), ("", ["spare_missing"]), (None, [])], ids=["named", "none", "not told"]
)
def test_the_opening_tells_which_set_of_balls_was_the_spare(spare, rows):
    count = BallsCounted(ball_set="B-1", count=90, spare=spare)
    opened = SessionBoard(session_no=1, state="open", count=count, ball_set="B-1")
    entry = told("SessionOpened", {}, before=SessionBoard(session_no=1), after=opened)
    codes = [row.code for row in acta_rows.rows_of("opening", entry.fields)]
    assert [code for code in codes if code.startswith("spare")] == rows
