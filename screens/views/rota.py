"""The rota: a week of turns by post and night, the hours with too few people, and tonight's posts."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from screens.access import hall_of, requires
from screens.views.staff import base_context, words
from sessions.rules.rota import Gap, hour_of
from sessions.rules.session import Post
from sessions.rules.staff import may_hold
from sessions.selectors.rota import Night, tonight, tonight_of, week_of
from sessions.selectors.staff import Person, people_of

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from records.models import Hall

FIRST_YEAR, LAST_YEAR = 2000, 2199


@requires("direct_session")
@never_cache
@require_safe
def rota(request: HttpRequest) -> HttpResponse:
    """Show a week, `semana` being any of its days; this week when none is named."""
    hall = hall_of(request.user)
    if hall is None:
        raise Http404
    today, _minute = tonight()
    monday = _monday(request.GET.get("semana", ""), today)
    people = [one for one in people_of(hall) if one.at_work]
    names = {one.username: one.name or one.username for one in people_of(hall)}
    week = week_of(hall, monday)
    context = {
        **base_context("rota"),
        "category": hall.category,
        "monday": monday,
        "sunday": monday + timedelta(days=6),
        "before": (monday - timedelta(days=7)).isoformat(),
        "after": (monday + timedelta(days=7)).isoformat(),
        "this_week": monday <= today < monday + timedelta(days=7),
        "nights": [_head(night, today) for night in week],
        "rows": [_row(post, week, today, names) for post in Post],
        "people": {str(post): _choices(post, people) for post in Post},
        "planned_at_all": any(night.turns for night in week),
        "open_nights": [night.night for night in week if night.night >= today],
        "hours": [_default_hour(hall, "opening"), _default_hour(hall, "closing")],
        **_tonight(hall, names),
    }
    return render(request, "screens/staff/rota.html", context)


def _monday(asked: str, today: date) -> date:
    try:
        day = date.fromisoformat(asked) if asked else today
    except ValueError:
        raise Http404 from None
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise Http404
    return day - timedelta(days=day.weekday())


def _head(night: Night, today: date) -> dict[str, Any]:
    """Give what stands above and below a night's column."""
    return {
        "night": night.night,
        "today": night.night == today,
        "past": night.night < today,
        "planned": bool(night.turns),
        "gaps": [_gap(gap) for gap in night.gaps],
        "without_document": len(night.without_document),
    }


def _gap(gap: Gap) -> dict[str, Any]:
    return {
        "starts": hour_of(gap.starts),
        "ends": hour_of(gap.ends),
        "short": [{"post": words(f"post.{post}"), "count": count} for post, count in gap.short],
        "seniors": gap.seniors,
    }


def _row(post: Post, week: list[Night], today: date, names: dict[str, str]) -> dict[str, Any]:
    """Give one post's seven cells."""
    return {
        "post": str(post),
        "words": words(f"post.{post}"),
        "cells": [
            {
                "night": night.night,
                "past": night.night < today,
                "turns": [
                    {
                        "username": turn.username,
                        "name": names.get(turn.username, turn.username),
                        "starts": hour_of(turn.starts),
                        "ends": hour_of(turn.ends),
                        "no_document": turn.username in night.without_document,
                    }
                    for turn in night.turns
                    if turn.post == post
                ],
            }
            for night in week
        ],
    }


def _choices(post: Post, people: list[Person]) -> list[list[str]]:
    """Give who may be planned at a post: those whose post it is first, then those who stand in."""
    own = [one for one in people if str(post) in one.posts]
    others = [one for one in people if one not in own and may_hold(one.posts, post)]
    return [[one.username, one.name or one.username] for one in (*own, *others)]


def _default_hour(hall: Hall, which: str) -> str:
    hour = hall.opening_time if which == "opening" else hall.closing_time
    return f"{hour:%H:%M}" if hour else {"opening": "18:00", "closing": "03:00"}[which]


def _tonight(hall: Hall, names: dict[str, str]) -> dict[str, Any]:
    told = tonight_of(hall)

    def named(people: Any) -> list[str]:
        return [names.get(person, person) for person in people]

    different = {str(one.post): one for one in told.differences}
    rows = []
    for post in Post:
        planned, there, one = told.planned[str(post)], told.there[str(post)], different.get(str(post))
        if planned or there:
            rows.append(
                {
                    "words": words(f"post.{post}"),
                    "planned": named(planned),
                    "there": named(there),
                    "missing": named(one.missing) if one else [],
                    "instead": named(one.instead) if one and planned else [],
                }
            )
    return {"tonight": told, "tonight_rows": rows, "planned_tonight": any(told.planned.values())}
