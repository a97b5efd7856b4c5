"""The closing of a night: balanced to zero, each figure with its entries; the same as PDF and XLSX."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from people.models import StaffMember
from screens.access import hall_of, may, requires
from screens.labels import labels_for
from screens.till_words import account_words, kind_words, line_words, stream_words, till_words
from screens.views.closing_files import closing_pdf, closing_xlsx
from sessions.models import BingoSession, TillShift
from sessions.selectors.closing import Night, Statement, entries_of, night_of, statement_of
from sessions.selectors.receipt_list import last_session

if TYPE_CHECKING:
    from django.http import HttpRequest

    from records.models import Hall

WHO: Final = ("keep_cash", "direct_session")
MOST_ENTRIES: Final = 500
MOST_XLSX: Final = 100_000
# Kinds in which money changes its place, in the order of a night; the others follow by their code.
ORDER: Final = ("float", "brought_in", "safe", "till_topup", "sale", "handed_in", "refund", "prize", "late_prize")
ORDER_END: Final = ("deposit", "withdrawal", "till_drop", "tips", "tips_shared", "difference", "till_difference")


def _night(request: HttpRequest, session_no: int | None) -> tuple[Hall, Night | None]:
    hall = hall_of(request.user)
    if hall is None:
        raise Http404
    if session_no is None:
        session = last_session(hall)
        return hall, night_of(hall, session) if session else None
    found = BingoSession.objects.filter(hall=hall, session_no=session_no).first()
    if found is None:
        raise Http404
    return hall, night_of(hall, found)


def _is_blind(request: HttpRequest, hall: Hall, night: Night) -> bool:
    """Tell whether the person holds a till that they still have to count blind: its figures are not theirs to see."""
    if night.ends is not None or may(request.user, "direct_session"):
        return False
    return TillShift.objects.filter(hall=hall, holder=request.user.get_username(), closed_at=None).exists()


@requires(*WHO)
@require_safe
def closing(request: HttpRequest, session_no: int | None = None) -> HttpResponse:
    """Show the closing of a session's night, of the last one where none is named."""
    hall, night = _night(request, session_no)
    context: dict[str, Any] = {"labels": labels_for("tills", [get_language()]), "night": night, "blind": False}
    context |= {"keeps_cash": may(request.user, "keep_cash"), "directs": may(request.user, "direct_session")}
    if night is not None:
        context["sessions"] = list(
            BingoSession.objects.filter(hall=hall).order_by("-session_no").values_list("session_no", flat=True)[:60]
        )
        context["blind"] = _is_blind(request, hall, night)
        if not context["blind"]:
            context |= shown(hall, statement_of(night))
    return render(request, "screens/closing/index.html", context)


def shown(hall: Hall, statement: Statement) -> dict[str, Any]:
    """Say a statement: its lines and kinds in words, and a table of what each kind moved where."""
    names = dict(StaffMember.objects.filter(hall=hall).values_list("user__username", "name"))
    return {
        "statement": statement,
        "places": [{"line": line, "words": line_words(line.code)} for line in statement.places],
        "owners": [{"line": line, "words": line_words(line.code)} for line in statement.owners],
        "rows": moved_rows(statement),
        "others": [
            {"kind": kind, "words": kind_words(kind), "entries": entries}
            for kind, entries in statement.kinds
            if not any(line.moved.get(kind) for line in statement.places)
        ],
        "opening_cents": sum(line.opening_cents for line in statement.places),
        "moved_cents": sum(line.moved_cents for line in statement.places),
        "owners_opening_cents": sum(line.opening_cents for line in statement.owners),
        "hands": [{"name": names.get(who, who), "cents": cents} for who, cents in statement.hands],
        "tills": [
            {"till": till, "words": till_words(till.till), "name": names.get(till.holder, till.holder)}
            for till in statement.tills
        ],
        "wrong": [{"words": _wrong_words(what, code), "cents": cents} for what, code, cents in statement.wrong],
    }


def _wrong_words(what: str, code: str) -> str:
    if what == "kind":
        return _("The entries “{words}” do not add up to zero.").format(words=kind_words(code))
    if what == "till":
        return _("{words}: the books and the last count differ.").format(words=line_words(code))
    return _("{words}: the balance is not what its entries say.").format(words=line_words(code))


def moved_rows(statement: Statement) -> list[dict[str, Any]]:
    """Give a row for each kind that moved money between places, its cells in the order of the places, and the sum."""
    kinds = sorted({kind for line in statement.places for kind, cents in line.moved.items() if cents}, key=_order)
    return [
        {
            "kind": kind,
            "words": kind_words(kind),
            "cells": [{"code": line.code, "cents": line.moved.get(kind, 0)} for line in statement.places],
            "cents": sum(line.moved.get(kind, 0) for line in statement.places),
        }
        for kind in kinds
    ]


def _order(kind: str) -> tuple[int, str]:
    if kind in ORDER:
        return ORDER.index(kind), kind
    return (100 + ORDER_END.index(kind), kind) if kind in ORDER_END else (50, kind)


@requires(*WHO)
@require_safe
def closing_entries(request: HttpRequest, session_no: int) -> HttpResponse:
    """List the entries behind a figure: of a kind (`tipo`), on a line (`linea`), or all."""
    hall, night = _night(request, session_no)
    kind, line = request.GET.get("tipo", "")[:30], request.GET.get("linea", "")[:170]
    if night is None or _is_blind(request, hall, night):
        raise Http404
    rows, count = entries_of(night, kind=kind, line=line, most=MOST_ENTRIES)
    context = {
        "labels": labels_for("tills", [get_language()]),
        "night": night,
        "kind": kind_words(kind) if kind else "",
        "line": line_words(line) if line else "",
        "rows": [told(row) for row in rows],
        "count": count,
        "more": count - len(rows),
        "cents": sum(row["cents"] for row in rows),
    }
    return render(request, "screens/closing/entries.html", context)


def told(row: dict[str, Any]) -> dict[str, Any]:
    """Say an entry: its kind, its legs, of which game it is."""
    legs = [{"words": account_words(code), "cents": cents} for code, cents in row["legs"]]
    return row | {"words": kind_words(row["kind"]), "where": stream_words(row["stream"]), "told_legs": legs}


@requires(*WHO)
@require_safe
def closing_file(request: HttpRequest, session_no: int) -> HttpResponse:
    """Give a night's closing out as a file: `forma` pdf or xlsx, in the hall's own language."""
    hall, night = _night(request, session_no)
    form = request.GET.get("forma", "pdf")
    if night is None or form not in {"pdf", "xlsx"} or _is_blind(request, hall, night):
        raise Http404
    with translation.override(hall.language):
        facts = shown(hall, statement_of(night))
        if form == "pdf":
            content, kind = closing_pdf(hall, night, facts), "application/pdf"
        else:
            entries = [told(row) for row in entries_of(night, most=MOST_XLSX)[0]]
            content = closing_xlsx(hall, night, facts, entries)
            kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    answer = HttpResponse(content, content_type=kind)
    name = f"cierre-{slugify(hall.code)}-{session_no:04}.{form}"
    answer["Content-Disposition"] = f'{"inline" if form == "pdf" else "attachment"}; filename="{name}"'
    answer["Cache-Control"] = "private, no-store"
    return answer
