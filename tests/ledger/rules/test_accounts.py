import pytest

from ledger.rules.accounts import is_place, is_till, seller_account, till_account


def test_the_main_till_keeps_the_code_it_always_had():
    assert [till_account("main"), till_account("2"), seller_account("ana")] == ["cash", "cash:2", "seller:ana"]


@pytest.mark.parametrize("code", ["cash", "cash:2", "seller:ana", "safe", "bank", "tips", "guarantee"])
def test_places_of_money_grow_by_their_debit(code):
    assert is_place(code)


@pytest.mark.parametrize("code", ["player:1", "prizes", "prizes_payable", "house", "tips:staff", "float", "cashier"])
def test_the_others_say_whose_it_is(code):
    assert not is_place(code)


def test_only_tills_are_tills():
    assert [code for code in ("cash", "cash:2", "cashier", "safe", "seller:cash") if is_till(code)] == [
        "cash",
        "cash:2",
    ]
