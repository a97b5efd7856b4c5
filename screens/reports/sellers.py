"""Words of the sellers: cards, money, what an hour at the post brought, sales undone."""

from __future__ import annotations

from django.utils.translation import gettext as _

from screens.reports import charts
from screens.reports.charts import Chart
from screens.reports.money import whole_euros
from screens.reports.tables import Row, Table, hours, money, number, text
from sessions.selectors.reports.sellers import Seller


def sellers(told: list[Seller]) -> Table:
    """Tell what each seller sold of printed cards."""
    heads = (
        _("Seller"),
        _("Games"),
        _("Cards"),
        _("Takings"),
        _("Time at the post"),
        _("Takings an hour"),
        _("Sales undone"),
        _("Money of sales undone"),
        _("Sold of void games"),
    )
    rows = [
        (
            text(one.name),
            number(one.games),
            number(one.cards),
            money(one.cents),
            hours(one.seconds),
            money(one.cents_an_hour),
            number(one.undone),
            money(one.undone_cents),
            money(one.void_cents),
        )
        for one in told
    ]
    return Table(
        code="vendedores",
        title=_("Sellers"),
        heads=heads,
        rows=rows,
        total=_total(told) if told else None,
        note=_("Printed cards of games that count; players buy their own. Breaks within a post are not known here."),
        empty=_("Nobody stood at the sellers' post in this period."),
    )


def _total(told: list[Seller]) -> Row:
    everybody = Seller(username="", name=_("Total"))
    for one in told:
        everybody.cards += one.cards
        everybody.cents += one.cents
        everybody.seconds += one.seconds
        everybody.undone += one.undone
        everybody.undone_cents += one.undone_cents
        everybody.void_cents += one.void_cents
    return (
        text(everybody.name),
        number(None),
        number(everybody.cards),
        money(everybody.cents),
        hours(everybody.seconds),
        money(everybody.cents_an_hour),
        number(everybody.undone),
        money(everybody.undone_cents),
        money(everybody.void_cents),
    )


def by_seller(told: list[Seller]) -> Chart:
    """Draw the takings of the sellers, most first."""
    chart = Chart(
        code="vendedores", title=_("Takings by seller"), words=_("A bar for each seller, who sold most first.")
    )
    return charts.ranked(chart, [(one.name, one.cents) for one in told if one.cents], whole_euros)
