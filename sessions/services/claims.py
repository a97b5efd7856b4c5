"""The claims' deeds: a card called, a card verified, the order to go on, the order to end."""

from __future__ import annotations

from sessions.journal import codec
from sessions.journal.door import OpenGame, open_game
from sessions.models import Award, Game, SoldCard
from sessions.rules import claims, errors
from sessions.rules.events import Award as AwardFact
from sessions.rules.events import GameEvent, PrizeKind
from sessions.rules.pair import check_half
from sessions.rules.references import CardReference
from sessions.selectors.faces import face_rows
from sessions.services.handed import check_series, handed_card
from sessions.services.noting import alarm
from sessions.services.pairs import first_of


def raise_claim(
    *, game_id: int, prize: str, card: str, part: int = 0, actor: str, source_ref: str | None = None
) -> GameEvent:
    """
    Call a card, typed as `104` or `A-000001/104` or scanned from its code, for the line or the bingo.

    Raises:
        CardNotSold: It was not; a printed card of the game's own series, as one left over is, leaves an incident (Q14).
    """
    reference = handed_card(card, game_id=game_id, actor=actor)
    try:
        return _raise(game_id, reference, prize=prize, card=card, part=part, actor=actor, source_ref=source_ref)
    except errors.CardNotSold:
        board = codec.game_board(Game.objects.get(pk=game_id).board)
        if any(lot.has(reference.number) for lot in board.printed):
            alarm(game_id=game_id, code="unsold_card", card=reference.number)
        raise


def _raise(
    game_id: int,
    reference: CardReference,
    *,
    prize: str,
    card: str,
    part: int,
    actor: str,
    source_ref: str | None,
) -> GameEvent:
    body = {"prize": prize, "card": card} | ({"part": part} if part else {})
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="raise_claim", body=body) as opened:
        if again := opened.already():
            return again
        lot = opened.board.lot_of_card(reference.number)
        if reference.letter:
            check_series((lot,) if lot else opened.board.lots, reference)
        if lot is None:
            raise errors.CardNotSold(card=reference.number)
        sold = SoldCard.objects.get(game=opened.game, number=reference.number)
        event = claims.decide_claim(
            opened.board,
            PrizeKind(prize),
            reference.number,
            face_rows(lot.matrix, reference.number),
            holder=sold.holder,
            part=check_half(
                opened.board,
                first_of(opened.game, opened.board),
                reference.number,
                reference.part or part,
            ),
        )
        opened.record(event)
    return event


def verify_claim(*, game_id: int, claim_no: int, actor: str, source_ref: str | None = None) -> GameEvent:
    """Judge a called card; who sold it may not (O79 24 parts selling from checking)."""
    with open_game(
        game_id, actor=actor, source_ref=source_ref, deed="verify_claim", body={"claim_no": claim_no}
    ) as opened:
        if again := opened.already():
            return again
        event = claims.judge_claim(opened.board, claim_no)
        if SoldCard.objects.filter(game=opened.game, number=event.card, seller=actor).exists():
            raise errors.SellerVerifies(card=event.card)
        opened.record(event)
    return event


def _store_awards(opened: OpenGame, awards: tuple[AwardFact, ...]) -> None:
    Award.objects.bulk_create(
        Award(
            game=opened.game,
            award_no=a.award_no,
            prize=a.prize,
            jackpot=a.jackpot,
            card=a.card,
            medium=a.medium,
            cents=a.cents,
            holder=a.holder,
        )
        for a in awards
    )


def resume_play(*, game_id: int, actor: str, source_ref: str | None = None) -> GameEvent:
    """Order play on: a line won in this round is shared, and every other right to it is lost."""
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="resume_play") as opened:
        if again := opened.already():
            return again
        event = claims.decide_resumption(opened.board, opened.at)
        opened.record(event)
        _store_awards(opened, event.awards)
    return event


def close_bingo(*, game_id: int, actor: str, source_ref: str | None = None) -> GameEvent:
    """Order the end: the bingo, and each additional prize it wins, is shared among the verified cards."""
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="close_bingo") as opened:
        if again := opened.already():
            return again
        event = claims.decide_bingo_closing(opened.board, opened.at)
        opened.record(event)
        _store_awards(opened, event.awards)
    return event
