"""
`python -m tests.house.messages`: read the source strings into the catalogues, and compile them.

With `--check` nothing is written: it fails when a catalogue lacks a string, has an empty or fuzzy one, or when the
compiled file is not its own.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[2]
LOCALE = ROOT / "bingo_hall" / "locale"
LANGUAGES = ("es", "ca")
FOLDERS = ("bingo_hall", "sessions", "screens", "people", "records")


def extract(pot: Path) -> None:
    """Write every source string of Python and templates to a template catalogue (no dates, no line numbers)."""
    import os

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bingo_hall.settings")
    import django
    from django.template.base import Origin
    from django.utils.translation.template import templatize

    django.setup()
    with TemporaryDirectory() as folder:
        files = []
        for name in FOLDERS:
            files += sorted(p for p in (ROOT / name).rglob("*.py") if "migrations" not in p.parts)
            for page in sorted((ROOT / name).rglob("*.html")):
                plain = Path(folder) / f"{len(files):04}.py"
                plain.write_text(templatize(page.read_text(), origin=str(Origin(str(page)))))
                files.append(plain)
        subprocess.run(
            [
                "xgettext",
                "--from-code=UTF-8",
                "--language=Python",
                "--no-location",
                "--sort-output",
                "--keyword=_",
                "--keyword=lazy",
                "--keyword=gettext",
                "--keyword=gettext_lazy",
                "--keyword=gettext_noop",
                "--keyword=ngettext:1,2",
                "--keyword=pgettext:1c,2",
                "-o",
                str(pot),
                *map(str, files),
            ],
            check=True,
            capture_output=True,
        )
    # The header that xgettext writes carries a date: a plain one takes its place.
    strings = pot.read_text().split("\n\n", 1)[1]
    pot.write_text('msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n' + strings)


def catalogue(language: str) -> Path:
    """Give the file of a language."""
    return LOCALE / language / "LC_MESSAGES" / "django.po"


def problems(language: str, pot: Path) -> list[str]:
    """Tell what keeps a language from being whole."""
    po, mo = catalogue(language), catalogue(language).with_suffix(".mo")
    found = []
    compared = subprocess.run(
        ["msgcmp", "--use-untranslated", str(po), str(pot)], capture_output=True, text=True, check=False
    )
    if compared.returncode:
        found.append(f"{language}: {compared.stderr.strip()[-600:]}")
    with TemporaryDirectory() as folder:
        new = Path(folder) / "new.mo"
        statistics = subprocess.run(
            ["msgfmt", "--check", "--statistics", "-o", str(new), str(po)], capture_output=True, text=True, check=False
        )
        if statistics.returncode or "fuzzy" in statistics.stderr or "untranslated" in statistics.stderr:
            found.append(f"{language}: {statistics.stderr.strip()[-600:]}")
        elif not mo.exists() or mo.read_bytes() != new.read_bytes():
            found.append(f"{language}: the compiled catalogue is not this one")
    return found


def write(language: str, pot: Path) -> None:
    """Merge the source strings into a language and compile it; strings without a source go."""
    po = catalogue(language)
    po.parent.mkdir(parents=True, exist_ok=True)
    if not po.exists():
        po.write_text(
            'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
            f'"Language: {language}\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
        )
    subprocess.run(
        [
            "msgmerge",
            "--quiet",
            "--update",
            "--backup=none",
            "--no-fuzzy-matching",
            "--no-location",
            "--sort-output",
            str(po),
            str(pot),
        ],
        check=True,
    )
    subprocess.run(["msgattrib", "--no-obsolete", "--no-location", "--sort-output", "-o", str(po), str(po)], check=True)
    subprocess.run(["msgfmt", "-o", str(po.with_suffix(".mo")), str(po)], check=True)


def main() -> int:
    """Check, or write."""
    if shutil.which("xgettext") is None:
        print("gettext's tools are not installed")
        return 1
    with TemporaryDirectory() as folder:
        pot = Path(folder) / "source.pot"
        extract(pot)
        if "--check" in sys.argv:
            found = [line for language in LANGUAGES for line in problems(language, pot)]
            print("\n".join(found) or "es and ca are whole")
            return 1 if found else 0
        for language in LANGUAGES:
            write(language, pot)
    return 0


if __name__ == "__main__":
    sys.exit(main())
