from dataclasses import replace

import pytest

from sessions.rules import errors, opening
from sessions.rules import session as rules
from sessions.rules.session import SessionBoard, apply_session_event

ITEMS = ("extractor", "cctv", "panel", "sound", "spare_balls", "regulation_copies")
POSTS = ("hall_manager", "table_chief", "cashier", "seller_caller")
# Ana may be Jefe de Mesa and Cajera at once for a while; the Jefe de Sala is nothing else (O79 26.2.b).
PEOPLE = dict.fromkeys(POSTS, "ana") | {"hall_manager": "eva"}


def counted(*missing, after_game=0, closing=False):
    return opening.decide_count("set-1", missing, after_game=after_game, closing=closing)


def prepared(*, items=ITEMS, count=True, posts=POSTS):
    """Give a session with everything the law wants, or with less."""
    board = SessionBoard(session_no=1)
    board = apply_session_event(board, opening.decide_checklist(items, ()))
    if count:
        board = apply_session_event(board, counted())
    for post in posts:
        board = apply_session_event(board, rules.StaffPosted(post=rules.Post(post), usernames=(PEOPLE[post],)))
    return board


def opened():
    return apply_session_event(prepared(), rules.SessionOpened(signed="ana"))


def test_a_session_opens_with_equipment_count_and_posts():
    assert opening.decide_opening(prepared(), "ana") == rules.SessionOpened(signed="ana")


@pytest.mark.parametrize("item", ITEMS)
def test_a_session_does_not_open_with_an_item_unchecked(item):
    with pytest.raises(errors.SessionNotReady) as refused:
        opening.decide_opening(prepared(items=[i for i in ITEMS if i != item]), "ana")
    assert refused.value.params == {"missing": [item]}


@pytest.mark.parametrize("post", POSTS)
def test_a_session_does_not_open_with_a_post_empty(post):
    with pytest.raises(errors.SessionNotReady) as refused:
        opening.decide_opening(prepared(posts=[p for p in POSTS if p != post]), "ana")
    assert refused.value.params == {"missing": [post]}


def test_a_post_taken_by_nobody_is_empty():
    board = apply_session_event(prepared(), rules.StaffPosted(post=rules.Post.CASHIER, usernames=()))
    with pytest.raises(errors.SessionNotReady) as refused:
        opening.decide_opening(board, "ana")
    assert refused.value.params == {"missing": ["cashier"]}


def test_a_session_does_not_open_without_the_count_of_the_balls():
    with pytest.raises(errors.SessionNotReady) as refused:
        opening.decide_opening(prepared(count=False), "ana")
    assert refused.value.params == {"missing": ["balls_counted"]}


def test_a_session_does_not_open_with_a_ball_missing():
    with pytest.raises(errors.BallsMissing) as refused:
        opening.decide_opening(apply_session_event(prepared(), counted(90, 2)), "ana")
    assert refused.value.params == {"count": 88, "missing": [2, 90]}


def test_a_session_opens_after_a_second_count_finds_the_ball():
    board = apply_session_event(apply_session_event(prepared(), counted(90)), counted())
    assert opening.decide_opening(board, "ana") == rules.SessionOpened(signed="ana")


def test_nothing_at_all_is_told_in_one_list():
    with pytest.raises(errors.SessionNotReady) as refused:
        opening.decide_opening(SessionBoard(session_no=1), "ana")
    assert refused.value.params == {"missing": [*ITEMS, "balls_counted", *POSTS]}


def test_a_session_is_opened_once():
    with pytest.raises(errors.WrongState):
        opening.decide_opening(opened(), "ana")


def test_an_item_in_order_and_faulty_is_faulty():
    checked = opening.decide_checklist(["panel", "sound", "cctv"], ["sound"])
    assert (checked.in_order, checked.faulty) == (("cctv", "panel"), ("sound",))


def test_an_item_that_is_not_on_the_list_is_refused():
    with pytest.raises(errors.NotFound) as refused:
        opening.decide_checklist(["extractor"], ["coffee"])
    assert refused.value.params == {"what": "equipment", "which": "coffee"}


def test_a_count_is_ninety_less_the_missing_numbers():
    count = opening.decide_count("set-1", [17, 3, 17], witness="a player")
    assert (count.count, count.missing, count.witness) == (88, (3, 17), "a player")
    assert counted().count == 90


@pytest.mark.parametrize("number", [0, 91])
def test_only_a_ball_can_be_missing(number):
    with pytest.raises(errors.BallOutOfRange):
        counted(number)


def test_a_session_closes_after_its_last_game_and_a_new_count():
    board = apply_session_event(opened(), counted(after_game=3, closing=True))
    assert opening.decide_session_closing(board, games=3, open_game=None, signed="ana") == rules.SessionClosed(
        signed="ana"
    )


def test_a_session_does_not_close_over_a_game():
    board = apply_session_event(opened(), counted(after_game=3, closing=True))
    with pytest.raises(errors.GamesStillOpen) as refused:
        opening.decide_session_closing(board, games=3, open_game=3, signed="ana")
    assert refused.value.params == {"game_no": 3}


def test_the_opening_count_does_not_close_a_session():
    with pytest.raises(errors.BallsNotRecounted):
        opening.decide_session_closing(opened(), games=0, open_game=None, signed="ana")


def test_a_count_before_the_last_game_does_not_close_a_session():
    board = apply_session_event(opened(), counted(after_game=2, closing=True))
    with pytest.raises(errors.BallsNotRecounted):
        opening.decide_session_closing(board, games=3, open_game=None, signed="ana")


def test_a_ball_lost_during_the_night_does_not_keep_it_open():
    board = apply_session_event(opened(), counted(90, after_game=3, closing=True))
    assert opening.decide_session_closing(board, games=3, open_game=None, signed="ana") == rules.SessionClosed(
        signed="ana"
    )


@pytest.mark.parametrize("state", ["preparing", "closed"])
def test_only_an_open_session_is_closed(state):
    with pytest.raises(errors.WrongState):
        opening.decide_session_closing(replace(opened(), state=state), games=0, open_game=None, signed="ana")


def test_a_hall_that_states_its_category_opens_with_the_people_of_article_25():
    with pytest.raises(errors.StaffBelowMinimum) as refused:
        opening.decide_opening(prepared(), "ana", category="third")
    # One seller of two, and she is the cashier too; nobody is assistant or at the door.
    assert refused.value.params == {
        "category": "third",
        "short": [["seller_caller", 2], ["floor_assistant", 1], ["admission", 1]],
    }
    board = prepared()
    for post, people in (("seller_caller", ("bea", "leo")), ("floor_assistant", ("pau",)), ("admission", ("noa",))):
        board = apply_session_event(board, rules.StaffPosted(post=rules.Post(post), usernames=people))
    hours = ("2026-11-30T15:00:00+00:00", "2026-12-01T02:30:00+00:00")
    assert opening.decide_opening(board, "ana", category="third", hours=hours) == rules.SessionOpened(
        signed="ana", category="third", opens_at=hours[0], closes_at=hours[1]
    )


def test_a_session_does_not_open_without_somebody_who_is_only_jefe_de_sala():
    board = apply_session_event(prepared(), rules.StaffPosted(post=rules.Post.HALL_MANAGER, usernames=("ana",)))
    with pytest.raises(errors.TwoSeniorsNeeded):
        opening.decide_opening(board, "ana")
