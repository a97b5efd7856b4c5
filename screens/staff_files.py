"""The review of who can do what as files: CSV with semicolons, safe in a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from screens.access_review import PLAYER, deeds_of_posts, people_review
from screens.labels.personnel import LABELS
from screens.views.tax_files import BOM, harmless
from sessions.rules.session import Post
from sessions.selectors.exceptions import Review

if TYPE_CHECKING:
    from records.models import Hall

COLUMNS = [str(post) for post in Post] + [PLAYER]


def csv_of(rows: Iterable[Sequence[Any]]) -> str:
    """Write rows as CSV: texts a spreadsheet would take for a formula are quoted as texts, numbers stay numbers."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    for row in rows:
        writer.writerow([harmless(cell) if isinstance(cell, str) else cell for cell in row])
    return BOM + out.getvalue()


def deeds_rows() -> Iterator[list[Any]]:
    """Give the table of deeds: an x where a post may ask for it."""
    yield [_("Deed"), *(str(LABELS[f"post.{post}"]) for post in COLUMNS)]
    for deed in deeds_of_posts():
        yield [deed.name, *("x" if post in deed.posts else "" for post in COLUMNS)]


def people_rows(hall: Hall) -> Iterator[list[Any]]:
    """Give the table of people: posts, document, log-in, and what they may ask for."""
    yield [
        _("Log-in name"),
        _("Name"),
        _("Works here"),
        _("Posts"),
        _("Professional document"),
        _("Last day"),
        _("Last log-in"),
        _("Deeds"),
    ]
    for one in people_review(hall):
        person = one["person"]
        yield [
            person.username,
            person.name,
            _("yes") if person.at_work else _("no"),
            ", ".join(str(LABELS[f"post.{post}"]) for post in person.posts),
            person.licence_no,
            person.licence_until.isoformat() if person.licence_until else "",
            _moment(person.last_login),
            " ".join(one["deeds"]),
        ]


def exceptions_rows(review: Review) -> Iterator[list[Any]]:
    """Give the exceptions of a period, newest first."""
    yield [
        _("When"),
        _("What"),
        _("Event"),
        _("Who"),
        _("Second person"),
        _("Session"),
        _("Game"),
        _("Reason"),
        _("Row of the journal"),
    ]
    for row in review.rows:
        yield [
            _moment(row.at),
            str(LABELS[f"way.{row.way}"]),
            row.kind,
            row.actor,
            row.second,
            row.session_no or "",
            row.game_no or "",
            row.reason,
            row.position,
        ]


def _moment(at: Any) -> str:
    return localtime(at).strftime("%Y-%m-%d %H:%M:%S") if at else ""
