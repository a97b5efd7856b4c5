"""The hall's settings as the journal may keep them: names and values, of what is secret a mark of four digits."""

from __future__ import annotations

import hashlib
import re
from typing import Any, Final

from django.conf import settings

MORE: Final = ("ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "DEBUG", "TIME_ZONE", "LANGUAGE_CODE", "SECRET_KEY")
SECRET: Final = re.compile(r"KEY|PASSWORD|TOKEN|SECRET|(?:^|_)PINS?(?:_|$)")
LONGEST: Final = 200
# Who logs in where stands before the @ of an address.
_LOG_IN: Final = re.compile(r"(?<=//)[^/@\s]*@")


def settings_seen() -> dict[str, str]:
    """Give every setting of the hall by its name, as text."""
    names = sorted([name for name in dir(settings) if name.startswith("BINGO_")] + list(MORE))
    seen = {name: _told(name, getattr(settings, name)) for name in names}
    seen["database"] = str(settings.DATABASES["default"]["ENGINE"]).rpartition(".")[2]
    return seen


def _told(name: str, value: Any) -> str:
    if value in (None, "", [], ()):
        return ""
    text = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    if SECRET.search(name):
        # Enough to see that it is another one, too little to find it by trying.
        return "#" + hashlib.sha256(f"{name}={text}".encode()).hexdigest()[:4]
    return _LOG_IN.sub("", text)[:LONGEST]
