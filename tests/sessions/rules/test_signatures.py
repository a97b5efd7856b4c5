from dataclasses import replace

import pytest

from sessions.rules import errors, signatures
from sessions.rules.session import EntrySigned, Post, SessionBoard, StaffPosted, apply_session_event

BOARD = SessionBoard(
    session_no=1,
    state="open",
    posts=(
        StaffPosted(post=Post.HALL_MANAGER, usernames=("sala",)),
        StaffPosted(post=Post.TABLE_CHIEF, usernames=("mesa", "ana")),
    ),
)


def sign(board, **changes):
    told = {"entry_no": 4, "kind": "incident", "as_post": Post.TABLE_CHIEF, "signer": "mesa"} | changes
    return signatures.decide_signature(board, **told)


@pytest.mark.parametrize("signed", ["mesa", "ana"])
def test_whoever_is_at_the_table_signs_the_opening_and_the_closing(signed):
    signatures.check_chief_signs(BOARD, signed)


@pytest.mark.parametrize("signed", ["", "sala", "nobody"])
def test_nobody_else_does(signed):
    with pytest.raises(errors.ChiefSignatureNeeded):
        signatures.check_chief_signs(BOARD, signed)


def test_an_incident_is_signed_by_both_chiefs_each_once():
    assert signatures.missing_posts(BOARD, 4, "incident") == (Post.HALL_MANAGER, Post.TABLE_CHIEF)
    event = sign(BOARD)
    assert event == EntrySigned(entry_no=4, as_post=Post.TABLE_CHIEF, signer="mesa")
    board = apply_session_event(BOARD, event)
    assert signatures.missing_posts(board, 4, "incident") == (Post.HALL_MANAGER,)
    assert signatures.unsigned(board, [(2, "game"), (4, "incident")]) == [4]
    with pytest.raises(errors.SignedAlready):
        sign(board, signer="ana")
    board = apply_session_event(board, sign(board, as_post=Post.HALL_MANAGER, signer="sala"))
    assert signatures.unsigned(board, [(2, "game"), (4, "incident")]) == []
    assert signatures.unsigned(board, [(5, "incident")]) == [5]


def test_a_complaint_is_signed_by_the_jefe_de_sala_alone():
    assert signatures.missing_posts(BOARD, 4, "complaint") == (Post.HALL_MANAGER,)
    with pytest.raises(errors.SignedAlready):
        sign(BOARD, kind="complaint")


def test_who_is_not_at_the_post_does_not_sign_for_it():
    with pytest.raises(errors.SignerNotAtPost) as refused:
        sign(BOARD, signer="sala")
    assert refused.value.params == {"signer": "sala"}


BOTH_POSTS = SessionBoard(
    session_no=1,
    state="open",
    posts=(
        StaffPosted(post=Post.HALL_MANAGER, usernames=("sala", "otra")),
        StaffPosted(post=Post.TABLE_CHIEF, usernames=("sala", "mesa")),
    ),
)


@pytest.mark.parametrize("first", [Post.HALL_MANAGER, Post.TABLE_CHIEF])
def test_one_person_at_both_posts_does_not_give_both_signatures(first):
    other = next(post for post in (Post.HALL_MANAGER, Post.TABLE_CHIEF) if post != first)
    board = apply_session_event(BOTH_POSTS, sign(BOTH_POSTS, as_post=first, signer="sala"))
    with pytest.raises(errors.TwoSignersNeeded) as refused:
        sign(board, as_post=other, signer="sala")
    assert refused.value.params == {"signer": "sala"}
    second = {Post.HALL_MANAGER: "otra", Post.TABLE_CHIEF: "mesa"}[other]
    assert sign(board, as_post=other, signer=second).signer == second
    assert sign(board, entry_no=5, as_post=other, signer="sala").signer == "sala"


def test_the_only_one_at_a_post_keeps_their_signature_for_it():
    """The Jefe de Mesa stands in at the other post too: with both names spent on one, nobody could sign the other."""
    chief = (StaffPosted(post=Post.TABLE_CHIEF, usernames=("sala",)),)
    board = replace(BOTH_POSTS, posts=(BOTH_POSTS.posts[0], *chief))
    with pytest.raises(errors.TwoSignersNeeded):
        sign(board, as_post=Post.HALL_MANAGER, signer="sala")
    board = apply_session_event(board, sign(board, as_post=Post.HALL_MANAGER, signer="otra"))
    assert sign(board, as_post=Post.TABLE_CHIEF, signer="sala").signer == "sala"


def test_whose_post_it_is_by_profession_signs_though_another_stands_in_at_it():
    """The Jefe de Sala signed, and then took the table alone: the Jefe de Mesa is still there to sign."""
    own = {"mesa": ["table_chief"], "caja": ["cashier"]}
    board = apply_session_event(BOARD, sign(BOARD, as_post=Post.HALL_MANAGER, signer="sala"))
    board = replace(board, posts=(StaffPosted(post=Post.TABLE_CHIEF, usernames=("sala",)),))
    with pytest.raises(errors.TwoSignersNeeded):
        sign(board, signer="sala", own=own)
    with pytest.raises(errors.SignerNotAtPost):
        sign(board, signer="caja", own=own)
    assert sign(board, signer="mesa", own=own).signer == "mesa"


@pytest.mark.parametrize("kind", ["suspension", "lifted", "manual_draw", "void"])
def test_what_was_decided_of_a_stopped_game_is_signed_by_both_chiefs(kind):
    assert signatures.missing_posts(BOARD, 4, kind) == (Post.HALL_MANAGER, Post.TABLE_CHIEF)


def test_an_entry_that_nobody_signs_is_not_signed():
    with pytest.raises(errors.SignedAlready):
        sign(BOARD, kind="game")
