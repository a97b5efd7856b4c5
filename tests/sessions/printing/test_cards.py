"""What is on paper: the codes are read from the picture of the page, the words and numbers from its text."""

import random
import re

import pypdfium2
import pytest
import zxingcpp
from django.conf import settings
from PIL import ImageChops

from sessions.matrices import write_matrix
from sessions.models import CardMatrix, CardSeries
from sessions.printing.files import write_print
from sessions.printing.order import Kind, check_order, order_for
from sessions.rules import errors
from sessions.rules.events import Medium
from sessions.rules.matrix import faces_from_bytes, row_mask_batches
from sessions.rules.references import CardReference, read_code, short_check
from sessions.selectors.faces import face_rows, matrix_of
from sessions.services.hall import make_series
from tests.given import a_hall

pytestmark = pytest.mark.django_db

KEY = settings.BINGO_CARD_KEY.encode()
DPI = 200


@pytest.fixture
def hall():
    """Cards 1-200 printed as A 000001 at 2 euros, 201-300 reserved for virtual play; printed in English."""
    hall, physical, virtual = a_hall()
    type(hall).objects.filter(pk=hall.pk).update(language="en", name="Gran Sala Sant Llorenç Castañas del Col·legi")
    for series in (physical, virtual):
        series.matrix.hall.refresh_from_db()
    return physical, virtual


def order(series, kind, first, last, **kwargs):
    return order_for(series, series.matrix, Kind(kind), first, last, **kwargs)


def pages(order, folder, **kwargs):
    return pypdfium2.PdfDocument(write_print(order, folder / "print", **kwargs).path)


def cards_read(page):
    """Read the square codes of a page from its picture, from top left on."""
    found = zxingcpp.read_barcodes(page.render(scale=DPI / 72).to_pil())
    placed = sorted((round(one.position.top_left.y, -2), one.position.top_left.x, one.text) for one in found)
    return [read_code(text, KEY) for _y, _x, text in placed]


def text_of(page):
    """Read a page as one line."""
    return " ".join(page.get_textpage().get_text_bounded().split())


def numbers_in(page, left, top, right, bottom):
    """Read the numbers of a part of a page, in millimetres from its top left."""
    millimetre = 72 / 25.4
    height = page.get_height()
    box = {
        "left": left * millimetre,
        "right": right * millimetre,
        "top": height - top * millimetre,
        "bottom": height - bottom * millimetre,
    }
    return [int(n) for n in re.findall(r"\d+", page.get_textpage().get_text_bounded(**box))]


def flat(rows):
    return [number for row in rows for number in row]


def reference(number, part=0, ident="000001", letter="A"):
    return CardReference(number=number, letter=letter, ident=ident, part=part)


def with_changed_byte(series, card):
    """Change one byte of a stored face; faces are kept by process, so the hall must have a seed of its own."""
    path = settings.BINGO_DATA_DIR / "matrices" / series.matrix.sha256
    data = bytearray(path.read_bytes())
    record = (len(data) - len(data) % series.matrix.size) // series.matrix.size
    place = len(data) - (series.matrix.size - card) * record - record
    data[place] ^= 1
    path.write_bytes(data)
    matrix_of.cache_clear()


# The codes --------------------------------------------------------------------------------------------------


def test_the_codes_of_a_page_of_single_cards_are_read_from_its_picture(hall, tmp_path):
    page = pages(order(hall[0], "single", 7, 12), tmp_path)[0]
    assert cards_read(page) == [reference(number) for number in range(7, 13)]


def test_each_half_of_a_double_card_has_its_own_code(hall, tmp_path):
    page = pages(order(hall[0], "double", 1, 3), tmp_path)[0]
    assert cards_read(page) == [reference(n, part) for n in (1, 2, 3) for part in (1, 2)]


def test_the_longest_code_is_read_too(hall, tmp_path):
    """Twelve digits and three letters make 34 digits: the second size of the square code."""
    series = make_series(hall[0].matrix, "ABC", "000000000012", Medium.PHYSICAL, 1, 200, 1250)
    page = pages(order(series, "single", 1, 6), tmp_path)[0]
    assert cards_read(page) == [reference(n, ident="000000000012", letter="ABC") for n in range(1, 7)]


