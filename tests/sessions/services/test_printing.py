"""Print jobs: asked for, drawn, called off, lost with the house and begun again."""

import os
from datetime import timedelta
from hashlib import sha256
from io import StringIO

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from records import clock
from records.models import Event, Incident
from sessions import tasks
from sessions.models import Game, PrintJob
from sessions.rules import errors
from sessions.rules.events import Medium
from sessions.services import printing
from sessions.services.hall import make_series
from tests.given import a_game_drawing, a_hall, an_open_session
from tests.sessions.printing.test_cards import with_changed_byte

pytestmark = pytest.mark.django_db


def a_job(series, *, first=1, last=30, kind="single"):
    return printing.request_print(
        hall_id=series.hall_id, series_id=series.pk, kind=kind, first=first, last=last, actor="sala"
    )


def beside(series):
    """Make a series of the same cards that no game is played with."""
    return make_series(series.matrix, "B", "000001", Medium.PHYSICAL, 1, 200)


def state(job):
    job.refresh_from_db()
    return job.state, job.pages_done, job.reason


def prints():
    folder = settings.BINGO_DATA_DIR / "prints"
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def off_during(monkeypatch, page, job, deed=printing.cancel_print):
    """Let the deed happen while a page is drawn; the row is asked after every page instead of each second."""
    monkeypatch.setattr(printing, "TELL_SECONDS", 0)
    tell = printing._tell

    def told(run, done):
        if done == page:
            deed(hall_id=job.hall_id, job_id=job.pk)
        return tell(run, done)

    monkeypatch.setattr(printing, "_tell", told)


def test_a_job_is_drawn_to_its_end_and_its_file_is_the_one_that_was_hashed():
    _hall, series, _virtual = a_hall()
    job = a_job(series)
    assert (job.pages_total, job.requested_by, job.state) == (5, "sala", "waiting")
    assert printing.run_print(job_id=job.pk) == "done"
    assert state(job) == ("done", 5, "")
    assert prints() == [f"{job.pk}-{job.run}/A-000001-single-0000001-0000030.pdf"]
    path = printing.prints_folder(job) / job.file
    assert job.sha256 == sha256(path.read_bytes()).hexdigest()


def test_what_was_printed_is_noted_in_the_open_session_or_in_the_hall():
    story = an_open_session()
    job = a_job(story.physical, last=6)
    printing.run_print(job_id=job.pk)
    job.refresh_from_db()
    event = Event.objects.get(hall=story.hall, kind="IncidentNoted")
    text = f"A-000001-single-0000001-0000006 {job.sha256[:16]}"
    assert (event.actor, event.payload) == ("sala", {"code": "cards_printed", "text": text})
    hall, series, _virtual = a_hall()
    other = a_job(series, last=6)
    printing.run_print(job_id=other.pk)
    incident = Incident.objects.get(hall=hall)
    assert (incident.code, incident.payload["actor"]) == ("cards_printed", "sala")


def test_a_job_is_drawn_once_however_often_the_worker_is_told():
    _hall, series, _virtual = a_hall()
    job = a_job(series, last=6)
    assert [printing.run_print(job_id=job.pk) for _ in range(2)] == ["done", ""]


def test_a_job_called_off_before_it_begins_is_never_drawn():
    _hall, series, _virtual = a_hall()
    job = a_job(series)
    assert printing.cancel_print(hall_id=job.hall_id, job_id=job.pk) is True
    assert printing.run_print(job_id=job.pk) == ""
    assert state(job) == ("cancelled", 0, "")


def test_a_job_called_off_while_it_is_drawn_leaves_no_file(monkeypatch):
    _hall, series, _virtual = a_hall()
    job = a_job(series)
    off_during(monkeypatch, 3, job)
    assert printing.run_print(job_id=job.pk) == "cancelled"
    assert state(job) == ("cancelled", 2, "")
    assert not list((settings.BINGO_DATA_DIR / "prints").iterdir())


