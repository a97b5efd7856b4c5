"""`manage.py make_voice`: the clips of balls, signals and formulas, by espeak-ng; `--check` looks at what is there."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser

from screens.voice.checked import LONGEST_BALL_MS, Finding, findings
from screens.voice.clips import voice_folder
from screens.voice.espeak import NoVoice, has_espeak
from screens.voice.made import make_clips
from screens.voice.standing import WORDS, voice_of
from sessions.rules.calling import LANGUAGES

WHY: Final = {
    "missing": "missing, the browser's voice says it",
    "too_long": f"longer than {LONGEST_BALL_MS / 1000} s",
    "clipped": "clipped: record it quieter",
    "quiet": "too quiet",
    "unknown": "no ball, signal or formula has this name",
    "unreadable": "cannot be read as sound",
    "unmeasured": "not measured: it is not a 16-bit WAV file, and sox is not installed",
    "spoilt": "is not as it was made: make it again",
}


class Command(BaseCommand):
    """The voice is a convenience: the hall runs without it."""

    help = "Make the clips of the hall's voice, or check them (docs/devices/voice.md)"

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the languages, the folder and whether to check only."""
        parser.add_argument("--lang", action="append", choices=LANGUAGES, help="only this language; may be repeated")
        parser.add_argument("--out", type=Path, help="another folder than the data folder's voice/")
        parser.add_argument("--check", action="store_true", help="make nothing; say what is missing or wrong")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Make or check."""
        languages = list(dict.fromkeys(options["lang"] or LANGUAGES))
        if options["check"]:
            self._check(languages)
        else:
            self._make(options["out"] or voice_folder(), languages)

    def _make(self, folder: Path, languages: list[str]) -> None:
        if not has_espeak():
            raise CommandError("espeak-ng is not installed: apt install espeak-ng")
        try:
            count = sum(1 for _ in make_clips(folder, languages))
        except (NoVoice, OSError) as error:
            raise CommandError(f"The clips could not be made: {error}") from error
        self.stdout.write(f"{count} clips ({', '.join(languages)}) in {folder}")

    def _check(self, languages: list[str]) -> None:
        found = findings(languages)
        for one in found:
            self.stdout.write(_line(one))
        for lang in languages:
            self.stdout.write(f"{lang}: {WORDS[voice_of(lang)]}")
        if found:
            raise CommandError(f"{len(found)} to look at in {voice_folder()}")


def _line(one: Finding) -> str:
    return f"{one.lang}/{one.name}: {WHY[one.why]}" + (f" ({one.detail})" if one.detail else "")
