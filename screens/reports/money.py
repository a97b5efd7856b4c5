"""Words of the money: the figures on top, a period beside the one before, where each euro went, the night's hours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from screens.reports import charts
from screens.reports.charts import Chart, Part
from screens.reports.periods import hour_name, name_of, part_name, part_tick
from screens.reports.tables import Cell, Kind, Table, money, number, share, shown, tenth, text
from sessions.rules.report_money import Sums, change_bp
from sessions.selectors.reports.money import Money
from sessions.selectors.reports.periods import By, Span

MONEY_PARTS: Final = ("line", "bingo", "additional", "tax", "carried", "funds", "house")
_TENTHS: Final = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One of the figures on top: its name, its value, a second line, and how it stands to the period before."""

    name: str
    value: str
    more: str = ""
    change: str = ""
    rising: bool = False


def figures_of(total: Sums, earlier: Sums | None) -> list[Figure]:
    """Give what the Jefe de Sala looks at first."""
    before = earlier or Sums()
    hold = (
        _("{share} of the takings").format(share=shown(Kind.SHARE, total.hold_bp)) if total.hold_bp is not None else ""
    )
    return [
        _figure(_("Takings"), money(total.takings_cents), money(before.takings_cents), earlier),
        _figure(_("Prizes"), money(total.prizes_cents), money(before.prizes_cents), earlier),
        _figure(_("House"), money(total.house_cents), money(before.house_cents), earlier, more=hold),
        _figure(_("Gaming tax"), money(total.tax_cents), money(before.tax_cents), earlier),
        _figure(_("Cards sold"), number(total.cards), number(before.cards), earlier, more=_media(total)),
        _figure(_("Games"), number(total.games), number(before.games), earlier, more=_void(total)),
    ]


def _media(total: Sums) -> str:
    printed, virtual = shown(Kind.NUMBER, total.physical), shown(Kind.NUMBER, total.virtual)
    return _("{printed} printed, {virtual} players'").format(printed=printed, virtual=virtual)


def _void(total: Sums) -> str:
    return _("and {n} void").format(n=shown(Kind.NUMBER, total.void_games)) if total.void_games else ""


def _figure(name: str, now: Cell, before: Cell, earlier: Sums | None, *, more: str = "") -> Figure:
    change = change_bp(int(now.value or 0), int(before.value or 0)) if earlier else None
    sign = "+" if change and change > 0 else ""
    words = "" if change is None else f"{sign}{shown(Kind.SHARE, change)}"
    return Figure(name=name, value=now.shown, more=more, change=words, rising=bool(change and change > 0))


def comparison(now: Money, span: Span | None, earlier: Sums | None) -> Table:
    """Put a period beside the one before."""
    before = earlier or Sums()
    rows = [
        _compared(name, here, there, known=earlier is not None)
        for (name, here), (_name, there) in zip(_all_figures(now.total), _all_figures(before), strict=True)
    ]
    heads = (
        _("Figure"),
        name_of(now.span),
        name_of(span) if span else _("Period before"),
        _("Difference"),
        _("Change, %"),
    )
    note = _("The period is not over: it stands beside the whole period before.") if now.span.running and span else ""
    return Table(code="comparacion", title=_("Beside the period before"), heads=heads, rows=rows, note=note)


def _all_figures(sums: Sums) -> list[tuple[str, Cell]]:
    return [
        (_("Games"), number(sums.games)),
        (_("Void games"), number(sums.void_games)),
        (_("Cards sold"), number(sums.cards)),
        (_("Printed cards"), number(sums.physical)),
        (_("Players' cards"), number(sums.virtual)),
        (_("Cards a game"), tenth(_each(sums.cards, sums.games))),
        (_("Players' cards a game"), tenth(_each(sums.virtual, sums.games))),
        (_("Takings"), money(sums.takings_cents)),
        (_("Line"), money(sums.line_cents)),
        (_("Bingo"), money(sums.bingo_cents)),
        (_("Additional prizes"), money(sums.additional_cents)),
        (_("Gaming tax"), money(sums.tax_cents)),
        (_("House"), money(sums.house_cents)),
        (_("House, of the takings"), share(sums.hold_bp)),
        (_("Carried to later games"), money(sums.carried_cents)),
        (_("Into the funds"), money(sums.funds_cents)),
        (_("Sold of void games"), money(sums.void_cents)),
    ]


def _each(what: int, games: int) -> int | None:
    return (2 * what * _TENTHS + games) // (2 * games) if games else None


def _compared(name: str, now: Cell, before: Cell, *, known: bool) -> tuple[Cell, ...]:
    if not known or not isinstance(now.value, int) or not isinstance(before.value, int):
        return text(name), now, before if known else Cell(before.kind, None), Cell(now.kind, None), share(None)
    change = None if now.kind == Kind.SHARE else change_bp(now.value, before.value)
    return text(name), now, before, Cell(now.kind, now.value - before.value), share(change)


