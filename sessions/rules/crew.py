"""
Who works in the hall, with which professional posts; who may change that (O79 23, 24).

Nobody does it for themselves, and somebody who can is always left.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from sessions.rules import errors
from sessions.rules.session import Post
from sessions.rules.staff_events import StaffEnded, StaffEngaged, StaffPostsSet, StaffReturned

LONGEST_USERNAME: Final = 30
_USERNAME: Final = re.compile(r"[a-z0-9][a-z0-9._-]{1,29}", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Worker:
    """Somebody on the hall's list of people: their professional posts, and whether they still work there."""

    posts: tuple[str, ...]
    at_work: bool


Crew = Mapping[str, Worker]
"""The hall's people by log-in name."""


def in_order(posts: Collection[str]) -> tuple[str, ...]:
    """
    Give posts once each, the senior ones first; what is no post of article 24 is left out.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 24.1.
    """
    return tuple(str(post) for post in Post if post in posts)


def _found(crew: Crew, username: str, actor: str) -> Worker:
    """Find whom a deed is about, who is never who does it."""
    worker = crew.get(username)
    if worker is None:
        raise errors.NotFound(what="person", which=username)
    if username == actor:
        raise errors.OwnPosts
    return worker


def _check_manager_left(crew: Crew, username: str) -> None:
    others = (w for name, w in crew.items() if name != username and w.at_work)
    if not any(Post.HALL_MANAGER in w.posts for w in others):
        raise errors.LastManager(username=username)


def decide_engagement(taken: Collection[str], *, username: str, posts: Collection[str]) -> StaffEngaged:
    """
    Let somebody begin to work in the hall.

    Args:
        taken: Every log-in name there is, players' included, whatever its letters' case.
        username: The person's: small letters without accents, digits, dots, hyphens and low lines.
        posts: Their professional posts.

    Raises:
        BadUsername: It is no such name.
        UsernameTaken: Somebody has it; who works in the hall never plays under the same name (29.1).
        PostNeeded: No post is given.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 24.1 and 29.1.
    """
    if not _USERNAME.fullmatch(username):
        raise errors.BadUsername(most=LONGEST_USERNAME)
    if username in {name.lower() for name in taken}:
        raise errors.UsernameTaken(username=username)
    if not in_order(posts):
        raise errors.PostNeeded
    return StaffEngaged(username=username, posts=in_order(posts))


def decide_posts(crew: Crew, *, username: str, posts: Collection[str], actor: str) -> StaffPostsSet:
    """
    Give somebody other professional posts.

    Raises:
        NotFound: Nobody of that name is on the list.
        OwnPosts: Somebody would change their own.
        NotAtWork: Their work has ended.
        PostNeeded: No post is given.
        NothingChanged: They are the ones they have.
        LastManager: No Jefe de Sala would be left.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 24.1 and 24.7.
    """
    worker = _found(crew, username, actor)
    if not worker.at_work:
        raise errors.NotAtWork(username=username)
    wanted = in_order(posts)
    if not wanted:
        raise errors.PostNeeded
    if wanted == in_order(worker.posts):
        raise errors.NothingChanged
    if Post.HALL_MANAGER in worker.posts and Post.HALL_MANAGER not in wanted:
        _check_manager_left(crew, username)
    return StaffPostsSet(username=username, posts=wanted, was=in_order(worker.posts))


def decide_ending(crew: Crew, *, username: str, actor: str) -> StaffEnded:
    """
    End somebody's work in the hall.

    Raises:
        NotFound: Nobody of that name is on the list.
        OwnPosts: Somebody would end their own.
        NotAtWork: It has ended already.
        LastManager: No Jefe de Sala would be left.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 24.7 and 28.3.
    """
    worker = _found(crew, username, actor)
    if not worker.at_work:
        raise errors.NotAtWork(username=username)
    _check_manager_left(crew, username)
    return StaffEnded(username=username, posts=in_order(worker.posts))


def decide_return(crew: Crew, *, username: str, actor: str) -> StaffReturned:
    """
    Let somebody who had stopped work in the hall again.

    Raises:
        NotFound: Nobody of that name is on the list.
        OwnPosts: Somebody would let themselves in.
        AtWork: They work there.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 24.7.
    """
    worker = _found(crew, username, actor)
    if worker.at_work:
        raise errors.AtWork(username=username)
    return StaffReturned(username=username, posts=in_order(worker.posts))


def check_another(crew: Crew, *, username: str, actor: str) -> None:
    """
    Check that a deed for somebody else, such as a one-time password, is for somebody at work and not for oneself.

    Raises:
        NotFound: Nobody of that name is on the list.
        OwnPosts: It is for oneself.
        NotAtWork: Their work has ended.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 24.7.
    """
    if not _found(crew, username, actor).at_work:
        raise errors.NotAtWork(username=username)
