"""The refund desk of a void game: which cards came back, which are still out, by seller and by account (S0 V)."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from ledger.models import Entry
from ledger.selectors import balance_cents
from people.models import Player
from records.models import Hall
from sessions.journal import codec
from sessions.models import Game, SoldCard
from sessions.rules.board import Board
from sessions.rules.events import Medium, Run
from sessions.rules.ranges import merged
from sessions.rules.states import State
from sessions.rules.void import price_of

PAYABLE = "refunds_payable"


def refunds_of(game: Game | None) -> dict[str, Any] | None:
    """
    Give what the refund desk of a void game must know, or None when the game is no such one.

    Cents are integers. `each_cents`: what one card is paid back with; `sold`, `back`, `out` (runs): printed cards;
    `by_seller`: the cards each sold, and those of them still out; `accounts`: players paid back at once; `keeps`:
    the card is given back to the player, whose other half is still to be played (Q4).
    """
    if game is None or game.state not in {State.VOID, State.REFUNDED}:
        return None
    board = codec.game_board(game.board)
    if board.voided is None:
        return None
    rows = SoldCard.objects.filter(game=game, medium=Medium.PHYSICAL).order_by("number")
    cards = list(rows.values_list("number", "seller", "refunded"))
    each = _each(board)
    out = [number for number, _seller, back in cards if not back]
    return {
        "session_no": board.session_no,
        "game_no": board.game_no,
        "open": game.state == State.VOID,
        "keeps": _keeps(board),
        "each_cents": each,
        "sold": len(cards),
        "back": len(cards) - len(out),
        "back_cents": (len(cards) - len(out)) * each,
        "out_cents": len(out) * each,
        "out": _runs(out),
        "by_seller": _by_seller(cards),
        "accounts": _accounts(game, each),
    }


def late_refunds(hall: Hall) -> list[dict[str, Any]]:
    """Give the closed void games of which cards are still out; each of those cards is payable (O79 24.4)."""
    if not balance_cents(hall.pk, PAYABLE):
        return []
    owed = Entry.objects.filter(hall=hall, kind="refund", legs__account__code=PAYABLE, stream__startswith="game:")
    found = []
    for stream in owed.order_by("pk").values_list("stream", flat=True):
        _kind, session_no, game_no = stream.split(":")
        game = Game.objects.get(session__hall=hall, session__session_no=int(session_no), game_no=int(game_no))
        if game.state == State.CLOSED and (late := _late(game)):
            found.append(late)
    return found


def _late(game: Game) -> dict[str, Any] | None:
    rows = SoldCard.objects.filter(game=game, medium=Medium.PHYSICAL, refunded=False).order_by("number")
    numbers = list(rows.values_list("number", flat=True))
    if not numbers:
        return None
    board = codec.game_board(game.board)
    each = _each(board)
    second = Game.objects.filter(session=game.session_id, game_no=board.other_game_no).exclude(state=State.CLOSED)
    return {
        "session_no": board.session_no,
        "game_no": board.game_no,
        "keeps": _keeps(board) and second.exists(),
        "each_cents": each,
        "out": _runs(numbers),
        "out_cents": each * len(numbers),
    }


def paid_back(board: dict[str, Any], cards: int, face_value_cents: int) -> tuple[int, int]:
    """
    Give what so many of a player's cards cost in a game (its stored board), and what of it was paid back, in cents.

    Of double cards each game counts its own half; where the sale never closed there is one game, and both halves.
    """
    whole = board.get("pair") == 1 and board["figures"] is None and board["lots"]
    paid = cards * face_value_cents * (board["lots"][0]["parts"] if whole else 1)
    return paid, paid if board.get("voided") else 0


def _keeps(board: Board) -> bool:
    return board.pair == 1 and board.voided is not None and not board.voided.whole


def _each(board: Board) -> int:
    """All lots of a game have one face value (O79 33.4), so that one card is paid back like another."""
    return price_of(board, board.lots[0]) if board.lots else 0


def _runs(numbers: list[int]) -> list[dict[str, int]]:
    return [{"first": run.first, "last": run.last} for run in merged([Run(first=n, last=n) for n in numbers])]


def _by_seller(cards: list[tuple[int, str, bool]]) -> list[dict[str, Any]]:
    sold: dict[str, list[int]] = defaultdict(list)
    out: dict[str, list[int]] = defaultdict(list)
    for number, seller, back in cards:
        sold[seller].append(number)
        if not back:
            out[seller].append(number)
    return [
        {
            "seller": seller,
            "cards": len(numbers),
            "sold": _runs(numbers),
            "back": len(numbers) - len(out[seller]),
            "out": _runs(out[seller]),
        }
        for seller, numbers in sorted(sold.items())
    ]


def _accounts(game: Game, each: int) -> list[dict[str, Any]]:
    held: dict[str, int] = defaultdict(int)
    rows = SoldCard.objects.filter(game=game, medium=Medium.VIRTUAL, refunded=True)
    for holder in rows.values_list("holder", flat=True):
        held[holder] += 1
    players = {player.account: player for player in Player.objects.filter(hall=game.session.hall_id)} if held else {}
    return [
        {
            "number": players[holder].number if holder in players else 0,
            "name": players[holder].name if holder in players else holder,
            "cards": count,
            "cents": count * each,
        }
        for holder, count in sorted(held.items())
    ]
