"""A lost line is one loss however it trembles, and comes back once; faults are told once and over once."""

from bingo_hall.link_watch import LinkWatch
from sessions.rules.access_events import DeviceFault, DeviceFaultOver, LinkLost, LinkRestored

MACHINE = {"device": "extractor-1", "what": "extractor"}


def device(link="up", *, faults=(), message="ok"):
    return [{"code": "extractor-1", "kind": "extractor", "link": link, "faults": list(faults), "message": message}]


def seen(*looks):
    """Give what is told at each look: (seconds, devices)."""
    watch = LinkWatch()
    return [watch.look(devices, now) for now, devices in looks]


def test_a_loss_is_told_after_two_seconds_and_the_return_after_ten():
    told = seen(
        (0.0, device()),
        (1.0, device("down", message="lost")),
        (2.0, device("connecting", message="absent")),
        (3.0, device("connecting", message="absent")),
        (4.0, device("connecting", message="absent")),
        (20.0, device()),
        (29.0, device()),
        (30.0, device()),
        (31.0, device()),
    )
    assert told == [
        [],
        [],
        [],
        [LinkLost(**MACHINE, detail="absent")],
        [],
        [],
        [],
        [LinkRestored(**MACHINE, away_seconds=19)],
        [],
    ]


def test_a_line_that_trembles_for_an_hour_is_two_rows():
    watch, told = LinkWatch(), []
    for second in range(3_600):
        told += watch.look(device("up" if second % 4 == 3 else "down"), float(second))
    told += watch.look(device(), 3_601.0) + watch.look(device(), 3_611.0)
    assert [type(event) for event in told] == [LinkLost, LinkRestored]


def test_a_blink_is_nothing():
    assert seen((0.0, device()), (1.0, device("down")), (2.5, device()), (60.0, device())) == [[], [], [], []]


def test_a_line_that_never_came_up_is_lost_from_the_start():
    assert seen((0.0, device("connecting")), (2.0, device("connecting"))) == [[], [LinkLost(**MACHINE, detail="ok")]]


def test_a_device_that_was_switched_off_is_no_loss():
    assert seen((0.0, device()), (1.0, []), (10.0, [])) == [[], [], []]


def test_a_fault_is_told_once_and_over_once():
    told = seen(
        (0.0, device(faults=["PAPER"])),
        (1.0, device(faults=["PAPER", "COVER"])),
        (2.0, device(faults=["PAPER"])),
        (11.0, device(faults=["PAPER"])),
        (12.0, device()),
        (21.0, device()),
        (40.0, device()),
    )
    assert told == [
        [DeviceFault(**MACHINE, code="PAPER")],
        [DeviceFault(**MACHINE, code="COVER")],
        [],
        [DeviceFaultOver(**MACHINE, code="COVER")],
        [],
        [DeviceFaultOver(**MACHINE, code="PAPER")],
        [],
    ]