def parts(told: Money) -> Table:
    """Tell where the money of each part of the period went; what is not shared out is 0 in every line."""
    heads = (
        {By.SESSION: _("Game"), By.MONTH: _("Session"), By.YEAR: _("Month")}[told.span.by],
        _("Games"),
        _("Void games"),
        _("Printed cards"),
        _("Players' cards"),
        _("Takings"),
        _("Line"),
        _("Bingo"),
        _("Additional prizes"),
        _("Gaming tax"),
        _("House"),
        _("House, %"),
        _("Carried to later games"),
        _("Into the funds"),
        _("Not shared out"),
    )
    rows = [_part_row(_named(told, key, sums), sums) for key, sums in told.parts]
    return Table(
        code="dinero",
        title=_("Where the money went"),
        heads=heads,
        rows=rows,
        total=_part_row(_("Total"), told.total) if rows else None,
        note=_(
            "Takings = prizes + tax + house + carried + funds, in every line. A void game is paid back and counts as 0."
        ),
        empty=_("No game has been closed in this period."),
        optional=frozenset({1, 2, 8, 9, 12, 13}),
        file_only=frozenset({1, 2}) if told.span.by == By.SESSION else frozenset(),
    )


def _named(told: Money, key: int | str, sums: Sums) -> str:
    name = part_name(told.span, key)
    void = told.span.by == By.SESSION and sums.void_games
    return _("{game} · void").format(game=name) if void else name


def _part_row(name: str, sums: Sums) -> tuple[Cell, ...]:
    return (
        text(name),
        number(sums.games),
        number(sums.void_games),
        number(sums.physical),
        number(sums.virtual),
        money(sums.takings_cents),
        money(sums.line_cents),
        money(sums.bingo_cents),
        money(sums.additional_cents),
        money(sums.tax_cents),
        money(sums.house_cents),
        share(sums.hold_bp),
        money(sums.carried_cents),
        money(sums.funds_cents),
        money(sums.left_cents, "bad" if sums.left_cents else ""),
    )


def hours(told: Money) -> Table:
    """Tell the hours of the night, each game in the hour in which its sale closed."""
    heads = (_("Hour"), _("Games"), _("Cards sold"), _("Takings"), _("Prizes"), _("House"), _("House, %"))
    rows = [
        (
            text(hour_name(hour)),
            number(sums.games),
            number(sums.cards),
            money(sums.takings_cents),
            money(sums.prizes_cents),
            money(sums.house_cents),
            share(sums.hold_bp),
        )
        for hour, sums in told.hours
    ]
    return Table(
        code="horas",
        title=_("The hours of the night"),
        heads=heads,
        rows=rows,
        note=_("A game stands in the hour in which its sale closed, by the clock on the wall."),
        empty=_("No game has been closed in this period."),
    )


def where_it_went(told: Money) -> Chart:
    """Draw the takings of each part as what became of them."""
    chart = Chart(
        code="dinero",
        title=_("Where the money went"),
        words=_("A bar for each part of the period, divided into prizes, tax, house and what is kept for later games."),
    )
    items = [
        (part_tick(told.span, key), [Part(tone, getattr(sums, f"{tone}_cents")) for tone in MONEY_PARTS])
        for key, sums in told.parts
    ]
    words = {
        "line": _("Line"),
        "bingo": _("Bingo"),
        "additional": _("Additional prizes"),
        "tax": _("Gaming tax"),
        "carried": _("Carried to later games"),
        "funds": _("Into the funds"),
        "house": _("House"),
    }
    return charts.stacked(chart, items, whole_euros, words)


def by_hour(told: Money) -> Chart:
    """Draw the takings of the night's hours."""
    chart = Chart(
        code="horas",
        title=_("Takings by the hour"),
        words=_("A bar for each hour of the night, in the order they came."),
    )
    return charts.bars(chart, [(f"{hour.hour:02} h", sums.takings_cents) for hour, sums in told.hours], whole_euros)


def hold_line(told: Money) -> Chart:
    """Draw what the house held of the takings, part by part."""
    chart = Chart(
        code="casa",
        title=_("What the house held of the takings"),
        words=_("A line through the parts of the period, in hundredths of the takings."),
    )
    items = [(part_tick(told.span, key), sums.hold_bp) for key, sums in told.parts]
    return charts.lines(chart, items, lambda value: shown(Kind.SHARE, value))


def whole_euros(cents: int) -> str:
    """Write an amount short where nothing is lost by it: 1.200 €, 12,50 €."""
    words = shown(Kind.MONEY, cents)
    for idle in (",00", ".00"):
        if idle in words[-5:]:
            head, _idle, tail = words.rpartition(idle)
            return head + tail
    return words
