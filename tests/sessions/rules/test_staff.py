from dataclasses import replace

import pytest

from sessions.rules import errors, staff
from sessions.rules.session import Post, SessionBoard, StaffPosted, apply_session_event

CHIEF, CASHIER, MANAGER = Post.TABLE_CHIEF, Post.CASHIER, Post.HALL_MANAGER
SELLER, AUX, DOOR = Post.SELLER_CALLER, Post.FLOOR_ASSISTANT, Post.ADMISSION

# Article 25, read off the text: admission, assistants, sellers, cashiers, Jefe de Mesa, Jefe de Sala.
ARTICLE_25 = {
    "third": (1, 1, 2, 1, 0, 1),
    "second": (2, 1, 4, 1, 1, 1),
    "first": (3, 2, 6, 1, 1, 1),
    "special": (4, 4, 10, 2, 1, 2),
}
COLUMNS = (DOOR, AUX, SELLER, CASHIER, CHIEF, MANAGER)


def crew(category, **changes):
    """Give exactly the people of article 25, each at one post, with other numbers where named."""
    numbers = dict(zip(COLUMNS, ARTICLE_25[category], strict=True))
    numbers |= {Post(post): number for post, number in changes.items()}
    return {post: tuple(f"{post}-{n}" for n in range(number)) for post, number in numbers.items()}


def board(*, state="preparing", **people):
    told = SessionBoard(session_no=1)
    for post, usernames in people.items():
        told = apply_session_event(told, StaffPosted(post=Post(post), usernames=tuple(usernames)))
    return replace(told, state=state)


def four(state="open", **changes):
    """Give a session with one person at each post a game needs."""
    people = {"hall_manager": ["sala"], "table_chief": ["mesa"], "cashier": ["caja"], "seller_caller": ["venta"]}
    return board(state=state, **(people | changes))


@pytest.mark.parametrize("category", ARTICLE_25)
def test_the_people_of_article_25_are_enough(category):
    assert staff.shortage(category, crew(category)) == []


@pytest.mark.parametrize(
    ("category", "post", "least"),
    [(c, p, n) for c, row in ARTICLE_25.items() for p, n in zip(COLUMNS, row, strict=True) if n],
)
def test_one_fewer_at_any_post_is_short_by_one(category, post, least):
    assert staff.shortage(category, crew(category, **{post: least - 1})) == [(str(post), 1)]


def test_everything_missing_is_told_post_by_post():
    nobody = dict.fromkeys(Post, ())
    assert staff.shortage("special", nobody) == [
        ("hall_manager", 2),
        ("table_chief", 1),
        ("cashier", 2),
        ("seller_caller", 10),
        ("floor_assistant", 4),
        ("admission", 4),
    ]


def test_a_hall_without_a_category_has_no_minimum():
    assert staff.shortage("", dict.fromkeys(Post, ())) == []


def test_a_person_at_two_posts_counts_once_and_where_needed():
    people = crew("third")
    # Three sellers, one of whom is the assistant: two sellers and the assistant are there all the same.
    people[SELLER] = ("a", "b", "c")
    people[AUX] = ("a",)
    assert staff.shortage("third", people) == []
    people[SELLER] = ("a", "b")
    assert staff.shortage("third", people) == [("floor_assistant", 1)]


def test_in_a_third_category_hall_the_cashier_may_be_jefe_de_mesa_and_in_the_second_not():
    third = crew("third") | {CASHIER: ("caja",), CHIEF: ("caja",)}
    assert staff.shortage("third", third) == []
    second = crew("second") | {CASHIER: ("caja",), CHIEF: ("caja",)}
    assert staff.shortage("second", second) == [("cashier", 1)]


@pytest.mark.parametrize(
    ("changes", "allowed"),
    [
        ({}, True),
        ({"table_chief": ["caja"]}, True),
        ({"table_chief": ["sala"]}, False),
        ({"cashier": ["sala"]}, False),
        ({"seller_caller": ["sala"]}, False),
        ({"hall_manager": ["sala", "mesa"]}, True),
        ({"hall_manager": ["mesa"]}, False),
    ],
)
def test_of_two_seniors_one_is_only_jefe_de_sala(changes, allowed):
    people = staff.posted(four(**changes))
    if allowed:
        staff.check_seniors(people)
        return
    with pytest.raises(errors.TwoSeniorsNeeded):
        staff.check_seniors(people)


