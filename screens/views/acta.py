"""The book of minutes: its list, a session's folios, its copies and files; always in the hall's official language."""

from __future__ import annotations

from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from people.models import StaffMember
from records.models import Hall
from screens.access import hall_of, may, requires
from screens.labels import labels_for
from screens.views.dispute import games_in_dispute
from sessions.journal import codec
from sessions.models import BingoSession
from sessions.printing.acta_files import acta_csv, acta_json, acta_xlsx
from sessions.printing.acta_pages import Copy, acta_pdf
from sessions.rules.session import Post
from sessions.rules.signatures import may_sign
from sessions.selectors.acta import Minutes, books_of, minutes_of, sessions_without_book
from sessions.selectors.people import own_posts
from sessions.services.anchoring import anchor_hall
from sessions.services.significant import note_paper

READERS: Final = ("direct_session", "run_table", "keep_cash")
FORMS: Final = {
    "csv": ("text/csv; charset=utf-8", acta_csv),
    "xlsx": ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", acta_xlsx),
    "json": ("application/json", acta_json),
}
COPIES: Final = {"autoridad": Copy.AUTHORITY, "titular": Copy.HOLDER}


def _found(request: HttpRequest, session_no: int) -> tuple[Hall, BingoSession]:
    hall = hall_of(request.user)
    session = BingoSession.objects.filter(hall=hall, session_no=session_no).first()
    if hall is None or session is None:
        raise Http404
    return hall, session


@requires(*READERS)
@require_safe
def acta(request: HttpRequest, session_no: int) -> HttpResponse:
    """Show a session's folios; the language is the hall's, whatever the reader's."""
    hall, session = _found(request, session_no)
    with translation.override(hall.language):
        context = {
            "minutes": minutes_of(hall, session),
            "hall": hall,
            "forms": list(FORMS),
            "may_sign": may(request.user, "direct_session", "run_table"),
            "signers": _signers(hall, session),
            "labels": labels_for("acta", [hall.language]),
            "packs": games_in_dispute(session) if may(request.user, "direct_session", "run_table") else [],
        }
        return render(request, "screens/acta/index.html", context)


def _signers(hall: Hall, session: BingoSession) -> dict[str, list[tuple[str, str]]]:
    """Give who may sign for each post now, those at it first: log-in and name."""
    names = dict(StaffMember.objects.filter(hall=hall).values_list("user__username", "name"))
    board, own = codec.session_board(session.board), own_posts(hall.pk)
    return {
        str(post): [(one, names.get(one, one)) for one in may_sign(board, post, own)]
        for post in (Post.HALL_MANAGER, Post.TABLE_CHIEF)
    }


@requires(*READERS)
@require_safe
def acta_books(request: HttpRequest) -> HttpResponse:
    """List the hall's books, and in each its sessions with their folios."""
    hall = hall_of(request.user)
    if hall is None:
        raise Http404
    with translation.override(hall.language):
        context = {
            "hall": hall,
            "books": books_of(hall),
            "older": sessions_without_book(hall),
            "may_open": may(request.user, "direct_session"),
            "labels": labels_for("acta", [hall.language]),
        }
        return render(request, "screens/acta/books.html", context)


@requires(*READERS)
@require_safe
def acta_file(request: HttpRequest, session_no: int) -> HttpResponse:
    """Give out a session's minutes: `forma` pdf (with `copia` autoridad or titular), csv, xlsx or json."""
    hall, session = _found(request, session_no)
    form, copy = request.GET.get("forma", "pdf"), COPIES.get(request.GET.get("copia", "autoridad"))
    if copy is None or form not in {"pdf", *FORMS}:
        raise Http404
    with translation.override(hall.language):
        minutes = minutes_of(hall, session)
        if not minutes.entries:
            raise Http404
        kind, content = _content(minutes, form, copy)
    _note(request, hall, minutes, form, copy)
    answer = HttpResponse(content, content_type=kind)
    shown = "inline" if form == "pdf" else "attachment"
    name = f"acta-{slugify(hall.code)}-{session_no:04}" + (f"-{copy}" if form == "pdf" else "")
    answer["Content-Disposition"] = f'{shown}; filename="{name}.{form}"'
    answer["Cache-Control"] = "private, no-store"
    return answer


def _note(request: HttpRequest, hall: Hall, minutes: Minutes, form: str, copy: Copy) -> None:
    """Keep that it was given out, up to which row, and anchor the journal whose hash now stands on paper."""
    if request.method != "GET":
        return
    told = {"session": minutes.session.session_no, "form": form, "copy": str(copy) if form == "pdf" else ""}
    note_paper(hall.pk, **told, up_to=minutes.position, actor=str(request.user.get_username()))
    anchor_hall(hall.pk, "minutes")


def _content(minutes: Minutes, form: str, copy: Copy) -> tuple[str, Any]:
    if form == "pdf":
        return "application/pdf", acta_pdf(minutes, copy)
    kind, write = FORMS[form]
    return kind, write(minutes)
