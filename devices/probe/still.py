"""
The steps in which nothing moves: who is there, what it makes of damage, and whether its journal can be trusted.

Source: docs/devices/bx1.md.
"""

from devices.codecs.bx1_frames import encode_frame
from devices.codecs.bx1_messages import BALLS, encode_message
from devices.probe.talk import StepFailed, answer_seconds
from devices.probe.trial import Step, StepSkipped, Trial, require

STATES = frozenset({"IDLE", "LOADED", "MIXING", "READY", "DRAWING", "SHOWING", "RETURNING", "FAULT"})
QUIET_SECONDS = 0.7
JOURNAL_LEAST = 256
_BACKLOG_SECONDS = 30.0
_RESUMED = 3
_HALF_FRAME = 6
FIRST_GAP, SECOND_GAP, LAST_GAP = (0.35, 1.0), (0.7, 1.8), 2.6
"""Seconds between repetitions: 0.5, 1 and 2 with room for an adapter and a busy computer."""


def hello(trial: Trial) -> None:
    """Greet, and take what waits in the journal."""
    known = trial.greet(0)
    trial.talk.listen(_BACKLOG_SECONDS, lambda: trial.talk.last_ev >= known.ev)


def boot(trial: Trial) -> None:
    """Look at the first event of the run."""
    if trial.known.ev > JOURNAL_LEAST:
        msg = f"the run has {trial.known.ev} events, and only {JOURNAL_LEAST} must be kept"
        raise StepSkipped(msg)
    require(trial.talk.events, "no event was said after HELLO ev=0000, and the first of a run is BOOT")
    first = trial.talk.events[0][1]
    told = encode_message(first)
    require((first.seq, first.verb) == (1, "BOOT"), f"the first event of the run is not E 0001 BOOT: {told}")
    require(first.fields.get("boot", trial.known.boot) == trial.known.boot, f"another run than HELLO says: {told}")


def repeat(trial: Trial) -> None:
    """Leave an event without its K, give the K of another one, then its own."""
    talk, last = trial.talk, trial.catch_up()
    talk.holds_back, before = True, len(talk.events)
    trial.greet(last - 1)
    talk.listen(sum((FIRST_GAP[1], SECOND_GAP[1])) + 0.1, lambda: len(talk.events) - before >= _RESUMED)
    heard = talk.events[before:]
    require(heard, f"HELLO ev={last - 1:04X} was not followed by E {last:04X}")
    require({event.seq for _, event in heard} == {last}, f"E {last:04X} has no K, and another event was sent")
    require(len({encode_message(event) for _, event in heard}) == 1, "a repeated event has other bytes")
    require(len(heard) >= _RESUMED, f"without K it was sent {len(heard)} times in 1.5 s, and should be 3 times")
    gaps = [heard[n + 1][0] - heard[n][0] for n in range(2)]
    told = f"repeated after {gaps[0]:.2f} and {gaps[1]:.2f} s, not 0.5 and 1"
    require(FIRST_GAP[0] <= gaps[0] <= FIRST_GAP[1] and SECOND_GAP[0] <= gaps[1] <= SECOND_GAP[1], told)
    # Its own number is the last there is: the next one is nobody's.
    count = len(talk.events)
    talk.receive(last % 0xFFFF + 1)
    talk.listen(LAST_GAP, lambda: len(talk.events) > count)
    require(len(talk.events) > count, "the K of another event ended its repetition")
    talk.receive(last)
    talk.listen(0.1)
    count = len(talk.events)
    talk.listen(LAST_GAP, lambda: len(talk.events) > count)
    require(len(talk.events) == count, "it is still sent after its K")


def resume(trial: Trial) -> None:
    """Say how far the host has come, and look at where the machine goes on."""
    talk, last = trial.talk, trial.catch_up()
    begin = max(last - _RESUMED, 0)
    before = len(talk.events)
    trial.greet(begin)
    talk.listen(QUIET_SECONDS * _RESUMED, lambda: len(talk.events) - before >= last - begin)
    talk.listen(QUIET_SECONDS)
    came = list(dict.fromkeys(event.seq for _, event in talk.events[before:]))
    wanted = list(range(begin + 1, last + 1))
    require(came[: len(wanted)] == wanted, f"after HELLO ev={begin:04X} came {came}, not {wanted}")
    before = len(talk.events)
    trial.greet(trial.known.ev)
    talk.listen(QUIET_SECONDS)
    require(len(talk.events) == before, "after HELLO with the last event an old one came again")


