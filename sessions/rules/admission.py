"""Coming in: identity numbers written one way, so that the register of bans knows them however they are typed."""

from __future__ import annotations

import re
from typing import Final

from sessions.rules.complaints import normal_document

_LETTERS: Final = "TRWAGMYFPDXBNJZSQVHLCKE"
_DNI = re.compile(r"([0-9]{6,8})([A-Z]?)")
_NIE = re.compile(r"([XYZ])([0-9]{7})([A-Z]?)")


def identity_of(typed: str) -> str:
    """
    Give an identity number as the register of bans knows it: without spaces and signs, in capitals, with its letter.

    A DNI is filled with zeros to eight figures; the letter of a DNI or NIE follows from its figures, so it makes no
    difference whether it was typed. Any other document stays as it is.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 30.1, 31.4.
    """
    document = normal_document(typed)
    if found := _DNI.fullmatch(document):
        figures = found[1].zfill(8)
        return figures + _LETTERS[int(figures) % 23] if _fits(found[2], figures) else document
    if found := _NIE.fullmatch(document):
        figures = str("XYZ".index(found[1])) + found[2]
        return found[1] + found[2] + _LETTERS[int(figures) % 23] if _fits(found[3], figures) else document
    return document


def _fits(letter: str, figures: str) -> bool:
    """Tell whether the letter typed is that of the figures; none was typed: it is."""
    return letter in {"", _LETTERS[int(figures) % 23]}
