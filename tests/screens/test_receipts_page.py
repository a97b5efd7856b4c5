"""The list of receipts: what could be on paper, what is, and who may print it again."""

import re

import pytest
from django.test import Client

from records.models import Event
from sessions.models import ReceiptJob
from sessions.selectors.receipt_list import last_session, receipts_of
from sessions.selectors.receipts import provide_printers
from sessions.services import payments, receipts, sales, takings
from tests.given import a_game_ready, an_open_session
from tests.screens.sockets import do, logged_in, make_people
from tests.sessions.services.floors import a_floor, a_player, issue
from tests.sessions.stories import play_out

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def printers():
    """Every hall has the printers till-1 and till-2."""
    from bingo_hall.printing import printers_of

    provide_printers(lambda _hall: ["till-1", "till-2"])
    yield
    provide_printers(printers_of)


def words(browser):
    """Give the page's rows as text, in English, one string a row."""
    browser.cookies["django_language"] = "en"
    answer = browser.get("/caja/recibos/")
    assert answer.status_code == 200
    table = answer.content.decode().partition("<tbody>")[2].partition("</tbody>")[0]
    return [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in table.split("</tr>")[:-1]]


def listed(story):
    return receipts_of(story.hall, last_session(story.hall))


def test_a_sale_over_two_runs_is_one_row_with_its_whole_sum(time):
    story = a_floor("venta1", "otra")
    issue(story, "venta1", 2)
    issue(story, "otra", 1)
    issue(story, "venta1", 3)
    sales.sell_cards(game_id=story.game_id, quantity=4, actor="venta1", source_ref="venta1:k1")
    sales.sell_cards(game_id=story.game_id, quantity=1, actor="venta1", source_ref="venta1:k2")
    second, first = listed(story)
    assert (first["cents"], first["cards"], first["first"], first["last"]) == (800, 4, 1, 5)
    assert (second["cents"], second["cards"], second["first"]) == (200, 1, 6)
    assert first["papers"] == []


def test_a_long_list_ends_between_two_requests_and_tears_none(time):
    """Another seller's cards lie between: three sales, of three events, two and two."""
    story = a_floor("venta1", "otra")
    for quantity in (1, 1, 2, 2, 1, 1, 1):
        issue(story, "venta1", quantity)
        issue(story, "otra", 1)
    for key, quantity in enumerate((4, 3, 2)):
        sales.sell_cards(game_id=story.game_id, quantity=quantity, actor="venta1", source_ref=f"venta1:{key}")
    assert Event.objects.filter(kind="CardsSold").count() == 7
    whole = [400, 600, 800]
    shown = [[row["cents"] for row in receipts_of(story.hall, last_session(story.hall), most=n)] for n in range(1, 8)]
    assert shown == [[], whole[:1], whole[:1], whole[:2], whole[:2], whole[:2], whole]


def test_all_that_has_a_receipt_is_there_newest_first_and_nothing_else(time):
    story = a_game_ready()
    a_player(story, 7, 5_000)
    play_out(story, time, winner=2, close=False)
    paid = {"session_id": story.session.pk, "game_id": story.game_id, "card": 2, "actor": "caja"}
    payments.pay_late(award_no=1, source_ref="caja:1", **paid)
    takings.hand_in_takings(session_id=story.session.pk, seller="venta", counted_cents=1_200, actor="caja")
    assert [(row["kind"], row["cents"], row["game_no"], row["what"]) for row in listed(story)] == [
        ("takings", 1_200, 0, "venta"),
        ("prize", 108, 1, 2),
        ("deposit", 5_000, 0, 7),
        ("sale", 1_200, 1, ""),
    ]


def test_a_session_not_begun_and_one_with_no_money_list_nothing(time):
    story = an_open_session()
    assert listed(story) == []
    browser = logged_in(make_people(story.hall)["caja"])
    browser.cookies["django_language"] = "en"
    assert "Nothing has been sold or paid yet." in browser.get("/caja/recibos/").content.decode()


def test_the_page_says_what_is_on_paper_and_offers_the_key_that_is_due(time):
    story = a_game_ready()
    people = make_people(story.hall)
    cashier = logged_in(people["caja"])
    a_player(story, 7)
    for key in ("a", "b", "c", "d"):
        done = do(cashier, "deposit", key=key, player=7, amount_cents=1_050, printer="till-1")
        assert done[0] == 200
    first, second, third, _waiting = ReceiptJob.objects.order_by("pk")
    for job in (first, second):
        receipts.mark_sent(job.pk)
    receipts.mark_confirmed(first.pk)
    receipts.mark_doubtful(second.pk, "no_answer")
    receipts.mark_failed(third.pk, "dropped")
    rows = words(cashier)[:4]
    assert [row.partition("€10.50 ")[2] for row in rows] == [
        "original: waits",
        "original: not printed called off Print",
        "original: being printed the printer was lost while it had it Print again",
        "original: printed Print again",
    ]
    assert all("player 7" in row and "Deposit to a player" in row for row in rows)


def test_a_paper_that_a_printer_has_had_is_printed_again_as_a_copy_though_nobody_knows_what_became_of_it(time):
    story = a_game_ready()
    cashier = logged_in(make_people(story.hall)["caja"])
    a_player(story, 7)
    assert do(cashier, "deposit", key="a", player=7, amount_cents=1_050, printer="till-1")[0] == 200
    job = ReceiptJob.objects.get()
    receipts.mark_sent(job.pk)
    receipts.mark_failed(job.pk, "dropped")
    assert words(cashier)[0].endswith("original: not printed called off Print again")
    assert do(cashier, "print_receipt", key="b", source=job.source, printer="till-1")[1]["copy"] == 1


def test_what_waits_for_a_printer_taken_out_of_the_hall_has_a_key_and_it_prints_the_original(time):
    story = a_game_ready()
    cashier = logged_in(make_people(story.hall)["caja"])
    a_player(story, 7)
    assert do(cashier, "deposit", key="a", player=7, amount_cents=1_050, printer="till-1")[0] == 200
    row = words(cashier)[0]
    assert row.endswith("original: waits")
    provide_printers(lambda _hall: ["till-2"])
    assert words(cashier)[0] == f"{row} Print"
    source = ReceiptJob.objects.get().source
    assert do(cashier, "print_receipt", key="b", source=source, printer="till-2")[1]["copy"] == 0
    assert words(cashier)[0] == row


def test_the_manager_looks_and_prints_nothing(time):
    story = a_game_ready()
    people = make_people(story.hall)
    page = logged_in(people["sala"]).get("/caja/recibos/").content.decode()
    assert "data-source" not in page
    assert 'id="printer"' not in page
    assert do(logged_in(people["sala"]), "print_receipt", source="event:1", printer="till-1")[0] == 403
    assert Client().get("/caja/recibos/").status_code == 302