def test_a_print_waits_while_balls_are_drawn(monkeypatch):
    """The hall's screens may live in the worker's process; the wait itself closes the game here."""
    story = a_game_drawing(5)
    monkeypatch.setattr(printing, "TELL_SECONDS", 0)
    waited = []

    def sleep(seconds):
        if seconds == printing.WAIT_SECONDS:
            waited.append(seconds)
            if len(waited) == 3:
                Game.objects.filter(pk=story.game_id).update(state="won")

    monkeypatch.setattr(printing.time, "sleep", sleep)
    job = a_job(beside(story.physical))
    assert printing.run_print(job_id=job.pk) == "done"
    assert waited == [1.0, 1.0, 1.0]


def test_a_print_that_waits_for_a_game_can_be_called_off(monkeypatch):
    story = a_game_drawing(5)
    monkeypatch.setattr(printing, "TELL_SECONDS", 0)
    job = a_job(beside(story.physical))

    def sleep(seconds):
        if seconds == printing.WAIT_SECONDS:
            printing.cancel_print(hall_id=job.hall_id, job_id=job.pk)

    monkeypatch.setattr(printing.time, "sleep", sleep)
    assert printing.run_print(job_id=job.pk) == "cancelled"
    assert prints() == []


def test_a_job_called_off_after_its_last_page_leaves_no_file(monkeypatch):
    _hall, series, _virtual = a_hall()
    job = a_job(series)
    write = printing.write_print

    def written(*args):
        done = write(*args)
        printing.cancel_print(hall_id=job.hall_id, job_id=job.pk)
        return done

    monkeypatch.setattr(printing, "write_print", written)
    assert printing.run_print(job_id=job.pk) == "cancelled"
    assert not list((settings.BINGO_DATA_DIR / "prints").iterdir())


def test_a_job_that_came_to_nothing_is_begun_again(monkeypatch):
    _hall, series, _virtual = a_hall()
    job = a_job(series)
    printing.cancel_print(hall_id=job.hall_id, job_id=job.pk)
    assert printing.repeat_print(hall_id=job.hall_id, job_id=job.pk) is True
    assert printing.run_print(job_id=job.pk) == "done"
    assert printing.repeat_print(hall_id=job.hall_id, job_id=job.pk) is False
    assert printing.cancel_print(hall_id=job.hall_id, job_id=job.pk) is False
    assert state(job) == ("done", 5, "")


def test_another_hall_s_job_is_neither_called_off_nor_begun_again():
    _hall, series, _virtual = a_hall()
    other, *_rest = a_hall()
    job = a_job(series)
    assert printing.cancel_print(hall_id=other.pk, job_id=job.pk) is False
    printing.cancel_print(hall_id=job.hall_id, job_id=job.pk)
    assert printing.repeat_print(hall_id=other.pk, job_id=job.pk) is False
    assert state(job) == ("cancelled", 0, "")


def test_a_face_that_goes_bad_after_the_asking_fails_the_job_and_prints_nothing():
    _hall, series, _virtual = a_hall(seed=991)
    job = a_job(series)
    with_changed_byte(series, 30)
    assert printing.run_print(job_id=job.pk) == "failed"
    assert state(job) == ("failed", 0, "card_unplayable")
    assert prints() == []


def test_a_disk_that_refuses_fails_the_job(monkeypatch):
    _hall, series, _virtual = a_hall()
    job = a_job(series)

    def full(*_args):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(printing, "write_print", full)
    assert printing.run_print(job_id=job.pk) == "failed"
    assert state(job) == ("failed", 0, "disk")


def test_a_matrix_whose_file_is_gone_is_not_found():
    _hall, series, _virtual = a_hall()
    (settings.BINGO_DATA_DIR / "matrices" / series.matrix.sha256).unlink()
    from sessions.selectors.faces import matrix_of

    matrix_of.cache_clear()
    with pytest.raises(errors.NotFound):
        a_job(series)
    assert not PrintJob.objects.exists()


def test_nothing_is_asked_of_another_hall_s_series():
    _hall, series, _virtual = a_hall()
    other, *_rest = a_hall()
    with pytest.raises(errors.NotFound):
        printing.request_print(hall_id=other.pk, series_id=series.pk, kind="single", first=1, last=6, actor="sala")


