"""Standing purchases: a player's cards bought as soon as a sale opens, where the profile allows it."""

from __future__ import annotations

import logging

from records import clock
from records.models import Hall
from sessions.journal import codec
from sessions.models import Game, StandingPurchase
from sessions.rules import errors
from sessions.rules.events import Medium
from sessions.rules.player_accounts import number_of
from sessions.rules.sales import MOST_CARDS_IN_A_SALE
from sessions.rules.states import State
from sessions.selectors.players import check_may_play, player_numbered
from sessions.selectors.profiles import regulation_in_force
from sessions.services.sales import buy_cards

logger = logging.getLogger(__name__)


def set_standing(*, hall_id: int, account: str, quantity: int) -> int:
    """
    Buy `quantity` cards for this player in every game from the next one on; 0 stops it. Gives the quantity.

    Raises:
        StandingNotAllowed: The hall's profile does not allow it.
        BadQuantity: Not 0 to 600.
        AccountClosed, PlayIsPaused, LossLimitReached, TimeLimitReached: The player's own limits are against it.
    """
    if not 0 <= quantity <= MOST_CARDS_IN_A_SALE:
        raise errors.BadQuantity(quantity=quantity, most=MOST_CARDS_IN_A_SALE)
    if not quantity:
        StandingPurchase.objects.filter(hall_id=hall_id, account=account).delete()
        return 0
    if not regulation_in_force(Hall.objects.get(pk=hall_id)).standing_purchase:
        raise errors.StandingNotAllowed
    player = player_numbered(hall_id, number_of(account))
    if player is not None:
        check_may_play(player, 0, clock.now())
    StandingPurchase.objects.update_or_create(hall_id=hall_id, account=account, defaults={"quantity": quantity})
    return quantity


def buy_standing(*, game_id: int) -> list[str]:
    """
    Make the standing purchases of a game whose sale is open, each once; gives the accounts that could not buy.

    A purchase that is refused (no balance, no card left) is stopped: the player decides anew. Asked again, late, or in
    a game without virtual cards, nothing is bought and nothing is stopped.
    """
    game = Game.objects.select_related("session").get(pk=game_id)
    board = codec.game_board(game.board)
    if board.state != State.SELLING or board.lot(Medium.VIRTUAL) is None:
        return []
    refused = []
    for wish in StandingPurchase.objects.filter(hall_id=game.session.hall_id).order_by("pk"):
        try:
            buy_cards(
                game_id=game_id,
                quantity=wish.quantity,
                holder=wish.account,
                actor=wish.account,
                source_ref=f"standing:{game.stream}:{wish.account}",
            )
        except errors.KeyReused:
            # Bought in this game already; the quantity was changed since, for the games after it.
            continue
        except errors.WrongState:
            # The sale was closed meanwhile: the wish stands for the next game.
            return refused
        except errors.RuleViolation as why:
            logger.info("standing purchase of %s in %s refused: %s", wish.account, game.stream, why.code)
            wish.delete()
            refused.append(wish.account)
    return refused
