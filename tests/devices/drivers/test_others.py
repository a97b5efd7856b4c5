import pytest

from devices.codecs.bx1_frames import Bx1Decoder
from devices.codecs.events import LinkDown, LinkUp, StatusRead
from devices.codecs.panel_frames import PanelState, parse_panel
from devices.drivers.bx1 import Bx1Extractor
from devices.drivers.manual import ManualExtractor
from devices.drivers.panel import FramePanel
from devices.drivers.registry import EXTRACTORS, PANELS, extractor_named
from devices.simulators.bx1_device import Bx1Device
from tests.devices.links.line import Line


def test_every_driver_has_a_name(clock):
    assert set(EXTRACTORS) == {"bx1", "manual"}
    assert set(PANELS) == {"frame"}
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


def test_a_panel_is_sent_at_once_on_a_change_and_else_every_second(clock):
    panel = FramePanel(clock)
    dark = panel.take_output()
    assert dark
    assert panel.take_output() == b""
    clock.forward(0.3)
    panel.show(PanelState(frozenset({47}), 47, 1))
    (frame,) = Bx1Decoder().feed(panel.take_output())
    assert parse_panel(frame.body).called == {47}
    panel.show(PanelState(frozenset({47}), 47, 1))
    clock.forward(0.9)
    assert panel.take_output() == b""
    clock.forward(0.1)
    assert panel.take_output() != b""


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
