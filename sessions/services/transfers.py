"""Virtual cards handed from a player who leaves to another, at the cash desk or at their terminals (O79 36.4)."""

from __future__ import annotations

from collections.abc import Sequence

from ledger import services as ledger
from people.models import Player
from sessions.journal import codec
from sessions.journal.door import OpenGame, open_game
from sessions.journal.hall_door import open_hall
from sessions.models import CardOffer, Game, SoldCard
from sessions.rules import errors
from sessions.rules.events import CardsTransferred, GameEvent, Medium
from sessions.rules.limits import check_pause
from sessions.rules.player_accounts import number_of
from sessions.rules.player_cards import decide_transfer, transferable
from sessions.rules.player_events import CardsOffered
from sessions.rules.states import TRANSITIONS
from sessions.selectors.cash import works_here
from sessions.selectors.players import player_numbered


def transfer_cards(
    *, game_id: int, holder: str, to: str, cards: Sequence[int] = (), actor: str, source_ref: str | None = None
) -> GameEvent:
    """
    Hand a player's cards of a game to another, both being at the cash desk; no `cards` = all that can be handed on.

    Raises:
        StaffMayNotPlay: The other works in the hall (O79 29.1).
        AccountClosed, PlayIsPaused: The other does not play now.
    """
    body = {"holder": holder, "to": to, "cards": sorted(cards)}
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="transfer_cards", body=body) as opened:
        if again := opened.already():
            return again
        return _transfer(opened, holder, to, cards)


def _transfer(opened: OpenGame, holder: str, to: str, cards: Sequence[int]) -> CardsTransferred:
    opened.open_twin()
    # Nobody is paused, or closed, between the look and the deed.
    ledger.lock(opened.hall_id, [account for account in (holder, to) if number_of(account)])
    _check_taker(opened, to)
    rows = SoldCard.objects.filter(game=opened.game, medium=Medium.VIRTUAL)
    owned = list(rows.filter(holder=holder).values_list("number", flat=True))
    has = rows.filter(holder=to).count()
    event = decide_transfer(opened.board, cards, holder=holder, to=to, owned=owned, has=has)
    opened.record(event)
    _move_rows(opened.game, event)
    if opened.twin is not None:
        # A double card is one card: whoever takes it plays its other game too.
        opened.record_in_twin(event)
        _move_rows(opened.twin.game, event)
    CardOffer.objects.filter(game=opened.game, holder=holder, open=True).update(open=False)
    return event


def _move_rows(game: Game, event: CardsTransferred) -> None:
    for run in event.runs:
        SoldCard.objects.filter(game=game, number__range=(run.first, run.last)).update(holder=event.to)


def _check_taker(opened: OpenGame, to: str) -> None:
    if works_here(opened.hall_id, to):
        raise errors.StaffMayNotPlay
    taker = _player(opened.hall_id, to)
    check_pause(taker.paused_until, opened.at)


def _player(hall_id: int, account: str) -> Player:
    player = player_numbered(hall_id, number_of(account))
    if player is None:
        raise errors.NotFound(what="player", which=number_of(account))
    if player.closed_at is not None:
        raise errors.AccountClosed(player=player.number)
    return player


def offer_cards(*, game_id: int, holder: str, to: str, actor: str, source_ref: str | None = None) -> CardsOffered:
    """
    Offer all cards of a game to another player, who may take them at their terminal; an offer replaces the one before.

    Raises:
        NoCardsToTransfer: There is none that can be handed on.
        SamePlayer, NotFound, AccountClosed: The other is nobody who may take them.
    """
    hall_id = Game.objects.values_list("session__hall_id", flat=True).get(pk=game_id)
    body = {"game": game_id, "holder": holder, "to": to}
    with open_hall(hall_id, actor=actor, source_ref=source_ref, deed="offer_cards", body=body) as opened:
        game = Game.objects.select_for_update(no_key=True, of=("self",)).select_related("session").get(pk=game_id)
        told = {"player": number_of(holder), "to": number_of(to)}
        event = CardsOffered(session_no=game.session.session_no, game_no=game.game_no, **told)
        if opened.already():
            return event
        if holder == to:
            raise errors.SamePlayer
        _player(hall_id, to)
        if not offerable(game, holder):
            raise errors.NoCardsToTransfer(player=number_of(holder))
        CardOffer.objects.filter(game=game, holder=holder, open=True).update(open=False)
        CardOffer.objects.create(game=game, holder=holder, to=to, at=opened.at)
        opened.record(event)
    return event


def offerable(game: Game, holder: str) -> list[int]:
    """Give a player's cards of a game that can be handed on now, [] when the game is over."""
    board = codec.game_board(game.board)
    if "CardsTransferred" not in TRANSITIONS[board.state]:
        return []
    owned = SoldCard.objects.filter(game=game, holder=holder, medium=Medium.VIRTUAL).values_list("number", flat=True)
    return transferable(board, owned)


def take_cards(*, game_id: int, holder: str, to: str, actor: str, source_ref: str | None = None) -> GameEvent:
    """
    Take the cards that another player offers.

    Raises:
        OfferGone: They are not offered any more.
    """
    body = {"holder": holder, "to": to}
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="take_cards", body=body) as opened:
        if again := opened.already():
            return again
        if not CardOffer.objects.filter(game=opened.game, holder=holder, to=to, open=True).exists():
            raise errors.OfferGone
        return _transfer(opened, holder, to, ())


def drop_offer(*, game_id: int, holder: str, to: str = "") -> int:
    """Call an offer off, or (`to`) leave the one that was made; gives how many there were. Nothing has moved."""
    offers = CardOffer.objects.filter(game_id=game_id, holder=holder, open=True)
    return int((offers.filter(to=to) if to else offers).update(open=False))
