"""Versions of a profile: what is wrong with one, which is in force, and the dated examples."""

from dataclasses import replace
from datetime import date

import pytest

from sessions.rules import errors
from sessions.rules.jackpots import JackpotKind, JackpotRule, SharesWith
from sessions.rules.profile_checks import most_shared_bp, problems_of
from sessions.rules.profile_findings import is_scale, problems_of_extras
from sessions.rules.profile_values import sources_of, values_of, version_hash, with_values
from sessions.rules.profiles import Version, decide_choice, decide_filing, in_force
from sessions.rules.regulation import built_in, regulation_of
from sessions.rules.tax import TaxBase, TaxProfile, TaxStep


def a_version(**changes):
    base = regulation_of("es-1979")
    return replace(base, **{"sources": sources_of(base), "valid_from": "2026-12-01", **changes})


def without(name):
    texts = sources_of(regulation_of("es-1979"))
    return {key: text for key, text in texts.items() if key != name}


def a_tax(**more):
    return TaxProfile(name="x", base=more.pop("base", TaxBase.FACE), source="y", **more)


ACCUMULATED = JackpotRule(code="acumulado", kind=JackpotKind.ACCUMULATED, name="Acumulado", funding_bp=300)
PRIMA = JackpotRule(code="prima", kind=JackpotKind.PRIMA, name="Prima", max_cents=10_000)
EXTRA = JackpotRule(code="extra", kind=JackpotKind.EXTRA, name="Extra", max_cents=10_000)


@pytest.mark.parametrize("code", list(built_in()))
def test_every_built_in_profile_could_be_filed_as_it_is(code):
    base = regulation_of(code)
    assert problems_of(replace(base, sources=sources_of(base), valid_from="2026-12-01")) == ()


@pytest.mark.parametrize(
    ("changes", "field", "code"),
    [
        ({"code": "atlantis"}, "code", "bad_code"),
        ({"code": "es-1979.Mi Sala"}, "code", "bad_code"),
        ({"name": " "}, "name", "bad_name"),
        ({"valid_from": "mañana"}, "valid_from", "bad_date"),
        ({"line_bp": -1}, "line_bp", "share_range"),
        ({"line_bp": 4_251}, "bingo_bp", "shares_too_high"),  # 42.51 + 57.5 = 100.01
        ({"tax": a_tax(rate_bp=3_351)}, "bingo_bp", "shares_too_high"),  # 66.5 + 33.51
        ({"face_values_cents": (200, 0)}, "face_values_cents", "price_range"),
        ({"face_values_cents": (200, 200)}, "face_values_cents", "price_range"),
        ({"rounding_unit": 2}, "rounding_unit", "unit_unknown"),
        ({"remainder_to": "charity"}, "remainder_to", "choice_unknown"),
        ({"late_line": "shout"}, "late_line", "choice_unknown"),
        ({"claim_window_s": 9}, "claim_window_s", "wait_range"),
        ({"most_virtual_a_game": -1}, "most_virtual_a_game", "limit_range"),
        ({"sources": without("holes")}, "source_holes", "source_missing"),
        ({"sources": {**without("line_bp"), "line_bp": "x" * 201}}, "source_line_bp", "source_missing"),
        ({"jackpots": (ACCUMULATED, ACCUMULATED)}, "jackpots", "prize_twice"),
        ({"jackpots": (replace(ACCUMULATED, name=""),)}, "jackpots", "prize_unnamed"),
        ({"jackpots": (replace(ACCUMULATED, overflow_to="prima"),)}, "jackpots", "prize_other"),
        ({"jackpots": (ACCUMULATED, replace(PRIMA, fund="acumulado"))}, "jackpots", "prize_fund"),
        ({"jackpots": (PRIMA, replace(ACCUMULATED, fund="prima"))}, "jackpots", "prize_fund"),
        ({"jackpots": (replace(PRIMA, fund="line"),)}, "jackpots", "prize_fund"),
        ({"jackpots": (replace(PRIMA, fund="bingo"),)}, "jackpots", "prize_fund"),
        ({"jackpots": (replace(PRIMA, fund="prima"),)}, "jackpots", "prize_fund"),
        ({"jackpots": (replace(PRIMA, from_house=True), replace(EXTRA, fund="prima"))}, "jackpots", "prize_fund"),
        ({"jackpots": (PRIMA, replace(EXTRA, fund="prima", from_house=True))}, "jackpots", "prize_fund"),
        ({"jackpots": (replace(PRIMA, fund="extra"), replace(EXTRA, fund="prima"))}, "jackpots", "prize_fund"),
        ({"jackpots": (replace(ACCUMULATED, min_cents=200, max_cents=100),)}, "jackpots", "prize_amount"),
        ({"jackpots": (replace(ACCUMULATED, limits=((1, 43), (1, 38))),)}, "jackpots", "prize_limits"),
        ({"jackpots": (replace(ACCUMULATED, limits=((1, 91),)),)}, "jackpots", "prize_limits"),
        ({"jackpots": (replace(ACCUMULATED, min_ball=49),)}, "jackpots", "prize_ball"),
        ({"shares_with": (SharesWith(codes=("prima",), line_bp=1, bingo_bp=1),)}, "shares_with", "prize_unknown"),
        ({"tax": a_tax(rate_bp=1_000, reduced_bp=1_001)}, "tax_reduced", "reduced_too_high"),
        ({"tax": a_tax(rate_bp=1_000, staff_kept=True)}, "tax_staff_kept", "no_reduced_rate"),
        ({"tax": a_tax(rate_bp=1_000, fraction_bp=3_550)}, "tax_fraction", "fraction_only_fixed"),
        ({"tax": a_tax(scale=(TaxStep(up_to_cents=5, rate_bp=1),))}, "tax_scale", "scale_broken"),
    ],
)
def test_each_fault_is_told_at_its_field(changes, field, code):
    assert [(one.field, one.code) for one in problems_of(a_version(**changes))] == [(field, code)]


