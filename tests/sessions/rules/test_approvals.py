"""A second person's word: who may give it, and what alone it lets through."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from sessions.rules import errors
from sessions.rules.approvals import DROPPED, GIVEN, LIVES, REFUSED, WAITING, Standing, check_use, decide_answer

NOW = datetime(2026, 11, 30, 22, 0, tzinfo=UTC)
ASKED = Standing(
    state=WAITING,
    asked_by="mesa",
    wanted_from="sala",
    answered_by="",
    digest="d",
    expires_at=NOW + timedelta(seconds=120),
    used=False,
)
SAID_YES = replace(ASKED, state=GIVEN, answered_by="sala")
LAST_MOMENT, TOO_LATE = NOW + timedelta(seconds=119), NOW + timedelta(seconds=120)


def test_a_word_holds_for_two_minutes():
    assert timedelta(seconds=120) == LIVES


@pytest.mark.parametrize(("yes", "state"), [(True, "given"), (False, "refused")])
def test_who_was_asked_says_yes_or_no_until_the_last_moment(yes, state):
    assert decide_answer(ASKED, by="sala", may=True, yes=yes, now=LAST_MOMENT) == state


def test_where_nobody_is_named_anyone_who_may_answers():
    assert decide_answer(replace(ASKED, wanted_from=""), by="mesa2", may=True, yes=True, now=NOW) == "given"


@pytest.mark.parametrize(("by", "may"), [("mesa", True), ("sala", False), ("sala2", True)])
def test_the_asker_somebody_without_the_post_and_somebody_else_cannot_answer(by, may):
    with pytest.raises(errors.ApprovalNotYours):
        decide_answer(ASKED, by=by, may=may, yes=True, now=NOW)


def test_the_asker_cannot_answer_a_wish_to_anyone_either():
    with pytest.raises(errors.ApprovalNotYours):
        decide_answer(replace(ASKED, wanted_from=""), by="mesa", may=True, yes=True, now=NOW)


@pytest.mark.parametrize(
    ("standing", "now"),
    [
        (ASKED, TOO_LATE),
        (SAID_YES, NOW),
        (replace(ASKED, state=REFUSED), NOW),
        (replace(ASKED, state=DROPPED), NOW),
    ],
)
def test_what_is_over_is_not_answered(standing, now):
    with pytest.raises(errors.ApprovalGone):
        decide_answer(standing, by="sala", may=True, yes=True, now=now)


def test_a_word_given_lets_exactly_that_deed_through_until_the_last_moment():
    assert check_use(SAID_YES, by="mesa", digest="d", now=LAST_MOMENT) is None


@pytest.mark.parametrize(
    ("standing", "by", "digest", "now", "refusal"),
    [
        (SAID_YES, "mesa", "another", NOW, errors.ApprovalForAnother),
        (SAID_YES, "mesa2", "d", NOW, errors.ApprovalForAnother),
        (replace(SAID_YES, answered_by="mesa"), "mesa", "d", NOW, errors.ApprovalForAnother),
        (SAID_YES, "mesa", "d", TOO_LATE, errors.ApprovalGone),
        (replace(SAID_YES, used=True), "mesa", "d", NOW, errors.ApprovalGone),
        (replace(SAID_YES, state=REFUSED), "mesa", "d", NOW, errors.ApprovalGone),
        (replace(SAID_YES, state=DROPPED), "mesa", "d", NOW, errors.ApprovalGone),
        (ASKED, "mesa", "d", NOW, errors.ApprovalWaits),
    ],
)
def test_it_lets_nothing_else_through_and_nothing_twice(standing, by, digest, now, refusal):
    with pytest.raises(refusal):
        check_use(standing, by=by, digest=digest, now=now)
