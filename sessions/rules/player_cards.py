"""Virtual cards handed from a player who leaves to another (O79 36.4); nothing is paid back for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sessions.rules import errors
from sessions.rules.board import Board
from sessions.rules.events import CardsTransferred, Run
from sessions.rules.ranges import merged
from sessions.rules.states import next_state


def transferable(board: Board, cards: Iterable[int]) -> list[int]:
    """
    Give, of a player's cards, those that can be handed on now: neither called and not judged yet, nor winners.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 35.5 and 36.4.
    """
    stay = {award.card for award in board.awards} | {c.card for c in board.claims if c.status != "rejected"}
    return sorted(card for card in cards if card not in stay)


def decide_transfer(
    board: Board, cards: Sequence[int], *, holder: str, to: str, owned: Iterable[int], has: int
) -> CardsTransferred:
    """
    Hand a player's virtual cards of the game being played to another, who plays on with them and wins what they win.

    Args:
        board: The game as last recorded.
        cards: Which; empty = all of them that can be handed on.
        holder: The account of the player who leaves.
        to: The account of the player who takes them.
        owned: The cards of the player who leaves.
        has: How many cards the player who takes them has in this game.

    Raises:
        WrongState: The game is over, or void.
        SamePlayer: It is one and the same.
        NotHoldersCard, CardAlreadyWon, CardBeingChecked: A card that is asked for stays where it is.
        NoCardsToTransfer: None can be handed on.
        PlayerLimitReached: The other would have more cards than the terms allow.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 36.4; article 85.9.
    """
    next_state(board.state, "CardsTransferred")
    if holder == to:
        raise errors.SamePlayer
    free = transferable(board, owned)
    for card in cards:
        _check_card(board, card, owned, holder)
    moved = sorted(set(cards)) or free
    if not moved:
        raise errors.NoCardsToTransfer(player=holder.rpartition(":")[2])
    most = board.terms.most_virtual_a_player if board.terms else 0
    if most and has + len(moved) > most:
        raise errors.PlayerLimitReached(most=most, bought=has)
    return CardsTransferred(runs=tuple(merged([Run(first=n, last=n) for n in moved])), holder=holder, to=to)


def _check_card(board: Board, card: int, owned: Iterable[int], holder: str) -> None:
    if card not in owned:
        raise errors.NotHoldersCard(card=card, player=holder.rpartition(":")[2])
    if any(award.card == card for award in board.awards):
        raise errors.CardAlreadyWon(card=card)
    if any(claim.card == card and claim.status != "rejected" for claim in board.claims):
        raise errors.CardBeingChecked(card=card)