def test_an_extra_may_share_the_fund_of_a_prima_that_has_one():
    assert problems_of(a_version(jackpots=(ACCUMULATED, PRIMA, replace(EXTRA, fund="prima")))) == ()


def test_prizes_and_posted_tax_may_take_all_of_the_takings_and_no_more():
    assert problems_of(a_version(tax=a_tax(rate_bp=3_350))) == ()
    assert most_shared_bp(a_version(tax=a_tax(rate_bp=3_350))) == 10_000


def test_what_additional_prizes_take_counts_too():
    assert most_shared_bp(a_version(jackpots=(ACCUMULATED,))) == 6_650 + 300
    assert most_shared_bp(a_version(jackpots=(replace(ACCUMULATED, from_house=True),))) == 6_650
    assert most_shared_bp(regulation_of("murcia-2012")) == 7_000
    assert [most_shared_bp(regulation_of(code)) for code in ("baleares-2012", "clm-2011")] == [6_400, 6_020]
    assert problems_of_extras(regulation_of("murcia-2012")) == []


def test_a_scale_rises_and_its_last_step_has_no_end():
    steps = [TaxStep(up_to_cents=end, rate_bp=1) for end in (100, 200, 0)]
    assert is_scale(tuple(steps))
    assert is_scale(())
    assert not is_scale((steps[1], steps[0], steps[2]))
    assert not is_scale((steps[0], steps[1]))
    assert not is_scale((steps[2], steps[2]))


def test_in_force_is_the_latest_valid_by_the_day_and_of_one_day_the_last_filed():
    versions = [
        Version(version=1, valid_from=date(2026, 1, 1)),
        Version(version=2, valid_from=date(2027, 1, 1)),
        Version(version=3, valid_from=date(2026, 6, 1)),
        Version(version=4, valid_from=date(2026, 6, 1)),
    ]
    days = [date(2025, 12, 31), date(2026, 1, 1), date(2026, 6, 1), date(2027, 1, 1)]
    assert [one and one.version for one in (in_force(versions, day) for day in days)] == [None, 1, 4, 2]


def test_the_hash_covers_every_value_and_every_text():
    told = ("es-1979", 1, "Sala", "2026-12-01", {"line_bp": 900}, {"line_bp": "art. 35.2"})
    seen = {version_hash(*told)}
    for at, other in enumerate(("x", 2, "y", "2026-12-02", {"line_bp": 901}, {"line_bp": "art. 35"})):
        seen.add(version_hash(*told[:at], other, *told[at + 1 :]))
    assert len(seen) == 7


def test_a_version_s_values_come_back_on_the_formulas_of_its_base():
    version = a_version(line_bp=800, tax=a_tax(rate_bp=1_500))
    again = with_values(regulation_of("es-1979"), values_of(version), sources_of(version), name="Sala")
    assert (again.line_bp, again.tax_bp, again.name) == (800, 1_500, "Sala")
    assert again.phrases == regulation_of("es-1979").phrases


def test_a_filing_takes_the_next_number_and_is_refused_in_a_game():
    event = decide_filing(a_version(), a_version(version=4, line_bp=800), lambda number: f"hash-{number}")
    assert (event.version, event.sha256, event.valid_from) == (5, "hash-5", "2026-12-01")
    with pytest.raises(errors.GameStillOpen):
        decide_filing(a_version(), None, str, live_game=3)


def test_a_choice_names_what_was_chosen_before():
    event = decide_choice(a_version(version=2, sha256="h"), code="madrid-2010-a", was="es-1979")
    assert (event.code, event.version, event.was, event.sha256) == ("madrid-2010-a", 2, "es-1979", "h")


@pytest.mark.parametrize(
    ("code", "line", "bingo"),
    [
        ("estado-1979", 1_500, 6_000),
        ("estado-1980", 1_000, 6_000),
        ("estado-2002", 900, 5_900),
        ("madrid-2010-a", 900, 5_900),
        ("madrid-2010-b", 900, 5_800),
        ("murcia-2012", 713, 5_017),
        ("baleares-2012", 800, 5_600),
        ("clm-2011", 800, 5_220),
    ],
)
def test_the_examples_have_the_figures_of_their_texts_and_say_that_they_are_examples(code, line, bingo):
    known = regulation_of(code)
    assert (known.line_bp, known.bingo_bp, known.example) == (line, bingo, True)
    assert known.dated in known.name
    assert sources_of(known)["line_bp"] == known.shares_source


def test_baleares_has_four_ways_of_playing_that_all_give_64_percent():
    known = regulation_of("baleares-2012")
    ways = {row.codes: (row.line_bp, row.bingo_bp, dict(row.funding_bp)) for row in known.shares_with}
    assert ways == {
        ("acumulado", "prima"): (800, 5_000, {"acumulado": 300, "prima": 300}),
        ("acumulado",): (800, 5_300, {"acumulado": 300}),
        ("prima",): (800, 5_000, {"prima": 600}),
    }
    assert {line + bingo + sum(funding.values()) for line, bingo, funding in ways.values()} == {6_400}
