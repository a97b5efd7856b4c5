"""What moves in a simulated machine: how a draw begins, and what comes of it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from devices.simulators.cage import BALLS

if TYPE_CHECKING:
    from devices.simulators.machine import Machine

DRAW_SECONDS = 2.0
NO_BALL_SECONDS = 8.0
SLOW_SECONDS = (7.0, 11.0)
BREAKS = {"jam": "JAM", "drum": "DRUM", "motor": "MOTOR"}
"""Faults that stop a draw under way, with the code the machine gives them."""

_LOW_QUALITY = 61
_GOOD_QUALITY = 98
_KEPT_GAMES = 20
_LEAK_AT_FIRST, _LEAK_MORE, _LEAK_MOST = 30, 15, 90
_DRUM_LEAK = 85


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
    if flood := take("flood", ordinal):
        machine.flood(now, flood.argument)
    if take("stall", ordinal):
        return Motion("stall", ordinal, None)
    for fault, code in BREAKS.items():
        if take(fault, ordinal):
            return Motion("break", ordinal, now + DRAW_SECONDS / 2 / speed, code)
    if reboot := take("reboot", ordinal):
        return Motion("reboot", ordinal, now + DRAW_SECONDS / 2 / speed, reboot.argument)
    if _air_is_short(ordinal, machine) or take("missing", ordinal):
        return Motion("noball", ordinal, now + NO_BALL_SECONDS / speed)
    if take("readerdead", ordinal):
        machine.break_down("READER")
    return Motion("draw", ordinal, now + _seconds_of(ordinal, machine) / speed)


def outcome_of(motion: Motion, machine: "Machine") -> None:
    """Let a motion end."""
    if motion.kind == "draw":
        machine.cage.pick(machine.seed)
        _tell_ball(motion.ordinal, machine)
    elif motion.kind == "read":
        _tell_true_ball(machine)
    elif motion.kind == "break":
        if motion.argument == "DRUM":
            machine.cage.leak = _DRUM_LEAK
        machine.break_down(motion.argument)
    elif motion.kind == "noball":
        machine.cage.state = "READY"
        machine.emit("NOBALL", o=str(motion.ordinal), ms=str(int(NO_BALL_SECONDS * 1000)))
    elif motion.kind == "reboot":
        machine.power_on("watchdog", keep_map=motion.argument != "lost")
    elif motion.kind == "return":
        _end_game(machine)


def _seconds_of(ordinal: int, machine: "Machine") -> float:
    if not machine.script.take("slow", ordinal):
        return DRAW_SECONDS
    shortest, longest = SLOW_SECONDS
    return shortest + (longest - shortest) * machine.script.random()


def _air_is_short(ordinal: int, machine: "Machine") -> bool:
    """
    Whether the air cannot lift a ball this time.

    The draw at which the pressure falls is empty; until somebody clears the fault it falls on, and each draw is
    likelier to be empty than the one before: 1 in 4, 1 in 2, 3 in 4, all.
    """
    cage = machine.cage
    if machine.script.take("air", ordinal):
        cage.leak = _LEAK_AT_FIRST
        machine.break_down("AIR")
        return True
    if "AIR" not in cage.faults:
        return False
    cage.leak = min(cage.leak + _LEAK_MORE, _LEAK_MOST)
    return machine.script.random() < (cage.leak - _LEAK_AT_FIRST) / (_LEAK_MOST - _LEAK_AT_FIRST)


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
        machine.tell_ball("BALL", 0, n=impossible.argument or "91", q=str(_GOOD_QUALITY), src=machine.mixer.source)
    elif before and take("repeat", ordinal):
        _tell_number(before[0], machine)
    elif cage.inside and take("misread", ordinal):
        _tell_number(cage.inside[-1], machine)
    elif take("lowq", ordinal):
        _tell_number(true, machine, quality=_LOW_QUALITY)
    else:
        _tell_number(true, machine)
    if cage.told[-1] and take("takeback", ordinal):
        machine.take_back()


def _tell_true_ball(machine: "Machine") -> None:
    if "READER" in machine.cage.faults:
        machine.tell_ball("UNREAD", 0, tries="3")
    else:
        _tell_number(machine.cage.order[-1], machine)


def _tell_number(number: int, machine: "Machine", quality: int = _GOOD_QUALITY) -> None:
    machine.tell_ball("BALL", number, n=str(number), q=str(quality), src=machine.mixer.source)


def _end_game(machine: "Machine") -> None:
    cage = machine.cage
    if cage.order:
        cage.previous.append({"game": cage.game, "order": cage.order[:], "told": cage.told[:]})
        del cage.previous[:-_KEPT_GAMES]
    cage.order.clear()
    cage.told.clear()
    cage.game, cage.state, cage.mixing = "", "IDLE", False
    machine.emit("END", **{"in": str(BALLS - len(cage.lost))})
