"""The public page on paper, only where the hall has an address for it; the card's own code stays as it was."""

import pypdfium2
import pytest
import zxingcpp
from django.conf import settings as configured

from sessions.printing.files import write_print
from sessions.printing.order import Kind, order_for
from sessions.rules.references import read_code
from tests.given import a_hall

pytestmark = pytest.mark.django_db

ADDRESS = "https://bingo.example/comprobar/"


@pytest.fixture
def page(tmp_path):
    """Print a page of cards and give what scanners and eyes read on it."""

    def printed(kind, parts=1, *, warning=True):
        _hall, physical, _virtual = a_hall()
        physical.parts = parts
        last = 3 if kind == "double" else 6
        order = order_for(physical, physical.matrix, Kind(kind), 1, last, warning=warning)
        drawn = pypdfium2.PdfDocument(write_print(order, tmp_path / "print").path)[0]
        codes = [one.text for one in zxingcpp.read_barcodes(drawn.render(scale=200 / 72).to_pil())]
        return codes, " ".join(drawn.get_textpage().get_text_bounded().split())

    return printed


@pytest.mark.parametrize(("kind", "parts", "cards"), [("single", 1, 6), ("double", 2, 6)])
def test_each_card_has_a_second_code_that_opens_the_page(settings, page, kind, parts, cards):
    settings.BINGO_PUBLIC_URL = "https://bingo.example"
    codes, text = page(kind, parts)
    own = [code for code in codes if code.isdigit()]
    assert len(own) == cards
    assert codes.count(ADDRESS) == cards
    assert all(read_code(code, configured.BINGO_CARD_KEY.encode()).letter == "A" for code in own)
    assert (text.count("bingo.example/comprobar") == cards) == (kind == "single")


def test_a_strip_has_room_for_the_address_in_words(settings, page):
    settings.BINGO_PUBLIC_URL = "https://bingo.example"
    codes, text = page("strip")
    assert (len(codes), ADDRESS in codes) == (6, False)
    assert text.count("bingo.example/comprobar") == 6


@pytest.mark.parametrize("kind", ["single", "strip"])
def test_without_a_public_address_cards_are_as_they_always_were(settings, page, kind):
    settings.BINGO_PUBLIC_URL = ""
    codes, text = page(kind)
    assert len(codes) == 6
    assert all(code.isdigit() for code in codes)
    assert "comprobar" not in text
