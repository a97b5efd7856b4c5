"""From a press on a till to the paper: deeds over HTTP, the hall's ports, a printer on a real socket."""

from contextlib import contextmanager
from threading import Barrier, Thread

import pytest
from django.contrib.auth.models import Group
from django.db import connections

from bingo_hall import printing
from bingo_hall.ports import Ports
from devices.models import Device, DeviceKind
from records.models import Event, Hall
from sessions.models import ReceiptJob
from sessions.printing.receipts import receipt_lines
from sessions.selectors.receipts import facts_of
from sessions.selectors.verify import violations
from sessions.services import receipts
from tests.devices.paper import TcpPrinter
from tests.devices.plugs import until
from tests.given import a_game_on_sale
from tests.screens.sockets import do, logged_in, make_people
from tests.sessions.services.floors import a_player

pytestmark = pytest.mark.django_db(transaction=True)


class Till:
    """A hall on sale with its people logged in, and one printer with a drawer."""

    def __init__(self):
        self.story = a_game_on_sale(cards=300)
        Hall.objects.filter(pk=self.story.hall.pk).update(name="Sala Añil", language="en")
        self.people = make_people(self.story.hall)
        self.seller, self.cashier = logged_in(self.people["venta1"]), logged_in(self.people["caja"])
        self.printer = TcpPrinter()
        Device.objects.create(
            code="till-1",
            hall_code=self.story.hall.code,
            kind=DeviceKind.PRINTER,
            driver="escpos",
            url=self.printer.url,
            options={"columns": 48, "drawer": True},
        )

    @contextmanager
    def ports(self):
        ports = Ports(self.story.hall)
        ports.start()
        try:
            yield ports
        finally:
            ports.stop()

    def sell(self, key, quantity=1, **more):
        done = do(self.seller, "sell_cards", key=key, game_no=1, quantity=quantity, printer="till-1", **more)
        assert done[0] == 200, done
        return done[1]

    def receipts(self):
        """Give the numbers of the receipts on paper, in order."""
        return [text.split()[-1] for text in self.printer.texts() if text.startswith("Receipt ")]


@pytest.fixture
def till():
    made = Till()
    yield made
    made.printer.end()


def states():
    return [(job.copy, job.state, job.attempts) for job in ReceiptJob.objects.order_by("pk")]


def all_printed():
    return not ReceiptJob.objects.exclude(state__in=["confirmed", "failed"]).exists()


def test_a_sellers_sale_is_on_paper_with_its_euros_and_letters_and_leaves_the_drawer_shut(till):
    with till.ports():
        till.sell("k1", 3)
        until(all_printed)
    position = Event.objects.get(kind="CardsSold").position
    texts = till.printer.texts()
    assert texts[0].strip() == "Sala Añil"
    assert "Cards 1 to 3                          3 x 2.00 €" in texts
    assert f"Receipt{position:>41}" in texts
    assert (till.printer.cuts(), till.printer.pulses()) == (1, [])
    assert states() == [(0, "confirmed", 1)]


def test_a_sale_of_who_keeps_the_cash_too_opens_the_drawer(till):
    till.people["venta1"].groups.add(Group.objects.get(name="cashier"))
    with till.ports():
        till.sell("k1")
        until(all_printed)
    assert till.printer.pulses() == [(0, 100, 100)]


def test_an_order_said_again_makes_no_second_paper_and_its_printer_is_no_part_of_it(till):
    till.sell("k1", 2)
    assert do(till.seller, "sell_cards", key="k1", game_no=1, quantity=2, printer="till-2")[0] == 200
    assert do(till.seller, "sell_cards", key="k1", game_no=1, quantity=2)[0] == 200
    assert [job.printer for job in ReceiptJob.objects.all()] == ["till-1"]


def test_without_a_printer_named_nothing_is_asked_for_and_nonsense_is_refused_before_the_deed(till):
    assert do(till.seller, "sell_cards", key="k1", game_no=1, quantity=1)[0] == 200
    status, answer = do(till.seller, "sell_cards", key="k2", game_no=1, quantity=1, printer=["till-1"])
    assert (status, answer["params"]) == (400, {"field": "printer"})
    assert Event.objects.filter(kind="CardsSold").count() == 1
    assert not ReceiptJob.objects.exists()


def test_a_printer_that_is_away_holds_no_sale_and_then_prints_all_in_order(till):
    till.printer.power(on=False)
    with till.ports() as ports:
        for number in range(50):
            till.sell(f"k{number}")
        until(lambda: ports.by_kind[DeviceKind.PRINTER]["till-1"].told()["link"] == "down")
        till.printer.power(on=True)
        until(all_printed)
    sold = Event.objects.filter(kind="CardsSold").order_by("position").values_list("position", flat=True)
    assert till.receipts() == [str(position) for position in sold]
    assert len(till.receipts()) == 50
    assert states() == [(0, "confirmed", 1)] * 50
    assert list(violations(Hall.objects.get(pk=till.story.hall.pk))) == []


