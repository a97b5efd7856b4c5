"""Scanners for tests: real pseudo-terminals under stable names, which can be unplugged and plugged again."""

import time

from devices.models import Device, DeviceKind
from devices.simulators.plug import Plug

PATIENCE_SECONDS = 20


def until(what):
    """Wait until something is so, and give it."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not (answer := what()):
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.01)
    return answer


class FakeScanner:
    """A reader on a port of its own; `scan` says a code as the reader would."""

    def __init__(self, folder, code, *, hall="H1", driver="lines"):
        self.link = folder / code
        self.plug = Plug(self.link, baud=0)
        Device.objects.create(code=code, hall_code=hall, kind=DeviceKind.SCANNER, driver=driver, url=str(self.link))

    def say(self, data):
        self.plug.write(data, time.monotonic())

    def scan(self, text):
        self.say(text.encode() + b"\r")
