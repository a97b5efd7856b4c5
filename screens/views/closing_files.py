"""A night's closing on paper (A4) and as a workbook, in the active language; texts never become formulas."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO
from typing import Any, Final

from django.utils.translation import gettext as _

from records.models import Hall
from screens.templatetags.bingo import euros
from sessions.acta_telling import moment
from sessions.printing.acta_files import neutral
from sessions.printing.drawing import MM, Pen
from sessions.printing.fonts import BOLD, register_fonts
from sessions.selectors.closing import Night, Statement

LEFT: Final = 18.0
RIGHT: Final = 192.0
BOTTOM: Final = 278.0
ROW: Final = 6.2
SIGN_ROOM: Final = 34.0
COLUMNS: Final = (112.0, 138.0, 164.0, RIGHT)
"""Right edges of the four figures of a line: opening, in and out, closing."""


class _Paper:
    """The pages of one print; rows go down the page, and on to the next."""

    def __init__(self, hall: Hall, night: Night) -> None:
        from reportlab.lib.pagesizes import A4
        from reportlab.pdfgen.canvas import Canvas

        register_fonts()
        self.out = BytesIO()
        # `invariant` leaves out the time of printing: two prints of the same closing are the same bytes.
        self.canvas: Any = Canvas(self.out, pagesize=A4, pageCompression=1, invariant=1)
        self.canvas.setAuthor(hall.name)
        self.title = _("Closing of session {number}").format(number=night.session.session_no)
        self.canvas.setTitle(self.title)
        self.hall, self.night = hall, night
        self.pen = Pen(self.canvas, 0, A4[1])
        self.page, self.top = 0, BOTTOM
        self.begin()

    def begin(self) -> None:
        """Begin a page with its head."""
        if self.page:
            self.canvas.showPage()
        self.page += 1
        self.pen.text(LEFT, 18, self.hall.name, 17, width=130, font=BOLD)
        self.pen.text(RIGHT, 18, str(self.page), 11, align="right")
        opened, closed = self.night.session.opened_at, self.night.session.closed_at
        when = " · ".join(moment(at) for at in (opened, closed) if at)
        self.pen.text(LEFT, 25, f"{self.title} · {when}" if when else self.title, 12, width=RIGHT - LEFT)
        self.rule(28)
        self.top = 34.0

    def rule(self, top: float) -> None:
        """Draw a line across."""
        self.canvas.setLineWidth(0.6)
        y = self.pen.y - top * MM
        self.canvas.line(LEFT * MM, y, RIGHT * MM, y)

    def room(self, rows: float) -> None:
        """Go to the next page where so many rows do not fit."""
        if self.top + rows * ROW > BOTTOM:
            self.begin()

    def head(self, text: str, columns: Sequence[str] = ()) -> None:
        """Write the head of a table."""
        self.room(4)
        self.top += ROW * 1.6
        self.pen.text(LEFT, self.top, text, 13, width=70, font=BOLD)
        for edge, name in zip(COLUMNS[len(COLUMNS) - len(columns) :], columns, strict=True):
            self.pen.text(edge, self.top, name, 9.5, width=25, align="right")
        self.rule(self.top + 1.6)
        self.top += 1.6

    def row(self, text: str, cells: Sequence[int | str | None], *, strong: bool = False) -> None:
        """Write a row; its cells end at the right edge."""
        self.room(1)
        self.top += ROW
        font = {"font": BOLD} if strong else {}
        self.pen.text(LEFT, self.top, text, 10.5, width=COLUMNS[0] - LEFT - 24, **font)
        for edge, cell in zip(COLUMNS[len(COLUMNS) - len(cells) :], cells, strict=True):
            words = cell if isinstance(cell, str) else "" if cell is None else euros(cell)
            self.pen.text(edge, self.top, words, 10.5, width=25, align="right", **font)

    def sign(self, names: Sequence[str]) -> None:
        """Leave room for signatures on paper."""
        if self.top + SIGN_ROOM > BOTTOM:
            self.begin()
        self.top += SIGN_ROOM - 6
        width = (RIGHT - LEFT) / len(names)
        for at, name in enumerate(names):
            left = LEFT + at * width
            self.canvas.setLineWidth(0.6)
            y = self.pen.y - self.top * MM
            self.canvas.line(left * MM, y, (left + width - 8) * MM, y)
            self.pen.text(left, self.top + 5, name, 10, width=width - 8)

    def done(self) -> bytes:
        """Give the bytes."""
        self.canvas.save()
        return self.out.getvalue()


def closing_pdf(hall: Hall, night: Night, facts: dict[str, Any]) -> bytes:
    """Print a night's closing; `facts` are those of the page (`screens.views.closing.shown`)."""
    statement: Statement = facts["statement"]
    paper = _Paper(hall, night)
    verdict = _("It balances.") if not statement.difference_cents else _("It does not balance.")
    paper.row(verdict, [statement.difference_cents], strong=True)
    for one in facts["wrong"]:
        paper.row(one["words"], [one["cents"]])
    heads = [_("At the start"), _("In and out"), _("At the end")]
    for title, name, total in (
        (_("Where the money is"), "places", statement.places_cents),
        (_("Whose it is"), "owners", statement.owners_cents),
    ):
        paper.head(title, heads)
        for one in facts[name]:
            line = one["line"]
            paper.row(one["words"], [line.opening_cents, line.moved_cents, line.closing_cents])
        opening = sum(one["line"].opening_cents for one in facts[name])
        paper.row(_("Together"), [opening, total - opening, total], strong=True)
    paper.head(_("What moved"), [_("All places")])
    for row in facts["rows"]:
        paper.row(row["words"], [row["cents"]], strong=True)
        for cell, place in zip(row["cells"], facts["places"], strict=True):
            if cell["cents"]:
                paper.row(f"    {place['words']}", [cell["cents"], None])
    _tills(paper, facts)
    paper.sign([_("Cashier"), _("Hall manager")])
    return paper.done()


