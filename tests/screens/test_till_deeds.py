"""The tills as the screens ask: counts cleaned, both cashiers' PINs, the second person, and no sum before the count."""

import pytest

from ledger.selectors import balance_cents
from people.models import StaffMember
from people.pins import set_pin
from sessions.services import tills
from tests.given import an_open_session
from tests.screens.sockets import do, logged_in, make_people

pytestmark = pytest.mark.django_db(transaction=True)
FLOAT = {"till": "main", "pieces": {"5000": 2}, "from_safe_cents": 10_000}


@pytest.fixture
def story():
    return an_open_session()


@pytest.fixture
def people(story):
    users = make_people(story.hall)
    for member in StaffMember.objects.filter(hall=story.hall):
        set_pin(member, "2468")
    tills.move_safe(hall_id=story.hall.pk, amount_cents=50_000, reason="float", actor="sala")
    return {name: logged_in(user) for name, user in users.items()}


def mine(browser):
    return browser.get("/state/mine/").json()


def test_who_holds_a_till_is_told_no_sum_before_the_count(people, story):
    assert mine(people["caja"])["till"]["cents"] == 0
    status, answer = do(people["caja"], "open_till", **FLOAT)
    assert (status, answer["event"]["counted_cents"]) == (200, 10_000)
    told = mine(people["caja"])
    assert (told["till"]["shift_no"], told["till"]["cents"], told["cash_cents"]) == (1, None, None)
    assert told["till"]["difference_cents"] is None
    status, answer = do(people["caja"], "count_till", key="k2", pieces={"5000": 1, "2000": 2})
    assert (answer["event"]["counted_cents"], answer["event"]["expected_cents"]) == (9_000, 10_000)
    assert mine(people["caja"])["till"]["difference_cents"] == -1_000


@pytest.mark.parametrize(
    "pieces", [{"3": 1}, {"200": -1}, {"200": "x"}, {"200": 1.5}, [200], "200", None, {"200": 100_001}, {"0200": 1}]
)
def test_what_is_no_count_is_refused_and_opens_nothing(people, pieces):
    status, answer = do(people["caja"], "open_till", till="main", pieces=pieces)
    assert (status, answer["params"]) == (400, {"field": "pieces"})
    assert mine(people["caja"])["till"]["shift_no"] == 0


def test_a_till_is_closed_with_a_reason_and_a_senior_persons_word(people, story):
    do(people["caja"], "open_till", **FLOAT)
    do(people["caja"], "count_till", key="k2", pieces={"5000": 1})
    close = {"drop_cents": 5_000, "reason": "fifty euros are gone"}
    assert do(people["caja"], "close_till", key="k3", **close)[1]["code"] == "difference_unsigned"
    for second in ("caja", "venta1"):
        refused = do(people["caja"], "close_till", key=f"k-{second}", **close, second=second, second_password="2468")
        assert refused[0] == 409
    signed = {"second": "mesa", "second_password": "2468"}
    status, answer = do(people["caja"], "close_till", key="k5", **close, **signed)
    assert (status, answer["event"]["second"]) == (200, "mesa")
    assert [balance_cents(story.hall.pk, code) for code in ("cash", "safe", "differences")] == [0, 45_000, -5_000]


def test_both_cashiers_sign_a_hand_over_and_the_taker_keeps_the_cash(people, story):
    do(people["caja"], "open_till", **FLOAT)
    do(people["caja"], "count_till", key="k2", pieces={"5000": 2})
    order = {"giver": "caja", "giver_pin": "2468", "taker": "mesa", "taker_pin": "2468"}
    assert do(people["caja"], "hand_over_till", key="k3", **order)[1]["code"] == "not_a_cashier"
    from django.contrib.auth.models import Group

    StaffMember.objects.get(user__username="mesa").user.groups.add(Group.objects.get(name="cashier"))
    wrong = {**order, "taker_pin": "1357"}
    assert do(people["caja"], "hand_over_till", key="k4", **wrong)[1]["code"] == "pin_refused"
    status, answer = do(people["caja"], "hand_over_till", key="k5", **order)
    assert (status, answer["event"]["taker"], answer["event"]["next_shift_no"]) == (200, "mesa", 2)
    assert do(people["caja"], "hand_over_till", key="k5", **order)[0] == 200


def test_the_safe_is_the_hall_managers(people, story):
    assert do(people["caja"], "move_safe", amount_cents=100, reason="x")[0] == 403
    assert do(people["sala"], "move_safe", amount_cents=-20_000, reason="to the bank")[0] == 200
    assert balance_cents(story.hall.pk, "safe") == 30_000
    assert do(people["sala"], "move_safe", key="k2", amount_cents=0, reason="x")[1]["code"] == "bad_amount"


def test_the_tips_are_counted_signed_given_out_and_shown(people, story):
    count = {"pieces": {"200": 3, "50": 1}, "signer": "venta1", "pin": "2468", "remarks": "=1+1"}
    status, answer = do(people["mesa"], "count_tips", **count)
    assert (status, answer["event"]["counter"]) == (200, "venta1")
    assert do(people["mesa"], "count_tips", key="k2", **{**count, "pin": "1111"})[1]["code"] == "pin_refused"
    people["sala"].cookies["django_language"] = "en"
    page = people["sala"].get("/caja/propinas/").content.decode()
    assert "€6.50" in page
    assert "Give it out" in page
    assert do(people["sala"], "share_tips", entry_no=1, signer="venta1", pin="2468")[0] == 200
    assert "Give it out" not in people["sala"].get("/caja/propinas/").content.decode()
    assert people["venta1"].get("/caja/propinas/").status_code == 403
