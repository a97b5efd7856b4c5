"""The money side of a game, for sellers and the cashier; no writes."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, F, Sum

from ledger.models import Account
from ledger.rules.accounts import SELLER, is_till
from ledger.selectors import balance_cents
from people.models import Player, StaffMember
from records.models import Event, Hall
from sessions.journal import codec
from sessions.models import Award, BingoSession, Game, SellerTakings, SoldCard
from sessions.rules.board import Board
from sessions.rules.errors import RuleViolation
from sessions.rules.events import CardsSold, Medium, Off
from sessions.rules.pair import SECOND
from sessions.rules.sales import decide_undo
from sessions.rules.states import LIVE, State
from sessions.selectors.jackpots import name_in, receipts_in
from sessions.selectors.refunds import late_refunds, refunds_of


def printed_sales(game: Game, actor: str = "") -> list[CardsSold]:
    """
    Give the runs of printed cards still standing, in order; of one seller when named.

    Printed cards are sold and taken back by their seller, so the journal is asked for what he did and no more: each
    tablet asks at each event of the game.
    """
    rows = Event.objects.filter(hall_id=game.session.hall_id, stream=game.stream, kind__in=["CardsSold", "SaleUndone"])
    if actor:
        rows = rows.filter(actor=actor)
    standing: dict[int, CardsSold] = {}
    for row in rows.order_by("seq"):
        event: Any = codec.game_event(row.kind, row.payload)
        if event.medium != Medium.PHYSICAL:
            continue
        if isinstance(event, CardsSold):
            standing[event.first] = event
        else:
            standing.pop(event.first, None)
    return list(standing.values())


def works_here(hall_id: int, account: str) -> bool:
    """Tell whether a player's account belongs to somebody who works in the hall (O79 29.1)."""
    users = Player.objects.filter(hall_id=hall_id, number=account.removeprefix("player:")).values("user_id")
    return StaffMember.objects.filter(user_id__in=users).exists()


def taken_in(game: Game) -> dict[str, int]:
    """
    Give what each seller took for printed cards in a game, in cents, undone sales left out.

    Double cards were paid whole in the first game of their pair; the second has the same cards and no money.
    """
    if game.board.get("pair") == SECOND:
        return {}
    rows = SoldCard.objects.filter(game=game, medium=Medium.PHYSICAL).values_list("seller")
    price = F("series__face_value_cents") * F("series__parts")
    return dict(rows.annotate(total=Sum(price)).order_by("seller"))


def sold_by_seller(session: BingoSession) -> dict[str, int]:
    """Give what each seller took in a session, in cents: closed games from their totals, a live one card by card."""
    closed = SellerTakings.objects.filter(game__session=session).values_list("seller")
    total = dict(closed.annotate(total=Sum("cents")).order_by("seller"))
    for game in session.games.filter(state__in=LIVE):
        for seller, cents in taken_in(game).items():
            total[seller] = total.get(seller, 0) + cents
    return total


def in_hand_by_seller(session: BingoSession) -> dict[str, int]:
    """Give the money that each seller should have in hand, in cents: sold in the session, less what was handed in."""
    board = codec.session_board(session.board)
    sold = sold_by_seller(session)
    sellers = sorted({*sold, *(h.seller for h in board.handed_in)})
    return {seller: sold.get(seller, 0) - board.handed_in_cents(seller) for seller in sellers}


def sales_of_seller(game: Game | None, username: str) -> dict[str, Any]:
    """Give a seller's own runs of the game, newest first, his cards still unsold, and the money in hand."""
    if game is None:
        return {"my_sales": [], "my_total_cents": 0, "my_cards": 0, "my_block": [], "my_cash_cents": 0}
    mine = printed_sales(game, username)
    board = codec.game_board(game.board)
    return {
        "my_sales": [
            {
                "medium": sale.medium,
                "first": sale.first,
                "last": sale.last,
                "quantity": sale.last - sale.first + 1,
                "amount_cents": sale.amount_cents,
                "undoable": sale is mine[-1] and _undoable(board, sale),
            }
            for sale in reversed(mine)
        ],
        "my_total_cents": sum(sale.amount_cents for sale in mine),
        "my_cards": sum(sale.last - sale.first + 1 for sale in mine),
        "my_block": [{"first": r.first, "last": r.last} for lot in board.printed for r in lot.held_by(username)],
        "my_cash_cents": in_hand_by_seller(game.session).get(username, 0),
    }


