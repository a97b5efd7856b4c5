"""
A bingo machine in software: what it does with a command, and what it then tells. Pure but for its dice.

It draws one ball per DRAW and keeps the map of them; its faults are those of `faults.py` that concern balls and
motion. It is no certified generator of chance.

Source: docs/devices/bx1.md, "Commands" and "Events"; docs/devices/simulator.md.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from devices.codecs.bx1_messages import Message, bitmap_of, encode_message
from devices.simulators.cage import BALLS, JOURNAL_MAX, Cage
from devices.simulators.chatter import BACKLOG_MAX, SECONDS, Chatter
from devices.simulators.faults import FaultScript
from devices.simulators.mixer import MIXERS, MixerKind, force_of
from devices.simulators.motion import Motion, begin_motion, outcome_of

_RETURN_SECONDS = 1.0
_READ_SECONDS = 0.5
_OPERABLE = frozenset({"LOADED", "READY", "MIXING", "SHOWING"})
_FAULTS_BESIDE_FORCE = 4
"""With more faults than these a STATUS with its pressure would be longer than a frame may be."""
_STILL_WORKS = frozenset({"AIR", "READER"})


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer (`A`), or a refusal (`N`) whose verb is the code."""

    kind: str
    verb: str = ""
    fields: dict[str, str] = field(default_factory=dict)


def accept(**fields: str) -> Reply:
    """Answer A."""
    return Reply("A", "", fields)


def refuse(code: str, **fields: str) -> Reply:
    """Answer N."""
    return Reply("N", code, fields)


