"""
The closing of a night: all the money that moved from one session's beginning to the next one's, balanced to zero.

A night begins with the first check of its session, or with the first till opened after the one before was closed:
what is handed in or counted after the closing still belongs to it. Kinds of entry and accounts are read as they are.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from django.db.models import Count, QuerySet, Sum

from ledger.models import Account, Entry, Leg
from ledger.rules.accounts import MAIN_TILL, SELLER, is_place, is_till
from records.models import Event, Hall
from sessions.models import BingoSession, TillShift

HANDS: Final = "hands"
"""The place of all sellers' hands together."""

GROUPS: Final = (
    ("player:", "players"),
    ("prizes", "prizes"),
    ("refunds_payable", "prizes"),
    ("carried:", "carried"),
    ("jackpot:", "funds"),
    ("tips:", "tips_owed"),
    ("takings", "takings"),
)
"""Accounts that say whose the money is, by how they begin; the others stand by their own name."""


def group_of(code: str) -> str:
    """Give the line of the closing in which an account stands."""
    if code.startswith(SELLER):
        return HANDS
    if is_place(code):
        return code
    return next((group for begins, group in GROUPS if code.startswith(begins)), code)


@dataclass(frozen=True, slots=True, kw_only=True)
class Night:
    """A session's money: entries from `begins` (None = from the first) to before `ends` (None = until now)."""

    hall: Hall
    session: BingoSession
    begins: datetime | None
    ends: datetime | None

    def entries(self) -> QuerySet[Entry]:
        """Give its entries."""
        rows: QuerySet[Entry] = self.until(Entry.objects.filter(hall=self.hall), "at")
        return rows.filter(at__gte=self.begins) if self.begins else rows

    def until(self, rows: Any, name: str) -> Any:
        """Leave out what is after its end, by a time of that name."""
        return rows.filter(**{f"{name}__lt": self.ends}) if self.ends else rows

    def closing_legs(self) -> Any:
        """Give every leg until its end, the nights before included."""
        return self.until(Leg.objects.filter(entry__hall=self.hall), "entry__at")

    def opening_legs(self) -> Any:
        """Give every leg of the nights before."""
        legs = Leg.objects.filter(entry__hall=self.hall)
        return legs.filter(entry__at__lt=self.begins) if self.begins else legs.none()


