import pytest

from sessions.rules import errors
from sessions.rules.crew import (
    Worker,
    check_another,
    decide_ending,
    decide_engagement,
    decide_posts,
    decide_return,
    in_order,
)
from sessions.rules.staff_events import StaffEnded, StaffEngaged, StaffPostsSet, StaffReturned

CREW = {
    "sala": Worker(posts=("hall_manager",), at_work=True),
    "jefa": Worker(posts=("hall_manager", "table_chief"), at_work=True),
    "mesa": Worker(posts=("table_chief",), at_work=True),
    "gone": Worker(posts=("cashier", "hall_manager"), at_work=False),
}


def test_posts_are_told_once_each_the_senior_ones_first_and_nothing_else():
    assert in_order(["admission", "cashier", "hall_manager", "cashier", "player"]) == (
        "hall_manager",
        "cashier",
        "admission",
    )


def test_somebody_new_begins_with_their_posts():
    event = decide_engagement(["sala"], username="ana.m-2", posts=["seller_caller", "admission"])
    assert event == StaffEngaged(username="ana.m-2", posts=("seller_caller", "admission"))


@pytest.mark.parametrize("username", ["", "a", "Ana", "ana maría", "ana\n", "-ana", "_ana", "=cmd", "a" * 31, "anañ"])
def test_a_log_in_name_is_small_plain_letters(username):
    with pytest.raises(errors.BadUsername):
        decide_engagement([], username=username, posts=["cashier"])


def test_a_taken_name_is_refused_however_it_is_written_a_player_s_too():
    for taken in ("ana", "ANA", "Ana"):
        with pytest.raises(errors.UsernameTaken):
            decide_engagement([taken], username="ana", posts=["cashier"])


@pytest.mark.parametrize("posts", [[], ["player"], ["owner"]])
def test_nobody_works_without_a_post(posts):
    with pytest.raises(errors.PostNeeded):
        decide_engagement([], username="ana", posts=posts)
    with pytest.raises(errors.PostNeeded):
        decide_posts(CREW, username="mesa", posts=posts, actor="sala")


def test_posts_change_and_the_event_tells_what_they_were():
    event = decide_posts(CREW, username="mesa", posts=["cashier", "table_chief"], actor="sala")
    assert event == StaffPostsSet(username="mesa", posts=("table_chief", "cashier"), was=("table_chief",))


DEEDS = {
    "posts": lambda crew, username, actor: decide_posts(crew, username=username, posts=["cashier"], actor=actor),
    "ending": lambda crew, username, actor: decide_ending(crew, username=username, actor=actor),
    "return": lambda crew, username, actor: decide_return(crew, username=username, actor=actor),
    "another": lambda crew, username, actor: check_another(crew, username=username, actor=actor),
}


@pytest.mark.parametrize("deed", DEEDS)
def test_nobody_does_it_for_themselves_nor_for_a_stranger(deed):
    with pytest.raises(errors.OwnPosts):
        DEEDS[deed](CREW, "sala", "sala")
    with pytest.raises(errors.NotFound):
        DEEDS[deed](CREW, "nobody", "sala")


@pytest.mark.parametrize("deed", ["posts", "ending", "another"])
def test_whose_work_has_ended_has_no_posts_or_passwords_to_change(deed):
    with pytest.raises(errors.NotAtWork):
        DEEDS[deed](CREW, "gone", "sala")


def test_the_same_posts_are_no_change():
    with pytest.raises(errors.NothingChanged):
        decide_posts(CREW, username="jefa", posts=["table_chief", "hall_manager"], actor="sala")


def test_work_ends_and_begins_again_with_the_same_posts():
    assert decide_ending(CREW, username="mesa", actor="sala") == StaffEnded(username="mesa", posts=("table_chief",))
    told = decide_return(CREW, username="gone", actor="sala")
    assert told == StaffReturned(username="gone", posts=("hall_manager", "cashier"))
    with pytest.raises(errors.AtWork):
        decide_return(CREW, username="mesa", actor="sala")


def test_a_jefe_de_sala_who_can_enter_is_always_left():
    # Of two managers who end each other's work, the second finds the first gone; "gone" does not count.
    crew = CREW | {"jefa": Worker(posts=("hall_manager",), at_work=False)}
    with pytest.raises(errors.LastManager):
        decide_ending(crew, username="sala", actor="jefa")
    with pytest.raises(errors.LastManager):
        decide_posts(crew, username="sala", posts=["cashier"], actor="jefa")
    assert decide_posts(CREW, username="jefa", posts=["table_chief"], actor="sala").posts == ("table_chief",)


def test_a_password_is_given_to_somebody_else_at_work():
    check_another(CREW, username="mesa", actor="sala")
    with pytest.raises(errors.NotAtWork):
        check_another(CREW, username="gone", actor="sala")
