"""
Machines with one thing wrong: between a good one and the line somebody changes what is said.

Each `Twisted` sees whole messages in both directions; the good machine behind it is the simulator's own, in fake time.
"""

from devices.codecs.bx1_frames import Bx1Decoder, Frame, FrameDamaged, encode_frame
from devices.codecs.bx1_messages import bitmap_of, numbers_of, parse_message
from tests.devices.links.line import STEP, Line


class FakeLine:
    """A `ProbeLine` whose time is the test's: a step of it passes while nothing comes."""

    def __init__(self, clock, twisted=None):
        self.clock = clock
        self.machine = (twisted or Twisted)(Line(clock).device)
        self.machine.plugged(clock())

    def now(self):
        return self.clock()

    def write(self, data):
        self.machine.receive(data, self.clock())

    def read(self, until):
        while True:
            self.machine.tick(self.clock())
            if data := self.machine.take_output(self.clock()):
                return data
            if self.clock() >= until:
                return b""
            self.clock.forward(STEP)

    def reopen(self):
        self.machine.plugged(self.clock())


class Twisted:
    """A good machine; those below change what it hears (`heard`) and what it says (`said`), both as bodies."""

    def __init__(self, device):
        self.device = device
        self.now = 0.0
        self._ears, self._mouth = Bx1Decoder(), Bx1Decoder()
        self._more = b""

    def receive(self, data, now):
        self.now = now
        for item in self._ears.feed(data):
            if isinstance(item, Frame):
                for body in self.heard(item.body):
                    self.device.receive(encode_frame(body), now)
            elif isinstance(item, FrameDamaged):
                self.spoilt(item)

    def tick(self, now):
        if self._ears.in_frame:
            self.wait(now)
        self.device.tick(now)

    def wait(self, now):
        if now >= self.now + 0.2:
            self._ears.idle()

    def take_output(self, now):
        out, self._more = self._more, b""
        for item in self._mouth.feed(self.device.take_output(now)):
            if isinstance(item, Frame):
                out += b"".join(encode_frame(body) for body in self.said(item.body))
        return out

    def plugged(self, now):
        self.device.plugged(now)

    def say(self, body):
        self._more += encode_frame(body)

    def heard(self, body):
        return [body]

    def said(self, body):
        return [body]

    def spoilt(self, item):
        """A good machine says nothing of a damaged frame."""


def with_field(body, key, value):
    return " ".join(f"{key}={value}" if word.startswith(f"{key}=") else word for word in body.split(" "))


def is_a(body, kind, verb=""):
    words = body.split(" ")
    return words[0] == kind and (not verb or (len(words) > 2 and words[2] == verb))


class AnswersBadFrames(Twisted):
    def spoilt(self, item):
        if item.reason == "bad" and item.data.startswith(b"C ") and len(item.data) > 12:
            self.say(f"N {item.data[2:4].decode()} SYNTAX")


class ActsTwice(Twisted):
    """No memory of the last command: the same DRAW again is a new one."""

    def __init__(self, device):
        super().__init__(device)
        self._last, self._seq = "", ""

    def heard(self, body):
        again, self._last, self._seq = body == self._last, body, body[2:4]
        other = (int(body[2:4], 16) + 99) % 255 + 1
        return [f"C {other:02X}{body[4:]}"] if again and is_a(body, "C", "DRAW") else [body]

    def said(self, body):
        return [f"{body[0]} {self._seq}{body[4:]}"] if body[0] in "AN" else [body]


class ForgetsWhatWasReceived(Twisted):
    """An event that had its K is gone from the journal."""

    def __init__(self, device):
        super().__init__(device)
        self._received = 0

    def heard(self, body):
        if is_a(body, "K"):
            self._received = max(self._received, int(body.split(" ")[1], 16))
        if is_a(body, "C", "HELLO"):
            return [with_field(body, "ev", f"{max(int(body[-4:], 16), self._received):04X}")]
        return [body]


class WrongMap(Twisted):
    """The map counts its bits from the other end."""

    def said(self, body):
        fields = parse_message(body).fields
        if not fields.get("bm", "").strip("0"):
            return [body]
        return [with_field(body, "bm", bitmap_of(91 - ball for ball in numbers_of(fields["bm"])))]


class NoDup(Twisted):
    """A ball that is out already is drawn for `A` alone."""

    def said(self, body):
        return [body.replace(" dup=1", "")]


