"""A printer's port over a real socket: each paper once, in order, through all that may ail a printer."""

import os
import threading

import pytest

from devices.drivers.printer import Sheet
from devices.models import Device, DeviceKind
from devices.simulators.client import ask
from devices.supervisor.printer import PrinterPort
from sessions.printing.receipt_text import ReceiptLine
from tests.devices.paper import TcpPrinter, decoded
from tests.devices.plugs import until

pytestmark = pytest.mark.django_db(transaction=True)
LINES = 12


class Pile:
    """Papers that wait, in memory; `told` is all that was heard of them."""

    def __init__(self):
        self.lock = threading.Lock()
        self.papers, self.told, self.tries = [], [], {}

    def add(self, *numbers, kick=False):
        with self.lock:
            self.papers += [(number, kick) for number in numbers]

    def next(self, columns):
        with self.lock:
            if not self.papers:
                return None
            number, kick = self.papers[0]
            again = " again" * self.tries.get(number, 0)
            lines = [ReceiptLine(text=f"paper {number} line {n}{again}"[:columns]) for n in range(1, LINES + 1)]
            return Sheet(sheet_id=number, lines=tuple(lines), kick=kick)

    def sent(self, number):
        self.told.append(("sent", number))
        self.tries[number] = self.tries.get(number, 0) + 1
        return True

    def confirmed(self, number):
        with self.lock:
            assert self.papers.pop(0)[0] == number
            self.told.append(("confirmed", number))

    def doubtful(self, number, why):
        self.told.append(("doubtful", number, why))

    def failed(self, number, why):
        with self.lock:
            self.papers.pop(0)
            self.told.append(("failed", number, why))

    def waiting(self):
        return len(self.papers)


@pytest.fixture
def pile():
    return Pile()


@pytest.fixture
def printer():
    fake = TcpPrinter()
    yield fake
    fake.end()


@pytest.fixture
def open_port(pile):
    """Open the port of a printer at a URL."""
    ports = []

    def make(url, **options):
        Device.objects.create(
            code="printer-1", hall_code="H1", kind=DeviceKind.PRINTER, driver="escpos", url=url, options=options
        )
        port = PrinterPort("printer-1", desk=pile)
        ports.append(port)
        port.start()
        return port

    yield make
    for port in ports:
        port.stop()


def whole(*numbers):
    return [f"paper {number} line {n}" for number in numbers for n in range(1, LINES + 1)]


def test_what_waits_is_printed_in_order_each_once(printer, pile, open_port):
    pile.add(*range(1, 51))
    port = open_port(printer.url)
    until(lambda: not pile.papers)
    assert printer.texts() == whole(*range(1, 51))
    assert printer.cuts() == 50
    assert pile.told == [(what, n) for n in range(1, 51) for what in ("sent", "confirmed")]
    assert (port.told()["link"], port.told()["faults"]) == ("up", [])


def test_a_drawer_opens_with_its_paper(printer, pile, open_port):
    open_port(printer.url, drawer=True)
    pile.add(1, kick=True)
    pile.add(2)
    until(lambda: not pile.papers)
    assert printer.pulses() == [(0, 100, 100)]


def test_the_paper_ends_in_the_middle_and_goes_on_where_it_stopped(printer, pile, open_port):
    printer.out_of_paper_after(5)
    port = open_port(printer.url)
    pile.add(1, 2)
    until(lambda: port.told()["faults"] == ["PAPER"])
    assert printer.texts() == whole(1)[:5]
    until(lambda: printer.received.count(b"\x10\x04\x01") > 8)
    assert pile.told == [("sent", 1)]
    printer.load()
    until(lambda: not pile.papers)
    assert printer.texts() == whole(1, 2)
    assert pile.told == [("sent", 1), ("confirmed", 1), ("sent", 2), ("confirmed", 2)]
    assert printer.connections == 1
    happened = [(one["what"], one["detail"]) for one in reversed(port.detail()["history"])]
    assert happened == [("up", ""), ("fault", "PAPER"), ("fault_over", "PAPER")]


def test_with_the_cover_open_nothing_is_sent(printer, pile, open_port):
    printer.shut(is_open=True)
    port = open_port(printer.url)
    until(lambda: port.told()["faults"] == ["COVER"])
    pile.add(1)
    until(lambda: port.told()["waiting"] == 1)
    assert pile.told == []
    printer.shut(is_open=False)
    until(lambda: not pile.papers)
    assert printer.texts() == whole(1)


def test_a_printer_that_takes_bytes_and_says_nothing_has_printed_nothing(printer, pile, open_port):
    printer.mute = True
    port = open_port(printer.url)
    pile.add(1)
    until(lambda: port.detail()["failures"] > 0)
    assert (pile.told, port.told()["link"], port.told()["waiting"]) == ([], "down", 1)
    printer.mute = False
    until(lambda: not pile.papers)
    assert printer.texts() == whole(1)
    assert pile.told == [("sent", 1), ("confirmed", 1)]


