from dataclasses import replace

import pytest

from sessions.rules.errors import NotFound, SharesTooHigh
from sessions.rules.regulation import regulation_of
from sessions.rules.regulations.stopping import STOPPING_PHRASES

PROFILES = ["es-1979", "ca-art85"]


@pytest.mark.parametrize("code", PROFILES)
def test_both_profiles_give_the_shares_of_2004(code):
    terms = regulation_of(code).terms()
    assert (terms.profile, terms.line_bp, terms.bingo_bp, terms.tax_bp) == (code, 900, 5_750, 0)


def test_article_85_gives_no_shares_and_its_profile_says_so():
    assert regulation_of("ca-art85").shares_source == "not in the source"
    assert "35.2" in regulation_of("es-1979").shares_source


def test_a_late_line_is_refused_by_one_profile_and_checked_by_the_other():
    assert regulation_of("es-1979").terms().late_line == "refuse"
    assert regulation_of("ca-art85").terms().late_line == "check"


@pytest.mark.parametrize("code", PROFILES)
def test_where_the_texts_are_silent_the_decisions_hold(code):
    terms = regulation_of(code).terms()
    assert (terms.rounding_unit, terms.remainder_to, terms.unclaimed_to, terms.claim_window_s) == (
        1,
        "winners",
        "next_game",
        10,
    )


def test_what_was_carried_goes_into_the_games_terms():
    terms = regulation_of("es-1979").terms(carried_line_cents=108, carried_bingo_cents=690)
    assert (terms.carried_line_cents, terms.carried_bingo_cents) == (108, 690)


def test_shares_that_exceed_the_takings_are_refused():
    regulation = regulation_of("es-1979")
    assert replace(regulation, tax_bp=3_350).terms().tax_bp == 3_350
    with pytest.raises(SharesTooHigh) as refused:
        replace(regulation, tax_bp=3_351).terms()
    assert refused.value.params == {"total_bp": 10_001}


def test_an_unknown_profile_is_not_found():
    with pytest.raises(NotFound) as refused:
        regulation_of("atlantis")
    assert refused.value.params == {"what": "profile", "which": "atlantis"}


def test_each_profile_speaks_its_laws_language_and_both_have_the_same_phrases():
    assert [regulation_of(code).language for code in PROFILES] == ["es", "ca"]
    assert set(regulation_of("es-1979").phrases) - {"line_closed.many"} <= set(regulation_of("ca-art85").phrases)


@pytest.mark.parametrize("code", PROFILES)
def test_only_phrases_in_the_laws_language_are_the_laws_words(code):
    regulation = regulation_of(code)
    # What is read when a game stops is the law of 1979 in either profile.
    own = {key: phrase for key, phrase in regulation.phrases.items() if key not in STOPPING_PHRASES}
    assert {p.verbatim for p in own.values()} == {"", regulation.language}
