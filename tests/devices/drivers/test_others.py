import pytest

from devices.codecs.events import LinkDown, LinkUp, StatusRead
from devices.drivers.base import DrawLimits, limits_of
from devices.drivers.bx1 import Bx1Extractor
from devices.drivers.manual import ManualExtractor
from devices.drivers.registry import EXTRACTORS, PANELS, extractor_named
from devices.simulators.bx1_device import Bx1Device
from tests.devices.links.line import Line


def test_every_driver_has_a_name(clock):
    assert {"bx1", "line", "manual"} <= set(EXTRACTORS)
    assert set(PANELS) == {"frame", "modbus", "sacn", "alpha", "template"}
    assert isinstance(extractor_named("manual", clock), ManualExtractor)
    with pytest.raises(KeyError):
        extractor_named("abacus", clock)


def test_the_manual_driver_mirrors_the_balls_keyed_in_order(clock):
    manual = ManualExtractor(clock)
    manual.connect(boot="", last_ev=0)
    assert [type(event) for event in manual.tick()] == [LinkUp, StatusRead]
    manual.load("1")
    manual.draw(1)
    assert manual.drawing_since == clock()
    manual.set_number(1, 47)
    assert (manual.status.ordinal, manual.status.last, manual.status.balls_in) == (1, 47, 89)
    manual.set_number(2, 47)
    manual.set_number(3, 5)
    manual.set_number(2, 91)
    assert manual.status.drawn == {47}
    manual.finish()
    assert (manual.status.ordinal, manual.status.balls_in) == (0, 90)


def converse(driver, clock, fault=""):
    """Let a driver and a machine speak for a second; return what the driver told."""
    device: Bx1Device = Line(clock, fault=fault).device
    driver.connect(boot="", last_ev=0)
    told = []
    for _ in range(100):
        clock.forward(0.01)
        device.receive(driver.take_output(), clock())
        device.tick(clock())
        told += driver.receive(device.take_output(clock())) + driver.tick()
    return told


def test_the_link_is_up_only_after_status(clock):
    told = converse(Bx1Extractor(clock), clock)
    kinds = [type(event).__name__ for event in told]
    assert kinds.index("RunKnown") < kinds.index("LinkUp") < kinds.index("StatusRead")


def test_a_machine_of_75_balls_is_refused(clock):
    told = converse(Bx1Extractor(clock), clock, "wrongdev")
    assert LinkDown("wrong-device") in told
    assert not [event for event in told if isinstance(event, LinkUp)]


def test_a_heavy_drum_s_hall_says_how_long_a_ball_may_take(clock):
    assert limits_of({}) == DrawLimits(slow=6.0, stalled=12.0)
    assert limits_of({"slow_seconds": 12, "stalled_seconds": 20}) == DrawLimits(slow=12, stalled=20)
    assert limits_of({"stalled_seconds": 20}) == DrawLimits(slow=6.0, stalled=20)
    driver = extractor_named("bx1", clock, None, {"slow_seconds": 0.5, "stalled_seconds": 0.9})
    converse(driver, clock, "stall@1")
    driver.load("1")
    driver.draw(1)
    begin = driver.drawing_since
    assert driver._watch.deadline() == begin + 0.5


@pytest.mark.parametrize(
    "options",
    [{"speed": 1}, {"slow_seconds": 13}, {"slow_seconds": 0}, {"slow_seconds": "6"}, {"stalled_seconds": True}],
)
def test_limits_that_make_no_sense_are_refused(options):
    with pytest.raises(ValueError, match="not the options"):
        limits_of(options)