class Machine:
    """
    One machine, switched on.

    Args:
        cage: Its state, changed in place.
        script: The faults to come.
        seed: None for balls nobody can foretell.
        speed: How many times faster than a real machine (2 s per ball).
        new_boot: Gives the name of a run, four hex digits.
        mixer: What keeps the balls moving: air, or a drum.
    """

    def __init__(
        self,
        cage: Cage,
        script: FaultScript,
        *,
        seed: int | None = None,
        speed: float = 1.0,
        new_boot: Callable[[], str],
        mixer: MixerKind = MIXERS["air"],
    ) -> None:
        self.cage = cage
        self.script = script
        self.seed = seed
        self.speed = speed
        self.motion: Motion | None = None
        self.mixer = mixer
        self._chatter = Chatter()
        self._new_boot = new_boot
        self.power_on("power")

    def power_on(self, reason: str, *, keep_map: bool = True) -> None:
        """Begin a run: a new name, an empty journal, the balls where they are."""
        cage = self.cage
        cage.boot, cage.runs = self._new_boot(), cage.runs + 1
        cage.ev = cage.acked = 0
        cage.journal.clear()
        self.motion = None
        self._chatter.stop()
        cage.mixing = False
        if not keep_map:
            cage.told = [0] * len(cage.order)
        if cage.state not in {"IDLE", "LOADED", "FAULT"}:
            cage.state = "READY" if cage.game else "IDLE"
        self.emit("BOOT", reason=reason, boot=cage.boot)

    def emit(self, verb: str, **fields: str) -> None:
        """Add an event to the journal."""
        cage = self.cage
        cage.ev += 1
        cage.journal.append(encode_message(Message("E", cage.ev, verb, fields)))
        del cage.journal[:-JOURNAL_MAX]

    def answer(self, command: Message, now: float) -> Reply:
        """Do what a command says, or refuse it."""
        act = self._VERBS.get(command.verb)
        return act(self, command, now) if act else refuse("VERB")

    def deadline(self) -> float | None:
        """When the motion under way ends, or a bouncing switch makes its next event."""
        times = [self.motion.due if self.motion else None, self._chatter.deadline()]
        return min((time for time in times if time is not None), default=None)

    def tick(self, now: float) -> None:
        """End the motion that is due."""
        self._bounce(now)
        motion = self.motion
        if motion is None or motion.due is None or now < motion.due:
            return
        self.motion = None
        outcome_of(motion, self)

    def flood(self, now: float, argument: str = "") -> None:
        """Let a switch bounce, for `argument` seconds."""
        self._chatter.begin(now, float(argument or SECONDS))

    def take_back(self) -> None:
        """Somebody takes the last ball out of the tray: it counts as out, and the map no longer has it."""
        cage = self.cage
        number, cage.told[-1] = cage.told[-1], 0
        self.emit("VOID", o=str(len(cage.told)), n=str(number))

    def open_door(self) -> None:
        """The door opens: whatever moves stops where it is."""
        self.motion = None
        self.break_down("DOOR")

    def tell_ball(self, verb: str, number: int, **fields: str) -> None:
        """Tell of the ball just out, and keep the telling for a DRAW said again."""
        cage = self.cage
        cage.told[len(cage.order) - 1 :] = [number]
        cage.last_verb = verb
        cage.last_fields = {"o": str(len(cage.order)), **fields}
        cage.state = "SHOWING"
        self.emit(verb, **cage.last_fields)

    def break_down(self, code: str) -> None:
        """Begin a fault."""
        if code not in self.cage.faults:
            self.cage.faults.append(code)
            self.emit("FAULT", c=code, on="1", o=str(len(self.cage.order)))
        if code not in _STILL_WORKS:
            self.cage.state = "FAULT"
            self.emit("STATE", st="FAULT")

    def _stuck(self) -> bool:
        return self.cage.state == "FAULT"

    def _status(self, _command: Message, _now: float) -> Reply:
        cage = self.cage
        told = [number for number in cage.told if 1 <= number <= BALLS]
        fields = {
            "st": cage.state,
            "o": str(len(cage.order)),
            "last": str(cage.told[-1] if cage.told else 0),
            "in": str(len(cage.inside)),
            "f": ",".join(cage.faults) or "-",
            "bm": bitmap_of(told),
        }
        if len(cage.faults) <= _FAULTS_BESIDE_FORCE:
            fields[self.mixer.key] = str(force_of(self.mixer, cage))
        return accept(**fields)

    def _load(self, command: Message, _now: float) -> Reply:
        cage = self.cage
        if "g" not in command.fields:
            return refuse("SYNTAX")
        if self.motion is not None or self._stuck():
            return refuse("BUSY" if self.motion else "FAULT")
        if self.script.take("lost", 0):
            cage.lost = [17]
        if len(cage.inside) < BALLS:
            missing = {"miss": ",".join(map(str, cage.lost))} if cage.lost else {}
            return refuse("BALLS", **{"in": str(len(cage.inside))}, **missing)
        if cage.game != command.fields["g"] or cage.state != "LOADED":
            cage.game, cage.games, cage.state = command.fields["g"], cage.games + 1, "LOADED"
            self.emit("STATE", st="LOADED")
        return accept(**{"in": str(BALLS)})

    def _mix(self, command: Message, _now: float) -> Reply:
        if self.cage.state not in _OPERABLE:
            return refuse("STATE")
        if (wish := command.fields.get("on")) not in {"0", "1"}:
            return refuse("SYNTAX")
        self.cage.mixing = wish == "1"
        # The ball in the tube stays where it is: mixing is about those inside.
        if self.cage.state != "SHOWING":
            self.cage.state = "MIXING" if self.cage.mixing else "READY"
        return accept()

    def _draw(self, command: Message, now: float) -> Reply:
        cage, ordinal = self.cage, command.number("o")
        if not 1 <= ordinal <= BALLS:
            return refuse("RANGE")
        if self._stuck():
            return refuse("FAULT")
        if self.motion is not None:
            return accept(dup="1") if self.motion.is_draw_of(ordinal) else refuse("BUSY")
        if cage.state not in _OPERABLE:
            return refuse("STATE")
        if ordinal == len(cage.order):
            self.emit(cage.last_verb, **cage.last_fields)
            return accept(dup="1")
        if ordinal != len(cage.order) + 1:
            return refuse("ORDER")
        if self.script.take("door", ordinal):
            self.open_door()
            return refuse("FAULT")
        # A host that never said MIX has its balls mixed all the same.
        cage.state, cage.mixing = "DRAWING", True
        self.motion = begin_motion(ordinal, self, now)
        return accept()

    def _read(self, command: Message, now: float) -> Reply:
        ordinal = command.number("o")
        if self.motion is not None:
            return refuse("BUSY")
        if ordinal != len(self.cage.order) or not ordinal:
            return refuse("ORDER")
        self.motion = Motion("read", ordinal, now + _READ_SECONDS / self.speed)
        return accept()

    def _set(self, command: Message, _now: float) -> Reply:
        cage, ordinal, number = self.cage, command.number("o"), command.number("n")
        if not 1 <= number <= BALLS:
            return refuse("RANGE")
        if not 1 <= ordinal <= len(cage.told):
            return refuse("ORDER")
        cage.told[ordinal - 1] = number
        if ordinal == len(cage.order):
            cage.last_verb = "BALL"
            cage.last_fields = {"o": str(ordinal), "n": str(number), "q": "100", "src": "set"}
        return accept()

    def _release(self, _command: Message, _now: float) -> Reply:
        if self.cage.state == "SHOWING":
            self.cage.state = "READY"
        return accept()

    def _stop(self, _command: Message, _now: float) -> Reply:
        self.cage.mixing = False
        if self.motion is not None or self.cage.state == "MIXING":
            self.motion = None
            self.cage.state = "READY"
        return accept()

    def _clear(self, command: Message, _now: float) -> Reply:
        cage, code = self.cage, command.fields.get("c", "")
        if code in cage.faults:
            cage.faults.remove(code)
            if code == self.mixer.fault:
                cage.leak = 0
            self.emit("FAULT", c=code, on="0")
            if not {*cage.faults} - _STILL_WORKS:
                cage.state = "READY" if cage.game else "IDLE"
                self.emit("STATE", st=cage.state)
        return accept()

    def _return(self, _command: Message, now: float) -> Reply:
        if self._stuck():
            return refuse("FAULT")
        if self.motion is not None and self.motion.kind != "return":
            return refuse("BUSY")
        if self.motion is None:
            self.cage.state = "RETURNING"
            self.motion = Motion("return", 0, now + _RETURN_SECONDS / self.speed)
        return accept()

    def _bounce(self, now: float) -> None:
        for _ in range(min(self._chatter.take(now), BACKLOG_MAX - (self.cage.ev - self.cage.acked))):
            self.emit("STATE", st=self.cage.state)

    _VERBS: "dict[str, Callable[[Machine, Message, float], Reply]]" = {  # noqa: RUF012 - a table, never changed
        "STATUS": _status,
        "LOAD": _load,
        "MIX": _mix,
        "DRAW": _draw,
        "READ": _read,
        "SET": _set,
        "RELEASE": _release,
        "STOP": _stop,
        "CLEAR": _clear,
        "RETURN": _return,
    }
