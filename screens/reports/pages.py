"""What each view of the reports shows: figures, charts and tables, worked out only for the view that is asked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from django.utils.translation import gettext_lazy as lazy

from records.models import Hall
from screens.reports import balls, control, money, sellers
from screens.reports.charts import Chart
from screens.reports.money import Figure
from screens.reports.tables import Table
from sessions.selectors.reports.balls import by_hand_of, frequencies_of
from sessions.selectors.reports.control import (
    accounts_of,
    names_of,
    operations_of,
    second_people,
    void_alarms,
    void_people,
    voids_of,
)
from sessions.selectors.reports.games import in_play, told_games
from sessions.selectors.reports.money import money_of, total_of
from sessions.selectors.reports.periods import By, Span
from sessions.selectors.reports.sellers import sellers_of, undone_sales

MONEY, SELLERS, CONTROL, BALLS = "dinero", "vendedores", "control", "bolas"
VIEWS: Final = {
    MONEY: lazy("Money"),
    SELLERS: lazy("Sellers"),
    CONTROL: lazy("Control"),
    BALLS: lazy("Balls"),
}


@dataclass(slots=True, kw_only=True)
class Block:
    """A table with the charts that draw it."""

    table: Table
    charts: list[Chart] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class Page:
    """A view: figures on top, alarms in words, then tables with their charts; `in_play` games are in none of it."""

    blocks: list[Block]
    figures: list[Figure] = field(default_factory=list)
    alarms: list[str] = field(default_factory=list)
    in_play: int = 0

    def table(self, code: str) -> Table | None:
        """Find a table by its code."""
        return next((block.table for block in self.blocks if block.table.code == code), None)


def page_of(hall: Hall, span: Span, earlier: Span | None, view: str) -> Page:
    """Read and put into words one view of a period."""
    made = {MONEY: _money, SELLERS: _sellers, CONTROL: _control, BALLS: _balls}[view]
    return made(hall, span, earlier)


def _money(hall: Hall, span: Span, earlier: Span | None) -> Page:
    told, before = money_of(hall, span), total_of(hall, earlier)
    drawn = [money.where_it_went(told), money.hold_line(told)] if told.parts else []
    return Page(
        figures=money.figures_of(told.total, before),
        in_play=told.games_in_play,
        blocks=[
            Block(table=money.parts(told), charts=drawn),
            Block(table=money.hours(told), charts=[money.by_hour(told)] if told.hours else []),
            Block(table=money.comparison(told, earlier, before)),
        ],
    )


def _sellers(hall: Hall, span: Span, _earlier: Span | None) -> Page:
    told = told_games(hall, span)
    people = sellers_of(hall, span, told, undone_sales(hall, span, told))
    drawn = [sellers.by_seller(people)] if any(one.cents for one in people) else []
    return Page(in_play=in_play(span), blocks=[Block(table=sellers.sellers(people), charts=drawn)])


def _control(hall: Hall, span: Span, _earlier: Span | None) -> Page:
    told, names = told_games(hall, span), names_of(hall)
    voids = voids_of(hall, told)
    alarms = void_alarms(voids)
    wrong = operations_of(hall, span, told, undone_sales(hall, span, told))
    return Page(
        alarms=control.alarm_words(alarms),
        in_play=in_play(span),
        blocks=[
            Block(table=control.voids(voids, names)),
            Block(table=control.void_people(void_people(voids), names)),
            Block(table=control.operations(wrong, {session_no for session_no, _games in alarms})),
            Block(table=control.second_people(second_people(hall, span), names)),
            Block(table=control.accounts(accounts_of(hall, span, told))),
        ],
    )


def _balls(hall: Hall, span: Span, _earlier: Span | None) -> Page:
    sets = frequencies_of(span)
    return Page(
        in_play=in_play(span),
        blocks=[
            Block(table=balls.by_hand(by_hand_of(hall, span))),
            *(Block(table=balls.frequencies(code, one), charts=[balls.chart_of(code, one)]) for code, one in sets),
        ],
    )


def needs_all(view: str, by: By) -> bool:
    """Tell whether a view or a period is for who directs the session alone; the cashier has tonight's money."""
    return view not in {MONEY, SELLERS} or by != By.SESSION
