"""The other ends of panels' lines, written from the published documents and knowing nothing of the drivers."""

import os
import pty
import select
import socket
import struct
import threading
import time
import tty

PATIENCE_SECONDS = 15


def until(what):
    """Wait until something is so, and give it."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not (answer := what()):
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.003)
    return answer


class PtyPair:
    """Two serial ports joined by a cable: what is written to one is read from the other."""

    def __init__(self):
        self._masters, self._slaves = zip(*(pty.openpty() for _ in range(2)), strict=True)
        for slave in self._slaves:
            tty.setraw(slave)
        self.ports = [os.ttyname(slave) for slave in self._slaves]
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._carry, daemon=True)
        self._thread.start()

    def _carry(self):
        one, other = self._masters
        while not self._stopping.is_set():
            for ready in select.select([one, other], [], [], 0.1)[0]:
                os.write(other if ready == one else one, os.read(ready, 4096))

    def close(self):
        self._stopping.set()
        self._thread.join()
        for fd in (*self._masters, *self._slaves):
            os.close(fd)


class SerialListener:
    """The listening end of a serial port: all bytes that were written to it, in `heard`."""

    def __init__(self):
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.port = os.ttyname(self._slave)
        self.heard = b""
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self):
        while not self._stopping.is_set():
            if select.select([self._master], [], [], 0.1)[0]:
                self.heard += os.read(self._master, 4096)

    def close(self):
        self._stopping.set()
        self._thread.join()
        os.close(self._master)
        os.close(self._slave)


def modbus_crc(data):
    """CRC-16/MODBUS, bit by bit as the serial line guide has it."""
    crc = 0xFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ 0xA001 if crc & 1 else crc >> 1
    return struct.pack("<H", crc)


class RtuBoard:
    """A board on a Modbus RTU bus: hears all requests to write coils, and answers those to it alone."""

    def __init__(self, port, device_id):
        self._fd = os.open(port, os.O_RDWR | os.O_NOCTTY)
        self._device = device_id
        self.requests = []
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self):
        heard = b""
        while not self._stopping.is_set():
            if select.select([self._fd], [], [], 0.05)[0]:
                heard += os.read(self._fd, 256)
                while len(heard) > 6 and len(heard) >= 9 + heard[6]:
                    frame, heard = heard[: 9 + heard[6]], heard[9 + heard[6] :]
                    self._take(frame)

    def _take(self, frame):
        device, function, first, count, size = struct.unpack_from(">BBHHB", frame)
        assert (function, modbus_crc(frame[:-2])) == (15, frame[-2:])
        self.requests.append((device, first, count, frame[7 : 7 + size]))
        if device == self._device:
            os.write(self._fd, frame[:6] + modbus_crc(frame[:6]))

    def close(self):
        self._stopping.set()
        self._thread.join()
        os.close(self._fd)


def e131_fields(packet):
    """Take a data packet of ANSI E1.31 apart, field by field as its table 4-1 has them; check what is fixed."""
    length = len(packet)
    assert length == 638
    preamble, postamble, name = struct.unpack_from(">HH12s", packet, 0)
    assert (preamble, postamble, name) == (0x10, 0, b"ASC-E1.17\0\0\0")
    assert struct.unpack_from(">HI", packet, 16) == (0x7000 | (length - 16), 4)
    assert struct.unpack_from(">HI", packet, 38) == (0x7000 | (length - 38), 2)
    source, priority, sync, sequence, options, universe = struct.unpack_from(">64sBHBBH", packet, 44)
    assert struct.unpack_from(">HBBHHH", packet, 115) == (0x7000 | (length - 115), 2, 0xA1, 0, 1, 513)
    return {
        "cid": packet[22:38],
        "source": source.rstrip(b"\0").decode(),
        "priority": priority,
        "sync": sync,
        "sequence": sequence,
        "terminated": bool(options & 0x40),
        "universe": universe,
        "start_code": packet[125],
        "levels": packet[126:],
    }


class UdpListener:
    """A socket of our own; `take` gives the next packet."""

    def __init__(self):
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind(("127.0.0.1", 0))
        self._socket.settimeout(PATIENCE_SECONDS)
        self.port = self._socket.getsockname()[1]

    def take(self):
        return self._socket.recv(2048)

    def close(self):
        self._socket.close()


class AlphaSign:
    """
    A sign as the Alpha protocol's document describes it: files by label in its memory, and text A on its face.

    A packet: at least five NUL, SOH, a type, two digits of address, STX, a command and its data, perhaps ETX and
    four hex digits of the sum from STX to ETX, EOT.
    """

    def __init__(self):
        self.sizes, self.files = {}, {}
        self.written_texts = 0
        self.bad = 0

    def read(self, data):
        while data:
            start = data.index(b"\x01")
            assert data[:start].count(0) == start >= 5, "a packet begins with NULs and nothing else"
            end = data.index(b"\x04", start)
            assert data[start + 1 : start + 4] == b"Z00"
            self._command(data[start + 4 : end])
            data = data[end + 1 :]

    def _command(self, block):
        assert block[0] == 2
        if b"\x03" in block:
            body, check = block[: block.index(3) + 1], block[block.index(3) + 1 :]
            if sum(body) % 65536 != int(check, 16):
                self.bad += 1
                return
            block = body[:-1]
        code, data = block[1:2], block[2:]
        if code == b"E":
            assert data[:1] == b"$"
            for at in range(1, len(data), 11):
                label, kind, lock, size, times = struct.unpack_from("1s1s1s4s4s", data, at)
                assert (lock, times) == (b"L", {b"A": b"FF00", b"B": b"0000"}[kind])
                self.sizes[label] = int(size, 16)
            self.files.clear()
        else:
            label, content = data[:1], data[1:]
            assert len(content) <= self.sizes[label], "only into files that memory was given for"
            self.files[label] = content
            self.written_texts += code == b"A"

    @property
    def face(self):
        text = self.files.get(b"A", b"")
        assert text[:3] in (b"", b"\x1b b"), "held still on the middle line"
        return b"".join(self.files.get(part[:1], b"") + part[1:] for part in text[3:].split(b"\x10")[1:]).decode()
