"""The visitors' file for the Jefe de Sala: figures, registers of bans, records held, and the file for the authority."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from people.bans import REGISTERS
from screens.access import hall_of, requires
from screens.labels import labels_for
from screens.templatetags.bingo import number
from sessions.messages import sentence
from sessions.printing.visitor_files import FORMS
from sessions.rules.errors import RuleViolation
from sessions.selectors.admission import file_of, whole_file
from sessions.services.visitors import load_register, note_export

if TYPE_CHECKING:
    from django.http import HttpRequest

    from records.models import Hall

REGISTER_WORDS: Final = {"regional": lazy("The region's register"), "state": lazy("The state's general register")}
LARGEST_LIST: Final = 8_000_000
"""Bytes; some 500,000 documents."""


class ListForm(forms.Form):
    """A register's list, as the authority gives it."""

    register = forms.ChoiceField(choices=[(code, REGISTER_WORDS[code]) for code in REGISTERS])
    file = forms.FileField()


class ExportForm(forms.Form):
    """The whole file, and what for."""

    reason = forms.CharField(min_length=3, max_length=200)
    form = forms.ChoiceField(choices=[(code, code) for code in FORMS])


@requires("direct_session")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def visitor_file(request: HttpRequest) -> HttpResponse:
    """Show the file in figures; `step` says which form came: a register's list, or the file to give out."""
    hall = hall_of(request.user)
    if hall is None:
        raise Http404
    match request.POST.get("step"):
        case "register":
            return _load(request, hall)
        case "export":
            return _export(request, hall)
    return _page(request, hall)


def _page(request: HttpRequest, hall: Hall, status: int = 200, **refused: str) -> HttpResponse:
    facts = file_of(hall)
    facts["registers"] = [one | {"name": REGISTER_WORDS[one["code"]]} for one in facts["registers"]]
    context: dict[str, Any] = {"labels": labels_for("admission", [get_language()]), "file": facts, "refused": refused}
    return render(request, "screens/admission/file.html", context, status=status)


def _load(request: HttpRequest, hall: Hall) -> HttpResponse:
    form = ListForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, hall, 400, register=_("Choose the register and its file."))
    upload = form.cleaned_data["file"]
    if upload.size > LARGEST_LIST:
        return _page(request, hall, 400, register=_("The file is too large."))
    try:
        text = upload.read().decode("utf-8-sig")
        told = load_register(
            hall_id=hall.pk,
            register=form.cleaned_data["register"],
            text=text,
            actor=request.user.get_username(),
        )
    except UnicodeDecodeError:
        return _page(request, hall, 400, register=_("This is not a text file. Save the list as CSV."))
    except RuleViolation as refusal:
        return _page(request, hall, 400, register=sentence(refusal))
    words = ngettext("{n} document on the register.", "{n} documents on the register.", told.count)
    messages.success(request, words.format(n=number(told.count)))
    return redirect("visitor_file")


def _export(request: HttpRequest, hall: Hall) -> HttpResponse:
    form = ExportForm(request.POST)
    if not form.is_valid():
        return _page(request, hall, 400, export=_("Write for whom, or what for, the file is given out."))
    name, reason = form.cleaned_data["form"], form.cleaned_data["reason"]
    write, content_type = FORMS[name]
    rows = whole_file(hall)
    note_export(hall=hall, count=len(rows), form=name, reason=reason, actor=request.user.get_username())
    answer = HttpResponse(write(rows), content_type=content_type)
    answer.headers["Content-Disposition"] = str(
        content_disposition_header(as_attachment=True, filename=f"{_('visitors')}.{name}")
    )
    return answer
