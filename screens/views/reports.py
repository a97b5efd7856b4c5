"""Reports of sessions, months and years: a page of charts and tables, and each table as CSV and XLSX."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from screens.access import hall_of, may, requires
from screens.reports.files import csv_of, xlsx_of
from screens.reports.pages import MONEY, VIEWS, Page, needs_all, page_of
from screens.reports.periods import BY, BY_WORDS, month_name, name_of, session_name
from sessions.selectors.profiles import today
from sessions.selectors.reports.periods import By, Night, Span, before, keys_of, nights_of, span_of

if TYPE_CHECKING:
    from django.http import HttpRequest

    from records.models import Hall

MOST_OFFERED: Final = 120
"""So many sessions are offered by name; the others are reached by their number in the address, or one by one."""
TYPES: Final = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What the address asks for: the way of the periods (`word` as it stands there), the period, the view."""

    word: str
    span: Span
    earlier: Span | None
    later: str
    view: str
    keys: list[str]

    def address(self, **changes: str) -> str:
        """Give the address of this with something changed."""
        return "?" + urlencode({"por": self.word, "de": self.span.key, "ver": self.view, **changes})


@requires("direct_session", "keep_cash")
@require_safe
def reports(request: HttpRequest) -> HttpResponse:
    """
    Show a period (`por`: sesion, mes, ano; `de`: which) in a view (`ver`), or give out one of its tables as a file.

    The cashier sees the money and the sellers of the session that is open, and nothing else.
    """
    hall = hall_of(request.user)
    if hall is None:
        raise Http404
    nights, everything = nights_of(hall), may(request.user, "direct_session")
    if not everything:
        nights = [night for night in nights if night.closed_at is None]
    asked = _asked(request.GET, nights)
    if not everything and asked and needs_all(asked.view, asked.span.by):
        raise PermissionDenied
    if asked is None:
        return render(request, "screens/reports/index.html", {"asked": None, "everything": everything})
    page = page_of(hall, asked.span, asked.earlier, asked.view)
    if form := request.GET.get("forma"):
        return _file(hall, asked, page, form, request.GET.get("tabla", ""))
    return render(request, "screens/reports/index.html", {**_context(asked, nights, everything), "page": page})


def _asked(given: Any, nights: list[Night]) -> Asked | None:
    """
    Read the address; None while there is nothing to report.

    Raises:
        Http404: It names no way, view or period that exists.
    """
    word, view = given.get("por", "sesion"), given.get("ver", MONEY)
    if word not in BY or view not in VIEWS:
        raise Http404
    keys = keys_of(BY[word], nights)
    if not keys:
        return None
    key = given.get("de", keys[0])
    if key not in keys:
        raise Http404
    span, at = span_of(BY[word], key, nights, today()), keys.index(key)
    earlier = before(span, nights, today())
    return Asked(word=word, span=span, earlier=earlier, later=keys[at - 1] if at else "", view=view, keys=keys)


def _context(asked: Asked, nights: list[Night], everything: bool) -> dict[str, Any]:  # noqa: FBT001 - one fact of who asks
    at = asked.keys.index(asked.span.key)
    older = asked.keys[at + 1] if at + 1 < len(asked.keys) else ""
    return {
        "asked": asked,
        "everything": everything,
        "name": name_of(asked.span),
        "earlier": name_of(asked.earlier) if asked.earlier else "",
        "ways": [
            {"url": f"?{urlencode({'por': word, 'ver': asked.view})}", "words": words, "now": word == asked.word}
            for word, words in BY_WORDS.items()
        ],
        "views": [
            {"url": asked.address(ver=view), "words": words, "now": view == asked.view} for view, words in VIEWS.items()
        ],
        "older": asked.address(de=older) if older else "",
        "newer": asked.address(de=asked.later) if asked.later else "",
        "offered": _offered(asked, nights),
    }


def _offered(asked: Asked, nights: list[Night]) -> list[tuple[str, str]]:
    """Give the periods to choose from, newest first, with their names."""
    by_number = {str(night.number): night for night in nights}
    keys = asked.keys[:MOST_OFFERED]
    if asked.span.key not in keys:
        keys = [*keys, asked.span.key]
    return [(key, _name(asked.span.by, key, by_number)) for key in keys]


def _name(by: By, key: str, nights: dict[str, Night]) -> str:
    if by == By.SESSION:
        return session_name(nights[key])
    return month_name(key) if by == By.MONTH else key


def _file(hall: Hall, asked: Asked, page: Page, form: str, code: str) -> HttpResponse:
    table = page.table(code)
    if form not in TYPES or table is None:
        raise Http404
    data = csv_of(table) if form == "csv" else xlsx_of(f"{hall.name} · {name_of(asked.span)} · {table.title}", table)
    answer = HttpResponse(data, content_type=TYPES[form])
    file_name = f"{_('report')}-{code}-{asked.span.key}.{form}"
    answer.headers["Content-Disposition"] = str(content_disposition_header(as_attachment=True, filename=file_name))
    return answer
