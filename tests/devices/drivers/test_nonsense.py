"""What a machine says in whole frames and cannot be: held for a person, and counted as an error of the protocol."""

import pytest

from devices.codecs.bx1_frames import encode_frame
from devices.codecs.events import BallRead, BallUnread
from devices.drivers.bx1 import Bx1Extractor


@pytest.fixture
def driver(clock):
    driver = Bx1Extractor(clock)
    driver.connect(boot="B001", last_ev=0)
    for body in (
        "A 01 v=1 model=REF90 fw=1.4 boot=B001 ev=0001 caps=air balls=90",
        f"A 02 st=READY o=4 last=7 in=86 f=- bm={'0' * 22}F",
    ):
        driver.receive(encode_frame(body))
    return driver


@pytest.mark.parametrize("number", ["0", "91", "7x", "07", "-1", "100", "1e1"])
def test_a_number_that_is_none_is_no_ball_and_an_error_counted(driver, number):
    (told,) = driver.receive(encode_frame(f"E 0001 BALL o=5 n={number} q=98 src=rfid"))
    assert told == BallUnread("B001", 1, 5, "range", number)
    assert driver.counters().garbled == 1


def test_a_number_that_is_one_is_a_ball_and_no_error(driver):
    (told,) = driver.receive(encode_frame("E 0001 BALL o=5 n=90 q=98 src=rfid"))
    assert isinstance(told, BallRead)
    assert (told.ordinal, told.number, told.quality) == (5, 90, 98)
    assert driver.counters().garbled == 0
