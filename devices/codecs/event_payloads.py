"""Journal events as JSON-plain values and back: what the device log keeps."""

from dataclasses import asdict
from typing import Any, get_args

from devices.codecs.events import JournalEvent

_KINDS: dict[str, type[Any]] = {kind.__name__: kind for kind in get_args(JournalEvent)}


def payload_of(event: JournalEvent) -> tuple[str, dict[str, Any]]:
    """Return the event's kind (its class name) and its fields."""
    return type(event).__name__, asdict(event)


def event_of(kind: str, payload: dict[str, Any]) -> JournalEvent:
    """
    Rebuild an event as it was first heard.

    Raises:
        KeyError: No such kind.
        TypeError: The fields are not those of the kind.
    """
    event: JournalEvent = _KINDS[kind](**payload)
    return event
