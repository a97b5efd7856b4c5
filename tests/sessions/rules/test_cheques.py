import pytest

from sessions.rules import errors
from sessions.rules.cheques import CASH, Method, Payment, account_of, check_method

CHEQUE = Payment(method=Method.CHEQUE, cheque="7701")
AGREED = Payment(method=Method.CHEQUE, cheque="7701", consents=True)
GUARANTEE = Payment(method=Method.GUARANTEE)


def test_cash_needs_no_consent():
    check_method(CASH, 500_000, cheque_from_cents=100)


def test_a_cheque_is_given_to_who_agrees_whatever_the_amount():
    check_method(AGREED, 1, cheque_from_cents=0)


def test_without_consent_a_cheque_is_only_for_what_exceeds_the_amount_fixed():
    check_method(CHEQUE, 300_001, cheque_from_cents=300_000)
    with pytest.raises(errors.ChequeNeedsConsent) as refused:
        check_method(CHEQUE, 300_000, cheque_from_cents=300_000)
    assert refused.value.params == {"from_cents": 300_000}


def test_where_no_amount_is_fixed_every_cheque_needs_consent():
    with pytest.raises(errors.ChequeNeedsConsent):
        check_method(CHEQUE, 9_000_000, cheque_from_cents=0)


@pytest.mark.parametrize("payment", [Payment(method=Method.CHEQUE, consents=True), Payment(cheque="7701")])
def test_a_cheque_has_a_number_and_cash_has_none(payment):
    with pytest.raises(errors.ChequeNumberNeeded):
        check_method(payment, 100, cheque_from_cents=0)


def test_the_deposit_pays_only_after_a_cheque_came_back():
    check_method(GUARANTEE, 100, cheque_from_cents=0, returned=True)
    with pytest.raises(errors.NotFromGuarantee):
        check_method(GUARANTEE, 100, cheque_from_cents=0)


@pytest.mark.parametrize(("payment", "account"), [(CASH, "cash:2"), (AGREED, "bank"), (GUARANTEE, "guarantee")])
def test_each_way_of_paying_has_its_account(payment, account):
    assert account_of(payment, "cash:2") == account
