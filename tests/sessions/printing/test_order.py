"""Pages of an order: every card once, in its order; texts that fit, in a font that has their signs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reportlab.pdfbase.pdfmetrics import getFont

from sessions.printing.fonts import BOLD, MEDIUM, fitted, register_fonts, width_of
from sessions.printing.order import Kind, Order

HALL = "Gran Casino Bingo Sant Llorenç d'Hortons i la Vall del Ges, S.L."


def an_order(kind, first, last):
    return Order(kind=Kind(kind), first=first, last=last, hall="h", language="es", matrix="f" * 64, matrix_name="m")


@given(st.sampled_from(list(Kind)), st.integers(1, 100_000), st.integers(1, 3_000))
def test_every_card_is_on_one_page_in_its_order(kind, first, count):
    order = an_order(kind, first, first + count - 1)
    on_pages = [n for sheet in range(1, order.card_sheets + 1) for n in order.sheet_cards(sheet)]
    assert on_pages == list(range(first, first + count))


@pytest.mark.parametrize(
    ("kind", "cards", "sheets"),
    [("single", 1, 1), ("single", 6, 1), ("single", 7, 2), ("double", 7, 3), ("strip", 12, 2), ("book", 4, 2)],
)
def test_the_pages_are_counted(kind, cards, sheets):
    assert an_order(kind, 1, cards).sheets == sheets


def test_a_long_book_has_an_index_of_several_pages():
    """3,300 cards are 825 pages; a line of the index is 5 pages, and a page of it 80 lines."""
    book = an_order("book", 1, 3_300)
    assert (book.card_sheets, len(book.index_lines()), book.index_sheets, book.sheets) == (825, 165, 3, 828)
    assert book.index_lines()[0] == (1, 20, 1)
    assert book.index_lines()[-1] == (3_281, 3_300, 821)


@given(st.sampled_from(list(Kind)), st.integers(1, 1_000), st.integers(1, 3_000))
def test_each_line_of_an_index_begins_on_the_page_it_names(kind, first, count):
    order = an_order(kind, first, first + count - 1)
    for start, end, sheet in order.index_lines():
        assert order.sheet_cards(sheet)[0] == start
        assert start <= end <= order.last


def test_a_part_is_named_by_its_first_and_last_card():
    book = an_order("book", 101, 500)
    # One page of index, then four cards a page: pages 1 to 100 hold cards 101 to 496.
    assert book.stem_of(1, 100) == "matrix-ffffffff-book-0000101-0000496"
    assert book.stem_of(101, 101) == "matrix-ffffffff-book-0000497-0000500"


@pytest.mark.parametrize("font", [BOLD, MEDIUM])
def test_the_fonts_have_the_signs_of_spanish_and_catalan(font):
    register_fonts()
    signs = getFont(font).face.charToGlyph
    assert [c for c in "áéíóúüñçàèòïÁÉÍÓÚÜÑÇÀÈÒÏ·€«»¿¡…0123456789" if ord(c) not in signs] == []


@given(st.text("abcdefghijñçW· ", max_size=80), st.floats(20, 300))
def test_a_text_fits_its_width_and_is_never_too_small_to_read(text, width):
    register_fonts()
    written, points = fitted(text, BOLD, 11, width, 6)
    assert width_of(written, BOLD, points) <= width + 1e-6
    assert 6 <= points <= 11
    assert written == text or written.endswith("…")


def test_a_long_hall_name_shrinks_before_it_is_cut():
    register_fonts()
    assert fitted("Sala", BOLD, 11, 150, 6) == ("Sala", 11)
    whole, points = fitted(HALL, BOLD, 11, 170, 6)
    assert whole == HALL
    assert points < 11
    cut, points = fitted(HALL, BOLD, 11, 90, 6)
    assert HALL.startswith(cut.removesuffix("…"))
    assert points == 6
