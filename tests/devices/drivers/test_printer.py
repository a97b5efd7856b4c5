"""ESC/POS: what the driver writes, read by a decoder of its own, and what a printer's bytes say."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from devices.codecs.escpos_status import CONFIRM, QUERY, PrinterStatus
from devices.drivers.printer import EscposPrinter, Sheet
from sessions.printing.receipt_text import ReceiptLine
from tests.devices.paper import decoded

OK = bytes([0x12, 0x12, 0x12])


def printed(*lines, kick=False, **options):
    printer = EscposPrinter(options)
    return decoded(printer.page(Sheet(sheet_id=1, lines=lines, kick=kick)))


def line(text, **style):
    return ReceiptLine(text=text, **style)


def test_text_comes_back_as_it_was_with_the_euro_and_every_letter_of_spanish_and_catalan():
    text = "áéíóúüñÁÉÍÓÚÜÑ àèòïçÀÈÒÏÇ l·l ¿¡ªº 1.234,50 €"
    paper = printed(line(text), line("plain"))
    assert [text for text, *_ in paper.lines] == [text, "plain"]
    assert paper.tables == {"cp1252"}


def test_a_printer_with_one_code_page_is_sent_only_that():
    paper = printed(line("Añil 12,50 €"), codepages={"CP858": 19})
    assert (paper.lines[0][0], paper.tables) == ("Añil 12,50 €", {"cp858"})


def test_what_no_code_page_has_is_a_question_mark_and_not_a_wrong_letter():
    assert printed(line("a→b 中\x1b@c"), codepages={"CP858": 19}).lines[0][0] == "a?b ??@c"


def test_styles_end_with_their_lines():
    paper = printed(line("Sala", bold=True, big=True), line("x"), line("y", bold=True), line("z"))
    styles = [(bold, big) for _text, bold, big in paper.lines]
    assert styles == [(True, True), (False, False), (True, False), (False, False)]


def test_the_paper_is_fed_and_cut_behind_the_last_line():
    assert printed(line("x")).log == [("line", "x"), ("feed", 6), ("cut", 1)]
    assert printed(line("x"), cut=False).log == [("line", "x"), ("feed", 6)]


@pytest.mark.parametrize(("drawer", "kick", "pulses"), [(True, True, 1), (True, False, 0), (False, True, 0)])
def test_the_drawer_opens_before_the_paper_only_where_there_is_one_and_it_was_asked_for(drawer, kick, pulses):
    log = printed(line("x"), kick=kick, drawer=drawer).log
    # Connector pin 2 is number 0; 100 ms on and 100 ms off are what drawers want.
    assert [entry for entry in log if entry[0] == "pulse"] == [("pulse", 0, 100, 100)] * pulses
    assert log[pulses] == ("line", "x")


def test_a_drawer_alone_uses_no_paper():
    assert printed(kick=True, drawer=True).log == [("pulse", 0, 100, 100)]


def test_each_paper_ends_with_the_question_whether_it_is_printed():
    printer = EscposPrinter({})
    assert printer.page(Sheet(sheet_id=1, lines=(line("x"),), kick=False)).endswith(CONFIRM)
    assert list(QUERY) == [16, 4, 1, 16, 4, 2, 16, 4, 4]
    assert list(CONFIRM) == [29, 114, 1]


@pytest.mark.parametrize(
    ("answer", "faults", "ready"),
    [
        ([0x12, 0x12, 0x12], [], True),
        ([0x16, 0x12, 0x12], [], True),  # only the drawer's pin is high
        ([0x12, 0x12, 0x1E], ["PAPERLOW"], True),  # near the end of the roll
        ([0x1A, 0x32, 0x7E], ["PAPER"], False),
        ([0x1A, 0x16, 0x12], ["COVER"], False),
        ([0x1A, 0x52, 0x12], ["ERROR"], False),
        ([0x1A, 0x36, 0x7E], ["PAPER", "COVER"], False),
        ([0x1A, 0x12, 0x12], ["OFFLINE"], False),  # it does not say why
        ([0x1A, 0x12, 0x1E], ["OFFLINE", "PAPERLOW"], False),
    ],
)
def test_what_a_printer_says_of_itself(answer, faults, ready):
    printer = EscposPrinter({})
    printer.ask()
    printer.receive(bytes(answer))
    assert printer.answered
    assert (list(printer.status.faults), printer.status.ready) == (faults, ready)


def test_until_it_has_spoken_it_is_not_ready():
    printer = EscposPrinter({})
    assert not printer.status.ready
    printer.ask()
    printer.receive(OK[:2])
    assert not printer.answered
    assert printer.status == PrinterStatus(off_line=True)


def test_status_and_confirmation_are_told_apart_wherever_they_meet():
    printer = EscposPrinter({})
    printer.page(Sheet(sheet_id=1, lines=(line("x"),), kick=False))
    printer.ask()
    printer.receive(OK[:1])
    assert not printer.confirmed
    printer.receive(b"\x00" + OK[1:])
    assert (printer.confirmed, printer.answered, printer.status.ready) == (True, True, True)
    printer.page(Sheet(sheet_id=2, lines=(line("y"),), kick=False))
    assert not printer.confirmed


def test_a_confirmation_may_say_that_the_paper_is_low():
    printer = EscposPrinter({})
    printer.receive(b"\x03")
    assert printer.confirmed


def test_what_a_printer_reports_by_itself_says_nothing_of_a_paper():
    """Automatic status back: cover open is 0x38, 0, 0, 0x0F; shut and well 0x10, 0, 0, 0."""
    printer = EscposPrinter({})
    printer.ask()
    printer.receive(b"\x38\x00\x00\x0f" + OK[:1] + b"\x10\x00\x00\x00" + OK[1:])
    assert (printer.confirmed, printer.answered) == (False, True)
    printer.receive(b"\x10\x00\x00")
    printer.receive(b"\x00")
    assert not printer.confirmed
    printer.receive(b"\x00")
    assert printer.confirmed


@settings(deadline=None)
@given(st.binary(max_size=60))
def test_noise_from_the_line_is_never_an_error(noise):
    printer = EscposPrinter({})
    printer.ask()
    printer.receive(noise)
    assert isinstance(printer.status.faults, tuple)


@settings(deadline=None)
@given(st.text(alphabet=st.characters(codec="cp1252", categories=("L", "N", "P", "S")), min_size=1, max_size=40))
def test_any_text_of_the_code_page_comes_back(text):
    assert printed(line(text)).lines[0][0] == text


@pytest.mark.parametrize("options", [{"columns": "wide"}, {"codepages": {"CP858": "first"}}])
def test_a_setting_that_makes_no_sense_is_told(options):
    with pytest.raises(ValueError, match="invalid literal"):
        EscposPrinter(options)