# What the law wants on a card -------------------------------------------------------------------------------


def test_a_card_shows_all_that_the_law_wants(hall, tmp_path):
    series = make_series(hall[0].matrix, "B", "000042", Medium.PHYSICAL, 1, 200, 1250)
    text = text_of(pages(order(series, "single", 104, 104, warning=True), tmp_path)[0])
    check = short_check(reference(104, letter="B", ident="000042"), KEY)
    for wanted in (
        "Gran Sala Sant Llorenç Castañas del Col·legi",
        "Series B 000042",
        "200 cards in the series",
        "Card 104",
        "12,50 €",
        f"Check {check}",
        "Valid for one game",
        "Under-age persons may not play. Gambling can be addictive.",
    ):
        assert wanted in text, (wanted, text)
    digits = re.search(r"(?:\d{4} ){6}\d{4}", text)[0].replace(" ", "")
    assert read_code(digits, KEY) == reference(104, letter="B", ident="000042")


def test_the_warning_is_printed_only_when_asked_for(hall, tmp_path):
    assert "Under-age" not in text_of(pages(order(hall[0], "single", 1, 1), tmp_path)[0])


def test_the_numbers_of_each_card_are_its_face_s(hall, tmp_path):
    document = pages(order(hall[0], "single", 1, 12), tmp_path)
    for number in range(1, 13):
        place = (number - 1) % 6
        left, top = 10 + place % 2 * 95, 11 + place // 2 * 90
        page = document[(number - 1) // 6]
        printed = numbers_in(page, left, top + 20, left + 95, top + 65)
        assert sorted(printed) == sorted(flat(face_rows(hall[0].matrix.sha256, number)))


def test_the_halves_of_a_double_card_are_equal_but_for_their_code(hall, tmp_path):
    page = pages(order(hall[0], "double", 104, 104), tmp_path)[0]
    first, second = (numbers_in(page, x, 31, x + 95, 76) for x in (10, 105))
    assert first == second
    assert sorted(first) == sorted(flat(face_rows(hall[0].matrix.sha256, 104)))
    text = text_of(page)
    for twice in ("Series A 000001", "200 cards in the series", "Valid for two consecutive games"):
        # The series stands in the foot of the page too.
        assert text.count(twice) == 2 + (twice == "Series A 000001")
    assert len(re.findall(r"\b2 €", text)) == 2
    assert all(f"Double card: half {part} of 2" in text for part in (1, 2))
    picture = page.render(scale=DPI / 72).to_pil().convert("L")
    pixel = DPI / 25.4
    lefts = [round((x + 4) * pixel) for x in (10, 105)]
    boxes = [(left, round(32 * pixel), left + 680, round(75 * pixel)) for left in lefts]
    one, other = (picture.crop(box).resize((85, 43)) for box in boxes)
    assert ImageChops.difference(one, other).getextrema()[1] < 64


# Strips and the book ----------------------------------------------------------------------------------------


def a_series_of_strips(hall):
    """Register twelve cards that are two strips."""
    masks = next(row_mask_batches(12, random.Random(5).randbytes, strips=True))
    folder = settings.BINGO_DATA_DIR / "matrices"
    sha256 = write_matrix(folder / "new", faces_from_bytes(masks.astype("<u4").tobytes()), KEY)
    (folder / "new").rename(folder / sha256)
    matrix = CardMatrix.objects.create(hall=hall[0].hall, name="strips", sha256=sha256, size=12)
    return make_series(matrix, "T", "000001", Medium.PHYSICAL, 1, 12)


def test_a_page_of_a_strip_holds_the_ninety_numbers_once(hall, tmp_path):
    series = a_series_of_strips(hall)
    strip = order(series, "strip", 7, 12)
    check_order(strip, series, series.matrix)
    page = pages(strip, tmp_path)[0]
    assert sorted(numbers_in(page, 10, 11, 148, 281)) == list(range(1, 91))
    assert cards_read(page) == [reference(n, letter="T") for n in range(7, 13)]
    assert "Strip of six: cards 7 to 12" in text_of(page)


@pytest.mark.parametrize(("first", "last"), [(1, 5), (2, 7), (1, 11)])
def test_a_range_that_cuts_a_strip_is_refused(hall, first, last):
    series = a_series_of_strips(hall)
    with pytest.raises(errors.StripBroken):
        check_order(order(series, "strip", first, last), series, series.matrix)


def test_six_cards_that_are_no_strip_are_refused_by_number(hall):
    with pytest.raises(errors.StripBroken) as refused:
        check_order(order(hall[0], "strip", 1, 12), hall[0], hall[0].matrix)
    assert refused.value.params == {"first": 1, "last": 6}


def test_a_page_of_the_book_shows_the_faces_of_the_matrix_by_number(hall, tmp_path):
    book = order(hall[0], "book", 101, 200)
    document = pages(book, tmp_path)
    assert len(document) == 26  # an index, and 100 cards four to a page
    index = text_of(document[0])
    assert "Cards 101 to 120 sheets 1 to 5" in index
    assert "Cards 181 to 200 sheets 21 to 25" in index
    for place, number in enumerate(range(105, 109)):
        top = 11 + place * 69
        page = document[2]
        assert numbers_in(page, 10, top, 90, top + 12.5) == [number]
        printed = numbers_in(page, 10, top + 13, 200, top + 64)
        assert sorted(printed) == sorted(flat(face_rows(hall[0].matrix.sha256, number)))
    assert "A 000001" not in text_of(document[2])
    assert hall[0].matrix.sha256[:16] in text_of(document[2])


# What is not printed ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("first", "last"), [(0, 5), (5, 4), (1, 201), (201, 201)])
def test_a_range_outside_the_series_is_refused(hall, first, last):
    with pytest.raises(errors.CardsOutOfRange) as refused:
        check_order(order(hall[0], "single", first, last), hall[0], hall[0].matrix)
    assert refused.value.params == {"first": first, "last": last, "least": 1, "most": 200}


def test_a_range_reserved_for_virtual_cards_is_never_printed(hall):
    with pytest.raises(errors.NeverPrinted):
        check_order(order(hall[1], "single", 201, 206), hall[1], hall[1].matrix)
    with pytest.raises(errors.NeverPrinted):
        check_order(order(hall[0], "book", 1, 201), hall[0], hall[0].matrix)
    check_order(order(hall[0], "book", 1, 200), hall[0], hall[0].matrix)


def test_double_cards_are_printed_as_double_ones_and_single_as_single(hall):
    CardSeries.objects.filter(pk=hall[0].pk).update(parts=2)
    doubles = CardSeries.objects.get(pk=hall[0].pk)
    check_order(order(doubles, "double", 1, 6), doubles, doubles.matrix)
    check_order(order(doubles, "book", 1, 6), doubles, doubles.matrix)
    for series, kind in ((doubles, "single"), (doubles, "strip"), (hall[0], "double")):
        with pytest.raises(errors.PartsDiffer) as refused:
            check_order(order(series, kind, 1, 6), series, series.matrix)
        assert refused.value.params == {"letter": "A", "ident": "000001", "parts": series.parts}


def test_a_face_that_fails_its_check_is_refused_by_number_and_nothing_is_printed(tmp_path):
    _hall, series, _virtual = a_hall(seed=992)
    with_changed_byte(series, 104)
    wanted = order(series, "single", 1, 200)
    with pytest.raises(errors.CardUnplayable) as refused:
        check_order(wanted, series, series.matrix)
    assert refused.value.params == {"card": 104}
    with pytest.raises(errors.CardUnplayable):
        write_print(wanted, tmp_path / "print")
    assert list(tmp_path.iterdir()) == []
    check_order(order(series, "single", 105, 200), series, series.matrix)


def test_a_series_whose_number_is_not_digits_has_no_code_and_is_not_printed(hall):
    series = make_series(hall[0].matrix, "C", "12", Medium.PHYSICAL, 1, 200)
    series.ident = "12B"  # as a hall may have registered it in earlier versions
    with pytest.raises(errors.BadReference):
        check_order(order(series, "single", 1, 6), series, series.matrix)
