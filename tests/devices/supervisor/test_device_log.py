import pytest

from devices.codecs.events import BallRead, MachineState
from devices.models import Device, DeviceEvent
from devices.supervisor.device_log import DeviceLog
from devices.supervisor.port import ExtractorPort

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def log():
    Device.objects.create(code="x", hall_code="H", driver="bx1", url="/dev/no-such-port")
    log = DeviceLog("x")
    log.begin_run("B001", renewed=True)
    return log


def ball(ev):
    return BallRead("B001", ev, ev, ev, 98, "rfid")


def test_an_event_has_one_row_and_one_name_however_often_it_is_heard(log):
    first, again = log.record(ball(3)), log.record(ball(3))
    assert (first.row_id, first.source_ref) == (again.row_id, "x:1:3")
    assert first == again
    assert DeviceEvent.objects.count() == 1


def test_what_was_stored_and_not_done_with_comes_back_in_order_even_from_a_past_epoch(log):
    log.record(ball(2))
    log.handled(log.record(ball(1)))
    log.begin_run("B002", renewed=True)
    log.record(ball(1))
    assert [logged.source_ref for logged in DeviceLog("x").unhandled()] == ["x:1:2", "x:2:1"]
    assert [logged.event for logged in DeviceLog("x").unhandled()] == [ball(2), ball(1)]


def test_closing_an_event_of_a_past_epoch_does_not_move_the_count(log):
    old = log.record(ball(9))
    log.begin_run("B002", renewed=True)
    log.handled(old)
    assert (log.last_ev, Device.objects.get().last_ev) == (0, 0)


def test_numbers_that_wrap_begin_an_epoch(log):
    log.handled(log.record(ball(65535)))
    wrapped = log.record(ball(1))
    assert wrapped.source_ref == "x:2:1"
    assert DeviceLog("x").record(ball(1)).row_id == wrapped.row_id
    assert (Device.objects.get().epoch, Device.objects.get().boot) == (2, "B001")


def test_the_same_run_met_again_keeps_its_epoch(log):
    log.begin_run("B001", renewed=False)
    assert Device.objects.get().epoch == 1


def test_a_port_tells_what_is_left_over_before_it_opens_anything(log):
    log.record(ball(1))
    log.record(MachineState("B001", 2, "READY"))
    told = []
    port = ExtractorPort("x", on_event=lambda event, reference: told.append((event, reference)))
    port.start()
    try:
        while port.health().message != "absent":
            pass
    finally:
        port.stop()
    assert told == [(ball(1), "x:1:1"), (MachineState("B001", 2, "READY"), "x:1:2")]
    assert Device.objects.get().last_ev == 2
    assert not DeviceEvent.objects.filter(handled=False).exists()
