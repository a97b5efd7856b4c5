"""Words of the control: void games and who declared them, operations that went wrong, second persons, accounts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from screens.labels.stops import LABELS
from screens.reports.tables import Cell, Table, money, number, share, text
from sessions.rules.report_money import share_bp
from sessions.rules.report_watch import LEAST_GAMES, MOST_VOIDS
from sessions.selectors.reports.control import OPERATIONS, Account, Voided

SECOND: Final = ("void", "held", "correction", "late_payment")


def _moment(void: Voided) -> str:
    local = timezone.localtime(void.at)
    # The offset is said: in October an hour comes twice.
    return f"{date_format(local, 'SHORT_DATE_FORMAT')} {local:%H:%M} ({local:%z})"


def voids(told: list[Voided], names: dict[str, str]) -> Table:
    """Tell each void game: why, who decided, and what became of its money."""
    heads = (
        _("Game"),
        _("When"),
        _("Cause"),
        _("Reason"),
        _("Decided by"),
        _("With"),
        _("To pay back"),
        _("Paid back"),
        _("Paid later"),
        _("Not fetched yet"),
    )
    rows = [
        (
            text(_("Session {session}, game {game}").format(session=one.session_no, game=one.game_no)),
            text(_moment(one)),
            text(str(LABELS.get(f"desk.void.cause_{one.cause}", one.cause))),
            text(one.reason),
            text(names.get(one.by) or one.by),
            text(names.get(one.second) or one.second),
            money(one.owed_cents),
            money(one.paid_cents),
            money(one.late_cents),
            money(one.open_cents, "warn" if one.open_cents else ""),
        )
        for one in told
    ]
    return Table(code="nulas", title=_("Void games"), heads=heads, rows=rows, empty=_("No game was void."))


def void_people(told: list[tuple[str, int, int, int]], names: dict[str, str]) -> Table:
    """Tell who declared games void."""
    rows = [
        (text(names.get(who) or who), number(decided), number(seconded), money(cents))
        for who, decided, seconded, cents in told
    ]
    return Table(
        code="nulas-por-persona",
        title=_("Void games by person"),
        heads=(_("Person"), _("Decided"), _("As second person"), _("Paid back by the decision")),
        rows=rows,
        note=_("A fault can be made to get money back: look at who is always there."),
        empty=_("No game was void."),
    )


def alarm_words(alarms: Iterable[tuple[int, int]]) -> list[str]:
    """Say in which sessions there were more void games than accident makes."""
    return [
        ngettext(
            "Session {session}: {n} void game. More than {most} in a session must be explained.",
            "Session {session}: {n} void games. More than {most} in a session must be explained.",
            games,
        ).format(session=session_no, n=games, most=MOST_VOIDS)
        for session_no, games in alarms
    ]


def operations(told: dict[int, Counter[str]], watched: set[int]) -> Table:
    """Tell, session by session, what was taken back, turned down, put right or stopped."""
    heads = (
        _("Session"),
        _("Sales undone"),
        _("Money of sales undone"),
        _("Claims rejected"),
        _("Cards sold corrected"),
        _("Calls corrected"),
        _("Balls corrected"),
        _("Held balls accepted"),
        _("Held balls discarded"),
        _("Suspensions"),
        _("Games withdrawn"),
        _("Void games"),
    )
    total: Counter[str] = Counter()
    for counted in told.values():
        total.update(counted)
    rows = [
        (text(str(session_no)), *_counts(counted, watched=session_no in watched))
        for session_no, counted in told.items()
    ]
    return Table(
        code="operaciones",
        title=_("Operations that went wrong"),
        heads=heads,
        rows=rows,
        total=(text(_("Total")), *_counts(total, watched=False)) if rows else None,
        note=_(
            "What the house refused leaves nothing in the journal and cannot be counted. These are deeds done and "
            "taken back, claims that did not win, and figures put right in public."
        ),
        empty=_("No session was held."),
    )


def _counts(counted: Counter[str], *, watched: bool) -> list[Cell]:
    return [
        money(counted[name])
        if name == "undone_cents"
        else number(counted[name], "bad" if watched and name == "void" else "")
        for name in OPERATIONS
    ]


def second_people(told: list[tuple[str, Counter[str]]], names: dict[str, str]) -> Table:
    """Tell who stood as the second person."""
    rows = [
        (text(names.get(who) or who), *(number(stood[what]) for what in SECOND), number(stood.total()))
        for who, stood in told
    ]
    return Table(
        code="segundas-personas",
        title=_("Second persons"),
        heads=(_("Person"), _("Void games"), _("Held balls"), _("Corrections"), _("Prizes paid late"), _("Together")),
        rows=rows,
        note=_("Who answered with a PIN or a signature for somebody else's deed."),
        empty=_("Nothing needed a second person."),
    )


def accounts(told: list[Account]) -> Table:
    """Tell what players' accounts paid and won; those that left the house nothing stand first."""
    rows = [
        (
            text(_("Player {n}").format(n=one.number), "bad" if one.watched else ""),
            number(one.games),
            money(one.paid_cents),
            money(one.won_cents),
            money(one.paid_cents - one.won_cents),
            share(share_bp(one.won_cents, one.paid_cents), "bad" if one.watched else ""),
        )
        for one in told
    ]
    return Table(
        code="jugadores",
        title=_("Players' accounts"),
        heads=(
            _("Account"),
            _("Games"),
            _("Paid for cards"),
            _("Won"),
            _("Left to the house"),
            _("Won, of what was paid"),
        ),
        rows=rows,
        note=_(
            "Marked: who won at least what was paid, in {n} games or more. Luck does that too. Who buys printed cards "
            "is not known: they are in no account."
        ).format(n=LEAST_GAMES),
        empty=_("No account played in this period."),
    )
