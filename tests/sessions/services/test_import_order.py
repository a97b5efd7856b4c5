"""An import takes its locks in the one order: rows first, the hall's head row last, and once."""

import pytest

from records.models import Event, Hall
from sessions.models import CardMatrix, CardSeries
from sessions.rules import errors
from sessions.rules.exchange_findings import SeriesOffer
from sessions.services import exchange
from tests.sessions.rules.matrix_files import LINE_1, LINE_2, LINE_3, csv_of

pytestmark = pytest.mark.django_db

GOOD = csv_of(LINE_1, LINE_2, LINE_3)


@pytest.fixture
def hall():
    return Hall.objects.create(code="h", name="Hall")


def test_the_journal_is_written_once_when_rows_and_file_are_there(hall, monkeypatch, data_dir):
    append, seen = exchange.journal.append, []

    def told(hall_id, drafts):
        files = [path.name for path in (data_dir / "matrices").iterdir()]
        seen.append(
            (CardMatrix.objects.count(), CardSeries.objects.count(), files == [CardMatrix.objects.get().sha256])
        )
        return append(hall_id, drafts)

    monkeypatch.setattr(exchange.journal, "append", told)
    exchange.import_matrix(hall, "m", GOOD, series=SeriesOffer("b", "000042", 150), actor="sala")
    assert seen == [(1, 1, True)]
    assert list(Event.objects.filter(hall=hall).order_by("position").values_list("kind", "stream", "seq")) == [
        ("MatrixFiled", None, None),
        ("SeriesReceived", "series:B:000042", 1),
    ]


def test_a_series_with_a_name_no_card_can_carry_is_refused_and_nothing_is_kept(hall, data_dir):
    with pytest.raises(errors.BadSeriesName):
        exchange.import_matrix(hall, "m", GOOD, series=SeriesOffer("B", "12/A", 150))
    assert (CardMatrix.objects.count(), list((data_dir / "matrices").iterdir())) == (0, [])