def _undoable(board: Board, sale: CardsSold) -> bool:
    """Tell whether a seller's last run can be taken back now."""
    try:
        decide_undo(board, sale.medium, sale.first, sale.last, back_to=sale.seller if sale.from_block else "")
    except RuleViolation:
        return False
    return True


def of_cashier(hall: Hall, game: Game | None) -> dict[str, Any]:
    """Give the prizes to pay, the cash, the takings by seller and the players' balances."""
    awards = Award.objects.filter(
        game__session__hall=hall, medium=Medium.PHYSICAL, status__in=["pending", "payable"]
    ).select_related("game__session")
    payable = [
        {
            "game_no": award.game.game_no,
            "session_no": award.game.session.session_no,
            "award_no": award.award_no,
            "prize": award.prize,
            "name": name_in(award.game, award.jackpot) if award.jackpot else "",
            "card": award.card,
            "cents": award.cents,
            "status": award.status,
            **_token(award),
            "ready": award.game.state in {State.WON, State.UNCLAIMED, State.PAYING, State.CLOSED},
        }
        for award in awards.order_by("game_id", "award_no")
    ]
    return {
        "payable": payable,
        "receipts": receipts_in(game),
        "refunds": refunds_of(game),
        "late_refunds": late_refunds(hall),
        "cash_cents": cash_cents(hall.pk),
        "by_seller": _by_seller(hall, game),
        "players": [
            {"number": p.number, "name": p.name, "balance_cents": balance_cents(hall.pk, p.account)}
            for p in Player.objects.filter(hall=hall).order_by("number")
        ],
    }


def cash_cents(hall_id: int) -> int:
    """Give the cash that the books have at the desk and in the sellers' hands together, in cents."""
    codes = Account.objects.filter(hall_id=hall_id, debit=True).values_list("code", "balance_cents")
    return sum(cents for code, cents in codes if is_till(code) or code.startswith(SELLER))


def _token(award: Award) -> dict[str, Any]:
    """
    Give the token (banderín) for which a prize of a pair's first game is paid, "" without one (S0 IV).

    `may_have_token`: its winner may wait for it until both games are over.
    """
    board = award.game.board
    token = next((one["token"] for one in board.get("tokens", []) if one["award_no"] == award.award_no), "")
    over = award.game.state in {State.WON, State.UNCLAIMED, State.PAYING}
    return {"token": token, "may_have_token": not token and over and board.get("pair") == 1}


def _by_seller(hall: Hall, game: Game | None) -> list[dict[str, Any]]:
    """
    Give, for each seller with cards or money: sold in the game, unsold in hand, and the money to hand in.

    Keys: seller, cards, amount_cents (sold in this game), held (runs in hand), held_count, cash_cents (to hand in,
    the whole session), handed_in (counts so far: expected_cents, counted_cents).
    """
    session = game.session if game else BingoSession.objects.filter(hall=hall).order_by("-session_no").first()
    if session is None:
        return []
    board = codec.game_board(game.board) if game else None
    session_board = codec.session_board(session.board)
    money = in_hand_by_seller(session)
    printed = SoldCard.objects.filter(game=game, medium=Medium.PHYSICAL)
    cards = dict(printed.values_list("seller").annotate(cards=Count("pk"))) if game else {}
    held: dict[str, list[Off]] = {}
    for off in [o for lot in (board.printed if board else ()) for o in lot.held]:
        held.setdefault(off.holder, []).append(off)
    # Double cards are paid whole in the first game of their pair.
    value = board.lots[0].price_cents if board and board.lots and board.pair != SECOND else 0
    return [
        {
            "seller": seller,
            "cards": cards.get(seller, 0),
            "amount_cents": cards.get(seller, 0) * value,
            "held": [{"first": o.first, "last": o.last} for o in held.get(seller, [])],
            "held_count": sum(o.count for o in held.get(seller, [])),
            "cash_cents": money.get(seller, 0),
            "handed_in": [
                {"expected_cents": h.expected_cents, "counted_cents": h.counted_cents}
                for h in session_board.handed_in
                if h.seller == seller
            ],
        }
        for seller in sorted({*money, *held})
    ]
