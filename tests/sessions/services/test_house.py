"""Starts, stops, a start without a stop, settings and program: each told once, and nothing where nothing changed."""

import pytest

from records.models import Event, Hall
from sessions.services.house import note_settings, note_start, note_stop
from sessions.services.proving import prove_hall

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def hall():
    return Hall.objects.create(code="sala", name="Sala")


def kinds(hall):
    return list(Event.objects.filter(hall=hall).order_by("position").values_list("kind", flat=True))


def test_the_first_start_tells_what_the_hall_is(hall):
    note_start(hall, settings={"BINGO_DEMO": "True", "EMPTY": ""})
    assert kinds(hall) == ["HallStarted", "SoftwareChanged", "SettingsChanged"]
    changes = Event.objects.get(kind="SettingsChanged").payload["changes"]
    assert changes == [{"name": "BINGO_DEMO", "was": "", "now": "True"}]


def test_a_start_after_a_stop_with_nothing_changed_is_one_row(hall):
    note_start(hall, settings={"A": "1"})
    note_stop(hall)
    note_start(hall, settings={"A": "1"})
    assert kinds(hall)[3:] == ["HallStopped", "HallStarted"]


def test_a_start_without_a_stop_is_told(hall):
    note_start(hall, settings={})
    note_start(hall, settings={})
    assert kinds(hall) == ["HallStarted", "SoftwareChanged", "UncleanRestart", "HallStarted"]


def test_a_setting_is_told_as_it_was_and_is_and_one_taken_away_too(hall):
    note_settings(hall, {"A": "1", "B": "2"})
    note_settings(hall, {"A": "1", "B": "3"})
    note_settings(hall, {"A": "1"})
    told = [row.payload["changes"] for row in Event.objects.filter(kind="SettingsChanged").order_by("position")]
    assert told[1:] == [[{"name": "B", "was": "2", "now": "3"}], [{"name": "B", "was": "3", "now": ""}]]


def test_a_proof_and_its_result_are_a_row_and_what_is_wrong_an_incident(hall):
    note_stop(hall)
    assert prove_hall(hall.pk, scope="demand", actor="sala") == []
    Hall.objects.filter(pk=hall.pk).update(head_hash="0" * 64)
    assert prove_hall(hall.pk, scope="night", actor="house") != []
    told = [row.payload for row in Event.objects.filter(kind="VerificationRun").order_by("position")]
    assert [(one["scope"], one["found"], one["first_bad"]) for one in told] == [("demand", 0, 0), ("night", 1, 2)]
    assert hall.incidents.get().code == "violations"
