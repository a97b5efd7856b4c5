"""The claims' deeds: a card called, a card verified, the order to go on, the order to end."""

from __future__ import annotations

from sessions.journal.door import OpenGame, open_game
from sessions.models import Award, SoldCard
from sessions.rules import claims, errors
from sessions.rules.events import Award as AwardFact
from sessions.rules.events import GameEvent, Lot, PrizeKind
from sessions.rules.references import parse_reference
from sessions.selectors.faces import face_rows


def raise_claim(*, game_id: int, prize: str, card: str, actor: str, source_ref: str | None = None) -> GameEvent:
    """Call a card, typed or scanned as `104` or `A-000001/104`, for the line or the bingo."""
    with open_game(
        game_id, actor=actor, source_ref=source_ref, deed="raise_claim", body={"prize": prize, "card": card}
    ) as opened:
        if again := opened.already():
            return again
        reference = parse_reference(card)
        lot = opened.board.lot_of_card(reference.number)
        if reference.letter:
            _check_series((lot,) if lot else opened.board.lots, reference.letter, reference.ident)
        if lot is None:
            raise errors.CardNotSold(card=reference.number)
        sold = SoldCard.objects.get(game=opened.game, number=reference.number)
        event = claims.decide_claim(
            opened.board,
            PrizeKind(prize),
            reference.number,
            face_rows(lot.matrix, reference.number),
            holder=sold.holder,
        )
        opened.record(event)
    return event


def _check_series(lots: tuple[Lot, ...], letter: str, ident: str) -> None:
    """Refuse a card that names another series than the one its number was sold in, or than those on sale."""
    in_play = [(lot.letter, lot.ident) for lot in lots]
    if (letter, ident) not in in_play:
        expected = " · ".join(f"{a} {b}" for a, b in in_play)
        raise errors.CardOfAnotherSeries(letter=letter, ident=ident, expected=expected)


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
    """Order the end: the bingo is shared among the verified cards."""
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="close_bingo") as opened:
        if again := opened.already():
            return again
        event = claims.decide_bingo_closing(opened.board, opened.at)
        opened.record(event)
        _store_awards(opened, event.awards)
    return event
