"""The gaming tax, worked out by hand: bases, moments, rates, the progressive scale and its rounding."""

import pytest

from sessions.rules.regulations.taxes import TAXES
from sessions.rules.tax import (
    Accrual,
    TaxBase,
    TaxFacts,
    TaxProfile,
    TaxStep,
    base_of,
    posted_bp,
    rounded,
    scaled,
    tax_due,
    taxed_face,
)

# A month: 10,000 cards of 2 € came in; 600 € were played, 200 € of them virtual; 399 € of prizes.
MONTH = TaxFacts(supplied_cents=2_000_000, played_cents=60_000, issued_cents=20_000, prizes_cents=39_900)
# A scale of ours: 20 % up to 1,000 €, 25 % up to 3,000 €, 30 % beyond.
SCALE = (
    TaxStep(up_to_cents=100_000, rate_bp=2_000),
    TaxStep(up_to_cents=300_000, rate_bp=2_500),
    TaxStep(up_to_cents=0, rate_bp=3_000),
)


def a_tax(base=TaxBase.FACE, **more):
    return TaxProfile(name="x", base=base, **more)


@pytest.mark.parametrize(
    ("code", "face", "base", "due"),
    [
        ("estado-1984", 2_000_000, 2_000_000, 400_000),  # 20 % of what came in
        ("andalucia-2021", 60_000, 60_000, 9_000),  # 15 % of what was played
        ("aragon-2005", 60_000, 21_300, 6_390),  # 30 % of 35.5 %
        ("madrid-2010", 60_000, 20_100, 8_040),  # 40 % of 600 - 399
        ("la-rioja-2017", 2_020_000, 1_980_100, 1_089_055),  # 55 % of paper in, and virtual sold, less prizes
        ("navarra-2016", 2_020_000, 1_980_100, 396_020),
        ("baleares-2014", 2_000_000, 2_000_000, 380_000),
    ],
)
def test_each_territory_s_tax_of_one_month(code, face, base, due):
    worked = tax_due(TAXES[code], MONTH)
    assert (worked.face_cents, worked.base_cents, worked.due_cents) == (face, base, due)


@pytest.mark.parametrize(
    ("accrual", "face"), [(Accrual.SUPPLY, 2_000_000), (Accrual.PLAY, 60_000), (Accrual.VIRTUAL_ISSUE, 2_020_000)]
)
def test_what_counts_depends_on_the_moment(accrual, face):
    assert taxed_face(a_tax(accrual=accrual), MONTH) == face


def test_the_lower_rate_is_for_who_keeps_the_staff_and_only_when_the_hall_says_so():
    facts = TaxFacts(supplied_cents=100_000)
    kept = TaxProfile(name="x", base=TaxBase.FACE, rate_bp=1_900, reduced_bp=1_700, staff_kept=True, accrual="supply")
    assert tax_due(TAXES["baleares-2014"], facts).due_cents == 19_000
    assert (tax_due(kept, facts).rate_bp, tax_due(kept, facts).due_cents) == (1_700, 17_000)
    assert tax_due(a_tax(rate_bp=1_900, staff_kept=True), TaxFacts(played_cents=100)).rate_bp == 1_900


def test_a_net_base_below_zero_is_zero():
    facts = TaxFacts(played_cents=10_000, prizes_cents=10_001)
    assert base_of(a_tax(TaxBase.NET, rate_bp=4_000), facts) == 0
    assert tax_due(a_tax(TaxBase.NET, rate_bp=4_000), facts).due_cents == 0


def test_series_given_back_never_make_a_negative_tax():
    facts = TaxFacts(supplied_cents=-5_000)
    for base in TaxBase:
        assert tax_due(a_tax(base, rate_bp=2_000, accrual=Accrual.SUPPLY), facts).due_cents == 0


@pytest.mark.parametrize(("cents_bp", "cents"), [(4_999, 0), (5_000, 1), (14_999, 1), (15_000, 2), (0, 0)])
def test_half_a_cent_is_rounded_up(cents_bp, cents):
    assert rounded(cents_bp) == cents


@pytest.mark.parametrize(
    ("base", "tax"),
    [
        (0, 0),
        (100_000, 20_000),  # 1,000 € at 20 %
        (100_001, 20_000),  # a quarter of a cent more
        (100_002, 20_001),  # half a cent more: up
        (300_000, 70_000),  # 200 + 500
        (400_000, 100_000),  # 200 + 500 + 300
    ],
)
def test_a_scale_taxes_each_part_of_the_year_s_base_at_its_own_rate(base, tax):
    assert scaled(SCALE, base) == tax


def test_the_months_of_a_year_add_up_to_the_year_under_a_scale():
    profile = a_tax(scale=SCALE)
    months = [33_333, 77_777, 1, 250_002, 0, 39_999]
    before, dues = 0, []
    for played in months:
        dues.append(tax_due(profile, TaxFacts(played_cents=played), base_before_cents=before).due_cents)
        before += played
    # 1,000 € at 20 %, 2,000 € at 25 %, 1,011.12 € at 30 % = 200 + 500 + 303.336 -> 1,003.34 €
    assert before == 401_112
    assert sum(dues) == scaled(SCALE, before) == 100_334
    # 333.33 at 20 %; then 666.67 at 20 % and 111.10 at 25 %: 66.666 -> 66.67, and 227.775 -> 227.78 - 66.67
    assert dues[:2] == [6_667, 16_111]


@pytest.mark.parametrize(
    ("profile", "share"),
    [
        (None, 0),
        (a_tax(rate_bp=1_500), 1_500),
        (a_tax(rate_bp=1_500, accrual=Accrual.SUPPLY), 0),
        (a_tax(TaxBase.NET, rate_bp=4_000), 0),
        (a_tax(TaxBase.FIXED, rate_bp=3_000, fraction_bp=3_550), 0),
        (a_tax(scale=SCALE), 0),
        (a_tax(rate_bp=1_900, reduced_bp=1_700, staff_kept=True), 1_700),
    ],
)
def test_a_game_posts_only_a_flat_tax_on_the_face_value_played(profile, share):
    assert posted_bp(profile) == share


def test_every_example_names_its_year_and_its_text():
    assert all(tax.dated and tax.source and tax.flat_bp for tax in TAXES.values())
