"""Receipts of the tills: the facts of each, read from journal or ledger, and which papers there are. No writes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.db.models import Sum

from ledger.models import Entry, Leg
from ledger.rules.accounts import PLAYER
from records.journal import recorded, recorded_run
from records.models import Event, Hall
from sessions.journal import codec
from sessions.models import Game, ReceiptJob
from sessions.rules.board import Board
from sessions.rules.cheques import Method
from sessions.rules.facts import Medium, PrizeKind, Run
from sessions.rules.receipts import JackpotTold, PrizeTold, ReceiptFacts, ReceiptKind, TakingsTold
from sessions.selectors.jackpots import receipt_of

_provider: list[Callable[[str], list[str]]] = [lambda _hall_code: []]


def provide_printers(provider: Callable[[str], list[str]]) -> None:
    """Let the project say which printers a hall has; bingo itself knows no devices."""
    _provider[0] = provider


def printers_of(hall: Hall) -> list[str]:
    """Give the codes of the hall's printers, the one that is meant where none was chosen first."""
    return _provider[0](hall.code)


def source_of(hall_id: int, source_ref: str) -> str:
    """Name what a request recorded, as a receipt's source; "" when it recorded nothing."""
    event = recorded(hall_id, source_ref)
    if event is not None:
        return f"event:{event.position}"
    entry = Entry.objects.filter(hall_id=hall_id, key=source_ref).first()
    return f"entry:{entry.pk}" if entry else ""


def facts_of(hall_id: int, source: str) -> ReceiptFacts | None:
    """Tell all that the receipt of a source holds; None when there is no such source, or it has no receipt."""
    what, _, number = source.partition(":")
    if not number.isdecimal():
        return None
    if what == "entry":
        return _of_deposit(Entry.objects.filter(hall_id=hall_id, pk=number, kind="deposit").first())
    event = Event.objects.filter(hall_id=hall_id, position=number).first() if what == "event" else None
    return _of_event(event) if event else None


def _of_deposit(entry: Entry | None) -> ReceiptFacts | None:
    leg = entry.legs.select_related("account").filter(account__code__startswith=PLAYER).first() if entry else None
    if entry is None or leg is None:
        return None
    # A credit account's balance as it was then: what went in, less what went out, up to this entry.
    then = Leg.objects.filter(account=leg.account, entry_id__lte=entry.pk).aggregate(sum=Sum("cents"))["sum"]
    return ReceiptFacts(
        source=f"entry:{entry.pk}",
        number=f"C-{entry.pk}",
        kind=ReceiptKind.DEPOSIT,
        at=entry.at,
        actor=entry.actor,
        cents=-leg.cents,
        player=int(leg.account.code.removeprefix(PLAYER)),
        balance_cents=-then,
    )


def _of_event(row: Event) -> ReceiptFacts | None:
    in_game = (row.stream or "").startswith("game:")
    match row.kind:
        case "CardsSold" | "SaleUndone" | "CardsRefunded" if in_game:
            return _of_cards(row)
        case "RefundPaid":
            return _of_late_refund(row)
        case "PrizePaid":
            return _of_prize(row, late=not in_game)
        case kind if kind in ACCOUNT_KINDS:
            return _of_account(row)
        case "TakingsHandedIn":
            told = row.payload
            takings = TakingsTold(
                seller=told["seller"], expected_cents=told["expected_cents"], signed=told.get("signed", "")
            )
            return _facts(row, ReceiptKind.TAKINGS, told["counted_cents"], takings=takings)
    return None


def _facts(row: Event, kind: ReceiptKind, cents: int, **more: Any) -> ReceiptFacts:
    common: dict[str, Any] = {
        "session_no": row.session_no or 0,
        "number": str(row.position),
        "at": row.at,
        "actor": row.actor,
    }
    return ReceiptFacts(source=f"event:{row.position}", kind=kind, cents=cents, **(common | more))


ACCOUNT_KINDS = {
    "PlayerDeposited": ReceiptKind.DEPOSIT,
    "PlayerWithdrew": ReceiptKind.WITHDRAWAL,
    "PlayerOpened": ReceiptKind.OPENED,
    "PlayerClosed": ReceiptKind.CLOSED,
}


