"""The review of who can do what, and of what was done out of the ordinary; each table as a file too."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.utils.timezone import get_current_timezone, localtime
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from records import clock
from screens.access import hall_of, requires
from screens.access_review import PLAYER, deeds_of_posts, people_review, permissions
from screens.staff_files import csv_of, deeds_rows, exceptions_rows, people_rows
from screens.views.staff import base_context, words
from sessions.rules.session import Post
from sessions.selectors.exceptions import MOST_ROWS, WAYS, Review, exceptions_of
from sessions.services.significant import note_report

if TYPE_CHECKING:
    from django.http import HttpRequest

DAYS_SHOWN, MOST_DAYS, MOST_IN_FILE = 30, 3_700, 100_000
FILES = ("puestos", "personas", "excepciones")


@requires("direct_session")
@never_cache
@require_safe
def access_review(request: HttpRequest) -> HttpResponse:
    """Show the table of posts and deeds, the people, and the exceptions from `desde` to `hasta`, both included."""
    hall = hall_of(request.user)
    if hall is None:
        raise Http404
    since, until = _period(request)
    review = exceptions_of(hall, *_moments(since, until))
    columns = [str(post) for post in Post] + [PLAYER]
    context = {
        **base_context("access"),
        "since": since,
        "until": until,
        "columns": [words(f"post.{post}") for post in columns],
        "permissions": [
            {**one, "words": words(f"may.{one['name']}"), "marks": [post in one["posts"] for post in columns]}
            for one in permissions()
        ],
        "deeds": [{"name": one.name, "marks": [post in one.posts for post in columns]} for one in deeds_of_posts()],
        "people": [
            {**one, "posts": [words(f"post.{post}") for post in one["person"].posts]} for one in people_review(hall)
        ],
        "most_rows": MOST_ROWS,
        **_review(review),
    }
    return render(request, "screens/staff/access.html", context)


def _review(review: Review) -> dict[str, Any]:
    total = review.total
    ways = [way for way in WAYS if total[way]]
    return {
        "review": review,
        "ways": [words(f"way.{way}") for way in ways],
        "counts": [
            {
                "username": username,
                "cells": [counts.get(way, 0) for way in ways],
                "stood": review.seconds.get(username, 0),
            }
            for username, counts in review.people
        ],
        "totals": [total[way] for way in ways],
        "stood_total": sum(review.seconds.values()),
        "rows": [{"row": row, "words": words(f"way.{row.way}")} for row in review.rows],
    }


@requires("direct_session")
@never_cache
@require_safe
def access_file(request: HttpRequest) -> HttpResponse:
    """Give one of the tables as CSV: `que` is puestos, personas or excepciones. The journal keeps that it was taken."""
    hall = hall_of(request.user)
    what = request.GET.get("que", "")
    if hall is None or what not in FILES:
        raise Http404
    since, until = _period(request)
    asked = ""
    if what == "excepciones":
        asked = f"{since.isoformat()} {until.isoformat()}"
        rows = exceptions_rows(exceptions_of(hall, *_moments(since, until), most=MOST_IN_FILE))
    else:
        rows = deeds_rows() if what == "puestos" else people_rows(hall)
    body = csv_of(rows)
    note_report(hall.pk, report=f"access:{what}", form="csv", asked=asked, actor=str(request.user.get_username()))
    answer = HttpResponse(body, content_type="text/csv; charset=utf-8")
    name = f"{what}-{localtime(clock.now()):%Y-%m-%d}.csv"
    answer["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    return answer


def _period(request: HttpRequest) -> tuple[date, date]:
    """Read the days asked for; the last thirty when none are."""
    today = localtime(clock.now()).date()
    try:
        until = date.fromisoformat(request.GET["hasta"]) if request.GET.get("hasta") else today
        since = (
            date.fromisoformat(request.GET["desde"]) if request.GET.get("desde") else until - timedelta(DAYS_SHOWN - 1)
        )
    except (ValueError, OverflowError):
        raise Http404 from None
    if not timedelta(0) <= until - since <= timedelta(MOST_DAYS) or until.year > today.year + 1:
        raise Http404
    return since, until


def _moments(since: date, until: date) -> tuple[datetime, datetime]:
    """Give the moment the first day begins and the one the last day ends, by the hall's wall clock."""
    zone = get_current_timezone()
    return (
        datetime.combine(since, time.min, tzinfo=zone),
        datetime.combine(until + timedelta(days=1), time.min, tzinfo=zone),
    )
