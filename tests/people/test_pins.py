"""A PIN signs: strong enough, counted, locked after five wrong ones."""

import pytest

from people import pins
from people.models import StaffMember
from people.pins import Outcome, WeakPin, check_pin, clear_pin, set_pin
from records.models import Hall

pytestmark = pytest.mark.django_db


@pytest.fixture
def mesa(django_user_model):
    hall = Hall.objects.create(code="pins", name="Pins")
    return StaffMember.objects.create(user=django_user_model.objects.create_user("mesa"), hall=hall, name="Mesa")


def checked(member, pin, username="mesa"):
    return check_pin(member.hall, username, pin).outcome


@pytest.mark.parametrize("pin", ["2468", "1357", "90210", "12344321"])
def test_a_pin_of_four_to_eight_digits_is_taken(mesa, pin):
    set_pin(mesa, pin)
    assert checked(mesa, pin) is Outcome.RIGHT


@pytest.mark.parametrize("pin", ["", "123", "123456789", "0000", "7777777", "1234", "9876", "45678", "12a4", "١٢٣٥"])
def test_one_that_is_guessed_first_is_not(mesa, pin):
    with pytest.raises(WeakPin):
        set_pin(mesa, pin)
    mesa.refresh_from_db()
    assert mesa.pin_hash == ""


def test_the_pin_itself_is_nowhere(mesa):
    set_pin(mesa, "2468")
    mesa.refresh_from_db()
    assert "2468" not in mesa.pin_hash


def test_somebody_without_a_pin_or_unknown_is_told_apart_from_a_wrong_one(mesa):
    assert checked(mesa, "2468") is Outcome.UNSET
    assert checked(mesa, "2468", "nobody") is Outcome.WRONG


def test_somebody_of_another_hall_or_dismissed_signs_nothing(mesa):
    set_pin(mesa, "2468")
    other = Hall.objects.create(code="other", name="Other")
    assert check_pin(other, "mesa", "2468").outcome is Outcome.WRONG
    mesa.user.is_active = False
    mesa.user.save()
    assert checked(mesa, "2468") is Outcome.WRONG


def test_the_fifth_wrong_pin_locks_for_a_quarter_of_an_hour(mesa, time):
    set_pin(mesa, "2468")
    assert [checked(mesa, "1111") for _ in range(4)] == [Outcome.WRONG] * 4
    locked = check_pin(mesa.hall, "mesa", "1111")
    assert locked.outcome is Outcome.LOCKED
    # The right one does not open it, and does not make it longer.
    assert check_pin(mesa.hall, "mesa", "2468") == locked
    time.advance(14 * 60)
    assert checked(mesa, "2468") is Outcome.LOCKED
    time.advance(61)
    assert checked(mesa, "2468") is Outcome.RIGHT


def test_a_right_pin_begins_the_count_anew(mesa):
    set_pin(mesa, "2468")
    for _ in range(2):
        assert [checked(mesa, "1111") for _ in range(4)] == [Outcome.WRONG] * 4
        assert checked(mesa, "2468") is Outcome.RIGHT


def test_a_new_pin_unlocks_and_a_cleared_one_is_gone(mesa):
    set_pin(mesa, "2468")
    for _ in range(5):
        checked(mesa, "1111")
    set_pin(mesa, "1357")
    assert checked(mesa, "1357") is Outcome.RIGHT
    clear_pin(mesa)
    assert checked(mesa, "1357") is Outcome.UNSET


@pytest.mark.parametrize("username", ["mesa", "nobody"])
def test_every_answer_takes_one_hash(mesa, username, monkeypatch):
    hashes = []
    monkeypatch.setattr(pins, "make_password", lambda pin: hashes.append(pin) or "")
    checked(mesa, "2468", username)
    assert hashes == ["2468"]
