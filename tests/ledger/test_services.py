import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from ledger import services
from ledger.models import Account, Entry, Leg
from ledger.selectors import balance_cents, sums_by_account, violations
from records.models import Hall

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall():
    return Hall.objects.create(code="hall", name="Hall")


def post(hall, legs, **kwargs):
    return services.post(hall.pk, "test", legs, actor="caja", at=timezone.now(), **kwargs)


def test_an_entry_moves_money_between_accounts_in_their_natural_sign(hall):
    """Cash grows by its debit, a player by the credit."""
    post(hall, {"cash": 2_000, "player:1": -2_000})
    post(hall, {"player:1": 1_200, "takings": -1_200})
    assert balance_cents(hall.pk, "cash") == 2_000
    assert balance_cents(hall.pk, "player:1") == 800
    assert balance_cents(hall.pk, "takings") == 1_200
    assert list(violations(hall.pk)) == []


def test_an_account_never_used_holds_nothing(hall):
    assert balance_cents(hall.pk, "player:9") == 0


def test_an_entry_that_does_not_add_up_is_refused(hall):
    with pytest.raises(ValueError, match="unbalanced"):
        post(hall, {"cash": 2_000, "player:1": -1_999})
    assert Entry.objects.count() == 0


def test_a_player_does_not_fall_below_zero(hall):
    post(hall, {"cash": 1_000, "player:1": -1_000})
    with pytest.raises(services.Overdrawn) as refused, transaction.atomic():
        post(hall, {"player:1": 1_001, "takings": -1_001})
    assert (refused.value.code, refused.value.balance_cents) == ("player:1", 1_000)
    post(hall, {"player:1": 1_000, "takings": -1_000})
    assert balance_cents(hall.pk, "player:1") == 0


def test_the_database_itself_keeps_a_player_above_zero(hall):
    post(hall, {"cash": 1_000, "player:1": -1_000})
    with pytest.raises(DatabaseError), transaction.atomic():
        Account.objects.filter(code="player:1").update(balance_cents=-1)


def test_legs_of_nothing_are_left_out(hall):
    entry = post(hall, {"cash": 0, "takings": 0, "prizes": 5, "house": -5})
    assert sorted(entry.legs.values_list("account__code", "cents")) == [("house", -5), ("prizes", 5)]


def test_a_key_is_used_once_a_hall(hall):
    post(hall, {"cash": 5, "house": -5}, key="k1")
    with pytest.raises(DatabaseError), transaction.atomic():
        post(hall, {"cash": 5, "house": -5}, key="k1")
    other = Hall.objects.create(code="other", name="Other")
    assert post(other, {"cash": 5, "house": -5}, key="k1").key == "k1"


def test_a_games_legs_are_added_up_by_account(hall):
    post(hall, {"cash": 1_200, "takings": -1_200}, stream="game:1:1")
    post(hall, {"cash": 400, "takings": -400}, stream="game:1:1")
    post(hall, {"cash": 99, "takings": -99}, stream="game:1:2")
    assert sums_by_account(hall.pk, "game:1:1") == {"cash": 1_600, "takings": -1_600}


@pytest.mark.django_db(transaction=True)
def test_money_does_not_move_outside_a_transaction(hall):
    with pytest.raises(transaction.TransactionManagementError, match="inside a door"):
        post(hall, {"cash": 5, "house": -5})
    assert Entry.objects.count() == 0


@pytest.mark.parametrize("model", [Entry, Leg])
def test_what_is_posted_is_neither_edited_nor_deleted(hall, model):
    post(hall, {"cash": 5, "house": -5})
    row = model.objects.get(pk=model.objects.first().pk)
    table = model._meta.db_table
    for sql in (f"UPDATE {table} SET id = id", f"DELETE FROM {table} WHERE id = {row.pk}"):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(sql)
    assert model.objects.filter(pk=row.pk).exists()


def test_a_changed_balance_is_found(hall):
    post(hall, {"cash": 5, "player:1": -5})
    Account.objects.filter(code="player:1").update(balance_cents=500)
    assert list(violations(hall.pk)) == ["I2 account player:1 shows 500, its legs say 5"]


def test_a_lonely_leg_is_found(hall):
    entry = post(hall, {"cash": 5, "house": -5})
    if connection.vendor == "postgresql":
        # There the commit itself would refuse it.
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("ALTER TABLE ledger_leg DISABLE TRIGGER ledger_leg_balanced")
    Leg.objects.create(entry=entry, account=Account.objects.get(code="house"), cents=-7)
    found = list(violations(hall.pk))
    assert f"I1 entry {entry.pk} (test) does not add up to 0" in found
    assert "I2 the ledger adds up to -7 cents" in found
