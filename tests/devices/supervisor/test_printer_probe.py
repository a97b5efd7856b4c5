"""`manage.py probe_device … --driver escpos`: how the printer is, and a paper that shows wrong settings."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.devices.paper import TcpPrinter


@pytest.fixture
def printer():
    fake = TcpPrinter()
    yield fake
    fake.end()


def probe(printer, options="{}"):
    out = StringIO()
    call_command("probe_device", printer.url, "--driver", "escpos", "--options", options, stdout=out)
    return out.getvalue().splitlines()


def test_a_printer_that_is_well_prints_a_paper_with_all_letters_on_the_whole_width(printer):
    answers, printed = probe(printer, '{"columns": 48, "drawer": true}')
    assert answers == "answers: ready"
    assert printed.startswith("printed")
    letters = "áéíóúüñç ÁÉÍÓÚÜÑÇ àèòï ÀÈÒÏ l·l ¿¡ªº €"
    assert printed.endswith(letters)
    assert letters in printer.texts()
    assert "123456789012345678901234567890123456789012345678" in printer.texts()
    assert max(len(text) * (2 if big else 1) for text, _bold, big in printer.paper.lines) == 48
    assert printer.pulses() == [(0, 100, 100)]


def test_one_without_paper_says_so_and_prints_nothing(printer):
    printer.out_of_paper_after(0)
    assert probe(printer) == ["answers: PAPER"]
    assert printer.texts() == []


def test_one_that_is_mute_or_absent_or_misconfigured_is_told(printer):
    printer.mute = True
    with pytest.raises(CommandError, match="it does not answer"):
        probe(printer)
    with pytest.raises(CommandError, match="escpos: "):
        probe(printer, '{"columns": "wide"}')
    printer.power(on=False)
    with pytest.raises(CommandError, match="Could not open port"):
        probe(printer)
