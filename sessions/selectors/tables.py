"""Reading a game for those at it: complete cards nobody called, a player's cards, pending prizes, history."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Sum

from records.models import Hall
from sessions.journal import codec
from sessions.models import Award, Game, SoldCard, StandingPurchase
from sessions.rules.events import Medium, PrizeKind
from sessions.rules.states import LIVE, State
from sessions.selectors.faces import complete_sold, face_rows
from sessions.selectors.games import shown_game
from sessions.selectors.profiles import regulation_of_terms, regulation_shown
from sessions.selectors.refunds import paid_back


def unclaimed(game: Game | None) -> list[dict[str, Any]]:
    """Give the sold cards that are complete and that nobody has called (Q15: for the Jefe de Mesa only)."""
    if game is None or game.state not in {State.DRAWING, State.CHECKING}:
        return []
    board = codec.game_board(game.board)
    if board.terms is None or not regulation_of_terms(game.session.hall_id, board.terms).show_unclaimed:
        return []
    called = {(c.prize, c.card) for c in board.claims if c.status != "rejected"}
    found = []
    for lot in board.lots:
        lines, bingos = complete_sold(lot, board.numbers_called, lines=not board.line_closed)
        found += [(PrizeKind.LINE, card) for card in lines] + [(PrizeKind.BINGO, card) for card in bingos]
    return [{"card": card, "prize": str(prize)} for prize, card in found if (prize, card) not in called]


def cards_of(hall_id: int, account: str) -> list[dict[str, Any]]:
    """Give a player's virtual cards in the game that is shown, with their faces."""
    game = shown_game(hall_id)
    if game is None:
        return []
    lot = codec.game_board(game.board).lot(Medium.VIRTUAL)
    if lot is None:
        return []
    numbers = SoldCard.objects.filter(game=game, holder=account).order_by("number").values_list("number", flat=True)
    return [{"card": n, "rows": face_rows(lot.matrix, n), "game_no": game.game_no} for n in numbers]


def standing_of(hall: Hall, account: str) -> dict[str, Any]:
    """Tell whether cards may be bought ahead here, and how many this player buys in each next game (0 = none)."""
    wish = StandingPurchase.objects.filter(hall=hall, account=account).first()
    return {"allowed": regulation_shown(hall).standing_purchase, "quantity": wish.quantity if wish else 0}


def pending_cents(hall_id: int, account: str) -> int:
    """Add up a player's prizes that show at once and are credited when the game closes."""
    pending = Award.objects.filter(game__session__hall_id=hall_id, holder=account, status="pending")
    return pending.filter(game__state__in=LIVE).aggregate(total=Sum("cents"))["total"] or 0


def history_of(hall_id: int, account: str) -> list[dict[str, Any]]:
    """Give a player's last games: cards bought, what they cost, what they won, what a void game gave back."""
    rows = (
        SoldCard.objects.filter(game__session__hall_id=hall_id, holder=account)
        .values("game_id", "game__game_no", "game__session__session_no", "series__face_value_cents")
        .annotate(cards=Count("pk"))
        .order_by("-game_id")[:20]
    )
    won = dict(
        Award.objects.filter(game_id__in=[r["game_id"] for r in rows], holder=account)
        .values_list("game_id")
        .annotate(total=Sum("cents"))
    )
    boards = dict(Game.objects.filter(pk__in=[r["game_id"] for r in rows]).values_list("pk", "board"))
    return [_played(row, boards[row["game_id"]], won.get(row["game_id"], 0)) for row in rows]


def _played(row: dict[str, Any], board: dict[str, Any], won_cents: int) -> dict[str, Any]:
    paid, back = paid_back(board, row["cards"], row["series__face_value_cents"])
    void = bool(board.get("voided"))
    return {
        "session_no": row["game__session__session_no"],
        "game_no": row["game__game_no"],
        "cards": row["cards"],
        "amount_cents": paid,
        "won_cents": 0 if void else won_cents,
        "void": void,
        "refunded_cents": back,
    }