def test_switched_off_while_it_stands_without_paper_it_gets_the_same_paper_again_and_knows_it(printer, pile, open_port):
    printer.out_of_paper_after(5)
    port = open_port(printer.url)
    pile.add(1)
    until(lambda: port.told()["faults"] == ["PAPER"])
    printer.power(on=False)
    until(lambda: ("doubtful", 1, "no_answer") in pile.told)
    until(lambda: port.told()["link"] == "down")
    printer.lines_left = None
    printer.power(on=True)
    until(lambda: not pile.papers)
    assert printer.texts() == whole(1)[:5] + [f"{text} again" for text in whole(1)]
    assert pile.told == [("sent", 1), ("doubtful", 1, "no_answer"), ("sent", 1), ("confirmed", 1)]


def test_a_printer_that_is_absent_is_found_when_it_comes(printer, pile, open_port):
    printer.power(on=False)
    port = open_port(printer.url)
    pile.add(1)
    until(lambda: port.detail()["failures"] > 1)
    printer.power(on=True)
    until(lambda: not pile.papers)
    assert printer.texts() == whole(1)


def test_a_hall_that_closes_leaves_the_paper_in_doubt(printer, pile, open_port):
    printer.out_of_paper_after(5)
    port = open_port(printer.url)
    pile.add(1)
    until(lambda: port.told()["faults"] == ["PAPER"])
    port.stop()
    assert pile.told == [("sent", 1), ("doubtful", 1, "stopped")]


def test_a_paper_that_cannot_be_written_is_left_and_the_next_printed(printer, pile, open_port):
    port = open_port(printer.url, codepages={"NONE SUCH": 99})
    pile.add(1)
    until(lambda: pile.told)
    assert pile.told == [("failed", 1, "unprintable")]
    assert port.told()["link"] == "up"


def test_a_drawer_that_is_not_there_is_not_said_to_be_open(printer, pile, open_port, monkeypatch):
    monkeypatch.setattr(pile, "next", lambda _columns: Sheet(sheet_id=1, lines=(), kick=True) if pile.papers else None)
    port = open_port(printer.url)
    pile.add(1, kick=True)
    until(lambda: pile.told)
    assert (pile.told, printer.pulses()) == ([("failed", 1, "unprintable")], [])
    assert port.told()["drawer"] is False


def test_the_simulated_printer_prints_the_same(simulators, pile, open_port):
    port = open_port("bingoprinter://till?speed=500", drawer=True)
    pile.add(1, kick=True)
    until(lambda: not pile.papers)
    told = ask("till", "status", kind="printer")["device"]
    assert [line["text"] for line in told["paper"] if line.get("text")] == whole(1)
    assert (told["kicks"], told["cuts"]) == (1, 1)
    ask("till", "inject", kind="printer", fault="paper")
    until(lambda: port.told()["faults"] == ["PAPER"])
    pile.add(2)
    ask("till", "inject", kind="printer", fault="load")
    until(lambda: not pile.papers)
    ask("till", "inject", kind="printer", fault="off")
    until(lambda: port.told()["link"] == "down")
    ask("till", "inject", kind="printer", fault="on")
    until(lambda: port.told()["link"] == "up")
    assert pile.told.count(("sent", 2)) == 1


def test_trouble_with_the_papers_own_house_leaves_the_port_free(simulators, pile, open_port, monkeypatch):
    """A serial port has one owner: one that was never closed can never be opened again."""
    troubles = []

    def locked():
        troubles.append(1)
        msg = "database is locked"
        raise RuntimeError(msg)

    with monkeypatch.context() as patch:
        patch.setattr(pile, "waiting", locked)
        port = open_port("bingoprinter://till?speed=500")
        until(lambda: troubles)
    pile.add(1)
    until(lambda: not pile.papers)
    assert pile.told == [("sent", 1), ("confirmed", 1)]
    assert "database is locked" in [one["detail"] for one in port.detail()["history"]]


def test_a_device_file_is_a_printer_too(pile, open_port):
    """A pseudo-terminal in raw mode stands for `/dev/usb/lp0`: bytes both ways, no line to set."""
    import pty
    import tty

    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    port = open_port(f"file:{os.ttyname(theirs)}")
    heard = bytearray()

    def serve():
        while pile.papers or port.told()["link"] != "up":
            data = os.read(ours, 4096)
            heard.extend(data)
            os.write(ours, b"\x12" * data.count(b"\x10\x04") + b"\x00" * data.count(b"\x1dr\x01"))

    pile.add(1)
    serve()
    assert [text for text, *_ in decoded(bytes(heard).replace(b"\x10\x04\x01\x10\x04\x02\x10\x04\x04", b"")).lines] == (
        whole(1)
    )
    port.stop()
    os.close(ours)
    os.close(theirs)
