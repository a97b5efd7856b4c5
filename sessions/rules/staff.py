"""
Who must be at their posts, and who may stand in for whom (O79 22, 25, 26).

The table of article 25 is the law's; a hall that has not stated its category is held to the four posts without which
no game is possible, as before.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from sessions.rules import errors
from sessions.rules.licences import Licence, check_licences
from sessions.rules.session import REQUIRED_POSTS, Post, SessionBoard, StaffPosted

Posted = Mapping[Post, tuple[str, ...]]

MOST_PLAYERS: Final = {"third": 100, "second": 250, "first": 600, "special": None}
"""The categories of O79 22.1 and how many players each may hold; None = no upper bound."""

MINIMUM_STAFF: Final[dict[str, dict[Post, int]]] = {
    category: dict(
        zip(
            (
                Post.ADMISSION,
                Post.FLOOR_ASSISTANT,
                Post.SELLER_CALLER,
                Post.CASHIER,
                Post.TABLE_CHIEF,
                Post.HALL_MANAGER,
            ),
            least,
            strict=True,
        )
    )
    for category, least in {
        # 25.1: the cashier of a third-category hall may be its Jefe de Mesa too.
        "third": (1, 1, 2, 1, 0, 1),
        "second": (2, 1, 4, 1, 1, 1),
        "first": (3, 2, 6, 1, 1, 1),
        "special": (4, 4, 10, 2, 1, 2),
    }.items()
}

FEWEST_SENIORS: Final = 2
SENIOR: Final = frozenset({Post.HALL_MANAGER, Post.TABLE_CHIEF, Post.CASHIER})
"""Who stand in for one another, with an entry in the minutes (26.2.b)."""

FLOOR: Final = frozenset({Post.ADMISSION, Post.FLOOR_ASSISTANT, Post.SELLER_CALLER, Post.CASHIER})
"""Posts 24.2 to 24.5, who stand in for one another (26.2.a)."""


def posted(board: SessionBoard, changes: Mapping[Post, Collection[str]] | None = None) -> Posted:
    """
    Give who is at each post, with changes about to be made.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 24.
    """
    return {post: tuple((changes or {}).get(post, board.people_at(post))) for post in Post}


def shortage(category: str, people: Posted) -> list[tuple[str, int]]:
    """
    Say which posts lack how many people by the table of article 25; [] in a hall without a stated category.

    Each person counts at one post only, at whichever of theirs leaves the fewest places empty.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 25, 26.3.
    """
    least = MINIMUM_STAFF.get(category, {})
    # The senior posts first: who is at two posts is then missed at the other one.
    seats = [(post, place) for post in Post for place in range(least.get(post, 0))]
    seated: dict[str, tuple[Post, int]] = {}

    def seat(chair: tuple[Post, int], asked: set[str]) -> bool:
        """Put somebody in the chair, moving who sits elsewhere to another chair of theirs if that is needed."""
        for person in people[chair[0]]:
            if person in asked:
                continue
            asked.add(person)
            if person not in seated or seat(seated[person], asked):
                seated[person] = chair
                return True
        return False

    empty = [chair[0] for chair in seats if not seat(chair, set())]
    return [(str(post), empty.count(post)) for post in Post if post in empty]


def check_seniors(people: Posted) -> None:
    """
    Refuse a hall without two of the three senior posts' people, one of whom is Jefe de Sala and nothing else.

    Raises:
        TwoSeniorsNeeded: There are not.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 26.2.b.
    """
    seniors = {person for post in SENIOR for person in people[post]}
    elsewhere = {person for post in Post if post != Post.HALL_MANAGER for person in people[post]}
    if len(seniors) < FEWEST_SENIORS or not set(people[Post.HALL_MANAGER]) - elsewhere:
        raise errors.TwoSeniorsNeeded


def transitory(category: str, people: Posted) -> tuple[str, ...]:
    """
    Give who is both Jefe de Mesa and Cajero: for a while only, but in a hall of the third category for good.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 25.1, 26.2.b.
    """
    if category == "third":
        return ()
    return tuple(person for person in people[Post.TABLE_CHIEF] if person in people[Post.CASHIER])


def may_hold(own: Collection[str], post: Post) -> bool:
    """
    Tell whether a person of these professional posts may be at a post: their own, or one they stand in for.

    The Cajero belongs to both groups of article 26.2, so stands in for anybody; nobody passes from one group to the
    other through the Cajero.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 26.2.
    """
    return any(post == mine or any({post, mine} <= group for group in (SENIOR, FLOOR)) for mine in own)


def decide_posting(
    board: SessionBoard,
    changes: Mapping[Post, Collection[str]],
    *,
    category: str = "",
    reason: str = "",
    own: Mapping[str, Collection[str]] | None = None,
    licences: Mapping[str, Licence] | None = None,
) -> tuple[StaffPosted, ...]:
    """
    Put people at posts, all at once, so that two may change places.

    Args:
        board: The session as last recorded.
        changes: Who shall be at each post that changes.
        category: The hall's, "" when it has not stated one.
        reason: Why, needed once the session is open.
        own: Professional posts of each person; None in a hall that keeps no list of its people.
        licences: How each person's professional document is today; None in a hall that only warns of them.

    Raises:
        WrongState: The session is closed.
        MayNotSubstitute: Somebody's own post does not stand in at that one.
        LicenceNeeded, LicenceExpired: Somebody who comes to a post has no professional document that is good.
        ReasonNeeded: The session is open and no reason is given.
        PostUnattended: The session is open and a post without which no game is possible would be empty.
        TwoSeniorsNeeded: The session is open and two seniors would no longer be there.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 24, 26.2, 26.3, 28.1.
    """
    if board.state == "closed":
        raise errors.WrongState(state=board.state, deed="StaffPosted")
    for post, people in changes.items():
        for person in people:
            if own is not None and not may_hold(own.get(person, ()), post):
                raise errors.MayNotSubstitute(username=person, post=str(post))
        if licences is not None:
            # Who is there already stays: a document that ends at midnight leaves no post empty in the middle of a game.
            check_licences([p for p in people if p not in board.people_at(post)], licences)
    after = posted(board, changes)
    if board.state == "open":
        _check_substitution(after, reason)
    both = transitory(category, after)
    return tuple(
        StaffPosted(
            post=post,
            usernames=tuple(dict.fromkeys(people)),
            reason=reason,
            transitory=both if post in {Post.TABLE_CHIEF, Post.CASHIER} else (),
        )
        for post, people in changes.items()
    )


def _check_substitution(after: Posted, reason: str) -> None:
    if not reason:
        raise errors.ReasonNeeded
    for post in REQUIRED_POSTS:
        if not after[post]:
            raise errors.PostUnattended(post=str(post))
    check_seniors(after)
