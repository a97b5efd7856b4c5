"""
The steps that move balls: a game begun, two or three balls, and all of them back.

Source: docs/devices/bx1.md.
"""

from collections.abc import Callable

from devices.codecs.bx1_messages import BALLS, Message, encode_message
from devices.probe.still import FIRST_GAP, QUIET_SECONDS, STATES
from devices.probe.trial import Step, StepSkipped, Trial, require

BALL_SECONDS = 12.0
RETURN_SECONDS = 60.0
_MOVING = frozenset({"DRAWING", "RETURNING", "MIXING"})
_OUTCOMES = frozenset({"BALL", "UNREAD", "MULTI", "NOBALL", "FAULT"})


def prepare(trial: Trial) -> None:
    """Bring all balls back before the trial."""
    told = trial.status()
    if told.state == "IDLE" and told.ordinal == 0:
        return
    trial.talk.accepted("RETURN")
    require(trial.talk.event(frozenset({"END"}), RETURN_SECONDS), "no END after RETURN")
    require(trial.status().ordinal == 0, "after END the ordinal is not 0")


def unloaded(trial: Trial) -> None:
    """Ask for a ball before the game."""
    trial.talk.refused("STATE", "DRAW", o="1")


def load(trial: Trial) -> None:
    """Begin a game, twice."""
    for _ in range(2):
        answer = trial.talk.accepted("LOAD", g="probe")
        require(answer.number("in") == len(BALLS), f"LOAD was accepted without in=90: {encode_message(answer)}")
    told = trial.status()
    is_new = (told.state, told.ordinal, told.balls_in, len(told.drawn)) == ("LOADED", 0, len(BALLS), 0)
    require(is_new, f"after LOAD: st={told.state} o={told.ordinal} in={told.balls_in} and {len(told.drawn)} in bm")


def mix(trial: Trial) -> None:
    """Blow, or turn, and stop."""
    if not {"air", "drum"} & set(trial.known.caps):
        msg = "neither air nor drum in caps"
        raise StepSkipped(msg)
    trial.talk.accepted("MIX", on="1")
    require((state := trial.status().state) == "MIXING", f"after MIX on=1: st={state}")
    trial.talk.accepted("MIX", on="0")
    require((state := trial.status().state) in STATES - _MOVING, f"after MIX on=0: st={state}")


def order(trial: Trial) -> None:
    """Ask for balls that cannot come."""
    trial.talk.refused("ORDER", "DRAW", o="3")
    for ordinal in ("0", "91"):
        trial.talk.refused("RANGE", "DRAW", o=ordinal)
    require(trial.status().ordinal == 0, "a refused DRAW moved a ball")


def _ball_of(trial: Trial, event: Message | None, ordinal: int) -> None:
    """Keep the number of a ball; the step fails unless it is one as the page says."""
    require(event, f"no ball {ordinal} and no word of it in {BALL_SECONDS:.0f} s")
    assert event is not None
    told = encode_message(event)
    require(event.verb == "BALL", f"ball {ordinal} could not be had: {told}")
    require(event.number("o") == ordinal, f"o is not {ordinal}: {told}")
    require(event.number("n") in BALLS and event.fields["n"][0] != "0", f"n is not 1 to 90: {told}")
    require(event.number("q", -1) in range(101), f"q is not 0 to 100: {told}")
    require(event.fields.get("src"), f"src is missing: {told}")
    trial.numbers[ordinal] = event.number("n")


