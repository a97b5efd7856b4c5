"""Filing a matrix that was drawn elsewhere: its file into the hall's folder, its row into the table."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.db import transaction

from records import clock, journal
from records.models import Hall
from sessions.journal import codec
from sessions.matrices import MatrixProof, copy_matrix
from sessions.models import CardMatrix
from sessions.rules.stock import MatrixFiled


def add_matrix(hall: Hall, name: str, sha256: str, cards: int, *, actor: str) -> CardMatrix:
    """
    Make the row of a stored matrix and write its hash into the journal: what was dealt can be proved for ever.

    Raises:
        IntegrityError: The hall has this very matrix.
    """
    with transaction.atomic():
        matrix, draft = new_matrix(hall, name, sha256, cards, actor=actor)
        journal.append(hall.pk, [draft])
    return matrix


def new_matrix(hall: Hall, name: str, sha256: str, cards: int, *, actor: str) -> tuple[CardMatrix, journal.Draft]:
    """
    Make the row of a stored matrix, and give what the caller's transaction appends to the journal when it ends.

    Raises:
        IntegrityError: The hall has this very matrix; the caller's transaction goes on.
    """
    event = MatrixFiled(name=name, sha256=sha256, cards=cards)
    with transaction.atomic():
        matrix = CardMatrix.objects.create(hall=hall, name=name, sha256=sha256, size=cards)
    return matrix, journal.Draft(kind=event.kind, payload=codec.encode(event), actor=actor, at=clock.now())


def file_matrix(hall: Hall, name: str, source: Path, proof: MatrixProof) -> CardMatrix:
    """
    File a copy of a matrix under its SHA-256. A series is registered on it separately.

    Args:
        hall: Whose matrix it is.
        name: What people call it.
        source: The matrix file, written with the hall's key.
        proof: What reading it through showed.

    Raises:
        ValueError: The proof is not sound.
        OSError: The disk refused; there is no row then.
        IntegrityError: The hall has this very matrix.
    """
    if not proof.sound:
        msg = "a matrix that does not prove is not filed"
        raise ValueError(msg)
    folder = settings.BINGO_DATA_DIR / "matrices"
    folder.mkdir(parents=True, exist_ok=True)
    copy_matrix(source, folder / proof.sha256)
    return add_matrix(hall, name, proof.sha256, proof.cards, actor="setup")
