"""
The electronic draw's deeds: the authorisation, the commitment, the number of the public, each ball, the reveal.

A secret is made as the sale opens and stays sealed until the game is over. Every ball is worked out from it anew, so
whatever stops the hall, the same order goes on afterwards; without the secret there is no order to go on with.
"""

from __future__ import annotations

import secrets
from datetime import date

from records import clock, sealed
from records.models import Event, Hall, Incident
from sessions.journal.door import OpenGame, open_game
from sessions.journal.hall_door import open_hall
from sessions.models import DrawnBall, DrawSecret
from sessions.rules import electronic, electronic_draw, errors
from sessions.rules.board import Board
from sessions.rules.electronic_events import DrawCommitted
from sessions.rules.events import GameEvent
from sessions.rules.hall_events import ElectronicDrawAuthorised
from sessions.rules.pair import check_turn
from sessions.selectors.profiles import today
from sessions.services.order_watch import watch_order
from sessions.services.pairs import first_of

CLOSINGS = ("SaleClosed", "PairedSaleClosed")


def authorise_electronic_draw(
    *, hall_id: int, reference: str, dated: str, actor: str, source_ref: str | None = None
) -> ElectronicDrawAuthorised:
    """
    Take down that the authority lets the hall draw without balls, or (two empty texts) that it does not any more.

    Games whose sale is open are played on as they were sold.

    Raises:
        AuthorisationIncomplete: A part of it is missing, or its day is to come.
        KeyReused: The same key came with something else.
    """
    body = {"reference": reference, "dated": dated}
    event = electronic.decide_authorisation(reference, dated, today=today())
    deed = "authorise_electronic_draw"
    with open_hall(hall_id, actor=actor, source_ref=source_ref, deed=deed, body=body) as opened:
        if opened.already():
            return event
        Hall.objects.filter(pk=hall_id).update(
            electronic_ref=event.reference,
            electronic_from=date.fromisoformat(event.dated) if event.dated else None,
        )
        opened.record(event)
    return event


def commit_draw(opened: OpenGame) -> None:
    """Fix the order of a game whose sale has just been opened in this door, and of the one sold with it."""
    board = opened.board
    if board.extractor != electronic.ELECTRONIC:
        return
    reference = opened.session.hall.electronic_ref
    electronic.check_authorised(reference)
    commitment = _new_secret(opened, opened.game.stream)
    second = _new_secret(opened, _second_stream(board)) if board.pair else ""
    opened.record(DrawCommitted(commitment=commitment, authorisation=reference, second=second))


def _second_stream(board: Board) -> str:
    return f"game:{board.session_no}:{board.other_game_no}"


def fresh_secret() -> bytes:
    """Take 32 bytes of the operating system's randomness; nothing is kept that a copy of the hall could draw again."""
    return secrets.token_bytes(electronic_draw.SECRET_BYTES)


def _new_secret(opened: OpenGame, stream: str) -> str:
    """Make a secret, seal it away, and give its commitment."""
    secret = fresh_secret()
    text, key_name = sealed.seal(secret.hex())
    DrawSecret.objects.create(hall_id=opened.hall_id, stream=stream, sealed=text, key_name=key_name)
    return electronic_draw.commitment_of(secret, hall=opened.session.hall.code, stream=stream)


def commit_second_draw(opened: OpenGame) -> None:
    """Write the commitment of the pair's second game, made with the first's, where its own journal begins."""
    if opened.board.electronic is None:
        return
    first = Event.objects.get(hall_id=opened.hall_id, stream=opened.game.stream, kind="DrawCommitted")
    told = {"commitment": first.payload["second"], "authorisation": first.payload["authorisation"]}
    opened.record_in_twin(DrawCommitted(**told))


def _closing_of(opened: OpenGame) -> str:
    """Give the hash of the row that closed the game's sale, "" while it is open."""
    rows = Event.objects.filter(hall_id=opened.hall_id, stream=opened.game.stream, kind__in=CLOSINGS)
    return rows.values_list("hash", flat=True).first() or ""


