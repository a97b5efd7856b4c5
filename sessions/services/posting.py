"""Money of a game's event, inside the game's door."""

from __future__ import annotations

from ledger import services as ledger
from sessions.journal.door import OpenGame


def post(opened: OpenGame, kind: str, legs: dict[str, int], seq: int) -> None:
    """Post an entry beside the event `seq` of the open game; legs map account codes to cents, debit positive."""
    ledger.post(opened.hall_id, kind, legs, actor=opened.actor, at=opened.at, stream=opened.game.stream, seq=seq)
