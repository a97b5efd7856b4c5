"""Setting up a hall: its row, a matrix of faces with its series, a ball set. Used by the demo and simulations."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings

from records.models import Hall
from sessions.matrices import write_matrix
from sessions.models import BallSet, CardMatrix, CardSeries
from sessions.rules.matrix import generate_matrix
from sessions.services.matrices import add_matrix
from sessions.services.series import register_series

Bits = Callable[[int], bytes]


def make_matrix(hall: Hall, name: str, size: int, bits: Bits | None = None) -> CardMatrix:
    """Generate a matrix of different faces (the operating system's randomness unless `bits` is given) and file it."""
    faces = generate_matrix(size, bits) if bits else generate_matrix(size)
    folder = settings.BINGO_DATA_DIR / "matrices"
    folder.mkdir(parents=True, exist_ok=True)
    new = folder / f".new-{name}"
    sha256 = write_matrix(new, faces, settings.BINGO_CARD_KEY.encode())
    new.replace(folder / sha256)
    return add_matrix(hall, name, sha256, size, actor="setup")


def make_series(
    matrix: CardMatrix, letter: str, ident: str, medium: str, first: int, last: int, face_value_cents: int = 200
) -> CardSeries:
    """Register a series of the matrix."""
    return register_series(
        hall_id=matrix.hall_id,
        matrix_id=matrix.pk,
        letter=letter,
        ident=ident,
        medium=medium,
        face_value_cents=face_value_cents,
        first_number=first,
        last_number=last,
    )


def make_ball_set(hall: Hall, code: str, *, pneumatic: bool = True) -> BallSet:
    """Register a ball set."""
    return BallSet.objects.create(hall=hall, code=code, pneumatic=pneumatic)
