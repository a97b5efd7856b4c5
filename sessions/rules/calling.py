"""
How the hall's voice says things: balls as callers say them, short signals, amounts of money.

Spanish and Catalan. A number of two figures is said whole and then figure by figure, so that one heard badly is heard
again in other words; what is clear alone is said once. The formulas are the profile's (`announcements`).
"""

from __future__ import annotations

import re
from typing import Final

from sessions.rules.events import BALLS
from sessions.rules.regulation import Phrase

LANGUAGES: Final = ("es", "ca")

_FIRST_WORDS: Final = {
    "es": "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis"
    " diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis"
    " veintisiete veintiocho veintinueve",
    "ca": "zero u dos tres quatre cinc sis set vuit nou deu onze dotze tretze catorze quinze setze disset divuit"
    " dinou vint vint-i-u vint-i-dos vint-i-tres vint-i-quatre vint-i-cinc vint-i-sis vint-i-set vint-i-vuit"
    " vint-i-nou",
}
_TENS_WORDS: Final = {
    "es": "treinta cuarenta cincuenta sesenta setenta ochenta noventa",
    "ca": "trenta quaranta cinquanta seixanta setanta vuitanta noranta",
}
_FIRST: Final = {lang: words.split() for lang, words in _FIRST_WORDS.items()}
_TENS: Final = {lang: words.split() for lang, words in _TENS_WORDS.items()}
_AND: Final = {"es": " y ", "ca": "-"}
# Round tens are clear alone, but these two are each taken for the other, in both languages.
_ALIKE: Final = (60, 70)
# One vowel alone ("u") is lost in a room.
_TOO_SHORT: Final = {("ca", 1): "número u"}

SIGNALS: Final[dict[str, Phrase]] = {
    "claim": Phrase(es="Han cantado. Se para la partida.", ca="Han cantat. S'atura la partida."),
    "line": Phrase(es="¡Línea!", ca="Línia!"),
    "bingo": Phrase(es="¡Bingo!", ca="Bingo!"),
    "pause": Phrase(es="Se para la partida.", ca="S'atura la partida."),
    "resume": Phrase(es="Continúa la partida.", ca="Continua la partida."),
    "correction": Phrase(es="Corrección.", ca="Correcció."),
}

_EUROS: Final = re.compile(r"(\d{1,3}(?:\.\d{3})*),(\d\d) euros")
_THOUSANDS: Final = re.compile(r"(?<=\d)\.(?=\d{3}(?!\d))")
_AND_CENTS: Final = {"es": ("con", "céntimo"), "ca": ("amb", "cèntim")}


def number_words(number: int, lang: str) -> str:
    """
    Write a number from 0 to 99 in words, as it is counted.

    Source:
        Catálogo (BOE-A-1979-25744), bingo IV (each number is announced aloud).
    """
    first = _FIRST[lang]
    if number < len(first):
        return first[number]
    tens, unit = divmod(number, 10)
    ten = _TENS[lang][tens - 3]
    return f"{ten}{_AND[lang]}{first[unit]}" if unit else ten


def ball_words(number: int, lang: str) -> str:
    """
    Write a ball as a caller says it: "setenta y cuatro, siete cuatro"; "noventa"; "cinco".

    Source:
        Catálogo (BOE-A-1979-25744), bingo IV (each number is announced aloud).
    """
    assert 1 <= number <= BALLS
    words = _TOO_SHORT.get((lang, number), number_words(number, lang))
    tens, unit = divmod(number, 10)
    if not tens or (not unit and number not in _ALIKE):
        return words
    return f"{words}, {_FIRST[lang][tens]} {_FIRST[lang][unit]}"


def spoken(text: str, lang: str) -> str:
    """
    Write a sentence so that a voice reads its amounts well: "1.234,50 euros" as "1234 euros con 50 céntimos".

    Source:
        Article 85, 1 and 4: "[…] euros".
    """
    joint, cent = _AND_CENTS[lang]

    def said(found: re.Match[str]) -> str:
        whole, cents = found[1], int(found[2])
        small = f"{cents} {cent}{'' if cents == 1 else 's'}"
        return small if whole == "0" else f"{whole} euro{'' if whole == '1' else 's'} {joint} {small}"

    return _THOUSANDS.sub("", _EUROS.sub(said, text))