def test_only_a_book_does_without_a_series():
    hall, series, _virtual = a_hall()
    asked = {"hall_id": hall.pk, "matrix_id": series.matrix_id, "first": 1, "last": 8, "actor": "sala"}
    with pytest.raises(errors.NotFound):
        printing.request_print(kind="single", **asked)
    job = printing.request_print(kind="book", **asked)
    assert printing.run_print(job_id=job.pk) == "done"
    assert (job.series, job.pages_total) == (None, 3)


def test_more_cards_than_one_print_takes_are_refused(monkeypatch):
    _hall, series, _virtual = a_hall()
    monkeypatch.setattr("sessions.printing.order.MOST_CARDS", 29)
    with pytest.raises(errors.BadQuantity) as refused:
        a_job(series)
    assert refused.value.params == {"quantity": 30, "most": 29}


def test_a_file_is_removed_by_the_first_print_after_thirty_days_and_its_job_stays(time):
    _hall, series, _virtual = a_hall()
    old, newer, third, fourth = (a_job(series, last=6) for _ in range(4))
    printing.run_print(job_id=old.pk)
    time.advance(timedelta(days=1).total_seconds())
    printing.run_print(job_id=newer.pk)
    time.advance(timedelta(days=28, hours=23).total_seconds())
    printing.run_print(job_id=third.pk)
    assert len(prints()) == 3
    time.advance(timedelta(hours=2).total_seconds())
    printing.run_print(job_id=fourth.pk)
    for job in (old, newer, third, fourth):
        job.refresh_from_db()
    assert [(job.state, bool(job.file)) for job in (old, newer)] == [("done", False), ("done", True)]
    assert prints() == sorted(f"{job.pk}-{job.run}/{job.file}" for job in (newer, third, fourth))
    assert len(old.sha256) == 64


def test_what_a_killed_worker_left_half_drawn_goes_with_the_old_files(time):
    _hall, series, _virtual = a_hall()
    job = a_job(series, last=6)
    for name, days in ((".7-old", 31), (".8-new", 29)):
        left = settings.BINGO_DATA_DIR / "prints" / name
        left.mkdir(parents=True)
        at = (time.time - timedelta(days=days)).timestamp()
        os.utime(left, (at, at))
    printing.run_print(job_id=job.pk)
    hidden = [path.name for path in (settings.BINGO_DATA_DIR / "prints").iterdir() if path.name.startswith(".")]
    assert hidden == [".8-new"]


# The house stops in the middle ------------------------------------------------------------------------------


def test_at_the_start_of_a_one_process_hall_what_was_being_drawn_is_interrupted_and_swept_away(settings):
    settings.CELERY_BROKER_URL = "memory://"
    _hall, series, _virtual = a_hall()
    running, waiting, done = a_job(series), a_job(series), a_job(series, last=6)
    printing.run_print(job_id=done.pk)
    PrintJob.objects.filter(pk=running.pk).update(state="running", pages_done=2, run="r1")
    left = settings.BINGO_DATA_DIR / "prints" / f".{running.pk}-r1"
    left.mkdir(parents=True)
    (left / "half.pdf").write_bytes(b"%PDF")
    tasks.mark_lost_prints()
    assert [state(job)[0] for job in (running, waiting, done)] == ["interrupted", "interrupted", "done"]
    assert not left.exists()
    printing.repeat_print(hall_id=running.hall_id, job_id=running.pk)
    assert printing.run_print(job_id=running.pk) == "done"


def test_a_hall_with_a_broker_keeps_its_jobs_when_one_worker_starts(settings):
    _hall, series, _virtual = a_hall()
    job = a_job(series)
    settings.CELERY_BROKER_URL = "redis://127.0.0.1/0"
    tasks.mark_lost_prints()
    assert state(job)[0] == "waiting"


