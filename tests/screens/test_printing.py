"""The page of printed cards: who sees it, what it asks for, what it gives out."""

import re
from datetime import timedelta
from io import BytesIO

import pypdfium2
import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import AsyncClient, Client
from kombu.exceptions import OperationalError

from sessions.models import PrintJob
from sessions.services import printing, store
from sessions.tasks import print_cards_task
from tests.given import a_hall
from tests.screens.sockets import logged_in, make_people

pytestmark = pytest.mark.django_db(transaction=True)

PAGE, FILE = "/cartones/imprimir/", "/cartones/imprimir/fichero/"


@pytest.fixture
def hall():
    hall, physical, virtual = a_hall()
    people = make_people(hall)
    browsers = {name: logged_in(user) for name, user in people.items()}
    for browser in browsers.values():
        browser.cookies["django_language"] = "en"
    return physical, virtual, browsers


def asked(series, **kwargs):
    return {"step": "print", "series": series.pk, "kind": "single", "first": "1", "last": "12"} | kwargs


def page_of(browser, query=""):
    return browser.get(PAGE + query).content.decode()


def refusals(answer):
    return re.findall(r'<p class="refusal" role="alert">(.*?)</p>', answer.content.decode())


def body(answer):
    return b"".join(answer.streaming_content)


@pytest.fixture
def not_queued(monkeypatch):
    """Keep the worker from drawing, so that jobs wait."""
    monkeypatch.setattr(print_cards_task, "delay", lambda _job: None)


def test_a_job_asked_for_on_the_page_is_drawn_and_given_out(hall):
    physical, _virtual, browsers = hall
    answer = browsers["sala"].post(PAGE, asked(physical, warning="on"))
    assert (answer.status_code, answer.headers["Location"]) == (302, PAGE)
    job = PrintJob.objects.get()
    assert (job.kind, job.first_number, job.last_number, job.warning, job.requested_by, job.state) == (
        "single",
        1,
        12,
        True,
        "sala",
        "done",
    )
    assert f'{FILE}?job={job.pk}"' in page_of(browsers["sala"])
    given = browsers["sala"].get(FILE, {"job": job.pk})
    assert given.headers["Content-Type"] == "application/pdf"
    assert given.headers["Content-Disposition"] == 'attachment; filename="A-000001-single-0000001-0000012.pdf"'
    assert len(pypdfium2.PdfDocument(BytesIO(body(given)))) == 2


async def test_the_real_server_gives_the_file_out_piece_by_piece(hall, monkeypatch):
    from asgiref.sync import sync_to_async

    physical, _virtual, browsers = hall
    monkeypatch.setattr("screens.views.printing.PIECE", 1_000)
    await sync_to_async(browsers["sala"].post)(PAGE, asked(physical))
    job = await PrintJob.objects.aget()
    browser = AsyncClient()
    browser.cookies = browsers["sala"].cookies
    given = await browser.get(FILE, {"job": job.pk})
    pieces = [piece async for piece in given.streaming_content]
    whole = (printing.prints_folder(job) / job.file).read_bytes()
    assert b"".join(pieces) == whole
    assert {len(piece) for piece in pieces[:-1]} == {1_000}
    assert given.headers["Content-Length"] == str(len(whole))


def test_only_the_hall_manager_prints_calls_off_begins_again_and_is_given_files(hall):
    physical, _virtual, browsers = hall
    browsers["sala"].post(PAGE, asked(physical))
    job = PrintJob.objects.get()
    PrintJob.objects.update(state="interrupted")
    others = {name: browser for name, browser in browsers.items() if name != "sala"} | {"nobody": Client()}
    for name, browser in others.items():
        for step in (asked(physical), {"step": "cancel", "job": job.pk}, {"step": "again", "job": job.pk}):
            assert browser.post(PAGE, step).status_code == (302 if name == "nobody" else 403), name
        assert browser.get(FILE, {"job": job.pk}).status_code == (302 if name == "nobody" else 403), name
    job.refresh_from_db()
    assert (PrintJob.objects.count(), job.state) == (1, "interrupted")


def test_another_hall_s_jobs_are_not_shown_given_out_or_touched(hall):
    browsers = hall[2]
    _other, series, _theirs = a_hall()
    job = printing.request_print(hall_id=series.hall_id, series_id=series.pk, kind="single", first=1, last=6, actor="x")
    assert printing.run_print(job_id=job.pk) == "done"
    assert "print-job" not in page_of(browsers["sala"])
    assert browsers["sala"].get(FILE, {"job": job.pk}).status_code == 302
    assert refusals(browsers["sala"].post(PAGE, asked(series))) != []
    PrintJob.objects.update(state="interrupted")
    browsers["sala"].post(PAGE, {"step": "again", "job": job.pk})
    job.refresh_from_db()
    assert (PrintJob.objects.count(), job.state) == (1, "interrupted")


@pytest.mark.parametrize("job", ["", "0", "x", "-1", "9" * 30, "\u0661", "1 OR 1=1", "../1"])
def test_a_file_that_is_not_there_leads_back_to_the_page(hall, job):
    _physical, _virtual, browsers = hall
    answer = browsers["sala"].get(FILE, {"job": job})
    assert (answer.status_code, answer.headers["Location"]) == (302, PAGE)