@dataclass(slots=True, kw_only=True)
class Line:
    """
    One place of money, or one answer to whose it is: `opening_cents`, what moved by kind, `closing_cents`.

    Places in their debit, the others in their credit: both are what there is.
    """

    code: str
    opening_cents: int = 0
    closing_cents: int = 0
    moved: dict[str, int] = field(default_factory=dict)

    @property
    def moved_cents(self) -> int:
        """All that moved."""
        return sum(self.moved.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class TillCount:
    """What a till's last shift of the night came to; `left_cents` stayed in the drawer by the count."""

    till: str
    account: str
    shift_no: int
    holder: str
    counted_cents: int | None
    expected_cents: int | None
    left_cents: int | None
    open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """The closing of a night: where the money is, whose it is, and by which kinds it moved."""

    night: Night
    places: list[Line]
    owners: list[Line]
    kinds: list[tuple[str, int]]
    hands: list[tuple[str, int]]
    tills: list[TillCount]
    wrong: list[tuple[str, str, int]]

    @property
    def places_cents(self) -> int:
        """What there is in all places together."""
        return sum(line.closing_cents for line in self.places)

    @property
    def owners_cents(self) -> int:
        """What is everybody's together."""
        return sum(line.closing_cents for line in self.owners)

    @property
    def difference_cents(self) -> int:
        """What the two differ by: 0, or the books are wrong."""
        return self.places_cents - self.owners_cents

    @property
    def open_tills(self) -> list[TillCount]:
        """The tills that nobody has closed yet."""
        return [till for till in self.tills if till.open]

    @property
    def done(self) -> bool:
        """Tell whether nothing is left to do: it balances, every till is closed, every seller has handed in."""
        return not (self.difference_cents or self.wrong or self.open_tills or self.hands)


def night_of(hall: Hall, session: BingoSession) -> Night:
    """Find the bounds of a session's night."""
    before = BingoSession.objects.filter(hall=hall, session_no__lt=session.session_no).order_by("-session_no").first()
    begins = _next_begins(hall, before) if before else None
    return Night(hall=hall, session=session, begins=begins, ends=_next_begins(hall, session))


def _next_begins(hall: Hall, session: BingoSession) -> datetime | None:
    """Tell when the night after a session's begins; None while it has not."""
    if session.closed_at is None:
        return None
    following = BingoSession.objects.filter(hall=hall, session_no__gt=session.session_no).order_by("session_no").first()
    rows = Event.objects.filter(hall=hall)
    first = rows.filter(stream=following.stream).order_by("seq").first() if following else None
    opened = rows.filter(kind="TillOpened", at__gt=session.closed_at).order_by("position").first()
    return min((row.at for row in (first, opened) if row is not None), default=None)


def _sums(legs: Any, *names: str) -> list[tuple[Any, ...]]:
    return list(legs.values_list(*names).annotate(cents=Sum("cents")).order_by(*names))


def statement_of(night: Night) -> Statement:
    """Balance a night."""
    lines: dict[str, Line] = {}
    kinds: Counter[str] = Counter()
    for kind, code, cents in _sums(Leg.objects.filter(entry__in=night.entries()), "entry__kind", "account__code"):
        line = lines.setdefault(group_of(code), Line(code=group_of(code)))
        line.moved[kind] = line.moved.get(kind, 0) + (cents if is_place(code) else -cents)
        kinds[kind] += cents
    hands: Counter[str] = Counter()
    for code, cents in _sums(night.closing_legs(), "account__code"):
        line = lines.setdefault(group_of(code), Line(code=group_of(code)))
        line.closing_cents += cents if is_place(code) else -cents
        if code.startswith(SELLER) and cents:
            hands[code.removeprefix(SELLER)] += cents
    for code, cents in _sums(night.opening_legs(), "account__code"):
        lines[group_of(code)].opening_cents += cents if is_place(code) else -cents
    counted = dict(night.entries().values_list("kind").annotate(n=Count("pk")).order_by("kind"))
    places = [line for line in lines.values() if is_place(line.code) or line.code == HANDS]
    tills = _tills(night)
    return Statement(
        night=night,
        places=sorted(places, key=_place_order),
        owners=sorted((line for line in lines.values() if line not in places), key=lambda line: line.code),
        kinds=sorted(counted.items()),
        hands=sorted(hands.items()),
        tills=tills,
        wrong=[*_unbalanced(kinds), *_unexplained(lines), *_miscounted(places, tills), *_cached(night, lines)],
    )


def _place_order(line: Line) -> tuple[bool, bool, bool, str]:
    return line.code != MAIN_TILL, not is_till(line.code), line.code != HANDS, line.code


def _unbalanced(kinds: Counter[str]) -> list[tuple[str, str, int]]:
    return [("kind", kind, cents) for kind, cents in sorted(kinds.items()) if cents]


def _unexplained(lines: dict[str, Line]) -> list[tuple[str, str, int]]:
    rests = {code: line.closing_cents - line.opening_cents - line.moved_cents for code, line in lines.items()}
    return [("line", code, cents) for code, cents in sorted(rests.items()) if cents]


def _cached(night: Night, lines: dict[str, Line]) -> list[tuple[str, str, int]]:
    """Compare what the legs say with the balances that screens show, where the night is the present one."""
    if night.ends is not None:
        return []
    held: Counter[str] = Counter()
    for code, cents in Account.objects.filter(hall=night.hall).values_list("code", "balance_cents"):
        held[group_of(code)] += cents
    codes = sorted({*held, *lines})
    told = {code: lines[code].closing_cents if code in lines else 0 for code in codes}
    return [("balance", code, held[code] - told[code]) for code in codes if held[code] != told[code]]


def _tills(night: Night) -> list[TillCount]:
    """Give the last shift of each till in the night, by till."""
    shifts = night.until(TillShift.objects.filter(hall=night.hall), "opened_at")
    if night.begins:
        shifts = shifts.filter(opened_at__gte=night.begins)
    last = {shift.till: shift for shift in shifts.order_by("shift_no")}
    closed = night.until(Event.objects.filter(hall=night.hall, kind="TillClosed"), "at")
    dropped = {p["shift_no"]: p["dropped_cents"] for p in closed.values_list("payload", flat=True)}
    return [_till_count(shift, dropped.get(shift.shift_no)) for _till, shift in sorted(last.items())]


def _till_count(shift: TillShift, dropped_cents: int | None) -> TillCount:
    left = None if dropped_cents is None or shift.counted_cents is None else shift.counted_cents - dropped_cents
    return TillCount(
        till=shift.till,
        account=shift.account,
        shift_no=shift.shift_no,
        holder=shift.holder,
        counted_cents=shift.counted_cents,
        expected_cents=shift.expected_cents,
        left_cents=left,
        open=left is None,
    )


def _miscounted(places: list[Line], tills: list[TillCount]) -> list[tuple[str, str, int]]:
    """Compare each closed till's drawer by its last count with the books: money moved in it after nobody held it."""
    books = {line.code: line.closing_cents for line in places}
    left = [(till.account, till.left_cents) for till in tills if till.left_cents is not None]
    return [("till", code, books.get(code, 0) - cents) for code, cents in left if books.get(code, 0) != cents]


def entries_of(night: Night, *, kind: str = "", line: str = "", most: int = 500) -> tuple[list[dict[str, Any]], int]:
    """
    List the entries behind a figure, oldest first, at most so many; and how many there are.

    `kind` of entry, `line` of the statement (a place or a group): "" = all. Keys: pk, at, kind, actor, stream, seq,
    reverses (the entry taken back, or None), legs ((account, cents), debit positive), and cents: what they moved there.
    """
    rows = night.entries()
    if kind:
        rows = rows.filter(kind=kind)
    if line:
        accounts = Account.objects.filter(hall=night.hall).values_list("pk", "code")
        legs = Leg.objects.filter(account__in=[pk for pk, code in accounts if group_of(code) == line])
        rows = rows.filter(pk__in=legs.values("entry_id"))
    found = list(rows.order_by("at", "pk").prefetch_related("legs__account")[:most])
    return [_told(entry, line) for entry in found], rows.count()


def _told(entry: Entry, line: str) -> dict[str, Any]:
    legs = [(leg.account.code, leg.cents) for leg in entry.legs.all()]
    here = [(code, cents) for code, cents in legs if (group_of(code) == line if line else is_place(code))]
    return {
        "pk": entry.pk,
        "at": entry.at,
        "kind": entry.kind,
        "actor": entry.actor,
        "stream": entry.stream,
        "seq": entry.seq,
        "reverses": entry.reverses_id,
        "legs": legs,
        "cents": sum(cents if is_place(code) else -cents for code, cents in here),
    }