def status(trial: Trial) -> None:
    """Compare what STATUS says with itself."""
    told = trial.status()
    require(told.state in STATES, f"st is none of the page's: {told.state}")
    require(told.ordinal + told.balls_in == len(BALLS), f"o={told.ordinal} and in={told.balls_in} are not 90")
    require(len(told.drawn) <= told.ordinal, f"{len(told.drawn)} numbers in bm, and only {told.ordinal} balls out")
    in_map = told.last == 0 or told.last in told.drawn
    require(in_map, f"last={told.last} is not in bm, which has {sorted(told.drawn)}")


def prompt(trial: Trial) -> None:
    """Measure the answers of a long and of a short command, each sent once; one late one may be this computer's."""
    late = []
    for verb in ("STATUS", "CLEAR") * 4:
        fields = {"c": "NONE"} if verb == "CLEAR" else {}
        seq, frame = trial.talk.next_command(verb, **fields)
        trial.talk.send(frame)
        if trial.talk.answer(seq, answer_seconds(verb)) is None:
            late.append(f"{verb} after {answer_seconds(verb)} s")
    require(len(late) <= 1, f"no answer when the host sends again: {', '.join(late)}")


def memory(trial: Trial) -> None:
    """Say the same bytes twice."""
    seq, frame = trial.talk.next_command("STATUS")
    answers = []
    for _ in range(2):
        trial.talk.send(frame)
        answers.append(trial.talk.answer(seq))
    require(all(answers), "the same frame twice was not answered twice")
    told = [encode_message(answer) for answer in answers if answer]
    require(told[0] == told[1], f"the same frame twice had two answers: {told[0]} and {told[1]}")


def same_seq(trial: Trial) -> None:
    """Say another command under the number of the last one."""
    seq, frame = trial.talk.next_command("STATUS")
    for data in (frame, encode_frame(f"C {seq:02X} STOP")):
        trial.talk.send(data)
        answer = trial.talk.answer(seq)
        require(answer, "no answer")
    assert answer is not None
    told = encode_message(answer)
    require(answer.kind == "A" and "st" not in answer.fields, f"STOP was answered as STATUS before it: {told}")


def unknown_verb(trial: Trial) -> None:
    """Say a command of a later version."""
    trial.talk.refused("VERB", "DANCE", ms="100")


def unknown_key(trial: Trial) -> None:
    """Say a key of a later version."""
    answer = trial.talk.accepted("STATUS", zz="1")
    require("bm" in answer.fields, f"STATUS with a key more is not STATUS: {encode_message(answer)}")


def syntax(trial: Trial) -> None:
    """Leave a field out."""
    trial.talk.refused("SYNTAX", "LOAD")


def _is_not_answered(trial: Trial, data: bytes, what: str) -> None:
    trial.talk.answers.clear()
    trial.talk.send(data)
    trial.talk.listen(QUIET_SECONDS)
    # A late answer to an earlier command is none to this.
    answers = [encode_message(answer) for answer in trial.talk.answers if answer.seq >= trial.talk.seq]
    require(not answers, f"{what} was answered: {', '.join(answers)}")


def wrong_check(trial: Trial) -> None:
    """Spoil the check."""
    _, frame = trial.talk.next_command("STATUS")
    other = b"0" if frame[-2:-1] != b"0" else b"1"
    _is_not_answered(trial, frame[:-2] + other + frame[-1:], "a frame with a wrong check")


def damaged(trial: Trial) -> None:
    """Spoil the frame in other ways."""
    seq, frame = trial.talk.next_command("STATUS")
    swapped = frame.replace(b"ST", b"TS")
    _is_not_answered(trial, swapped, "a frame with two letters changed places")
    _is_not_answered(trial, frame[:4] + b"\x00" + frame[4:], "a frame with a byte that is not printable")
    _is_not_answered(trial, b"\x02" + b"x" * 101 + b"\x03", "a frame of 101 bytes")
    _is_not_answered(trial, encode_frame(f"X {seq:02X} STATUS"), "a message of no kind")


def cut(trial: Trial) -> None:
    """Let a frame be cut by the next one."""
    seq, frame = trial.talk.next_command("STATUS")
    trial.talk.send(frame[:_HALF_FRAME] + frame)
    require(trial.talk.answer(seq), "half a frame hid the whole one behind it")


def silence(trial: Trial) -> None:
    """Let a frame stop for more than 200 ms."""
    talk = trial.talk
    seq, frame = talk.next_command("STATUS")
    talk.send(frame[:_HALF_FRAME])
    talk.listen(0.5)
    _is_not_answered(trial, frame[_HALF_FRAME:], "a frame with half a second of silence in it")
    talk.send(frame)
    require(talk.answer(seq), "after a torn frame the whole one was not answered")


