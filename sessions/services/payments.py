"""Money at the end of a game: prizes against cards, credits to players, the game's closing; deposits."""

from __future__ import annotations

from dataclasses import replace

from ledger import services as ledger
from ledger.models import Entry
from ledger.selectors import balance_cents
from records import clock
from records.turn import durable
from sessions.journal import codec
from sessions.journal.door import open_game, open_session
from sessions.models import Award, Game, SellerTakings
from sessions.rules import errors, prizes
from sessions.rules.board import Board
from sessions.rules.events import GameClosed, GameEvent, Medium
from sessions.rules.pair import check_token, check_tokens
from sessions.rules.references import CardReference
from sessions.rules.session import Session_PrizePaid, SessionEvent
from sessions.selectors.cash import taken_in
from sessions.services.ball_sets import count_game
from sessions.services.ball_watch import watch_balls
from sessions.services.electronic import reveal_draw
from sessions.services.handed import check_series, handed_card
from sessions.services.lots import lock_printed, use_cards
from sessions.services.posting import post, promote_reserves

MOST_DEPOSIT_CENTS = 1_000_000


def _handed(card: int | str, game_id: int, actor: str) -> CardReference:
    return CardReference(number=card) if isinstance(card, int) else handed_card(card, game_id=game_id, actor=actor)


def _check_series(board: Board, reference: CardReference) -> None:
    """Refuse a card of another series that has the winning number: its face is the same (O79 33.4)."""
    if reference.letter:
        lot = board.lot_of_card(reference.number)
        check_series((lot,) if lot else board.lots, reference)


def pay_prize(
    *,
    game_id: int,
    award_no: int,
    card: int | str,
    token: str = "",
    second: str = "",
    actor: str,
    source_ref: str | None = None,
) -> GameEvent:
    """
    Pay a prize at the end of its game, against the winning card, its number typed or its code scanned (O79 35.6).

    A prize of a pair's first game for which a token was given is paid against that as well (S0 IV); where it is lost,
    `second` answers for the winner.
    """
    reference = _handed(card, game_id, actor)
    with open_game(
        game_id,
        actor=actor,
        source_ref=source_ref,
        deed="pay_prize",
        body=_said(award_no=award_no, card=card, token=token, second=second),
    ) as opened:
        if again := opened.already():
            return again
        check_token(opened.board, award_no, token, by=actor, second=second)
        _check_series(opened.board, reference)
        event = replace(prizes.decide_payment(opened.board, award_no, reference.number), second=second)
        seq = opened.record(event)
        _mark_paid(opened.game.pk, award_no, was="pending")
        award = next(a for a in opened.board.awards if a.award_no == award_no)
        post(opened, "prize", {prizes.paid_from(opened.board, award): event.cents, "cash": -event.cents}, seq)
    return event


def _said(*, token: str, second: str, **body: object) -> dict[str, object]:
    """Give what a request is known by; a token, a second person only where there is one, as in requests of old."""
    return body | ({"token": token} if token else {}) | ({"second": second} if second else {})


def _mark_paid(game_id: int, award_no: int, *, was: str) -> Award:
    changed = Award.objects.filter(game_id=game_id, award_no=award_no, status=was).update(status="paid")
    if not changed:
        raise errors.NoSuchAward(award_no=award_no)
    return Award.objects.get(game_id=game_id, award_no=award_no)