def test_a_refusal_is_told_beside_the_form_and_what_was_typed_stays(hall):
    physical, _virtual, browsers = hall
    answer = browsers["sala"].post(PAGE, asked(physical, first="150", last="201", kind="double"))
    assert refusals(answer) == ["Cards 150 to 201 are not all between 1 and 200."]
    told = answer.content.decode()
    assert 'value="150"' in told
    assert 'value="201"' in told
    assert re.search(r'value="double"[^>]* checked', told)
    assert not PrintJob.objects.exists()


def test_a_virtual_series_is_not_offered_and_not_printed(hall):
    physical, virtual, browsers = hall
    assert f'<option value="{virtual.pk}"' not in page_of(browsers["sala"])
    assert len(refusals(browsers["sala"].post(PAGE, asked(virtual, first="201", last="206")))) == 1
    answer = browsers["sala"].post(PAGE, asked(physical, kind="book", last="201"))
    assert refusals(answer) == ["Cards 1 to 201 touch the range reserved for virtual cards: it is never printed."]
    assert not PrintJob.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"series": "x"},
        {"series": ""},
        {"kind": "poster"},
        {"first": "0"},
        {"first": ""},
        {"last": "1e9"},
        {"last": "9" * 40},
        {"first": "1<script>"},
    ],
)
def test_nonsense_is_refused_and_nothing_is_asked_for(hall, wrong):
    physical, _virtual, browsers = hall
    answer = browsers["sala"].post(PAGE, asked(physical) | wrong)
    assert answer.status_code == 200
    assert "<script>" not in answer.content.decode().split("</form>")[1]
    assert not PrintJob.objects.exists()


def test_a_waiting_job_is_called_off_and_begun_again_from_the_page(hall, not_queued):
    physical, _virtual, browsers = hall
    browsers["sala"].post(PAGE, asked(physical))
    job = PrintJob.objects.get()
    assert 'value="cancel"' in page_of(browsers["sala"], "?list=1")
    browsers["sala"].post(PAGE, {"step": "cancel", "job": job.pk})
    job.refresh_from_db()
    assert job.state == "cancelled"
    assert 'value="again"' in page_of(browsers["sala"], "?list=1")
    browsers["sala"].post(PAGE, {"step": "again", "job": job.pk})
    job.refresh_from_db()
    assert job.state == "waiting"


def test_the_list_alone_tells_how_far_a_job_is(hall, not_queued):
    physical, _virtual, browsers = hall
    browsers["sala"].post(PAGE, asked(physical, last="120"))
    PrintJob.objects.update(state="running", pages_done=7)
    told = page_of(browsers["sala"], "?list=1")
    assert '<progress max="20" value="7"' in told
    assert "7 of 20 pages" in told
    assert "<html" not in told


def test_a_job_whose_worker_is_away_fails_and_says_so(hall, monkeypatch):
    physical, _virtual, browsers = hall

    def away(_job):
        raise OperationalError

    monkeypatch.setattr(print_cards_task, "delay", away)
    browsers["sala"].post(PAGE, asked(physical))
    told = page_of(browsers["sala"])
    assert "The worker cannot be reached: nothing is printed. Start it again later." in told
    assert "The worker could not be reached." in told
    assert PrintJob.objects.get().state == "failed"


def test_the_page_brings_nothing_that_the_policy_of_the_house_forbids(hall):
    physical, _virtual, browsers = hall
    browsers["sala"].post(PAGE, asked(physical))
    answer = browsers["sala"].get(PAGE)
    assert "'unsafe-inline'" not in answer.headers["Content-Security-Policy"]
    told = answer.content.decode()
    assert " style=" not in told
    assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", told) if "application/json" not in tag)
    assert settings.BINGO_CARD_KEY not in told


def test_only_series_with_cards_in_stock_are_offered_and_without_any_the_page_says_where_they_come_in(hall):
    physical, _virtual, browsers = hall
    option = f'<option value="{physical.pk}"'
    assert option in page_of(browsers["sala"])
    store.withdraw_series(series_id=physical.pk, reason="end", actor="sala")
    page = page_of(browsers["sala"])
    assert option not in page
    assert 'No printed series has cards in stock. <a href="/cartones/">' in page


def test_a_job_whose_file_is_no_longer_kept_says_so_and_gives_out_nothing(hall, time):
    physical, _virtual, browsers = hall
    browsers["sala"].post(PAGE, asked(physical))
    job = PrintJob.objects.get()
    assert f'{FILE}?job={job.pk}"' in page_of(browsers["sala"])
    assert "A file is kept for 30 days." in page_of(browsers["sala"])
    time.advance(timedelta(days=31).total_seconds())
    printing.drop_old_prints()
    # A log-in of a month ago is over.
    again = logged_in(get_user_model().objects.get(username="sala"))
    again.cookies["django_language"] = "en"
    page = page_of(again)
    assert f'{FILE}?job={job.pk}"' not in page
    assert "The file is no longer kept." in page
    assert again.get(FILE, {"job": job.pk}).headers["Location"] == PAGE
