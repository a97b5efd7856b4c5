"""Versions are filed and chosen between games; a game keeps the version that its sale opened under."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from django.db import DatabaseError, connection, transaction

from records.models import Event
from records.triggers import guard, unguard
from sessions.journal import codec
from sessions.models import Game, ProfileVersion
from sessions.rules import errors
from sessions.rules.profile_values import sources_of
from sessions.rules.regulation import regulation_of
from sessions.rules.tax import TaxBase, TaxProfile
from sessions.selectors.profiles import code_on, hash_of, regulation_at, regulation_in_force, regulation_of_terms
from sessions.selectors.verify import violations
from sessions.services import sales
from sessions.services.profiles import choose_profile, file_profile
from tests.given import a_game_on_sale, a_hall, an_open_session, open_next_sale

pytestmark = pytest.mark.django_db(transaction=True)

TODAY = "2026-11-30"  # of the test's clock


def a_version(code="es-1979", **changes):
    """Give es-1979 with other values, ready to be filed."""
    values = {"line_bp": 800, "bingo_bp": 5_600, "name": "Sala", "valid_from": TODAY, **changes}
    base = regulation_of(code)
    return replace(base, sources=sources_of(base), **values)


def filed(hall, **changes):
    return file_profile(hall_id=hall.pk, regulation=a_version(**changes), actor="sala")


def terms_of(story):
    return codec.game_board(Game.objects.get(pk=story.game_id).board).terms


def test_a_filed_version_is_in_force_from_its_day_and_the_hall_s_next_sale_opens_under_it(time):
    story = an_open_session()
    row = filed(story.hall)
    later = filed(story.hall, bingo_bp=5_000, valid_from="2026-12-02")
    assert [row.version, later.version] == [1, 2]
    open_next_sale(story)
    terms = terms_of(story)
    assert (terms.profile, terms.profile_version, terms.profile_sha256) == ("es-1979", 1, row.sha256)
    assert (terms.line_bp, terms.bingo_bp) == (800, 5_600)
    time.advance(2 * 86_400)
    assert regulation_in_force(story.hall).bingo_bp == 5_000


def test_the_day_is_the_hall_s_own_not_that_of_greenwich(time):
    hall = a_hall()[0]
    filed(hall, valid_from="2026-12-01")
    time.time = datetime(2026, 11, 30, 22, 59, tzinfo=UTC)
    assert regulation_in_force(hall).version == 0
    time.time = datetime(2026, 11, 30, 23, 0, tzinfo=UTC)
    assert regulation_in_force(hall).version == 1


def test_without_a_filed_version_the_built_in_one_is_played_as_version_0(time):
    story = a_game_on_sale()
    assert (terms_of(story).profile_version, terms_of(story).profile_sha256) == (0, "")


def test_a_game_keeps_its_version_when_another_is_filed_after_it(time):
    story = an_open_session()
    filed(story.hall)
    open_next_sale(story)
    with pytest.raises(errors.GameStillOpen):
        filed(story.hall, bingo_bp=5_000)
    sales.withdraw_game(game_id=story.game_id, reason="nobody came", actor="mesa")
    filed(story.hall, bingo_bp=5_000, show_unclaimed=False)
    terms = terms_of(story)
    assert (terms.profile_version, terms.bingo_bp) == (1, 5_600)
    assert regulation_of_terms(story.hall.pk, terms).show_unclaimed
    assert not regulation_in_force(story.hall).show_unclaimed


def test_nothing_is_filed_and_nothing_chosen_while_a_game_is_open(time):
    story = a_game_on_sale()
    for deed in (lambda: filed(story.hall), lambda: choose_profile(hall_id=story.hall.pk, code="ca-art85", actor="s")):
        with pytest.raises(errors.GameStillOpen) as refused:
            deed()
        assert refused.value.params == {"game_no": 1}
    assert not ProfileVersion.objects.exists()
    assert not Event.objects.filter(kind__startswith="Profile").exists()
    sales.sell_cards(game_id=story.game_id, quantity=1, actor="venta")


def test_a_filing_is_in_the_journal_and_its_row_can_neither_be_changed_nor_deleted(time):
    hall = a_hall()[0]
    row = filed(hall)
    event = Event.objects.get(kind="ProfileFiled")
    assert (event.stream, event.session_no, event.actor) == (None, None, "sala")
    assert event.payload == {
        "code": "es-1979",
        "version": 1,
        "name": "Sala",
        "valid_from": TODAY,
        "sha256": row.sha256,
    }
    assert hash_of(row) == row.sha256
    for deed in (
        lambda: ProfileVersion.objects.update(name="other"),
        lambda: ProfileVersion.objects.all().delete(),
    ):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            deed()
    assert list(violations(hall)) == []


def test_a_row_that_was_changed_behind_the_house_s_back_is_found(time):
    hall = a_hall()[0]
    filed(hall)
    with connection.schema_editor() as editor:
        unguard(editor, "bingo_sessions_profileversion")
    try:
        ProfileVersion.objects.update(data={"line_bp": 100, "bingo_bp": 100})
    finally:
        with connection.schema_editor() as editor:
            guard(editor, "bingo_sessions_profileversion")
    assert list(violations(hall)) == ["I13 profile es-1979 version 1 is not what was filed"]


def test_a_version_that_says_what_the_last_one_says_is_refused(time):
    hall = a_hall()[0]
    filed(hall)
    with pytest.raises(errors.ProfileUnchanged) as refused:
        filed(hall)
    assert refused.value.params == {"profile": "es-1979", "version": 1}


def test_values_that_cannot_be_are_refused_and_nothing_is_kept(time):
    hall = a_hall()[0]
    with pytest.raises(errors.ProfileFaulty) as refused:
        filed(hall, line_bp=5_000, bingo_bp=5_001, rounding_unit=3)
    assert refused.value.params == {"fields": ["bingo_bp", "rounding_unit"]}
    assert (ProfileVersion.objects.count(), Event.objects.filter(kind="ProfileFiled").count()) == (0, 0)


def test_a_hall_s_own_profile_is_chosen_and_speaks_the_formulas_of_its_base(time):
    story = an_open_session()
    filed(story.hall, code="es-1979.mi-sala")
    event = choose_profile(hall_id=story.hall.pk, code="es-1979.mi-sala", actor="sala", source_ref="sala:k1")
    assert (event.code, event.version, event.was) == ("es-1979.mi-sala", 1, "es-1979")
    assert choose_profile(hall_id=story.hall.pk, code="es-1979.mi-sala", actor="sala", source_ref="sala:k1") == event
    story.hall.refresh_from_db()
    open_next_sale(story)
    terms = terms_of(story)
    assert (terms.profile, terms.line_bp) == ("es-1979.mi-sala", 800)
    assert regulation_of(terms.profile).phrases == regulation_of("es-1979").phrases


def test_what_is_not_valid_yet_or_does_not_exist_is_not_chosen(time):
    hall = a_hall()[0]
    filed(hall, code="es-1979.mi-sala", valid_from="2027-01-01")
    by = {"hall_id": hall.pk, "actor": "sala"}
    with pytest.raises(errors.ProfileNotYet) as refused:
        choose_profile(code="es-1979.mi-sala", **by)
    assert refused.value.params == {"profile": "es-1979.mi-sala", "valid_from": "2027-01-01"}
    with pytest.raises(errors.NotFound):
        choose_profile(code="es-1979.otra", **by)
    with pytest.raises(errors.ProfileInForce):
        choose_profile(code="es-1979", **by)


def test_which_profile_was_chosen_at_a_moment_is_read_from_the_journal(time):
    hall = a_hall()[0]
    before = time()
    time.advance(60)
    choose_profile(hall_id=hall.pk, code="madrid-2010-a", actor="sala")
    hall.refresh_from_db()
    assert (code_on(hall, before), code_on(hall, time())) == ("es-1979", "madrid-2010-a")


def test_what_was_in_force_at_a_moment_does_not_change_with_a_later_filing_unless_hindsight_is_asked_for(time):
    hall = a_hall()[0]
    before = time()
    time.advance(60)
    filed(hall, valid_from="2026-11-01")
    assert [regulation_at(hall, moment).version for moment in (before, time())] == [0, 1]
    assert regulation_at(hall, before, hindsight=True).version == 1


def test_a_profile_with_a_list_of_prices_sells_no_card_of_another_price(time):
    story = an_open_session()
    filed(story.hall, face_values_cents=(100, 300))
    with pytest.raises(errors.FaceValueNotAllowed) as refused:
        open_next_sale(story)
    assert refused.value.params == {"price_cents": 200, "allowed": [100, 300]}
    filed(story.hall, face_values_cents=(100, 200, 300))
    open_next_sale(story)
    assert Game.objects.get(pk=story.game_id).state == "selling"


def test_a_tax_on_the_face_value_played_is_what_each_game_posts(time):
    hall = a_hall()[0]
    filed(hall, tax=TaxProfile(name="Andalucía", base=TaxBase.FACE, rate_bp=1_500, source="Ley 5/2021, art. 52"))
    known = regulation_in_force(hall)
    assert (known.tax_bp, known.tax.name, known.terms().tax_bp) == (1_500, "Andalucía", 1_500)