def test_one_senior_alone_is_not_enough():
    alone = dict.fromkeys(Post, ()) | {MANAGER: ("sala",), SELLER: ("venta",)}
    with pytest.raises(errors.TwoSeniorsNeeded):
        staff.check_seniors(alone)


# Article 26.2: who stands in where; J. Sala, J. Mesa, Cajero, vendedor, auxiliar, admisión.
STANDS_IN = {
    MANAGER: {MANAGER, CHIEF, CASHIER},
    CHIEF: {MANAGER, CHIEF, CASHIER},
    CASHIER: set(Post),
    SELLER: {SELLER, AUX, DOOR, CASHIER},
    AUX: {SELLER, AUX, DOOR, CASHIER},
    DOOR: {SELLER, AUX, DOOR, CASHIER},
}


@pytest.mark.parametrize("own", STANDS_IN)
def test_each_post_stands_in_for_those_of_its_group(own):
    assert {post for post in Post if staff.may_hold([own], post)} == STANDS_IN[own]


def test_a_player_or_a_stranger_holds_no_post():
    assert not any(staff.may_hold(["player"], post) or staff.may_hold([], post) for post in Post)


def test_a_posting_across_the_line_is_refused_by_name():
    with pytest.raises(errors.MayNotSubstitute) as refused:
        staff.decide_posting(four("preparing"), {CHIEF: ["venta"]}, own={"venta": ["seller_caller"]})
    assert refused.value.params == {"username": "venta", "post": "table_chief"}


def test_who_is_not_on_the_halls_list_is_refused_and_without_a_list_nobody_is():
    with pytest.raises(errors.MayNotSubstitute):
        staff.decide_posting(four("preparing"), {SELLER: ["stranger"]}, own={})
    (event,) = staff.decide_posting(four("preparing"), {SELLER: ["stranger"]}, own=None)
    assert event == StaffPosted(post=SELLER, usernames=("stranger",))


def test_in_an_open_session_a_posting_needs_its_reason():
    with pytest.raises(errors.ReasonNeeded):
        staff.decide_posting(four(), {SELLER: ["ana"]})
    (event,) = staff.decide_posting(four(), {SELLER: ["ana"]}, reason="supper")
    assert (event.usernames, event.reason, event.transitory) == (("ana",), "supper", ())


def test_two_change_places_in_one_deed():
    events = staff.decide_posting(four(), {MANAGER: ["mesa"], CHIEF: ["sala"]}, reason="the night's half")
    assert [(e.post, e.usernames) for e in events] == [(MANAGER, ("mesa",)), (CHIEF, ("sala",))]


def test_a_post_that_a_game_needs_is_not_left_empty():
    with pytest.raises(errors.PostUnattended) as refused:
        staff.decide_posting(four(), {SELLER: []}, reason="supper")
    assert refused.value.params == {"post": "seller_caller"}
    staff.decide_posting(four("preparing"), {SELLER: []})


def test_jefe_de_mesa_and_cajero_in_one_person_is_marked_as_transitory():
    (event,) = staff.decide_posting(four(), {CHIEF: ["caja"]}, reason="supper", category="second")
    assert event.transitory == ("caja",)
    (event,) = staff.decide_posting(four(), {CHIEF: ["caja"]}, reason="supper", category="third")
    assert event.transitory == ()


def test_the_only_jefe_de_sala_does_not_take_another_post():
    with pytest.raises(errors.TwoSeniorsNeeded):
        staff.decide_posting(four(), {CASHIER: ["sala"]}, reason="supper")


def test_nobody_is_posted_in_a_closed_session():
    with pytest.raises(errors.WrongState):
        staff.decide_posting(four("closed"), {SELLER: ["ana"]}, reason="late")
