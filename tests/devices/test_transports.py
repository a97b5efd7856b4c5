import os
import pty
import queue
import threading
import time
import tty

import pytest

from devices.transports import SerialTransport, TransportLost


@pytest.fixture
def terminal():
    """A pseudo-terminal: the far end's descriptor, and the path to open."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    yield master, os.ttyname(slave)
    for descriptor in (master, slave):
        try:
            os.close(descriptor)
        except OSError:
            continue


def test_bytes_go_both_ways(terminal):
    master, path = terminal
    read = queue.SimpleQueue()
    transport = SerialTransport(path)
    transport.open(read.put, lambda _error: None)
    os.write(master, b"\x02K 0001")
    got = b""
    while len(got) < 7:
        got += read.get(timeout=2)
    assert got == b"\x02K 0001"
    transport.write(b"\x03")
    assert os.read(master, 10) == b"\x03"
    transport.close()


def test_an_absent_port_is_lost():
    with pytest.raises(TransportLost):
        SerialTransport("/dev/no-such-port").open(print, print)


def test_a_port_has_one_owner(terminal):
    _, path = terminal
    first = SerialTransport(path)
    first.open(lambda _data: None, lambda _error: None)
    with pytest.raises(TransportLost):
        SerialTransport(path).open(print, print)
    first.close()


def test_close_is_told_once_without_an_error(terminal):
    _, path = terminal
    lost = []
    transport = SerialTransport(path)
    transport.open(lambda _data: None, lost.append)
    transport.close()
    transport.close()
    assert lost == [None]


@pytest.mark.parametrize("busy", [False, True])
def test_an_unplug_is_told_exactly_once_even_while_the_handler_runs(terminal, busy):
    master, path = terminal
    lost, told, entered, go_on = [], threading.Event(), threading.Event(), threading.Event()

    def on_data(_data):
        entered.set()
        go_on.wait(2)

    def on_lost(error):
        lost.append(error)
        told.set()

    transport = SerialTransport(path)
    transport.open(on_data, on_lost)
    if busy:
        os.write(master, b"x")
        assert entered.wait(2)
    os.close(master)
    go_on.set()
    assert told.wait(2)
    transport.close()
    assert len(lost) == 1
    assert isinstance(lost[0], Exception)


def test_a_peer_that_stops_reading_is_lost_within_a_second_or_so(terminal):
    _, path = terminal
    transport = SerialTransport(path)
    transport.open(lambda _data: None, lambda _error: None)
    begin = time.monotonic()
    with pytest.raises(TransportLost):
        transport.write(b"x" * 400_000)
    assert time.monotonic() - begin < 3
    transport.close()
