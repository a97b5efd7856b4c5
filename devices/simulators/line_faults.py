"""Bytes that come late, and bytes that come wrong."""

from random import Random

from devices.codecs.bx1_messages import Message
from devices.simulators.faults import FaultScript

_NOISE_MAX = 30


class LateBytes:
    """Bytes each with the time they may go out, kept in order of that time."""

    def __init__(self) -> None:
        self._waiting: list[tuple[float, bytes]] = []

    def put(self, data: bytes, at: float) -> None:
        """Let bytes go out at a time."""
        if data:
            self._waiting.append((at, data))
            self._waiting.sort(key=lambda item: item[0])

    def take(self, now: float) -> bytes:
        """Return what may go out now, once."""
        out = b"".join(data for at, data in self._waiting if at <= now)
        self._waiting = [item for item in self._waiting if item[0] > now]
        return out

    def deadline(self) -> float | None:
        """When the next bytes may go out."""
        return self._waiting[0][0] if self._waiting else None


def spoil(event: Message, data: bytes, script: FaultScript, random: Random) -> bytes:
    """Return a frame as a bad line delivers it the first time; the device says it again."""
    ordinal = event.number("o")
    if script.take("garbage", ordinal):
        middle = len(data) // 2
        return _noise(random) + data[:middle] + _noise(random) + data[middle:] + _noise(random)
    if script.take("half", ordinal):
        return data[: len(data) // 2]
    if script.take("badcrc", ordinal):
        digit = b"0" if data[-2:-1] != b"0" else b"1"
        return data[:-2] + digit + data[-1:]
    if script.take("swap", ordinal):
        return _swapped(event, data)
    if script.take("dup", ordinal):
        return data * 3
    return data


def _noise(random: Random) -> bytes:
    return random.randbytes(random.randint(1, _NOISE_MAX))


def _swapped(event: Message, data: bytes) -> bytes:
    """Swap the digits of the number (47 for 74) under the old check; one digit becomes another."""
    number = event.fields.get("n", "")
    other = number[::-1] if number[::-1] != number else f"{(int(number or 0) % 9) + 1}"
    return data.replace(f" n={number} ".encode(), f" n={other} ".encode())