def auto(trial: Trial) -> None:
    """Switch off what should be off."""
    if "auto" in trial.known.caps:
        trial.talk.accepted("AUTO", ms="0")
    else:
        trial.talk.refused("VERB", "AUTO", ms="0")


def clear(trial: Trial) -> None:
    """Clear a fault that is not on."""
    if "JAM" in trial.status().faults:
        msg = "JAM is on"
        raise StepSkipped(msg)
    trial.talk.accepted("CLEAR", c="JAM")


def again(trial: Trial) -> None:
    """Greet in the middle: nothing may change."""
    before, known = trial.status(), trial.known
    hello = trial.greet(known.ev)
    require(hello.boot == known.boot, f"HELLO began a new run: {known.boot} became {hello.boot}")
    require(hello.ev >= known.ev, f"HELLO lost events: {known.ev} became {hello.ev}")
    after = trial.status()
    same = (after.ordinal, after.drawn) == (before.ordinal, before.drawn)
    require(same, f"HELLO changed the balls: o={before.ordinal} became o={after.ordinal}")


def reopen(trial: Trial) -> None:
    """Pull the plug and put it back: same run, same balls, and the last event is still there."""
    trial.catch_up()
    talk, known, before = trial.talk, trial.known, trial.status()
    kept = [encode_message(event) for _, event in talk.events if event.seq == known.ev]
    talk.reopen()
    count = len(talk.events)
    hello = trial.greet(max(known.ev - 1, 0))
    require(hello.boot == known.boot, f"opening the port began a new run: {known.boot} became {hello.boot}")
    require(hello.ev >= known.ev, f"opening the port lost events: {known.ev} became {hello.ev}")
    talk.listen(QUIET_SECONDS, lambda: len(talk.events) > count)
    came = [encode_message(event) for _, event in talk.events[count:]]
    require(came and came[0] in kept, f"the journal did not outlive the port: {came[:1]} for {kept[:1]}")
    after = trial.status()
    same = (after.ordinal, after.drawn) == (before.ordinal, before.drawn)
    require(same, f"opening the port changed the balls: o={before.ordinal} became o={after.ordinal}")


def numbers(trial: Trial) -> None:
    """Look back at every event heard: numbers rise by one, and one number is one event."""
    known: dict[int, str] = {}
    highest = 0
    for _, event in trial.talk.events:
        told = encode_message(event)
        if event.seq <= highest and known.get(event.seq, told) != told:
            msg = f"event {event.seq:04X} was first {known[event.seq]} and then {told}"
            raise StepFailed(msg)
        if highest and event.seq > highest + 1:
            msg = f"after event {highest:04X} came {told}"
            raise StepFailed(msg)
        known[event.seq] = told
        highest = max(highest, event.seq)


_JOURNAL = ("hello", "status", "resume")

FIRST = (
    Step("hello", "6.1 HELLO", "HELLO is answered with all its fields", hello, needs=()),
    Step("boot", "7. Events", "the first event of the run is BOOT, number 0001", boot),
    Step("status", "6.2 STATUS", "STATUS: ordinal, balls in and map agree", status),
    Step("prompt", "9. Times", "a command is answered before the host sends it again", prompt),
    Step("memory", "8.1 Commands", "the same bytes again have the same answer", memory),
    Step("same-seq", "8.1 Commands", "another command under the same number is a new one", same_seq),
    Step("unknown-verb", "11. Later versions", "an unknown command is N VERB", unknown_verb),
    Step("unknown-key", "11. Later versions", "an unknown key is ignored", unknown_key),
    Step("syntax", "4. Messages", "a command without its field is N SYNTAX", syntax),
    Step("wrong-check", "3. Decoder", "a wrong check is never answered", wrong_check),
    Step("damaged", "3. Decoder", "other damage is never answered", damaged, needs=("hello", "wrong-check")),
    Step("cut", "3. Decoder", "a frame cut by the next one does not hide it", cut),
    Step("silence", "3. Decoder", "200 ms of silence end a frame", silence),
    Step("auto", "6.12 AUTO", "AUTO is as the capabilities say", auto),
    Step("clear", "6.10 CLEAR", "CLEAR of a fault that is not on is accepted", clear),
    Step("again", "6.1 HELLO", "HELLO in the middle changes nothing", again, needs=("hello", "status")),
    Step("resume", "8.2 Events", "after HELLO the machine goes on behind ev", resume, needs=("hello", "again")),
    Step("repeat", "8.2 Events", "an event is repeated after 0.5 and 1 s until its own K", repeat, needs=_JOURNAL),
    Step("reopen", "8.3 Runs", "a new connection keeps run, journal and balls", reopen, needs=_JOURNAL),
)

LAST = (Step("numbers", "8.2 Events", "event numbers rose by one through the whole trial", numbers),)
