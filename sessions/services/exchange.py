"""Taking in a matrix that others made, whole or not at all, and giving out one of the hall's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import Final
from uuid import uuid4

from django.conf import settings
from django.db import IntegrityError

from records import clock, journal
from records.models import Hall
from records.turn import durable
from sessions.matrices import MatrixFile, sync_folder, write_matrix
from sessions.models import CardMatrix, CardSeries
from sessions.rules import errors
from sessions.rules.cards import Face
from sessions.rules.events import Medium
from sessions.rules.exchange import FORMS, read_matrix, write_exchange
from sessions.rules.exchange_findings import Reading, SeriesOffer
from sessions.rules.matrix import MatrixUnreadable
from sessions.rules.references import series_name
from sessions.services.matrices import new_matrix
from sessions.services.series import take_in

LONGEST_NAME: Final = 60
UPLOAD_KEPT: Final = timedelta(hours=12)
"""How long a file that was looked at waits for the second button."""

_CARDS_A_PIECE: Final = 500
_UPLOAD: Final = re.compile(r"[0-9a-f]{64}")


def import_matrix(
    hall: Hall,
    name: str,
    data: bytes,
    *,
    series: SeriesOffer | None = None,
    medium: Medium = Medium.PHYSICAL,
    reading: Reading | None = None,
    actor: str = "setup",
) -> CardMatrix:
    """
    File the faces of a CSV or JSON file as a matrix of the hall, and all its cards as a series if one is given.

    The rows are made first, then the file takes its name, then the journal is written, in one transaction: a refusal
    or a crash leaves none of them, or at worst a file that no row names.

    Args:
        hall: Whose matrix it will be.
        name: 1 to 60 characters, new in the hall.
        data: The file.
        series: Registers cards 1 to the last of the matrix, if given. What the file names is only an offer.
        medium: Of that series.
        reading: What `read_matrix(data)` gave, if the caller has it already.
        actor: Who brings it in.

    Raises:
        BadName: The name is empty or too long.
        MatrixNameTaken: The hall has a matrix of that name.
        MatrixUnsound: The file has problems (`read_matrix` tells them).
        MatrixExists: The hall has these faces already.
        BadSeriesName: The series' letter or number is none that a card's reference can hold.
        SeriesExists: The hall has a series of that letter and number.
    """
    name = name.strip()
    if not 1 <= len(name) <= LONGEST_NAME:
        raise errors.BadName(most=LONGEST_NAME)
    if CardMatrix.objects.filter(hall=hall, name=name).exists():
        raise errors.MatrixNameTaken(name=name)
    reading = reading or read_matrix(data)
    if not reading.sound:
        raise errors.MatrixUnsound(found=reading.total)
    folder = _folder("matrices")
    new = folder / f".new-{uuid4().hex}"
    try:
        digest = write_matrix(new, reading.faces, settings.BINGO_CARD_KEY.encode())
        with durable():
            matrix, draft = _matrix_row(hall, name, digest, len(reading.faces), actor)
            drafts = [draft]
            if series:
                row = _series_row(matrix, series, medium)
                drafts += take_in(matrix, [row], actor=actor)
            new.replace(folder / digest)
            sync_folder(folder)
            # The hall's head row last: what is slow above holds up no deed of a game.
            journal.append(hall.pk, drafts)
    finally:
        new.unlink(missing_ok=True)
    return matrix


def _series_row(matrix: CardMatrix, offer: SeriesOffer, medium: Medium) -> CardSeries:
    letter, ident = series_name(offer.letter, offer.ident)
    return CardSeries(
        letter=letter,
        ident=ident,
        medium=Medium(medium),
        face_value_cents=offer.face_value_cents,
        first_number=1,
        last_number=matrix.size,
    )


def _matrix_row(hall: Hall, name: str, digest: str, size: int, actor: str) -> tuple[CardMatrix, journal.Draft]:
    try:
        return new_matrix(hall, name, digest, size, actor=actor)
    except IntegrityError:
        there = CardMatrix.objects.get(hall=hall, sha256=digest)
        raise errors.MatrixExists(name=there.name) from None


def export_matrix(matrix: CardMatrix, form: str, series: CardSeries | None = None) -> Iterator[str]:
    """
    Give a matrix as the text of a CSV or JSON file, piece by piece.

    Every face is proved before the first piece, so that no half of a file is given out.

    Args:
        matrix: Which.
        form: csv or json.
        series: Named in the file, if given; it must hold all cards of the matrix.

    Raises:
        NotFound: The series is of another matrix, or does not hold all its cards.
        CardUnplayable: A stored face does not pass its check.
        MatrixUnusable: The file is missing, or is none that the hall's key can vouch for.
        ValueError: No such form.
    """
    offer = None
    if series is not None:
        if (series.matrix_id, series.first_number, series.last_number) != (matrix.pk, 1, matrix.size):
            raise errors.NotFound(what="series", which=f"{series.letter} {series.ident}")
        offer = SeriesOffer(series.letter, series.ident, series.face_value_cents)
    if form not in FORMS:
        raise ValueError(f"{form!r} is no form of a matrix")
    file = _proved(matrix)
    return _in_pieces(file, write_exchange(_faces_in(file), len(file), form, offer))


def _proved(matrix: CardMatrix) -> MatrixFile:
    """Open a matrix whose every face passes its check."""
    try:
        file = MatrixFile(settings.BINGO_DATA_DIR / "matrices" / matrix.sha256, settings.BINGO_CARD_KEY.encode())
    except (OSError, MatrixUnreadable):
        raise errors.MatrixUnusable(matrix=matrix.sha256[:12]) from None
    if corrupt := file.corrupt_cards():
        file.close()
        raise errors.CardUnplayable(card=corrupt[0])
    return file


def _faces_in(file: MatrixFile) -> Iterator[Face]:
    return (file.face(card) for card in range(1, len(file) + 1))


def _in_pieces(file: MatrixFile, pieces: Iterator[str]) -> Iterator[str]:
    try:
        waiting: list[str] = []
        for piece in pieces:
            waiting.append(piece)
            if len(waiting) == _CARDS_A_PIECE:
                yield "".join(waiting)
                waiting.clear()
        yield "".join(waiting)
    finally:
        file.close()


def keep_upload(data: bytes) -> str:
    """Keep a file that was looked at until it is stored; give its SHA-256, by which `upload` finds it."""
    folder = _folder("imports")
    _drop_old(folder)
    digest = sha256(data).hexdigest()
    new = folder / f".new-{uuid4().hex}"
    new.write_bytes(data)
    new.replace(folder / digest)
    return digest


def upload(digest: str) -> bytes:
    """
    Give a kept file.

    Raises:
        UploadGone: It was stored, dropped, or has waited too long.
    """
    if _UPLOAD.fullmatch(digest):
        with suppress(FileNotFoundError):
            data = (_folder("imports") / digest).read_bytes()
            if sha256(data).hexdigest() == digest:
                return data
    raise errors.UploadGone


def drop_upload(digest: str) -> None:
    """Forget a kept file; one that the disk holds on to goes with the old ones."""
    if _UPLOAD.fullmatch(digest):
        with suppress(OSError):
            (_folder("imports") / digest).unlink(missing_ok=True)


def _drop_old(folder: Path) -> None:
    last = (clock.now() - UPLOAD_KEPT).timestamp()
    for file in folder.iterdir():
        with suppress(FileNotFoundError):
            if file.stat().st_mtime < last:
                file.unlink()


def _folder(name: str) -> Path:
    folder: Path = settings.BINGO_DATA_DIR / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder
