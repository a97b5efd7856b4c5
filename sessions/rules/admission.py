"""Coming in: identity numbers written one way, so that the register of bans knows them however they are typed."""

from __future__ import annotations

import re
from typing import Final
from unicodedata import normalize

from sessions.rules import errors
from sessions.rules.complaints import normal_document

FEWEST_SIGNS: Final = 5
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
    # Figures and letters of full width, as some keyboards and readers send them, are the plain ones.
    document = normal_document(normalize("NFKC", typed))
    if found := _DNI.fullmatch(document):
        figures = found[1].zfill(8)
        return figures + _LETTERS[int(figures) % 23] if _fits(found[2], figures) else document
    if found := _NIE.fullmatch(document):
        figures = str("XYZ".index(found[1])) + found[2]
        return found[1] + found[2] + _LETTERS[int(figures) % 23] if _fits(found[3], figures) else document
    return document


def letter_is_wrong(identity: str) -> bool:
    """
    Tell whether an identity number has the form of a DNI or NIE and a letter that its figures do not have.

    It was read wrongly, or is the number of a foreign document of the same form.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 31.4.
    """
    if found := _DNI.fullmatch(identity):
        return not _fits(found[2], found[1].zfill(8))
    if found := _NIE.fullmatch(identity):
        return not _fits(found[3], str("XYZ".index(found[1])) + found[2])
    return False


def kind_of(identity: str) -> str:
    """
    Give the kind of an identity number by its form: dni, nie or passport, which stands for any other document.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 31.1.
    """
    if letter_is_wrong(identity):
        return "passport"
    if _DNI.fullmatch(identity):
        return "dni"
    return "nie" if _NIE.fullmatch(identity) else "passport"


def identities_of_list(text: str) -> list[str]:
    """
    Read a list of documents, one a line in the first column; a first line without a figure is its heading.

    Raises:
        RegisterUnread: A line holds no document.
        RegisterEmpty: There is no document at all.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 30.1.
    """
    lines = [(n, line) for n, line in enumerate(text.splitlines(), start=1) if line.strip()]
    found = [(n, identity_of(line.replace(";", ",").replace("\t", ",").split(",")[0])) for n, line in lines]
    if found and not any(sign.isdigit() for sign in found[0][1]):
        found = found[1:]
    short = [n for n, identity in found if len(identity) < FEWEST_SIGNS or not any(map(str.isdigit, identity))]
    if short:
        raise errors.RegisterUnread(line=short[0])
    if not found:
        raise errors.RegisterEmpty
    return [identity for _n, identity in found]


def _fits(letter: str, figures: str) -> bool:
    """Tell whether the letter typed is that of the figures; none was typed: it is."""
    return letter in {"", _LETTERS[int(figures) % 23]}