def pay_late(
    *,
    session_id: int,
    game_id: int,
    award_no: int,
    card: int | str,
    token: str = "",
    second: str = "",
    actor: str,
    source_ref: str | None = None,
) -> SessionEvent:
    """Pay a prize that was left payable when its game closed; an event of the session that pays it."""
    reference = _handed(card, game_id, actor)
    with open_session(
        session_id,
        actor=actor,
        source_ref=source_ref,
        deed="pay_late",
        body=_said(game=game_id, award_no=award_no, card=card, token=token, second=second),
    ) as opened:
        if again := opened.already():
            return again
        if not Game.objects.filter(pk=game_id, session__hall_id=opened.hall_id).exists():
            raise errors.NotFound(what=f"game {game_id}")
        award = _mark_paid(game_id, award_no, was="payable")
        if award.card != reference.number:
            raise errors.WrongCard(card=reference.number, expected=award.card)
        board = codec.game_board(award.game.board)
        check_token(board, award_no, token, by=actor, second=second)
        _check_series(board, reference)
        event = Session_PrizePaid(
            game_no=award.game.game_no,
            award_no=award_no,
            card=award.card,
            cents=award.cents,
            game_session_no=award.game.session.session_no,
            second=second,
        )
        seq = opened.record(event)
        legs = {"prizes_payable": award.cents, "cash": -award.cents}
        ledger.post(
            opened.hall_id, "late_prize", legs, actor=actor, at=opened.at, stream=opened.session.stream, seq=seq
        )
    return event


def close_game(*, game_id: int, actor: str, source_ref: str | None = None) -> GameEvent:
    """Close the game: players credited, unpaid prizes kept payable, unwon ones sent where the terms say."""
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="close_game", with_session=True) as opened:
        if again := opened.already():
            return again
        before = opened.board
        check_tokens(before)
        event = prizes.decide_game_closing(before)
        # Series before money, as everywhere.
        lock_printed(opened)
        seq = opened.record(event)
        pending = Award.objects.filter(game=opened.game, status="pending")
        pending.filter(medium=Medium.VIRTUAL).update(status="credited")
        pending.filter(medium=Medium.PHYSICAL).update(status="payable")
        if before.voided is None:
            post(opened, "settlement", _settlement(before, event), seq)
        promote_reserves(opened, event, seq)
        use_cards(opened)
        SellerTakings.objects.bulk_create(
            SellerTakings(game=opened.game, seller=seller, cents=cents)
            for seller, cents in sorted(taken_in(opened.game).items())
        )
        count_game(opened.game, before.sets_drawn, of_no_set=before.electronic.balls if before.electronic else 0)
        reveal_draw(opened)
    watch_balls(game_id)
    return event


def _settlement(board: Board, event: GameClosed) -> dict[str, int]:
    """Give the legs that empty the game's prizes, and take from the funds what was won of them and not paid yet."""
    legs: dict[str, int] = {
        "prizes_payable": -event.payable_cents,
        "carried:line": -event.carried_line_cents,
        "carried:bingo": -event.carried_bingo_cents,
        "house": -event.house_cents,
    }
    for award in board.awards:
        if award.status != "pending":
            continue
        if award.medium == Medium.VIRTUAL:
            legs[award.holder] = legs.get(award.holder, 0) - award.cents
        if award.jackpot:
            source = prizes.paid_from(board, award)
            legs[source] = legs.get(source, 0) + award.cents
    legs["prizes"] = -sum(legs.values())
    return legs


def deposit(*, hall_id: int, account: str, amount_cents: int, actor: str, source_ref: str | None = None) -> int:
    """
    Take cash onto a player's balance; gives the new balance in cents. The same key is one deposit.

    Raises:
        BadAmount: Not between 1 cent and 10,000 euros.
        KeyReused: The key stands for another deposit.
    """
    if not 1 <= amount_cents <= MOST_DEPOSIT_CENTS:
        raise errors.BadAmount(amount_cents=amount_cents)
    with durable():
        ledger.lock(hall_id, ("cash", account))
        legs = {"cash": amount_cents, account: -amount_cents}
        old = Entry.objects.filter(hall_id=hall_id, key=source_ref).first() if source_ref else None
        if old is None:
            ledger.post(hall_id, "deposit", legs, actor=actor, at=clock.now(), key=source_ref)
        elif {leg.account.code: leg.cents for leg in old.legs.select_related("account")} != legs:
            raise errors.KeyReused
    return balance_cents(hall_id, account)
