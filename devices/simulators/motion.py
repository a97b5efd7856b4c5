"""What moves in a simulated machine: how a draw begins, and what comes of it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from devices.simulators.cage import BALLS

if TYPE_CHECKING:
    from devices.simulators.machine import Machine

DRAW_SECONDS = 2.0
NO_BALL_SECONDS = 8.0
SLOW_SECONDS = 9.0

_LOW_QUALITY = 61
_GOOD_QUALITY = 98
_KEPT_GAMES = 20


@dataclass(frozen=True, slots=True)
class Motion:
    """Something under way, over at `due` (None: never); draws have an ordinal from 1."""

    kind: str
    ordinal: int
    due: float | None
    argument: str = ""

    def is_draw_of(self, ordinal: int) -> bool:
        """Whether this motion brings the ball of an ordinal."""
        return self.ordinal == ordinal and self.kind not in {"read", "return"}


def begin_motion(ordinal: int, machine: "Machine", now: float) -> Motion:
    """Begin to draw; a fault decides how it will end, not whether a ball is wanted."""
    take, speed = machine.script.take, machine.speed
    if take("stall", ordinal):
        return Motion("stall", ordinal, None)
    if take("jam", ordinal):
        return Motion("jam", ordinal, now + DRAW_SECONDS / 2 / speed)
    if reboot := take("reboot", ordinal):
        return Motion("reboot", ordinal, now + DRAW_SECONDS / 2 / speed, reboot.argument)
    if take("air", ordinal):
        machine.break_down("AIR")
        return Motion("noball", ordinal, now + NO_BALL_SECONDS / speed)
    if take("missing", ordinal):
        return Motion("noball", ordinal, now + NO_BALL_SECONDS / speed)
    if take("readerdead", ordinal):
        machine.break_down("READER")
    seconds = SLOW_SECONDS if take("slow", ordinal) else DRAW_SECONDS
    return Motion("draw", ordinal, now + seconds / speed)


def outcome_of(motion: Motion, machine: "Machine") -> None:
    """Let a motion end."""
    if motion.kind == "draw":
        machine.cage.pick(machine.seed)
        _tell_ball(motion.ordinal, machine)
    elif motion.kind == "read":
        _tell_true_ball(machine)
    elif motion.kind == "jam":
        machine.break_down("JAM")
    elif motion.kind == "noball":
        machine.cage.state = "READY"
        machine.emit("NOBALL", o=str(motion.ordinal), ms=str(int(NO_BALL_SECONDS * 1000)))
    elif motion.kind == "reboot":
        machine.power_on("watchdog", keep_map=motion.argument != "lost")
    elif motion.kind == "return":
        _end_game(machine)


def _tell_ball(ordinal: int, machine: "Machine") -> None:
    take, cage = machine.script.take, machine.cage
    true, before = cage.order[-1], cage.told[:]
    if take("unread", ordinal) or "READER" in cage.faults:
        machine.tell_ball("UNREAD", 0, tries="3")
    elif take("double", ordinal):
        # The second ball goes back to the drum by itself; only the first one counts as out.
        second = cage.inside[0] if cage.inside else true
        machine.tell_ball("MULTI", 0, n=f"{true},{second}")
    elif impossible := take("range", ordinal):
        machine.tell_ball("BALL", 0, n=impossible.argument or "91", q=str(_GOOD_QUALITY), src="rfid")
    elif before and take("repeat", ordinal):
        _tell_number(before[0], machine)
    elif cage.inside and take("misread", ordinal):
        _tell_number(cage.inside[-1], machine)
    elif take("lowq", ordinal):
        _tell_number(true, machine, quality=_LOW_QUALITY)
    else:
        _tell_number(true, machine)


def _tell_true_ball(machine: "Machine") -> None:
    if "READER" in machine.cage.faults:
        machine.tell_ball("UNREAD", 0, tries="3")
    else:
        _tell_number(machine.cage.order[-1], machine)


def _tell_number(number: int, machine: "Machine", quality: int = _GOOD_QUALITY) -> None:
    machine.tell_ball("BALL", number, n=str(number), q=str(quality), src="rfid")


def _end_game(machine: "Machine") -> None:
    cage = machine.cage
    if cage.order:
        cage.previous.append({"game": cage.game, "order": cage.order[:], "told": cage.told[:]})
        del cage.previous[:-_KEPT_GAMES]
    cage.order.clear()
    cage.told.clear()
    cage.game, cage.state = "", "IDLE"
    machine.emit("END", **{"in": str(BALLS - len(cage.lost))})