def draw(trial: Trial) -> None:
    """Draw a ball, and keep its K back for a while."""
    talk = trial.talk
    talk.holds_back = True
    answer = talk.accepted("DRAW", o="1")
    require("dup" not in answer.fields, f"the first DRAW is no repetition: {encode_message(answer)}")
    event = None
    until = talk.line.now() + BALL_SECONDS
    while (event is None or event.verb not in _OUTCOMES) and talk.line.now() < until:
        if event is not None:
            talk.receive(event.seq)
        event = talk.event(frozenset(), until - talk.line.now())
    _ball_of(trial, event, 1)
    assert event is not None
    first = next(place for place, (_, said) in enumerate(talk.events) if said == event)
    talk.listen(FIRST_GAP[1], lambda: len(talk.events) > first + 1)
    require(len(talk.events) > first + 1, "the ball was not said again after 0.5 s without K")
    again_at, again = talk.events[first + 1]
    waited = again_at - talk.events[first][0]
    require(again == event, f"instead of the ball without K came {encode_message(again)}")
    require(waited >= FIRST_GAP[0], f"said again after {waited:.2f} s, not 0.5")
    talk.receive(event.seq)
    talk.listen(0.1)
    talk.holds_back, count = False, len(talk.events)
    talk.listen(QUIET_SECONDS * 2)
    still = [said for _, said in talk.events[count:] if said.seq == event.seq]
    require(not still, "the ball is still said after its K")


def map_of_one(trial: Trial) -> None:
    """Look at the map."""
    _has_out(trial, [trial.numbers[1]])


def _has_out(trial: Trial, numbers: list[int]) -> None:
    told, count = trial.status(), len(numbers)
    counts = (told.ordinal, told.balls_in) == (count, len(BALLS) - count)
    require(counts, f"{count} out, but o={told.ordinal} in={told.balls_in}")
    require(told.drawn == frozenset(numbers), f"out are {numbers}, but bm has {sorted(told.drawn)}")
    require(told.last == numbers[-1], f"the last ball is {numbers[-1]}, but last={told.last}")


def dup(trial: Trial) -> None:
    """Ask for the ball that is out already."""
    talk, before = trial.talk, trial.talk.last_ev
    answer = talk.accepted("DRAW", o="1")
    require(answer.fields.get("dup") == "1", f"DRAW of a ball that is out is not A dup=1: {encode_message(answer)}")
    talk.listen(QUIET_SECONDS, lambda: talk.last_ev != before)
    event = talk.events[-1][1]
    told = encode_message(event)
    require(talk.last_ev != before, "the ball's event was not made again")
    same = (event.verb, event.number("o"), event.number("n")) == ("BALL", 1, trial.numbers[1])
    require(same, f"ball 1 is {trial.numbers[1]}, and was told again as {told}")
    require((count := trial.status().ordinal) == 1, f"DRAW said again drew: o={count}")


def twice(trial: Trial) -> None:
    """Send one DRAW in the same bytes twice."""
    talk, before = trial.talk, len(trial.talk.events)
    seq, frame = talk.next_command("DRAW", o="2")
    answers = []
    for _ in range(2):
        talk.send(frame)
        answers.append(talk.answer(seq))
    require(all(answers), "the same DRAW twice was not answered twice")
    told = [encode_message(answer) for answer in answers if answer]
    require(told[0] == told[1], f"the same DRAW twice had two answers: {told[0]} and {told[1]}")
    talk.listen(BALL_SECONDS, lambda: any(event.verb in _OUTCOMES for _, event in talk.events[before:]))
    talk.listen(QUIET_SECONDS)
    came = list({event.seq: event for _, event in talk.events[before:] if event.verb in _OUTCOMES}.values())
    _ball_of(trial, came[0] if came else None, 2)
    require(len(came) == 1, f"one DRAW in the same bytes twice made {len(came)} events")
    require((count := trial.status().ordinal) == 2, f"one DRAW in the same bytes twice: o={count}")  # noqa: PLR2004


def set_number(trial: Trial) -> None:
    """Decide on another number for a ball that is out, and take it back."""
    first, second = trial.numbers[1], trial.numbers[2]
    other = next(ball for ball in BALLS if ball not in {first, second})
    trial.talk.refused("RANGE", "SET", o="1", n="91")
    trial.talk.refused("ORDER", "SET", o="3", n=str(other))
    trial.talk.accepted("SET", o="1", n=str(other))
    _has_out(trial, [other, second])
    trial.talk.accepted("SET", o="1", n=str(first))
    _has_out(trial, [first, second])


