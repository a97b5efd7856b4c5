"""
Personal data at rest: sealed with a key that is not in the database (Fernet: AES-128-CBC with an HMAC).

The key is BINGO_PII_KEY or, where that is empty, a file in the data folder that only the hall's own user may read. Each
sealed text is stored with the name of its key, so that keys can be changed: the first one seals, all of them open.
"""

from __future__ import annotations

import hmac
import os
from base64 import urlsafe_b64decode
from binascii import Error as NotBase64
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

KEY_BYTES: Final = 32
KEY_FILE: Final = "personal-data.key"


class SecretLost(Exception):
    """What was sealed cannot be opened: its key is gone, or the text was altered."""


def _key_file() -> Path:
    return Path(settings.BINGO_DATA_DIR) / KEY_FILE


def _keys() -> list[str]:
    """
    Give the hall's keys, the one that seals first; a hall without any is given one.

    Raises:
        ImproperlyConfigured: A key is not 32 bytes in base64.
    """
    written = list(settings.BINGO_PII_KEY) or _stored_keys()
    for key in written:
        try:
            fits = len(urlsafe_b64decode(key)) == KEY_BYTES
        except (NotBase64, ValueError):
            fits = False
        if not fits:
            msg = "A key of BINGO_PII_KEY is not 32 bytes in URL-safe base64."
            raise ImproperlyConfigured(msg)
    return written


def _stored_keys() -> list[str]:
    path = _key_file()
    if not path.exists():
        _make(path)
    return path.read_text(encoding="ascii").split()


def _make(path: Path) -> None:
    """Write a new key, whole or not at all; of two who do it at once the first stands."""
    path.parent.mkdir(parents=True, exist_ok=True)
    # Such a file is born readable by its owner only.
    with NamedTemporaryFile("w", dir=path.parent, encoding="ascii") as new:
        new.write(Fernet.generate_key().decode() + "\n")
        new.flush()
        os.fsync(new.fileno())
        try:
            path.hardlink_to(new.name)
        except FileExistsError:
            return


def name_of(key: str) -> str:
    """Give the name under which a key is remembered beside what it sealed; it does not tell the key."""
    return sha256(key.encode()).hexdigest()[:8]


def seal(text: str) -> tuple[str, str]:
    """Seal a text; gives it sealed, and the name of the key."""
    key = _keys()[0]
    return Fernet(key).encrypt(text.encode()).decode("ascii"), name_of(key)


def unseal(sealed: str, key_name: str) -> str:
    """
    Open a sealed text.

    Raises:
        SecretLost: No key of that name is here, or the text is not what was sealed.
    """
    key = next((one for one in _keys() if name_of(one) == key_name), None)
    if key is None:
        raise SecretLost(key_name)
    try:
        return Fernet(key).decrypt(sealed.encode("ascii")).decode()
    except InvalidToken:
        raise SecretLost(key_name) from None


def marks_of(text: str) -> list[str]:
    """
    Give the marks of a text, under each of the hall's keys, the one in use first: equal texts have equal marks.

    Without the key nobody can find the text by trying; the key of a mark is made from the hall's, and seals nothing.
    """
    return next(marks_of_all([text]))


def marks_of_all(texts: Iterable[str]) -> Iterator[list[str]]:
    """Give the marks of many texts, each as `marks_of` does; the keys are looked up once."""
    keys = [hmac.digest(key.encode(), b"marks of identity numbers", "sha256") for key in _keys()]
    for text in texts:
        yield [hmac.digest(key, text.encode(), "sha256").hex() for key in keys]