def give_public_number(*, game_id: int, number: str, actor: str, source_ref: str | None = None) -> GameEvent:
    """
    Take the number that somebody of the public drew after the sale closed; the draw cannot start without it.

    Raises:
        DrawSecretLost: The secret cannot be opened, or is not the one promised: there is no order to make.
    """
    body = {"number": number}
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="give_public_number", body=body) as opened:
        if again := opened.already():
            return again
        event = electronic.decide_public_number(opened.board, number, closing=_closing_of(opened))
        check_turn(opened.board, first_of(opened.game, opened.board))
        # Before the start, while article 36.1 still has every card paid back.
        _promised_secret(opened)
        opened.record(event)
    return event


def draw_electronic(*, game_id: int, ordinal: int, actor: str, source_ref: str | None = None) -> GameEvent:
    """
    Draw the next ball of the game's order.

    Raises:
        DrawSecretLost: The secret cannot be opened; nothing is drawn, and nothing ever in another order.
    """
    body = {"ordinal": ordinal}
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="draw_electronic", body=body) as opened:
        if again := opened.already():
            return again
        electronic.check_drawable(opened.board, ordinal)
        event = electronic.decide_electronic_ball(opened.board, ordinal, _order(opened))
        opened.record(event)
        DrawnBall.objects.create(game=opened.game, ordinal=ordinal, number=event.number, drawn_at=opened.at)
        watch_order(opened)
    return event


def _promised_secret(opened: OpenGame) -> bytes:
    """Open the game's secret; one that is not what was promised is as good as lost."""
    told = opened.board.electronic
    assert told is not None, "an electronic draw"
    secret = bytes.fromhex(_opened_secret(opened, opened.game.stream))
    where = {"hall": opened.session.hall.code, "stream": opened.game.stream}
    if not secret or electronic_draw.commitment_of(secret, **where) != told.commitment:
        raise errors.DrawSecretLost
    return secret


def _order(opened: OpenGame) -> tuple[int, ...]:
    told = opened.board.electronic
    assert told is not None, "an electronic draw"
    secret = _promised_secret(opened)
    where = {"hall": opened.session.hall.code, "stream": opened.game.stream}
    return electronic_draw.order_of(electronic_draw.seed_of(secret, **where, closing=told.closing, number=told.number))


def _kept(opened: OpenGame, stream: str) -> DrawSecret | None:
    """Find a game's row; those that have ended are of a pair that was never played under this number."""
    return DrawSecret.objects.filter(hall_id=opened.hall_id, stream=stream, ended="").first()


def _opened_secret(opened: OpenGame, stream: str) -> str:
    """Open a game's secret, in hexadecimal; "" where its key or its row is gone."""
    row = _kept(opened, stream)
    try:
        return sealed.unseal(row.sealed, row.key_name) if row else ""
    except sealed.SecretLost:
        return ""


def _taken_out(opened: OpenGame, stream: str, *, played: bool) -> str:
    """Open a game's secret, wipe its row, note how it ended; one that cannot be opened stays, and the hall is told."""
    secret = _opened_secret(opened, stream)
    row = _kept(opened, stream)
    if row is not None:
        row.ended = DrawSecret.PLAYED if played else DrawSecret.BROKEN_OFF
        row.sealed = "" if secret else row.sealed
        row.save(update_fields=["ended", "sealed"])
    if not secret:
        note_lost_secret(opened.hall_id, stream)
    return secret


def note_lost_secret(hall_id: int, stream: str) -> None:
    """Leave an incident of the hall, once for each game; it may stand inside a door."""
    Incident.objects.get_or_create(
        hall_id=hall_id, code="draw_secret_lost", payload={"stream": stream}, defaults={"at": clock.now()}
    )


def reveal_draw(opened: OpenGame) -> None:
    """Show the secret of a game that has just ended in this door, and of its pair's second one if that never began."""
    board = opened.board
    if board.electronic is None or board.electronic.revealed:
        return
    second = ""
    if board.pair == 1 and board.figures is None:
        second = _taken_out(opened, _second_stream(board), played=False)
    played = board.voided is None and board.figures is not None
    secret = _taken_out(opened, opened.game.stream, played=played)
    opened.record(electronic.decide_reveal(board, secret=secret, second=second))


def reveal_second_draw(opened: OpenGame) -> None:
    """Show the secret of the pair's second game, which has just ended with the first."""
    twin = opened.twin
    if twin is None or twin.board.electronic is None or twin.board.electronic.revealed:
        return
    secret = _taken_out(opened, twin.game.stream, played=False)
    opened.record_in_twin(electronic.decide_reveal(twin.board, secret=secret))
