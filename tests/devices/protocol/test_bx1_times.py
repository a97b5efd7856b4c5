"""The times of the page are those of the code."""

import re
from itertools import islice

from devices.codecs.bx1_frames import SILENCE_SECONDS
from devices.drivers.base import DrawLimits
from devices.links.bx1 import HEARTBEAT_SECONDS
from devices.links.bx1_commands import Command
from devices.simulators.bx1_device import _REPEAT_SECONDS
from devices.simulators.motion import NO_BALL_SECONDS
from devices.supervisor.backoff import waits
from devices.transports import WRITE_SECONDS
from tests.devices.protocol.test_bx1_vectors import table


def seconds(what):
    """Give the milliseconds of a row of the page's table of times, as seconds."""
    (row,) = [row for row in table("what", "milliseconds") if row[0].startswith(what)]
    return tuple(int(number) / 1000 for number in re.findall(r"\b\d{2,5}\b", row[1]))


def test_the_host_waits_as_the_page_says():
    assert Command("DRAW").waits == seconds("no answer") == (0.3, 0.6, 1.2, 0.3)
    assert Command("STATUS").waits == seconds("the same for STATUS") == (0.5, 0.6, 1.2, 0.5)
    assert Command("HELLO").waits == seconds("HELLO") * 5 == (0.5,) * 5
    assert (HEARTBEAT_SECONDS, *Command("STATUS", heartbeat=True).waits) == seconds("sign of life")
    assert (DrawLimits().slow, DrawLimits().stalled) == seconds("a ball: slow") == (6.0, 12.0)
    assert (SILENCE_SECONDS,) == seconds("silence inside") == (0.2,)
    assert (WRITE_SECONDS,) == seconds("writing") == (1.0,)
    assert tuple(islice(waits(), 5)) == seconds("opening") == (0.25, 0.5, 1.0, 2.0, 2.0)


def test_the_simulated_machine_does_too():
    assert (*_REPEAT_SECONDS, 2.0) == seconds("event without K") == (0.5, 1.0, 2.0, 2.0)
    assert (NO_BALL_SECONDS,) == seconds("no ball") == (8.0,)
