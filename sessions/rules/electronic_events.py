"""What an electronic draw writes into its game's journal: the commitment, the number of the public, the secret."""

from __future__ import annotations

from dataclasses import dataclass

from sessions.rules.facts import GameEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawCommitted(GameEvent):
    """
    The order of the balls is fixed, and hidden, before the first card is sold (`electronic_draw.commitment_of`).

    `authorisation` is the reference under which the hall may draw so. `second` is the commitment of the pair's other
    game, which is sold with this one and writes it again when its own journal begins.
    """

    commitment: str
    authorisation: str
    second: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicNumberGiven(GameEvent):
    """
    A number was drawn in public after the sale closed; with the secret it makes the order.

    `number` is its digits, `closing` the hash of the journal's row that closed the sale.
    """

    number: str
    closing: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawRevealed(GameEvent):
    """
    The game is over: the secret in hexadecimal, so that anyone can work the order out again; "" = it was lost.

    `second` is the secret of the pair's other game, where that game never began.
    """

    secret: str
    second: str = ""
