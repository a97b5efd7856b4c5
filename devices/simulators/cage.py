"""What a simulated machine is, as plain values: what survives when its process is killed."""

import random
from dataclasses import asdict, dataclass, field
from typing import Any

BALLS = 90
JOURNAL_MAX = 512


@dataclass(slots=True)
class Cage:
    """
    Balls, journal and counters of a machine.

    `order` is what truly fell, by ordinal; `told` what the machine believes it read (0: nothing).
    `actuations` counts balls extracted since the machine was made. `journal` holds message bodies. `mixing` is
    whether the blower or drum turns, `leak` how many percent of its force are missing.
    """

    boot: str = ""
    runs: int = 0
    games: int = 0
    game: str = ""
    state: str = "IDLE"
    order: list[int] = field(default_factory=list)
    told: list[int] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    lost: list[int] = field(default_factory=list)
    actuations: int = 0
    ev: int = 0
    acked: int = 0
    journal: list[str] = field(default_factory=list)
    last_verb: str = ""
    last_fields: dict[str, str] = field(default_factory=dict)
    previous: list[dict[str, Any]] = field(default_factory=list)
    mixing: bool = False
    leak: int = 0
    script: str = ""

    @property
    def inside(self) -> list[int]:
        """The balls still in the drum, in order of number."""
        out = {*self.order, *self.lost}
        return [ball for ball in range(1, BALLS + 1) if ball not in out]

    def as_json(self) -> dict[str, Any]:
        """Return the cage as JSON-plain values."""
        return asdict(self)

    def pick(self, seed: int | None) -> int:
        """Extract a ball; with a seed the n-th ball of the n-th game is always the same."""
        if seed is None:
            ball = random.SystemRandom().choice(self.inside)
        else:
            chooser = random.Random(f"{seed}:{self.games}:{len(self.order)}")  # noqa: S311 - a repeatable game
            ball = chooser.choice(self.inside)
        self.order.append(ball)
        self.actuations += 1
        return ball
