"""
Who can do what, as the program checks it: posts, their permissions, and the deeds of the registry each opens.

Nothing here is written by hand: groups and permissions come from the database, deeds from the table the requests go by.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.contrib.auth.models import Group

from screens.deeds.registry import DEEDS
from sessions.rules.session import Post
from sessions.selectors.staff import Person, people_of

if TYPE_CHECKING:
    from records.models import Hall

PLAYER = "player"


@dataclass(frozen=True, slots=True)
class Access:
    """One deed or permission, and the posts that have it, in the order of article 24."""

    name: str
    posts: tuple[str, ...]


def permissions_of_posts() -> dict[str, set[str]]:
    """Give the permissions of each post, the player's included, by short name."""
    columns = [str(post) for post in Post] + [PLAYER]
    groups = Group.objects.filter(name__in=columns).prefetch_related("permissions__content_type")
    held = {
        group.name: {p.codename for p in group.permissions.all() if p.content_type.app_label == "bingo_sessions"}
        for group in groups
    }
    return {name: held.get(name, set()) for name in columns}


def deeds_of_posts() -> list[Access]:
    """Give each deed and the posts that may ask for it."""
    held = permissions_of_posts()
    return [
        Access(name, tuple(post for post, permissions in held.items() if permissions & set(deed.permissions)))
        for name, deed in sorted(DEEDS.items())
    ]


def permissions() -> list[dict[str, Any]]:
    """Give each permission: the posts that hold it and the deeds it opens."""
    held = permissions_of_posts()
    used = {name for deed in DEEDS.values() for name in deed.permissions} | set().union(*held.values())
    return [
        {
            "name": name,
            "posts": tuple(post for post, permissions in held.items() if name in permissions),
            "deeds": sorted(deed for deed, told in DEEDS.items() if name in told.permissions),
        }
        for name in sorted(used)
    ]


def deeds_of_person(person: Person, held: dict[str, set[str]] | None = None) -> list[str]:
    """Give the deeds somebody may ask for by their own posts; standing in for a night is told by the minutes."""
    if not person.at_work:
        return []
    held = held if held is not None else permissions_of_posts()
    mine: set[str] = set().union(*(held.get(post, set()) for post in person.posts))
    return sorted(name for name, deed in DEEDS.items() if mine & set(deed.permissions))


def people_review(hall: Hall) -> list[dict[str, Any]]:
    """Give everybody on the list with how many deeds they may ask for."""
    held = permissions_of_posts()
    return [{"person": person, "deeds": deeds_of_person(person, held)} for person in people_of(hall)]