class NumbersFall(Twisted):
    """END begins to count anew."""

    def said(self, body):
        return [f"E 0001 {body[7:]}"] if is_a(body, "E", "END") else [body]

    def heard(self, body):
        journal = self.device.machine.cage.journal
        ends = [parse_message(told).seq for told in journal if is_a(told, "E", "END")]
        return [body, f"K {ends[-1]:04X}"] if body == "K 0001" and ends else [body]


class NeverRepeats(Twisted):
    """An event is said once for each HELLO."""

    def __init__(self, device):
        super().__init__(device)
        self._said = set()

    def heard(self, body):
        if is_a(body, "C", "HELLO"):
            self._said.clear()
        return [body]

    def said(self, body):
        if body[0] == "E" and body in self._said:
            return []
        self._said.add(body)
        return [body]


class TakesAnyK(Twisted):
    """Any K is the one it waits for."""

    def heard(self, body):
        cage = self.device.machine.cage
        return [f"K {cage.acked + 1:04X}"] if is_a(body, "K") and cage.acked < cage.ev else [body]


class Agreeable(Twisted):
    """What it does not know it accepts."""

    def heard(self, body):
        if is_a(body, "C", "DANCE"):
            self.say(f"A {body[2:4]}")
            return []
        return [body]


class Strict(Twisted):
    """A key it does not know is an error."""

    def heard(self, body):
        if " zz=" in body:
            self.say(f"N {body[2:4]} SYNTAX")
            return []
        return [body]


class BySeqAlone(Twisted):
    """Its memory looks at the number of a command and not at its words."""

    def __init__(self, device):
        super().__init__(device)
        self._answers = {}

    def heard(self, body):
        if is_a(body, "C", "STOP") and body[2:4] in self._answers:
            self.say(self._answers[body[2:4]])
            return []
        return [body]

    def said(self, body):
        if body[0] in "AN":
            self._answers = {body[2:4]: body}
        return [body]


class Reborn(Twisted):
    """Opening its port restarts it."""

    def plugged(self, now):
        if self.now:
            self.device.machine.power_on("power")
        super().plugged(now)


class HelloRestarts(Twisted):
    """HELLO in the middle begins a new run."""

    def heard(self, body):
        if is_a(body, "C", "HELLO") and "ev=0000" not in body:
            self.device.machine.power_on("watchdog")
        return [body]


class Patient(Twisted):
    """A torn frame waits for its rest for ever."""

    def wait(self, now):
        """Never give up."""


class ShortReturn(Twisted):
    """A ball is missing at the end."""

    def said(self, body):
        return [with_field(body, "in", "89")] if is_a(body, "E", "END") else [body]


class DrawsUnasked(Twisted):
    """Any ordinal is accepted."""

    def heard(self, body):
        self._draws = is_a(body, "C", "DRAW")
        return [body]

    def said(self, body):
        return [f"A {body[2:4]}"] if is_a(body, "N", "ORDER") and self._draws else [body]


class DeafToSet(Twisted):
    """A number that people decided on is accepted and not taken."""

    def heard(self, body):
        if is_a(body, "C", "SET") and "n=91" not in body and "o=3" not in body:
            self.say(f"A {body[2:4]}")
            return []
        return [body]


class AlwaysReady(Twisted):
    """STOP is accepted and nothing stops."""

    def heard(self, body):
        if is_a(body, "C", "STOP"):
            self.say(f"A {body[2:4]}")
            return []
        return [body]


class Late(Twisted):
    """What it says comes 400 ms late."""

    def __init__(self, device):
        super().__init__(device)
        self._waiting = []

    def take_output(self, now):
        if out := super().take_output(now):
            self._waiting.append((now + 0.4, out))
        due = b"".join(out for at, out in self._waiting if at <= now)
        self._waiting = [(at, out) for at, out in self._waiting if at > now]
        return due


class Silent(Twisted):
    def take_output(self, now):
        super().take_output(now)
        return b""


class Of75(Twisted):
    def said(self, body):
        return [with_field(body, "balls", "75")]


class NoBootName(Twisted):
    def said(self, body):
        return [with_field(body, "boot", "run-1")] if body[0] == "A" else [body]


class FirstIsState(Twisted):
    """Its journal begins with something else than BOOT."""

    def said(self, body):
        return [f"{body[:6]} STATE st=IDLE"] if is_a(body, "E", "BOOT") else [body]


class Quick(Twisted):
    """A ball without K is said again much too soon."""

    def said(self, body):
        if is_a(body, "E", "BALL") and body != getattr(self, "_told", ""):
            self._told = body
            return [body, body]
        return [body]
