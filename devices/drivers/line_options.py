"""
What a hall may set of a reader that only says lines: `Device.options` of the driver `line`.

Source: docs/devices/line.md, "Setting it up".
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from devices.codecs.line_balls import LinePatterns
from devices.codecs.line_patterns import compile_pattern

_SURE = 100
_SOURCE = re.compile(r"[a-z0-9]{1,16}")


@dataclass(frozen=True, slots=True)
class LineOptions:
    """
    What `Device.options` may say; times in milliseconds or seconds, as their names tell.

    `pattern`, `unread` and `ignore` are regular expressions for a whole line, the last two empty for none. `quality`
    0 to 100 is that of a ball whose pattern names none. `source` says what reads: bar, rfid, ocr, ...
    `slow_seconds` and `stalled_seconds` None: nobody is told, since people bring the balls.
    """

    pattern: str = "(?P<number>[0-9]{2})"
    unread: str = ""
    ignore: str = ""
    quality: int = 100
    source: str = "bar"
    again_ms: int = 3_000
    apart_ms: int = 1_000
    silence_ms: int = 500
    slow_seconds: float | None = None
    stalled_seconds: float | None = None

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> "LineOptions":
        """
        Read a device's options.

        Raises:
            ValueError: One is not known, or is not what it should be.
        """
        known = {field.name: field for field in fields(cls)}
        for name, value in options.items():
            kind = type(known[name].default) if name in known else None
            is_time = name.endswith("_seconds") and (value is None or isinstance(value, int | float))
            if kind is None or isinstance(value, bool) or not (is_time or isinstance(value, kind)):
                msg = f"not an option of a line reader: {name} = {value!r}"
                raise ValueError(msg)
            if not isinstance(value, str) and value is not None and value < 0:
                msg = f"{name} is not below 0: {value!r}"
                raise ValueError(msg)
        read = cls(**options)
        if read.quality > _SURE or not _SOURCE.fullmatch(read.source):
            msg = f"quality is 0 to 100, source a short word: {read.quality!r}, {read.source!r}"
            raise ValueError(msg)
        if read.again_ms < read.apart_ms:
            msg = f"again_ms is not below apart_ms, or one ball would be two: {read.again_ms} < {read.apart_ms}"
            raise ValueError(msg)
        return read

    def patterns(self) -> LinePatterns:
        """Return the patterns compiled; PatternRefused when one is not safe."""
        return LinePatterns(
            compile_pattern(self.pattern, needs=frozenset({"number"}), may=frozenset({"ordinal", "quality"})),
            compile_pattern(self.unread) if self.unread else None,
            compile_pattern(self.ignore) if self.ignore else None,
            self.quality,
        )
