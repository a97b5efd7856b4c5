"""
One machine's trial: the steps in order, each with what it needs, and a report of each.

A step fails for one reason and says it; what builds on it is not tried rather than failed, so that the report names the
cause and not its shadow.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from devices.codecs.bx1_events import Hello, hello_of, status_of
from devices.codecs.bx1_messages import Message, MessageDamaged, encode_message
from devices.codecs.events import StatusRead
from devices.probe.report import Outcome, StepReport
from devices.probe.talk import StepFailed, Talk
from devices.transports import TransportLost

_HELLO_SENDINGS = 5
_CATCH_UP_SECONDS = 3.0
_VERSION = 1
_SID = "7A3F"


class StepSkipped(Exception):
    """The step does not concern this machine, or cannot be tried as it is now; the message says why."""


@dataclass
class Trial:
    """What is known of the machine so far; `numbers` by ordinal, of the balls drawn in the trial."""

    talk: Talk
    hello: Hello | None = None
    numbers: dict[int, int] = field(default_factory=dict)

    @property
    def known(self) -> Hello:
        """What the machine said of itself last."""
        assert self.hello is not None, "only steps that need `hello` ask"
        return self.hello

    def greet(self, ev: int) -> Hello:
        """Say HELLO, five times if need be, and keep the answer; StepFailed when it is not as the page says."""
        seq, frame = self.talk.next_command("HELLO", v=str(_VERSION), sid=_SID, ev=f"{ev:04X}")
        for _ in range(_HELLO_SENDINGS):
            self.talk.send(frame)
            if (answer := self.talk.answer(seq)) is not None:
                hello = _hello_in(answer)
                if self.hello is not None and hello.boot != self.hello.boot:
                    # Events of another run are another story: their numbers cannot be compared.
                    self.talk.events.clear()
                self.hello = hello
                return hello
        msg = f"no answer to HELLO, sent {_HELLO_SENDINGS} times; port, speed and power?"
        raise StepFailed(msg)

    def catch_up(self) -> int:
        """Take the events made since the last HELLO; return the number of the last one."""
        last = self.greet(self.known.ev).ev
        self.talk.listen(_CATCH_UP_SECONDS, lambda: self.talk.last_ev >= last)
        return last

    def status(self) -> StatusRead:
        """Ask STATUS; StepFailed when its answer cannot be read."""
        answer = self.talk.accepted("STATUS")
        missing = {"st", "o", "last", "in", "f", "bm"} - set(answer.fields)
        if missing:
            msg = f"STATUS lacks {', '.join(sorted(missing))}: {encode_message(answer)}"
            raise StepFailed(msg)
        try:
            return status_of(answer)
        except MessageDamaged:
            msg = f"bm is no map of 90 balls, or f names no faults in capitals: {encode_message(answer)}"
            raise StepFailed(msg) from None


@dataclass(frozen=True, slots=True)
class Step:
    """One step: `clause` names the chapter of the page; `needs` the keys of steps that must have passed."""

    key: str
    clause: str
    title: str
    run: Callable[[Trial], None]
    moves: bool = False
    needs: tuple[str, ...] = ("hello",)


def require(what: object, why: str) -> None:
    """Fail the step unless `what` holds."""
    if not what:
        raise StepFailed(why)


def run_trial(talk: Talk, steps: Sequence[Step], *, may_move: bool) -> Iterator[StepReport]:
    """
    Walk a machine through the steps, and yield the report of each as it ends.

    Args:
        talk: The conversation, with the port open.
        steps: In order; a step comes after those it needs.
        may_move: Whether steps that move balls are tried.
    """
    trial, passed, gone = Trial(talk), set[str](), ""
    for number, step in enumerate(steps, 1):
        why_not = gone or _why_not(step, passed, may_move=may_move)
        if why_not:
            yield StepReport(number, step.key, step.clause, step.title, Outcome.NOT_TRIED, why_not)
            continue
        begin = len(talk.exchanged)
        outcome, why = _try(step, trial)
        if outcome is Outcome.PASSED:
            passed.add(step.key)
        if why.startswith("port:"):
            gone = "the port is gone"
        yield StepReport(number, step.key, step.clause, step.title, outcome, why, talk.exchanged[begin:])


def _try(step: Step, trial: Trial) -> tuple[Outcome, str]:
    trial.talk.holds_back = False
    trial.talk.answers.clear()
    try:
        step.run(trial)
    except StepFailed as error:
        return Outcome.FAILED, str(error)
    except StepSkipped as error:
        return Outcome.NOT_TRIED, str(error)
    except TransportLost as error:
        return Outcome.FAILED, f"port: {error}"
    return Outcome.PASSED, ""


def _why_not(step: Step, passed: set[str], *, may_move: bool) -> str:
    if step.moves and not may_move:
        return "moves balls: only with --draw"
    missing = [need for need in step.needs if need not in passed]
    return f"needs what did not pass: {', '.join(missing)}" if missing else ""


def _hello_in(answer: Message) -> Hello:
    told = encode_message(answer)
    require(answer.kind == "A", f"HELLO was refused: {told}")
    try:
        hello = hello_of(answer)
    except MessageDamaged:
        msg = f"HELLO names no run and count of events in four hex digits each: {told}"
        raise StepFailed(msg) from None
    require(hello.version == _VERSION, f"v is not 1: {told}")
    require(hello.balls == 90, f"balls is not 90: {told}")  # noqa: PLR2004 - as the page says it
    require(1 <= len(hello.model) <= 16, f"model is not 1 to 16 characters: {told}")  # noqa: PLR2004 - the same
    require(1 <= len(hello.firmware) <= 16, f"fw is not 1 to 16 characters: {told}")  # noqa: PLR2004 - the same
    return hello
