"""The sentences of refusals about who works in the hall, their documents and their turns."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as lazy

LICENCE_FAULTS: Final[dict[str, Promise]] = {
    "no_number": lazy("it has days but no number"),
    "no_days": lazy("give the day it was issued and its last day"),
    "not_yet": lazy("it was issued in the future"),
    "backwards": lazy("its last day is before the day it was issued"),
    "too_long": lazy("it is good for three years at most"),
}

STAFF_SENTENCES: Final[dict[str, Promise]] = {
    "bad_username": lazy("A log-in name has 2 to {most} letters without accents, digits, dots, hyphens or low lines."),
    "username_taken": lazy("The log-in name {username} is taken. Choose another one."),
    "post_needed": lazy("Give the person at least one post."),
    "own_posts": lazy("Nobody changes their own work: another hall manager does it."),
    "last_manager": lazy("Without {username} no hall manager would be left. Make another one first."),
    "not_at_work": lazy("{username} does not work here any more. Let the person back in first."),
    "at_work": lazy("{username} works here already."),
    "licence_needed": lazy("{username} has no professional document on file, or its last day is not known."),
    "licence_expired": lazy("The professional document of {username} has expired."),
    "licence_impossible": lazy("The professional document cannot be like that: {fault}."),
    "licence_number_taken": lazy("{username} has a professional document of that number."),
    "turn_past": lazy("The night of {night} is over: its rota cannot be changed."),
    "turn_impossible": lazy("A turn from {starts} to {ends} cannot be: it ends after it starts, the same night."),
    "turns_overlap": lazy("{username} has a turn on {night} already, from {starts} to {ends}: {post}."),
    "no_turns_planned": lazy("The rota has nobody at {hour}."),
}
