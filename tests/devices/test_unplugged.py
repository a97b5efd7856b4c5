"""A device unplugged while something is written: its file's number may be another's at once, which stays as it is."""

import errno
import os
import pty
import threading
import tty
from contextlib import suppress

import pytest

from devices import file_transport
from devices.file_transport import FileTransport
from devices.transports import SerialTransport, TransportLost

TRANSPORTS = [FileTransport, SerialTransport]


class Cable:
    """A pseudo-terminal with a transport on it; `pull` takes it away, and other files then get the free numbers."""

    def __init__(self, folder, kind):
        self.folder, self.files = folder, []
        self.master, slave = pty.openpty()
        tty.setraw(slave)
        self.lost = threading.Event()
        self.transport = kind(os.ttyname(slave))
        self.transport.open(lambda _data: None, lambda _error: self.lost.set())
        os.close(slave)

    def pull(self, patience):
        os.close(self.master)
        known = self.lost.wait(patience)
        self.files = [(self.folder / f"{n}").open("wb") for n in range(12)]
        return known

    def written(self):
        return b"".join((self.folder / f"{n}").read_bytes() for n in range(len(self.files)))


@pytest.fixture
def cable(tmp_path, monkeypatch):
    read, cables = os.read, []

    def as_a_printer_on_usb(number, most):
        """A terminal that is gone is at its end; `/dev/usb/lp0` is no device any more."""
        if not (data := read(number, most)):
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
        return data

    monkeypatch.setattr(file_transport.os, "read", as_a_printer_on_usb)

    def make(kind):
        cables.append(Cable(tmp_path, kind))
        return cables[-1]

    yield make
    for one in cables:
        one.transport.close()
        for file in one.files:
            file.close()


@pytest.mark.parametrize("kind", TRANSPORTS)
def test_what_is_written_after_an_unplug_is_written_nowhere(cable, kind):
    line = cable(kind)
    assert line.pull(5)
    with pytest.raises(TransportLost):
        line.transport.write(b"paper")
    line.transport.close()
    assert line.written() == b""


@pytest.mark.parametrize(
    ("kind", "act", "bytes_of_it"),
    [
        *[(kind, lambda transport: transport.write(b"paper"), b"paper") for kind in TRANSPORTS],
        # A close wakes the reader through a pipe of the port's own.
        (SerialTransport, lambda transport: transport.close(), b"x"),
    ],
)
def test_an_unplug_in_the_very_middle_of_a_write_waits_for_its_end(cable, monkeypatch, kind, act, bytes_of_it):
    line = cable(kind)
    write, known = os.write, []

    def at_the_worst_moment(number, data):
        if bytes(data) == bytes_of_it and not known:
            # The reader has half a second to close the port under the writer's hands.
            known.append(line.pull(0.5))
        return write(number, data)

    monkeypatch.setattr(os, "write", at_the_worst_moment)
    with suppress(TransportLost):
        act(line.transport)
    assert known == [False]
    assert line.lost.wait(5)
    assert line.written() == b""
