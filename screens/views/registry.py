"""The register: every row of the hall's journal in words, for the Jefe de Sala and for who inspects the hall."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode

from django.http import Http404, StreamingHttpResponse
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from screens.access import hall_of, requires
from screens.views.tax_files import BOM, harmless
from sessions.acta_telling import moment
from sessions.selectors.evidence import evidence_of
from sessions.selectors.registry import (
    Asked,
    ToldRow,
    kinds_known,
    names_of,
    registry_page,
    registry_row,
    registry_rows,
)
from sessions.services.significant import note_report

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from records.models import Hall

LONGEST: Final = 80
BIGGEST: Final = 2**31 - 1
# The words of the address, and what each limits.
WORDS: Final = ("tipo", "persona", "aparato", "sesion", "partida", "desde", "hasta", "texto")


class _Echo:
    """Gives back what a CSV writer writes, so that it can be sent line by line."""

    def write(self, line: str) -> str:
        return line


def _whole(text: str) -> int | None:
    """Read a whole number from 1 on; None when there is none."""
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(BIGGEST))):
        return None
    return int(text) if 1 <= int(text) <= BIGGEST else None


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _texts(request: HttpRequest) -> dict[str, str]:
    """Give what the address limits, without signs that no database stores."""
    return {word: request.GET.get(word, "").replace("\0", "").strip()[:LONGEST] for word in WORDS}


def asked_of(texts: dict[str, str]) -> Asked:
    """Read what is looked for; what makes no sense limits nothing, and the form shows it empty."""
    return Asked(
        kind=texts["tipo"] if texts["tipo"] in dict(kinds_known()) else "",
        person=texts["persona"],
        device=texts["aparato"],
        session_no=_whole(texts["sesion"]),
        game_no=_whole(texts["partida"]) if _whole(texts["sesion"]) else None,
        first_day=_day(texts["desde"]),
        last_day=_day(texts["hasta"]),
        text=texts["texto"],
    )


@requires("direct_session")
@require_safe
def registry(request: HttpRequest) -> HttpResponse | StreamingHttpResponse:
    """Show a page of rows, newest first (`bajo`: below which row), or give them out as a file (`forma` csv)."""
    hall = hall_of(request.user)
    if hall is None:
        raise Http404
    texts = _texts(request)
    asked = asked_of(texts)
    kept = {word: text for word, text in texts.items() if text}
    if (form := request.GET.get("forma")) is not None:
        if form != "csv":
            raise Http404
        limits = ", ".join(f"{word}={text}" for word, text in kept.items())
        note_report(hall.pk, report="registry", form=form, asked=limits, actor=str(request.user.get_username()))
        return _file(hall, asked)
    page = registry_page(hall, asked, below=_whole(request.GET.get("bajo", "")))
    context = {
        "page": page,
        "texts": texts,
        "kinds": kinds_known(),
        "people": sorted(names_of(hall).items(), key=lambda pair: pair[1]),
        "limited": bool(kept),
        "older": urlencode({**kept, "bajo": page.older}) if page.older else "",
        "newest": "?" + urlencode(kept),
        "on_top": "bajo" not in request.GET,
        "file": urlencode({**kept, "forma": "csv"}),
        "evidence": evidence_of(hall),
    }
    return render(request, "screens/registry/index.html", context)


@requires("direct_session")
@require_safe
def registry_one(request: HttpRequest, position: int) -> HttpResponse:
    """Show one row with all it holds, as its hash covers it."""
    hall = hall_of(request.user)
    found = registry_row(hall, position) if hall is not None and position <= BIGGEST else None
    if found is None:
        raise Http404
    row, facts = found
    plain = {name: fact.isoformat() if hasattr(fact, "isoformat") else fact for name, fact in facts.items()}
    context = {
        "row": row,
        "facts": [(name, _shown(fact)) for name, fact in plain.items()],
        "before": position - 1,
        "after": position + 1 if hall is not None and position < hall.head_position else None,
    }
    return render(request, "screens/registry/one.html", context)


def _shown(fact: Any) -> str:
    if fact is None or fact == "":
        return ""
    return json.dumps(fact, ensure_ascii=False, indent=2) if isinstance(fact, dict) else str(fact)


def _file(hall: Hall, asked: Asked) -> StreamingHttpResponse:
    answer = StreamingHttpResponse(_lines(registry_rows(hall, asked)), content_type="text/csv; charset=utf-8")
    name = f"{_('register')}-{hall.code}.csv"
    answer["Content-Disposition"] = str(content_disposition_header(as_attachment=True, filename=name))
    answer["Cache-Control"] = "private, no-store"
    return answer


def _lines(rows: Iterator[ToldRow]) -> Iterator[str]:
    writer = csv.writer(_Echo(), delimiter=";", lineterminator="\r\n")
    heads = [_("Row"), _("Time"), _("Kind"), _("Text"), _("By"), _("Session"), _("Game"), _("Hash")]
    yield BOM + str(writer.writerow(heads))
    for row in rows:
        cells = [row.kind, row.said, row.actor]
        numbers = [row.session_no or "", row.game_no]
        yield str(writer.writerow([row.position, moment(row.at), *map(harmless, cells), *numbers, row.hash]))
