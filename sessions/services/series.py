"""Series coming into the hall: one, or a whole delivery of them; whole, or not at all."""

from __future__ import annotations

from django.db import IntegrityError, transaction

from records import clock, journal
from records.chain import body_hash
from records.turn import durable
from sessions.journal import codec
from sessions.journal.carried import received
from sessions.models import CardMatrix, CardSeries
from sessions.rules import errors
from sessions.rules.events import Medium
from sessions.rules.references import series_name
from sessions.rules.stock import SeriesBoard, apply_series_event

MOST_SERIES_IN_A_DELIVERY = 200
PARTS = (1, 2)


def register_series(  # noqa: PLR0913 - one argument for each line of a delivery note
    *,
    hall_id: int,
    matrix_id: int,
    letter: str,
    ident: str,
    medium: str,
    face_value_cents: int,
    first_number: int,
    last_number: int,
    parts: int = 1,
    delivery: str = "",
    actor: str = "setup",
) -> CardSeries:
    """
    Register cards first_number..last_number of a matrix as a series (S0 II: letter, number, size, face value).

    Raises:
        BadSeriesName: The letter or the identification number is none that can stand in a card's reference.
        NotFound: No such matrix in this hall.
        BadQuantity: The range is not within the matrix.
        SeriesExists: The letter and number are taken: it was loaded or played before.
    """
    letter, ident = series_name(letter, ident)
    matrix = _matrix(hall_id, matrix_id, first_number, last_number, parts=parts, medium=medium)
    series = CardSeries(
        letter=letter,
        ident=ident,
        medium=Medium(medium),
        face_value_cents=face_value_cents,
        first_number=first_number,
        last_number=last_number,
        parts=parts,
        delivery=delivery,
    )
    with transaction.atomic():
        journal.append(hall_id, take_in(matrix, [series], actor=actor))
    return series


def _matrix(hall_id: int, matrix_id: int, first: int, last: int, *, parts: int, medium: str) -> CardMatrix:
    """Find the matrix of a series, and prove that the cards are in it."""
    matrix = CardMatrix.objects.filter(pk=matrix_id, hall_id=hall_id).first()
    if matrix is None:
        raise errors.NotFound(what="matrix", which=matrix_id)
    if not 1 <= first <= last <= matrix.size:
        raise errors.BadQuantity(quantity=last, most=matrix.size)
    if parts not in PARTS or (parts > 1 and Medium(medium) == Medium.VIRTUAL):
        raise errors.BadQuantity(quantity=parts, most=1 if Medium(medium) == Medium.VIRTUAL else PARTS[-1])
    return matrix


def take_in(
    matrix: CardMatrix, rows: list[CardSeries], *, actor: str, source_ref: str | None = None, request: str = ""
) -> list[journal.Draft]:
    """
    Write new series, and give their first events, which the caller's transaction appends to the journal when it ends.

    All rows come before the journal, in the order of their numbers: so two deliveries with a series in common wait
    for each other and never in a circle, and the hall's head row is held for a moment only.

    Args:
        matrix: Whose cards they are.
        rows: Not saved yet; their names have passed `series_name`.
        actor: Who brings them in.
        source_ref: The request's reference, if it has one.
        request: The hash of what was asked.

    Raises:
        SeriesExists: The hall has one of them already.
    """
    at = clock.now()
    drafts = []
    for n, series in enumerate(rows):
        series.hall_id, series.matrix, series.received_at = matrix.hall_id, matrix, at
        series.next_number = series.first_number
        event = received(series)
        board = apply_series_event(SeriesBoard(), event)
        series.board, series.seq = codec.encode(board), board.seq
        drafts.append(
            journal.Draft(
                kind=event.kind,
                payload=codec.encode(event),
                actor=actor,
                at=at,
                stream=series.stream,
                seq=board.seq,
                source_ref=None if n else source_ref,
                body_hash=request,
            )
        )
    try:
        with transaction.atomic():
            CardSeries.objects.bulk_create(rows)
    except IntegrityError:
        idents = [series.ident for series in rows]
        there = CardSeries.objects.filter(hall_id=matrix.hall_id, letter=rows[0].letter, ident__in=idents)
        ident = there.order_by("ident").values_list("ident", flat=True).first()
        raise errors.SeriesExists(letter=rows[0].letter, ident=ident or idents[0]) from None
    return drafts


def receive_delivery(  # noqa: PLR0913 - the same
    *,
    hall_id: int,
    matrix_id: int,
    delivery: str,
    letter: str,
    first_ident: str,
    quantity: int,
    medium: str,
    face_value_cents: int,
    first_number: int,
    last_number: int,
    parts: int = 1,
    actor: str,
    source_ref: str,
) -> list[str]:
    """
    Take in `quantity` (1..200) whole series of one delivery note (guía), with consecutive identification numbers.

    Returns:
        Their identification numbers. The same request again is answered the same and takes in nothing more.

    Raises:
        BadSeriesName: The letter or the identification number is none that can stand in a card's reference.
        BadQuantity: The quantity is out of range, or the identification numbers would outgrow their digits.
        SeriesExists: One of them was loaded before; none is taken in.
        KeyReused: The request's key stands for another delivery.
        NotFound: No such matrix in this hall.
    """
    letter, first_ident = series_name(letter, first_ident)
    if not 1 <= quantity <= MOST_SERIES_IN_A_DELIVERY:
        raise errors.BadQuantity(quantity=quantity, most=MOST_SERIES_IN_A_DELIVERY)
    width = len(first_ident)
    idents = [f"{int(first_ident) + n:0{width}}" for n in range(quantity)]
    if len(idents[-1]) > width:
        raise errors.BadQuantity(quantity=quantity, most=10**width - int(first_ident))
    each = {
        "letter": letter,
        "medium": medium,
        "face_value_cents": face_value_cents,
        "first_number": first_number,
        "last_number": last_number,
        "parts": parts,
        "delivery": delivery,
    }
    asked = {**each, "matrix_id": matrix_id, "first_ident": first_ident, "quantity": quantity}
    request = body_hash("receive_delivery", asked)
    if _said_before(hall_id, source_ref, request):
        return idents
    matrix = _matrix(hall_id, matrix_id, first_number, last_number, parts=parts, medium=medium)
    try:
        with durable():
            rows = [CardSeries(ident=ident, **each) for ident in idents]
            drafts = take_in(matrix, rows, actor=actor, source_ref=source_ref, request=request)
            journal.append(hall_id, drafts)
    except errors.SeriesExists:
        # The same request may have come twice at once: the one that waited finds the other's series.
        if _said_before(hall_id, source_ref, request):
            return idents
        raise
    return idents


def _said_before(hall_id: int, source_ref: str, request: str) -> bool:
    said = journal.recorded(hall_id, source_ref)
    if said is not None and said.body_hash != request:
        raise errors.KeyReused
    return said is not None
