from datetime import date

import pytest

from sessions.rules import errors
from sessions.rules.licences import Licence, check_dates, check_licences, last_day_of, licence_on


@pytest.mark.parametrize(
    ("issued", "last"),
    [
        (date(2024, 5, 17), date(2027, 5, 17)),
        (date(2023, 12, 31), date(2026, 12, 31)),
        # Counted from date to date: the year 2027 has no 29th of February.
        (date(2024, 2, 29), date(2027, 2, 28)),
    ],
)
def test_a_document_is_good_for_three_years_from_date_to_date(issued, last):
    assert last_day_of(issued) == last


@pytest.mark.parametrize(
    ("number", "until", "day", "licence"),
    [
        ("", None, date(2026, 11, 30), Licence.NONE),
        ("A-1", None, date(2026, 11, 30), Licence.UNDATED),
        ("A-1", date(2026, 11, 30), date(2026, 11, 30), Licence.ENDING),
        ("A-1", date(2026, 11, 30), date(2026, 12, 1), Licence.EXPIRED),
        # The 29th of January is the sixtieth day after the 30th of November.
        ("A-1", date(2027, 1, 29), date(2026, 11, 30), Licence.ENDING),
        ("A-1", date(2027, 1, 30), date(2026, 11, 30), Licence.VALID),
    ],
)
def test_how_a_document_is_on_a_day(number, until, day, licence):
    assert licence_on(number, until, day) == licence


TODAY = date(2026, 11, 30)


@pytest.mark.parametrize(
    ("number", "issued", "until", "fault"),
    [
        ("", TODAY, None, "no_number"),
        ("", None, TODAY, "no_number"),
        ("A-1", None, TODAY, "no_days"),
        ("A-1", TODAY, None, "no_days"),
        ("A-1", date(2026, 12, 1), date(2027, 12, 1), "not_yet"),
        ("A-1", date(2025, 1, 2), date(2025, 1, 1), "backwards"),
        ("A-1", date(2025, 1, 2), date(2028, 1, 3), "too_long"),
    ],
)
def test_a_document_that_cannot_be_is_refused(number, issued, until, fault):
    with pytest.raises(errors.LicenceImpossible) as refused:
        check_dates(number, issued, until, TODAY)
    assert refused.value.params == {"fault": fault}


@pytest.mark.parametrize(
    ("number", "issued", "until"),
    [
        ("", None, None),
        ("A-1", TODAY, date(2029, 11, 30)),
        ("A-1", date(2025, 1, 2), date(2028, 1, 2)),
        ("A", TODAY, TODAY),
    ],
)
def test_one_that_can_be_is_taken_and_so_is_none(number, issued, until):
    check_dates(number, issued, until, TODAY)


def test_who_has_no_good_document_is_not_posted():
    licences = {"a": Licence.VALID, "b": Licence.ENDING, "c": Licence.EXPIRED, "d": Licence.UNDATED, "e": Licence.NONE}
    check_licences(["a", "b"], licences)
    check_licences([], {})
    with pytest.raises(errors.LicenceExpired) as refused:
        check_licences(["a", "c"], licences)
    assert refused.value.params == {"username": "c"}
    for person in ("d", "e", "nobody"):
        with pytest.raises(errors.LicenceNeeded):
            check_licences([person], licences)
