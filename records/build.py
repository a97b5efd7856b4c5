"""
Which program this is: the SHA-256 of every file of its code, and the versions of what it runs on, as one hash.

One changed byte is another build (`manage.py verify_build`). The code is the house's packages and the files beside them
that decide what runs; data, logs and what Python compiles are none of it.
"""

from __future__ import annotations

import hashlib
import json
import platform
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from django.conf import settings

from records.chain import canonical

PACKAGES: Final = ("bingo_hall", "screens", "sessions", "people", "ledger", "records", "devices")
BESIDE: Final = ("manage.py", "requirements.txt")
NOT_CODE: Final = frozenset({"__pycache__", "node_modules"})
_PIN: Final = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Manifest:
    """The files by their path below the program's folder, the packages' versions, and Python's."""

    files: dict[str, str]
    packages: dict[str, str]
    python: str

    @property
    def build(self) -> str:
        """The one hash over all of it."""
        return hashlib.sha256(canonical(asdict(self)).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Differences:
    """Paths and packages that are not the same in two manifests, in order."""

    files: tuple[str, ...]
    packages: tuple[str, ...]


def manifest_of(folder: Path | None = None) -> Manifest:
    """Read the program as it lies on the disk now."""
    root = Path(folder or settings.BASE_DIR)
    files = {str(path.relative_to(root)): _sha256(path) for path in _code(root)}
    pins = root / "requirements.txt"
    names = _PIN.findall(pins.read_text(encoding="utf-8")) if pins.exists() else []
    packages = {name.lower(): _version(name) for name in names}
    return Manifest(files=files, packages=dict(sorted(packages.items())), python=platform.python_version())


@cache
def running_build() -> Manifest:
    """Give the program as it was when this process first asked: that is what runs."""
    return manifest_of()


def differences(was: Manifest, now: Manifest) -> Differences:
    """Compare two manifests."""
    versions = {**was.packages, "python": was.python}, {**now.packages, "python": now.python}
    return Differences(files=_differing(was.files, now.files), packages=_differing(*versions))


def write_manifest(manifest: Manifest, path: Path) -> None:
    """Write a manifest as JSON, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(".new")
    new.write_text(json.dumps(asdict(manifest), indent=1, sort_keys=True) + "\n", encoding="utf-8")
    new.replace(path)


def read_manifest(path: Path) -> Manifest:
    """
    Read a manifest that was written.

    Raises:
        ValueError: It is none.
        OSError: It cannot be read.
    """
    try:
        return Manifest(**json.loads(path.read_text(encoding="utf-8")))
    except TypeError as wrong:
        raise ValueError(str(wrong)) from None


def kept_manifest(build: str) -> Path:
    """Give where the manifest of a build that ran in this hall is kept."""
    return Path(settings.BINGO_DATA_DIR) / "builds" / f"{build}.json"


def _code(root: Path) -> Iterator[Path]:
    for name in PACKAGES:
        for path in sorted((root / name).rglob("*")):
            if path.is_file() and path.suffix != ".pyc" and not NOT_CODE & set(path.relative_to(root).parts):
                yield path
    yield from (root / name for name in BESIDE if (root / name).exists())


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _differing(was: dict[str, str], now: dict[str, str]) -> tuple[str, ...]:
    return tuple(sorted(name for name in was.keys() | now.keys() if was.get(name) != now.get(name)))
