"""
What keeps the balls moving: the blower of a pneumatic machine, or a drum that turns.

Its force falls by the cage's `leak`; below the limit is a fault. The figure trembles a little, as a gauge
does, without dice: a game with a seed is the same however often it is asked.
"""

from dataclasses import dataclass

from devices.simulators.cage import Cage

_TREMBLE_PERCENT = 2


@dataclass(frozen=True, slots=True)
class MixerKind:
    """A way to mix: what HELLO says of it, its fault, its key in STATUS and its limits."""

    name: str
    caps: str
    fault: str
    key: str
    nominal: int
    least: int
    source: str


MIXERS = {
    "air": MixerKind("air", "air,rfid", "AIR", "pa", 1200, 900, "rfid"),
    "drum": MixerKind("drum", "drum,bar", "DRUM", "rpm", 30, 20, "bar"),
}

NOT_THEIRS = {"air": frozenset({"drum"}), "drum": frozenset({"air"})}
"""A pneumatic machine has no drum to stop, a drum no pressure to lose."""


def force_of(kind: MixerKind, cage: Cage) -> int:
    """Return the pressure in pascal, or the turns a minute; 0 while nothing is mixed."""
    if not cage.mixing:
        return 0
    tremble = (cage.ev * 7 % 5 - 2) * kind.nominal * _TREMBLE_PERCENT // 200
    return max(0, kind.nominal * (100 - cage.leak) // 100 + tremble)
