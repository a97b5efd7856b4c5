"""The people who work in the hall: their list, and one of them with their history."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.http import Http404
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from screens.access import hall_of, requires
from screens.access_review import deeds_of_person
from screens.labels import labels_for
from screens.labels.personnel import LABELS
from sessions.rules.licences import SOON_DAYS
from sessions.rules.session import Post
from sessions.selectors.people import posts_now
from sessions.selectors.staff import Person, documents_to_look_at, history_of, people_of, person_of

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


def words(code: str) -> str:
    """Say a code of these pages in the active language."""
    return str(LABELS.get(code, code.rpartition(".")[2]))


def base_context(tab: str = "people") -> dict[str, Any]:
    """Give what each of these pages needs."""
    return {
        "tab": tab,
        "labels": labels_for("personnel", [get_language()]),
        "posts": [(str(post), words(f"post.{post}")) for post in Post],
        "required": settings.BINGO_STAFF_DOCUMENTS == "required",
        "soon_days": SOON_DAYS,
    }


@requires("direct_session")
@never_cache
@require_safe
def staff(request: HttpRequest) -> HttpResponse:
    """Show everybody on the list, and whose document needs looking at."""
    hall = hall_of(request.user)
    if hall is None:
        raise Http404
    people = people_of(hall)
    context = {
        **base_context(),
        "at_work": [_shown(one) for one in people if one.at_work],
        "ended": [_shown(one) for one in people if not one.at_work],
        "documents": [_shown(one) for one in documents_to_look_at(people)],
    }
    return render(request, "screens/staff/index.html", context)


@requires("direct_session")
@never_cache
@require_safe
def staff_person(request: HttpRequest, username: str) -> HttpResponse:
    """Show one person: posts, document, log-in, what they may do, and what the journal tells of them."""
    hall = hall_of(request.user)
    person = person_of(hall, username) if hall else None
    if hall is None or person is None:
        raise Http404
    context = {
        **base_context(),
        "one": _shown(person),
        "me": request.user.get_username() == username,
        "tonight": [words(f"post.{post}") for post in posts_now(hall.pk, username)],
        "deeds": deeds_of_person(person),
        "history": [_entry(row) for row in history_of(hall, username)],
    }
    return render(request, "screens/staff/person.html", context)


def _shown(person: Person) -> dict[str, Any]:
    return {
        "person": person,
        "posts": [words(f"post.{post}") for post in person.posts],
        "licence": words(f"licence.{person.licence}"),
        "pin": words(f"pin.{person.pin}"),
        "password": words(f"password.{person.password}"),
    }


def _entry(row: dict[str, Any]) -> dict[str, Any]:
    """Put an event about somebody into words: what, and the posts or document it is about."""
    payload = row["payload"]
    if row["kind"] == "StaffPosted":
        return {
            **row,
            "words": words("life.came" if row["came"] else "life.went"),
            "posts": [words(f"post.{payload['post']}")],
            "reason": payload["reason"],
        }
    return {
        **row,
        "words": words(f"life.{row['kind']}"),
        "posts": [words(f"post.{post}") for post in payload.get("posts", ())],
        "was": [words(f"post.{post}") for post in payload.get("was", ())],
        "number": payload.get("number", ""),
        "until": payload.get("until", "") if row["kind"] == "StaffLicenceSet" else "",
    }
