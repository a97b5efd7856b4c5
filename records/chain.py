"""The hash chain: pure arithmetic over a journal row's fields (reliability: tampering is found, not prevented)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

GENESIS = "0" * 64


def canonical(value: Any) -> str:
    """Write JSON one way only: sorted keys, no spaces, plain text; datetimes as UTC with microseconds."""

    def plain(item: Any) -> str:
        if isinstance(item, datetime):
            return item.astimezone(UTC).isoformat(timespec="microseconds")
        raise TypeError(type(item).__name__)

    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=plain)


def row_hash(prev_hash: str, fields: Mapping[str, Any]) -> str:
    """Hash one row onto the chain: SHA-256 over the previous hash and the canonical JSON of its fields."""
    return hashlib.sha256((prev_hash + canonical(dict(fields))).encode()).hexdigest()


def body_hash(deed: str, body: Mapping[str, Any]) -> str:
    """Hash a request, so that one key cannot stand for two different requests."""
    return hashlib.sha256(canonical({"deed": deed, **body}).encode()).hexdigest()
