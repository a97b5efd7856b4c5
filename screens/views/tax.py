"""The gaming tax by month, quarter or year, for the Jefe de Sala: a page, and the same as CSV and XLSX."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.dates import MONTHS
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.http import require_safe

from screens.access import hall_of, requires
from screens.templatetags.bingo import percent
from screens.views.profile_words import rate_words, tax_words
from screens.views.tax_files import csv_of, xlsx_of
from sessions.rules.tax import Accrual, Period, TaxBase
from sessions.selectors.profiles import regulation_in_force
from sessions.selectors.tax_report import TaxRow, tax_report, total_of, years_of

if TYPE_CHECKING:
    from django.http import HttpRequest

    from records.models import Hall

# The words of the address: what `por` may say.
BY: Final = {"mes": Period.MONTHLY, "trimestre": Period.QUARTERLY, "ano": Period.YEARLY}
BY_WORDS: Final = {"mes": lazy("By month"), "trimestre": lazy("By quarter"), "ano": lazy("By year")}
TYPES: Final = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


@requires("direct_session")
@require_safe
def tax(request: HttpRequest) -> HttpResponse:
    """Show a year (`ano`) by periods (`por`: mes, trimestre, ano), or give it out as a file (`forma`: csv, xlsx)."""
    hall = hall_of(request.user)
    if hall is None:
        raise Http404
    known = regulation_in_force(hall)
    own = next(word for word, period in BY.items() if period == (known.tax.period if known.tax else Period.MONTHLY))
    by = request.GET.get("por", own)
    years = years_of(hall)
    asked = request.GET.get("ano", str(years[0]))
    if by not in BY or asked not in {str(year) for year in years}:
        raise Http404
    year = int(asked)
    rows = tax_report(hall, year, BY[by])
    if form := request.GET.get("forma"):
        return _file(hall, rows, form, f"{by}-{year}")
    total = total_of(rows)
    context = {
        "year": year,
        "years": years,
        "by": by,
        "ways": [{"word": word, "words": BY_WORDS[word], "own": bool(known.tax) and word == own} for word in BY],
        "rows": [shown(row) for row in rows],
        "total": total,
        "empty": not any(row.games or row.facts.supplied_cents for row in rows),
        "tax": tax_words(known.tax) if known.tax else None,
        "known": known,
        "kept": bool(known.tax_bp),
        "difference": (total.kept_cents - total.due.due_cents) if total and total.due else 0,
        "virtual_outside": bool(
            known.tax and known.tax.accrual == Accrual.SUPPLY and total and total.facts.issued_cents
        ),
        "below": [row for row in rows if _is_below(row)],
        "edits": request.user.is_staff,
    }
    return render(request, "screens/tax/index.html", context)


def _is_below(row: TaxRow) -> bool:
    """Tell whether the prizes of a period are more than its face value, so that its base stands at 0."""
    if row.regulation.tax is None or row.regulation.tax.base != TaxBase.NET or row.due is None:
        return False
    return row.facts.prizes_cents > row.due.face_cents


def shown(row: TaxRow) -> dict[str, Any]:
    """Say a period: its name, its figures, the profile whose tax it owes."""
    tax = row.regulation.tax
    names = {1: str(MONTHS[row.first.month]).capitalize(), 3: _("Quarter {n}").format(n=row.number)}
    months = row.last.month - row.first.month + 1
    return {
        "row": row,
        "name": names.get(months, str(row.first.year)),
        "rate": (_("scale") if tax.scale else percent(tax.flat_bp)) if tax else "",
        "rate_words": rate_words(tax) if tax else "",
        "tax_name": tax.name if tax else "",
    }


def _file(hall: Hall, rows: list[TaxRow], form: str, name: str) -> HttpResponse:
    if form not in TYPES:
        raise Http404
    told = [shown(row) for row in rows]
    data = csv_of(told) if form == "csv" else xlsx_of(hall.name, told)
    answer = HttpResponse(data, content_type=TYPES[form])
    file_name = f"{_('gaming-tax')}-{name}.{form}"
    answer.headers["Content-Disposition"] = str(content_disposition_header(as_attachment=True, filename=file_name))
    return answer