def read(trial: Trial) -> None:
    """Read the last ball once more."""
    trial.talk.refused("ORDER", "READ", o="1")
    trial.talk.accepted("READ", o="2")
    event = trial.talk.event(frozenset({"BALL", "UNREAD"}), BALL_SECONDS)
    require(event, "no BALL and no UNREAD after READ")
    assert event is not None
    told = encode_message(event)
    require(event.number("o") == 2, f"READ o=2 told of another ball: {told}")  # noqa: PLR2004 - the ball asked for


def release(trial: Trial) -> None:
    """Let the ball fall to the tray."""
    trial.talk.accepted("RELEASE")
    require((state := trial.status().state) in {"READY", "MIXING"}, f"after RELEASE: st={state}")


def stop(trial: Trial) -> None:
    """Stop a draw under way: the ball is out and told, or it is in."""
    talk, before = trial.talk, len(trial.talk.events)
    talk.accepted("DRAW", o="3")
    talk.accepted("STOP")
    talk.listen(QUIET_SECONDS * 2)
    told = trial.status()
    require(told.state not in _MOVING, f"after STOP: st={told.state}")
    out = [event for _, event in talk.events[before:] if event.verb in {"BALL", "UNREAD", "MULTI"}]
    require(told.ordinal == 2 + bool(out), f"after STOP o={told.ordinal}, and {len(out)} balls were told")
    require(told.ordinal + told.balls_in == len(BALLS), f"after STOP o={told.ordinal} in={told.balls_in}")


def give_back(trial: Trial) -> None:
    """Bring all balls back."""
    talk, until = trial.talk, trial.talk.line.now() + BALL_SECONDS
    while (answer := talk.ask("RETURN")).verb == "BUSY" and talk.line.now() < until:
        talk.listen(QUIET_SECONDS)
    require(answer.kind == "A", f"RETURN was refused: {encode_message(answer)}")
    event = talk.event(frozenset({"END"}), RETURN_SECONDS)
    require(event, f"no END in {RETURN_SECONDS:.0f} s after RETURN")
    assert event is not None
    require(event.number("in") == len(BALLS), f"END without in=90: {encode_message(event)}")
    told = trial.status()
    is_empty = (told.state, told.ordinal, told.balls_in, len(told.drawn)) == ("IDLE", 0, len(BALLS), 0)
    require(is_empty, f"after END: st={told.state} o={told.ordinal} in={told.balls_in} and {len(told.drawn)} in bm")


def _step(key: str, clause: str, title: str, run: Callable[[Trial], None], *needs: str) -> Step:
    return Step(key, clause, title, run, moves=True, needs=("hello", "status", *needs))


MOVING = (
    _step("prepare", "6.11 RETURN", "the balls are in the drum before the trial", prepare),
    _step("unloaded", "5. The machine's states", "DRAW before LOAD is N STATE", unloaded, "prepare"),
    _step("load", "6.3 LOAD", "LOAD counts ninety balls, and again changes nothing", load, "prepare"),
    _step("mix", "6.4 MIX", "MIX turns blower or drum on and off", mix, "load"),
    _step("order", "6.5 DRAW", "DRAW of another ordinal is N ORDER or N RANGE", order, "load"),
    _step("draw", "6.5 DRAW", "DRAW brings a ball, said again until its K", draw, "load", "repeat"),
    _step("map", "6.2 STATUS", "the ball is in the map, and not in the drum", map_of_one, "draw"),
    _step("dup", "6.5 DRAW", "DRAW said again is dup=1, and the event a new one", dup, "draw"),
    _step("twice", "8.1 Commands", "the same DRAW in the same bytes twice is one ball", twice, "draw"),
    _step("set", "6.7 SET", "SET makes the map true", set_number, "map", "twice"),
    _step("read", "6.6 READ", "READ tells of the ball at the reader", read, "twice"),
    _step("release", "6.8 RELEASE", "RELEASE lets the ball fall", release, "twice"),
    _step("stop", "6.9 STOP", "STOP ends all motion, and no ball is lost", stop, "twice"),
    _step("return", "6.11 RETURN", "RETURN ends with END in=90 and an empty map", give_back, "load"),
)
