"""Words of the balls: those that people named month by month, and how often each came out."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from screens.reports import charts
from screens.reports.charts import Chart
from screens.reports.periods import month_name
from screens.reports.tables import Cell, Kind, Table, number, share, shown, tenth, text
from sessions.rules.ball_statistics import Frequency
from sessions.rules.report_money import share_bp
from sessions.selectors.reports.balls import MonthByHand

UNLIKELY: Final = 0.01


def by_hand(told: list[MonthByHand]) -> Table:
    """Tell how many balls of the machine people had to name."""
    rows = [
        (
            text(month_name(one.key)),
            number(one.games),
            number(one.balls),
            number(one.by_hand),
            share(share_bp(one.by_hand, one.balls)),
        )
        for one in told
    ]
    return Table(
        code="bolas-a-mano",
        title=_("Balls by hand"),
        heads=(_("Month"), _("Games"), _("Balls"), _("By hand"), _("By hand, %")),
        rows=rows,
        note=_(
            "Of a machine's games: balls keyed, read by eye or corrected by people. A machine that reads well has few."
        ),
        empty=_("No machine drew balls in this period."),
    )


def frequencies(code: str, told: Frequency) -> Table:
    """Tell how often each ball of a set came out in the period."""
    rows = [
        (text(str(ball)), number(times), tenth(round((times - told.expected) * 10)), _outside(told, times))
        for ball, times in enumerate(told.times, start=1)
    ]
    return Table(
        code=f"frecuencias-{code}",
        title=_("Set {set}").format(set=code),
        heads=(_("Ball"), _("Came out"), _("Against the expected"), _("Beyond chance")),
        rows=rows,
        note=f"{_played(told)} {_proof(told)}",
    )


def _outside(told: Frequency, times: int) -> Cell:
    beyond = abs(times - told.expected) > told.band
    return text(_("yes") if beyond else "", "warn" if beyond else "")


def _played(told: Frequency) -> str:
    each = shown(Kind.TENTH, round(told.expected * 10))
    words = ngettext(
        "{n} game, {balls} balls; each number is expected {each} times.",
        "{n} games, {balls} balls; each number is expected {each} times.",
        told.games,
    )
    return words.format(n=shown(Kind.NUMBER, told.games), balls=shown(Kind.NUMBER, told.balls), each=each)


def _proof(told: Frequency) -> str:
    """Say honestly what so few games can show."""
    if told.p_value is None:
        return _(
            "The games are too few for a test: about 21 are needed for one, and about 1,000 to see a ball that comes "
            "out half as often again as it should."
        )
    judged = (
        _("More uneven than chance usually makes it; one perfect set in a hundred looks so too.")
        if told.p_value < UNLIKELY
        else _("As uneven as chance makes it.")
    )
    small = _("A small bias cannot be seen in one set: that would need more games than it may play.")
    return f"{judged} {small}"


def chart_of(code: str, told: Frequency) -> Chart:
    """Draw how far each ball is from what is expected: bars from 0 would all look alike after some hundred games."""
    chart = Chart(
        code=f"frecuencias-{code}",
        title=_("How far each ball of set {set} is from the expected").format(set=code),
        words=_(
            "A bar for each of the 90 balls, up or down. Unequal bars are seldom a proof, and equal ones are none."
        ),
    )
    items = [(str(ball), round((times - told.expected) * 10)) for ball, times in enumerate(told.times, start=1)]
    return charts.bars(chart, items, lambda value: shown(Kind.TENTH, value), tone="balls")
