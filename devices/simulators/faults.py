"""
Scripted faults: `jam@12,unread@5,drop@45:before,garbage*0.05,lost`.

`name@ordinal` fires once, at that ball; `name` once, at the next chance; `name*p` with probability p, each
time. An argument follows a colon. `wrongdev` and `baud` last, from their ball on, until they are cleared.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

NAMES = frozenset(
    [
        "jam",
        "unread",
        "repeat",
        "garbage",
        "drop",
        "slow",
        "dup",
        "noack",
        "lateack",
        "badcrc",
        "swap",
        "half",
        "range",
        "lowq",
        "misread",
        "double",
        "missing",
        "lost",
        "stall",
        "reboot",
        "door",
        "air",
        "readerdead",
        "wrongdev",
        "baud",
        "drum",
        "motor",
        "takeback",
        "flood",
        "slowread",
    ]
)

_FOR_SECONDS = frozenset({"flood", "slowread"})
_ITEM = re.compile(r"(?P<name>[a-z]+)(?:@(?P<ordinal>\d{1,2}))?(?:\*(?P<chance>0?\.\d+|1))?(?::(?P<argument>\w+))?")


@dataclass(frozen=True, slots=True)
class ScriptedFault:
    """One fault waiting to happen; `ordinal` None: at the next chance; `chance` 0 to 1, None: once."""

    name: str
    ordinal: int | None = None
    chance: float | None = None
    argument: str = ""

    @property
    def text(self) -> str:
        """The fault as it is written in a script."""
        at = "" if self.ordinal is None else f"@{self.ordinal}"
        times = "" if self.chance is None else f"*{self.chance}"
        return f"{self.name}{at}{times}" + (f":{self.argument}" if self.argument else "")


def parse_fault(text: str) -> ScriptedFault:
    """
    Read one fault.

    Raises:
        ValueError: There is no such fault, or it is not written as the module says.
    """
    match = _ITEM.fullmatch(text.strip())
    if match is None or match["name"] not in NAMES:
        msg = f"not a fault: {text!r}; known: {', '.join(sorted(NAMES))}"
        raise ValueError(msg)
    if match["name"] in _FOR_SECONDS and match["argument"] and not match["argument"].isdecimal():
        msg = f"not seconds: {text!r}"
        raise ValueError(msg)
    ordinal = int(match["ordinal"]) if match["ordinal"] else None
    chance = float(match["chance"]) if match["chance"] else None
    return ScriptedFault(match["name"], ordinal, chance, match["argument"] or "")


class FaultScript:
    """The faults still to happen; `random` gives 0 to 1 for those with a probability."""

    def __init__(self, text: str, random: Callable[[], float]) -> None:
        self.random = random
        self._waiting = [parse_fault(item) for item in text.split(",") if item.strip()]

    @property
    def text(self) -> str:
        """The faults still to happen, as a script."""
        return ",".join(fault.text for fault in self._waiting)

    def add(self, text: str) -> None:
        """Let one more fault happen."""
        self._waiting.append(parse_fault(text))

    def clear(self) -> None:
        """Let none happen any more."""
        self._waiting.clear()

    def forget(self, text: str) -> None:
        """
        Let one not happen any more.

        Raises:
            ValueError: It is not waiting.
        """
        fault = parse_fault(text)
        if fault not in self._waiting:
            msg = f"{text!r} does not wait"
            raise ValueError(msg)
        self._waiting.remove(fault)

    def lasts(self, name: str, ordinal: int) -> bool:
        """Whether a fault that lasts has begun by this ball."""
        return any(fault.name == name and (fault.ordinal or 0) <= ordinal for fault in self._waiting)

    def take(self, name: str, ordinal: int, argument: str | None = None) -> ScriptedFault | None:
        """Return the fault if it happens at this ball now, and forget it unless it has a probability."""
        for fault in self._waiting:
            if fault.name != name or fault.ordinal not in {None, ordinal} or argument not in {None, fault.argument}:
                continue
            if fault.chance is None:
                self._waiting.remove(fault)
                return fault
            if self.random() < fault.chance:
                return fault
        return None