def _of_account(row: Event) -> ReceiptFacts:
    told = row.payload
    return _facts(
        row,
        ACCOUNT_KINDS[row.kind],
        told.get("cents", 0),
        player=told["player"],
        balance_cents=told.get("balance_cents", 0),
    )


def _board(hall_id: int, session_no: int, game_no: int) -> Board:
    game = Game.objects.get(session__hall_id=hall_id, session__session_no=session_no, game_no=game_no)
    return codec.game_board(game.board)


CARDS = {"CardsSold": ReceiptKind.SALE, "SaleUndone": ReceiptKind.UNDONE, "CardsRefunded": ReceiptKind.REFUND}


def _of_cards(row: Event) -> ReceiptFacts | None:
    if row.payload["medium"] != Medium.PHYSICAL:
        return None  # a player's own terminal shows what was bought there
    rows = recorded_run(row) if row.source_ref else [row]
    cents = sum(one.payload["cents" if "cents" in one.payload else "amount_cents"] for one in rows)
    runs = tuple(Run(first=one.payload["first"], last=one.payload["last"]) for one in rows)
    game_no = int(str(row.stream).rsplit(":", 1)[1])
    return _cards(row, CARDS[row.kind], cents, runs, (row.session_no or 0, game_no))


def _of_late_refund(row: Event) -> ReceiptFacts:
    told = row.payload
    runs = (Run(first=told["first"], last=told["last"]),)
    return _cards(row, ReceiptKind.REFUND, told["cents"], runs, (told["game_session_no"], told["game_no"]))


def _cards(row: Event, kind: ReceiptKind, cents: int, runs: tuple[Run, ...], game: tuple[int, int]) -> ReceiptFacts:
    board = _board(row.hall_id, *game)
    lots = dict.fromkeys(board.lot_with(run.first) for run in runs)
    facts = _facts(row, kind, cents, session_no=game[0], game_no=game[1], runs=runs)
    names = tuple(f"{lot.letter} {lot.ident}" for lot in lots if lot)
    return replace(facts, series=names, price_cents=cents // facts.cards)


def _of_prize(row: Event, *, late: bool) -> ReceiptFacts:
    told = row.payload
    if late:
        session_no, game_no = told["game_session_no"] or row.session_no or 0, told["game_no"]
    else:
        session_no, game_no = row.session_no or 0, int(str(row.stream).rsplit(":", 1)[1])
    board = _board(row.hall_id, session_no, game_no)
    award = next(one for one in board.awards if one.award_no == told["award_no"])
    lot = board.lot_of_card(award.card)
    jackpot = _jackpot(row.hall_id, session_no, game_no, award.award_no) if award.jackpot else None
    prize = PrizeTold(
        prize=PrizeKind(award.prize),
        award_no=award.award_no,
        card=award.card,
        late=late,
        cheque=told.get("cheque", ""),
        guarantee=told.get("method") == Method.GUARANTEE,
        jackpot=jackpot,
    )
    return _facts(
        row,
        ReceiptKind.JACKPOT if jackpot else ReceiptKind.PRIZE,
        told["cents"],
        session_no=session_no,
        game_no=game_no,
        series=(f"{lot.letter} {lot.ident}",) if lot else (),
        prize=prize,
    )


def _jackpot(hall_id: int, session_no: int, game_no: int, award_no: int) -> JackpotTold | None:
    told = receipt_of(hall_id, session_no, game_no, award_no)
    if told is None:
        return None
    names = ("name", "prize_cents", "winners", "games", "ball", "last_ball", "exact_ball")
    return JackpotTold(draw_order=tuple(told["draw_order"]), **{name: told[name] for name in names})


def waiting_for(hall_id: int, printer: str) -> int:
    """Count the papers that wait for a printer, the one under way included."""
    return ReceiptJob.objects.filter(hall_id=hall_id, printer=printer, state__in=["waiting", "sent"]).count()