def test_paper_out_in_the_middle_is_shown_waits_and_ends_as_one_receipt(till):
    till.printer.out_of_paper_after(4)
    with till.ports() as ports:
        till.sell("k1")
        till.sell("k2")
        until(lambda: [one for one in ports.status() if one["faults"] == ["PAPER"] and one["waiting"] == 2])
        assert till.receipts() == []
        till.printer.load()
        until(all_printed)
    assert len(till.receipts()) == len(set(till.receipts())) == 2
    assert till.printer.texts().count("TOTAL             2.00 €") == 2
    assert not any("COPIA" in text or "Attempt" in text for text in till.printer.texts())


def test_killed_after_the_bytes_had_gone_the_hall_prints_the_paper_again_and_says_so(till):
    till.sell("k1")
    (job,) = ReceiptJob.objects.all()
    receipts.mark_sent(job.pk)
    with till.ports():
        until(all_printed)
    assert states() == [(0, "confirmed", 2)]
    assert len(till.receipts()) == 1
    assert any("Attempt 2" in text for text in till.printer.texts())
    assert till.printer.pulses() == []


def test_a_paper_that_cannot_be_read_or_written_holds_none_behind_it(till, monkeypatch):
    for key in ("k1", "k2", "k3"):
        till.sell(key)
    unread, unwritten, well = (job.source for job in ReceiptJob.objects.order_by("pk"))

    def read(hall_id, source):
        return {}["missing"] if source == unread else facts_of(hall_id, source)

    def write(facts, **settings):
        return {}["missing"] if facts.source == unwritten else receipt_lines(facts, **settings)

    monkeypatch.setattr(receipts, "facts_of", read)
    monkeypatch.setattr(printing, "receipt_lines", write)
    with till.ports():
        until(all_printed)
    told = [(job.state, job.error) for job in ReceiptJob.objects.order_by("pk")]
    assert told == [("failed", "no_source"), ("failed", "unprintable"), ("confirmed", "")]
    assert till.receipts() == [well.removeprefix("event:")]


def test_printed_again_it_is_a_copy_and_the_drawer_stays_shut(till):
    with till.ports():
        a_player(till.story, 7)
        assert do(till.cashier, "deposit", key="k1", player=7, amount_cents=1_050, printer="till-1")[0] == 200
        until(all_printed)
        source = ReceiptJob.objects.get().source
        for key in ("a", "a", "b"):
            assert do(till.cashier, "print_receipt", key=key, source=source, printer="till-1")[0] == 200
        until(all_printed)
    texts = till.printer.texts()
    assert [text.strip() for text in texts if "COPIA" in text] == ["COPIA 1", "COPIA 2"]
    first, second, third = [n for n, text in enumerate(texts) if text.strip() == "Sala Añil"]
    original, copy = texts[first:second], [text for text in texts[second:third] if "COPIA" not in text]
    assert copy == original
    assert len(till.printer.pulses()) == 1


def test_the_cashier_opens_the_drawer_with_a_reason_and_nobody_else(till):
    with till.ports():
        assert do(till.seller, "open_drawer", printer="till-1", reason="x")[0] == 403
        status, answer = do(till.cashier, "open_drawer", key="o", printer="till-1", reason="")
        assert (status, answer["params"]) == (400, {"field": "reason"})
        assert do(till.cashier, "open_drawer", key="o", printer="till-1", reason="Change")[0] == 200
        until(all_printed)
    assert (till.printer.pulses(), till.printer.texts()) == ([(0, 100, 100)], [])
    row = Event.objects.get(kind="DrawerOpened")
    assert (row.actor, row.payload["reason"]) == ("caja", "Change")


def test_what_waits_can_be_called_off(till):
    till.printer.power(on=False)
    till.sell("k1")
    till.sell("k2")
    assert do(till.cashier, "drop_receipts", printer="till-1")[1]["dropped"] == 2
    assert states() == [(0, "failed", 0)] * 2
    mine = till.cashier.get("/state/mine/").json()
    assert mine["printers"] == ["till-1"]


def test_eight_who_ask_at_once_get_eight_numbered_copies_and_one_who_asks_twice_gets_one(till):
    till.sell("k1")
    (job,) = ReceiptJob.objects.all()
    start = Barrier(9)
    given = []

    def ask(key):
        try:
            start.wait()
            asked = {"hall_id": till.story.hall.pk, "source": job.source, "printer": "till-1", "actor": "caja"}
            given.append((key, receipts.print_receipt(source_ref=f"caja:{key}", **asked).copy))
        finally:
            connections.close_all()

    threads = [Thread(target=ask, args=(key,)) for key in (*range(8), 0)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(copy for _key, copy in set(given)) == list(range(1, 9))
    assert len(given) == 9
