"""Registering card series and matrices; whole, or not at all."""

from __future__ import annotations

from django.db import IntegrityError, transaction

from sessions.models import CardMatrix, CardSeries
from sessions.rules import errors
from sessions.rules.events import Medium


def register_series(
    *,
    hall_id: int,
    matrix_id: int,
    letter: str,
    ident: str,
    medium: str,
    face_value_cents: int,
    first_number: int,
    last_number: int,
) -> CardSeries:
    """
    Register cards first_number..last_number of a matrix as a series (S0 II: letter, number, size, face value).

    Raises:
        NotFound: No such matrix in this hall.
        BadQuantity: The range is not within the matrix.
        SeriesExists: The letter and number are taken.
    """
    matrix = CardMatrix.objects.filter(pk=matrix_id, hall_id=hall_id).first()
    if matrix is None:
        raise errors.NotFound(what="matrix", which=matrix_id)
    if not 1 <= first_number <= last_number <= matrix.size:
        raise errors.BadQuantity(quantity=last_number, most=matrix.size)
    try:
        with transaction.atomic():
            return CardSeries.objects.create(
                hall_id=hall_id,
                matrix=matrix,
                letter=letter.upper(),
                ident=ident,
                medium=Medium(medium),
                face_value_cents=face_value_cents,
                first_number=first_number,
                last_number=last_number,
                next_number=first_number,
            )
    except IntegrityError:
        raise errors.SeriesExists(letter=letter, ident=ident) from None
