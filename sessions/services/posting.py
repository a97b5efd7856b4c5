"""Money of a game's event, inside the game's door."""

from __future__ import annotations

from ledger import services as ledger
from sessions.journal.door import OpenGame
from sessions.rules.board import Board
from sessions.rules.events import Figures, GameClosed
from sessions.rules.jackpots import reserve_account


def post(opened: OpenGame, kind: str, legs: dict[str, int], seq: int, *, stream: str = "") -> None:
    """
    Post an entry beside the event `seq` of the open game; legs map account codes to cents, debit positive.

    `stream` names the other game of a pair, where the money is that one's.
    """
    ledger.post(
        opened.hall_id, kind, legs, actor=opened.actor, at=opened.at, stream=stream or opened.game.stream, seq=seq
    )


def spread(figures: Figures, board: Board, *, was: Figures | None = None) -> dict[str, int]:
    """Give the legs that carry takings into prizes, funds, tax and house (the difference, after a correction)."""
    assert board.terms is not None, "a sale has terms"
    carried = board.terms.carried_line_cents + board.terms.carried_bingo_cents if was is None else 0
    prizes = figures.line_cents + figures.bingo_cents
    before = (was.line_cents + was.bingo_cents, was.tax_cents, was.house_cents) if was else (0, 0, 0)
    legs = {
        "prizes": before[0] - prizes,
        "tax": before[1] - figures.tax_cents,
        "house": before[2] - figures.house_cents,
    }
    if carried:
        legs["carried:line"] = board.terms.carried_line_cents
        legs["carried:bingo"] = board.terms.carried_bingo_cents
    fed, fed_before = _fed(figures), _fed(was) if was else {}
    legs |= {code: fed_before.get(code, 0) - fed.get(code, 0) for code in fed | fed_before}
    legs["takings"] = -sum(legs.values())
    return legs


def _fed(figures: Figures) -> dict[str, int]:
    """Give what the figures put into each additional prize's fund and reserve; two may share one fund."""
    fed: dict[str, int] = {}
    for jackpot in figures.jackpots:
        if jackpot.funded_cents:
            fed[jackpot.account] = fed.get(jackpot.account, 0) + jackpot.funded_cents
        if jackpot.reserved_cents:
            fed[reserve_account(jackpot.code)] = jackpot.reserved_cents
    return fed


def unspread(figures: Figures, board: Board) -> dict[str, int]:
    """Give the legs that bring all of a void game's money back into its takings: nothing of it stays anywhere."""
    return {code: -cents for code, cents in spread(figures, board).items()}


def promote_reserves(opened: OpenGame, event: GameClosed, seq: int) -> None:
    """Let the reserve of each accumulated prize that was won begin the next one."""
    for won in event.jackpots:
        if won.promoted_cents:
            legs = {reserve_account(won.code): won.promoted_cents, won.account: -won.promoted_cents}
            post(opened, "reserve", legs, seq)