def _tills(paper: _Paper, facts: dict[str, Any]) -> None:
    if facts["tills"]:
        paper.head(_("Tills counted"), [_("By the books"), _("Counted"), _("Difference"), _("Left in it")])
    for one in facts["tills"]:
        till = one["till"]
        counted = None not in (till.counted_cents, till.expected_cents)
        gap = till.counted_cents - till.expected_cents if counted else None
        words = f"{one['words']}, {one['name']}" + (f" ({_('still open')})" if till.open else "")
        paper.row(words, [till.expected_cents, till.counted_cents, gap, till.left_cents])
    for one in facts["hands"]:
        paper.row(_("{name} has not handed in").format(name=one["name"]), [one["cents"]])


def closing_xlsx(hall: Hall, night: Night, facts: dict[str, Any], entries: Sequence[dict[str, Any]]) -> bytes:
    """Write a night's closing as a workbook: the balance, what moved, and every entry."""
    from xlsxwriter import Workbook

    out = BytesIO()
    book = Workbook(out, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False})
    bold, money = book.add_format({"bold": True, "text_wrap": True}), book.add_format({"num_format": "#,##0.00 €"})

    def sheet_of(name: str, heads: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        sheet = book.add_worksheet(name[:31])
        sheet.set_column(0, 0, 42)
        sheet.set_column(1, max(1, len(heads) - 1), 20)
        sheet.freeze_panes(1, 1)
        _write(sheet, 0, heads, lambda _cell: bold)
        for at, row in enumerate(rows, start=1):
            _write(sheet, at, row, lambda cell: money if isinstance(cell, tuple) else None)

    sheet_of(_("Balance"), [hall.name, _("At the start"), _("In and out"), _("At the end")], _balance(facts))
    heads = [_("What moved"), *(one["words"] for one in facts["places"]), _("All places")]
    moved = [[row["words"], *((cell["cents"],) for cell in row["cells"]), (row["cents"],)] for row in facts["rows"]]
    sheet_of(_("Movements"), heads, moved)
    heads = [_("What"), _("Entry"), _("Time"), _("Who"), _("Where"), _("Account"), _("Debit"), _("Credit")]
    sheet_of(_("Entries"), heads, [row for entry in entries for row in _legs(entry)])
    book.set_properties({"title": _("Closing of session {number}").format(number=night.session.session_no)})
    book.close()
    return out.getvalue()


def _balance(facts: dict[str, Any]) -> list[list[Any]]:
    rows: list[list[Any]] = []
    for title, name in ((_("Where the money is"), "places"), (_("Whose it is"), "owners")):
        lines = [(one["words"], one["line"]) for one in facts[name]]
        rows += [[title]]
        rows += [[words, (one.opening_cents,), (one.moved_cents,), (one.closing_cents,)] for words, one in lines]
        sums = [sum(getattr(one, f"{what}_cents") for _w, one in lines) for what in ("opening", "moved", "closing")]
        rows += [[_("Together"), *((cents,) for cents in sums)]]
    return [*rows, [_("Difference"), "", "", (facts["statement"].difference_cents,)]]


def _legs(entry: dict[str, Any]) -> list[list[Any]]:
    common = [entry["words"], entry["pk"], moment(entry["at"]), entry["actor"], entry["where"]]
    return [
        [
            *common,
            leg["words"],
            (leg["cents"],) if leg["cents"] > 0 else "",
            (-leg["cents"],) if leg["cents"] < 0 else "",
        ]
        for leg in entry["told_legs"]
    ]


def _write(sheet: Any, at: int, cells: Sequence[Any], form: Callable[[Any], Any]) -> None:
    """Write a row: texts, whole numbers, and amounts as (cents,)."""
    for column, cell in enumerate(cells):
        if isinstance(cell, tuple):
            sheet.write_number(at, column, cell[0] / 100, form(cell))
        elif isinstance(cell, int):
            sheet.write_number(at, column, cell, form(cell))
        else:
            sheet.write_string(at, column, neutral(str(cell)), form(cell))
