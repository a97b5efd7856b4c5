"""
Which sentences the hall's voice says as something happens: those that the Jefe de Mesa has to read, as they stand then.

Two things are left out. "Comienza la partida" ends the closing formula, and the voice says it when the draw is started,
not minutes before. The paragraphs of article 36 are read by the Jefe de Mesa: the minutes say that a person read them.
"""

from __future__ import annotations

from typing import Final

from screens.voice.clips import READ_BY_PEOPLE, Saying
from sessions.rules.announcements import announcements_now, last_game_now
from sessions.rules.board import Board
from sessions.rules.calling import SIGNALS
from sessions.rules.regulation import Phrase, regulation_of

START: Final = "start"
NOT_YET: Final = READ_BY_PEOPLE | {START}
WITH_LAST_GAME: Final = frozenset({"SaleOpened", "BingoClosed", "GameClosedUnclaimed", "LastGameAnnounced"})
SAID_AT: Final = WITH_LAST_GAME | {
    "SeriesAdded",
    "SaleClosed",
    "SaleFiguresCorrected",
    "DrawStarted",
    "BallCalled",
    "ClaimUpheld",
    "ClaimRejected",
    "PlayResumed",
    "GameSuspended",
    "GameVoided",
    "GameClosed",
}


def said_at(kind: str, board: Board | None, last_game: int, languages: list[str]) -> list[Saying]:
    """
    Give what is said after an event of that kind: all of it in the first language, then in the next.

    Args:
        kind: The event's kind; what is said at none gives [].
        board: The game as it stands.
        last_game: The number of the session's last game; 0 while there is none.
        languages: "es", "ca" or both.

    A sentence that is always the same bears its name in the profile; one with figures in it has none.
    """
    if board is None or board.terms is None or kind not in SAID_AT:
        return []
    phrases = regulation_of(board.terms.profile).phrases
    if kind == "DrawStarted":
        return [Saying(START, lang, getattr(phrases[START], lang)) for lang in languages]
    lines = [] if kind == "LastGameAnnounced" else announcements_now(board)
    lines = lines + (last_game_now(board, last_game) if kind in WITH_LAST_GAME else [])
    names = _names(phrases)
    told = [Saying(names.get((a.lang, a.text), ""), a.lang, a.text) for a in lines]
    told = [one for lang in languages for one in told if one.lang == lang and one.name not in NOT_YET]
    return _corrected(told, languages) if kind == "SaleFiguresCorrected" and told else told


def _corrected(told: list[Saying], languages: list[str]) -> list[Saying]:
    """Say first that it is a correction (O79 39.3.a: in public)."""
    word = SIGNALS["correction"]
    first = {lang: Saying("correction", lang, getattr(word, lang)) for lang in languages}
    return [one for lang in languages for one in (first[lang], *(t for t in told if t.lang == lang))]


def _names(phrases: dict[str, Phrase]) -> dict[tuple[str, str], str]:
    return {(lang, getattr(phrase, lang)): key for key, phrase in phrases.items() for lang in ("es", "ca")}