@pytest.mark.parametrize(
    ("was", "silent", "becomes"),
    [
        ("running", 59, "running"),
        ("running", 61, "interrupted"),
        ("waiting", 119, "waiting"),
        ("waiting", 121, "interrupted"),
    ],
)
def test_a_job_not_heard_of_is_interrupted(was, silent, becomes):
    _hall, series, _virtual = a_hall()
    job = a_job(series)
    PrintJob.objects.filter(pk=job.pk).update(state=was, beat_at=clock.now() - timedelta(seconds=silent))
    printing.mark_interrupted()
    assert state(job)[0] == becomes


def test_a_job_waits_as_long_as_another_is_drawn():
    _hall, series, _virtual = a_hall()
    drawn, waiting = a_job(series), a_job(series)
    PrintJob.objects.filter(pk=drawn.pk).update(state="running")
    PrintJob.objects.filter(pk=waiting.pk).update(beat_at=clock.now() - timedelta(hours=1))
    assert printing.mark_interrupted() == 0
    assert state(waiting)[0] == "waiting"


def test_a_worker_taken_for_gone_stops_and_leaves_no_file(monkeypatch):
    _hall, series, _virtual = a_hall()
    job = a_job(series)
    off_during(monkeypatch, 3, job, deed=lambda **_job: printing.mark_interrupted(everything=True))
    assert printing.run_print(job_id=job.pk) == "interrupted"
    assert prints() == []


def test_a_worker_whose_job_another_has_begun_again_stops_and_leaves_the_other_its_file(monkeypatch):
    _hall, series, _virtual = a_hall()
    job = a_job(series)
    ended, begun = [], []

    def begin_again(**one):
        if not begun:
            begun.append(True)
            printing.cancel_print(**one)
            printing.repeat_print(**one)
            ended.append(printing.run_print(job_id=job.pk))
            PrintJob.objects.filter(pk=job.pk).update(state="running")

    off_during(monkeypatch, 3, job, deed=begin_again)
    printing.run_print(job_id=job.pk)
    job.refresh_from_db()
    assert (ended, job.state) == (["done"], "running")
    assert prints() == [f"{job.pk}-{job.run}/A-000001-single-0000001-0000030.pdf"]


def test_a_worker_that_fails_late_does_not_fail_the_run_of_another(monkeypatch):
    _hall, series, _virtual = a_hall()
    job = a_job(series)

    def full(*_args):
        PrintJob.objects.filter(pk=job.pk).update(run="another")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(printing, "write_print", full)
    assert printing.run_print(job_id=job.pk) == "running"
    assert state(job) == ("running", 0, "")


# The command ------------------------------------------------------------------------------------------------


def test_the_command_prints_a_series_and_tells_the_file(tmp_path):
    a_hall()
    told = StringIO()
    call_command("print_cards", series="a-000001", first=1, last=12, out=tmp_path, stdout=told)
    file = tmp_path / "A-000001-single-0000001-0000012" / "A-000001-single-0000001-0000012.pdf"
    assert told.getvalue().splitlines() == [
        "page 2 of 2",
        f"12 cards on 2 pages: {file}",
        f"sha256 {sha256(file.read_bytes()).hexdigest()}",
    ]
    assert not PrintJob.objects.exists()


def test_the_command_prints_the_book_of_a_matrix(tmp_path):
    a_hall()
    call_command("print_cards", matrix="m7-300", kind="book", last=200, out=tmp_path, stdout=StringIO())
    assert len(list(tmp_path.rglob("matrix-*-book-0000001-0000200.pdf"))) == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"series": "V-000001"}, "201"),
        ({"series": "Z-1"}, "There is no series Z-1."),
        ({"series": "A 000001", "last": 201}, "201"),
        ({"matrix": "none", "kind": "book"}, "There is no matrix none."),
        ({"matrix": "m7-300", "kind": "book"}, "300"),
    ],
)
def test_the_command_says_why_it_prints_nothing(tmp_path, options, said):
    a_hall()
    with pytest.raises(CommandError) as refused:
        call_command("print_cards", out=tmp_path, stdout=StringIO(), **options)
    assert said in str(refused.value)
    assert list(tmp_path.iterdir()) == []
