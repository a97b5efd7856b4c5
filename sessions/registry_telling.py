"""A row of the journal in the active language, for the register: one sentence, whatever its kind."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from sessions.acta_telling import NOBODY, moment, money
from sessions.acta_words import WORDS
from sessions.registry_game_words import GAME_WORDS, SERIES_WORDS, SESSION_WORDS
from sessions.registry_house_words import (
    ACCESS_WORDS,
    DOOR_WORDS,
    HALL_WORDS,
    PLAYER_WORDS,
    STAFF_WORDS,
    TILL_WORDS,
)

REGISTRY_WORDS: Final[dict[str, Promise]] = {
    **GAME_WORDS,
    **SESSION_WORDS,
    **SERIES_WORDS,
    **ACCESS_WORDS,
    **DOOR_WORDS,
    **PLAYER_WORDS,
    **STAFF_WORDS,
    **TILL_WORDS,
    **HALL_WORDS,
}
"""The sentence of each kind of row."""
SIGNS_OF_A_HASH: Final = 12
_CODED: Final[dict[tuple[str, str], str]] = {
    ("GameSuspended", "cause"): "suspension",
    ("GameVoided", "cause"): "void",
    ("BallHeld", "reason"): "held",
    ("DrawPaused", "reason"): "stop",
    ("EntrySigned", "as_post"): "post",
    ("EquipmentChecked", "in_order"): "equipment",
    ("EquipmentChecked", "faulty"): "equipment",
    ("StaffEngaged", "posts"): "post",
    ("StaffPostsSet", "posts"): "post",
    ("StaffPostsSet", "was"): "post",
}
"""Where a field's codes have words: those of the minutes."""
_SELF: Final = frozenset({"prize", "post", "category", "extractor"})
_HASH: Final = re.compile(r"[0-9a-f]{64}")
_CAMEL: Final = re.compile(r"(?<!^)(?=[A-Z])")
ABSENT: Final = "\0"
"""Stands for a fact that is not there, until it is known where in the sentence it would be."""
_ALONE: Final = re.compile(rf"(?:(?<=[.:!?])|^)\s*{ABSENT}(?=\s|$)")
_AT_THE_END: Final = re.compile(rf"\s{ABSENT}(?=[,)])")


def sentence_of(kind: str, payload: Mapping[str, Any]) -> str:
    """Say a row; a kind without a sentence of its own is told by its name and its facts."""
    facts = dict(_flat("", payload))
    told: dict[str, str] = defaultdict(lambda: NOBODY)
    for name, value in facts.items():
        told[name] = _told(kind, name, value)
        if isinstance(value, list):
            told[f"{name}_n"] = str(len(value))
    words = REGISTRY_WORDS.get(kind)
    if words is None:
        return _unknown(kind, told)
    return _tidy(str(words).format_map(told))


def kind_name(kind: str) -> str:
    """Give a kind as words, for lists of kinds: `BallCalled` → Ball called."""
    return _CAMEL.sub(" ", kind).capitalize()


def _unknown(kind: str, told: Mapping[str, str]) -> str:
    facts = ", ".join(f"{name} {value}" for name, value in told.items() if value != ABSENT and not name.endswith("_n"))
    return f"{kind_name(kind)}: {facts}." if facts else f"{kind_name(kind)}."


def _flat(prefix: str, payload: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in payload.items():
        if isinstance(value, Mapping):
            yield from _flat(f"{prefix}{name}_", value)
        else:
            yield prefix + name, value


def _told(kind: str, name: str, value: Any) -> str:
    if value is None or value == "":
        return ABSENT
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        return ", ".join(_item(kind, name, one) for one in value) or NOBODY
    if (name == "cents" or name.endswith("_cents")) and isinstance(value, int):
        return money(value)
    return _item(kind, name, value)


def _item(kind: str, name: str, value: Any) -> str:
    if isinstance(value, Mapping):
        return _change(value)
    if isinstance(value, list):
        return "-".join(map(str, value))
    text = str(value)
    if _HASH.fullmatch(text):
        return text[:SIGNS_OF_A_HASH]
    if name.endswith("_at") or name == "until":
        return _moment(text)
    family = _CODED.get((kind, name), name if name in _SELF else "")
    words: Mapping[str, Any] = WORDS.get(family, {})
    return str(words.get(text, text))


def _change(value: Mapping[str, Any]) -> str:
    """Say a thing of several facts; a changed setting as name: before → now."""
    if set(value) == {"name", "was", "now"}:
        return f"{value['name']}: {value['was'] or NOBODY} → {value['now'] or NOBODY}"
    return " ".join(str(fact) for fact in value.values())


def _moment(text: str) -> str:
    try:
        return moment(datetime.fromisoformat(text))
    except ValueError:
        return text


def _tidy(text: str) -> str:
    """Leave out what is not there where it would be a sentence of its own; elsewhere it is a dash."""
    before = ""
    while before != text:
        before, text = text, _ALONE.sub("", text)
    return " ".join(_AT_THE_END.sub("", text).replace(ABSENT, NOBODY).split())
