"""A reader of lines behind the real port: what was not taken is told again, by this process or by the next one."""

import pytest

from devices.codecs.events import BallRead, LinkDown
from devices.models import Device, DeviceEvent
from devices.supervisor import ExtractorPort
from tests.devices.lines import LineReader
from tests.devices.plugs import until

pytestmark = pytest.mark.django_db(transaction=True)


class Owner:
    """Who listens to a port; `refuses` while the game cannot take a ball."""

    def __init__(self):
        self.refuses = False
        self.refused = 0
        self.taken = []
        self.down = []
        self.port = ExtractorPort("extractor-1", on_event=self)

    def __call__(self, event, source_ref):
        if isinstance(event, BallRead):
            if self.refuses:
                self.refused += 1
                raise RuntimeError(source_ref)
            self.taken.append((source_ref, event.ordinal, event.number))
        elif isinstance(event, LinkDown):
            self.down.append(event.reason)

    def begin(self):
        self.port.start()
        until(lambda: self.port.health().link == "up")
        return self

    def wish(self, ordinal):
        self.port.draw(ordinal)
        until(lambda: self.port.health().state == "DRAWING")


@pytest.fixture
def reader(tmp_path):
    reader = LineReader(tmp_path / "reader")
    reader.plug()
    Device.objects.create(
        code="extractor-1", hall_code="H1", driver="line", url=str(reader.link), options={"apart_ms": 0}
    )
    yield reader
    reader.unplug()


@pytest.fixture
def begin():
    owners = []

    def begin():
        owners.append(Owner().begin())
        return owners[-1]

    yield begin
    for owner in owners:
        owner.port.stop()


def test_a_ball_that_was_not_taken_is_told_again_and_the_next_one_waits_behind_it(reader, begin):
    owner = begin()
    owner.refuses = True
    owner.wish(1)
    reader.say("47")
    reader.say("08")
    until(lambda: owner.refused >= 2)
    assert list(DeviceEvent.objects.values_list("ev", "handled")) == [(1, False)]
    owner.refuses = False
    until(lambda: len(owner.taken) == 2)
    assert owner.taken == [("extractor-1:1:1", 1, 47), ("extractor-1:1:2", 2, 8)]
    until(lambda: DeviceEvent.objects.filter(handled=True).count() == 2)


def test_a_ball_that_was_not_taken_outlives_a_pulled_cable(reader, begin):
    owner = begin()
    owner.refuses = True
    owner.wish(1)
    reader.say("47")
    until(lambda: owner.refused)
    reader.unplug()
    until(lambda: owner.down == ["lost"])
    owner.refuses = False
    reader.plug()
    until(lambda: owner.taken and owner.port.health().link == "up")
    reader.say("08")
    until(lambda: len(owner.taken) == 2)
    assert owner.taken == [("extractor-1:1:1", 1, 47), ("extractor-1:1:2", 2, 8)]


def test_what_an_ended_process_had_stored_is_told_by_the_next_one_whose_own_events_are_another_run(reader, begin):
    first = begin()
    first.refuses = True
    reader.say("47")
    until(lambda: first.refused)
    first.port.stop()
    second = begin()
    until(lambda: second.taken)
    second.wish(2)
    reader.say("08")
    until(lambda: len(second.taken) == 2)
    assert second.taken == [("extractor-1:1:1", 1, 47), ("extractor-1:2:1", 2, 8)]
    until(lambda: not DeviceEvent.objects.filter(handled=False).exists())
    assert Device.objects.get().epoch == 2
