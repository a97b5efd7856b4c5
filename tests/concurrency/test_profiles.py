"""A version filed as a sale opens is either filed before it, and the sale has it, or is refused: never in between."""

from __future__ import annotations

from dataclasses import replace

import pytest

from records.models import Event
from sessions.journal import codec
from sessions.models import Game, ProfileVersion
from sessions.rules.profile_values import sources_of
from sessions.rules.regulation import regulation_of
from sessions.selectors.verify import violations
from sessions.services import sales
from sessions.services.profiles import file_profile
from tests.concurrency.crew import Crew
from tests.concurrency.halls import a_race_hall

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("silent")]
ROUNDS = 20


def a_version(number):
    base = regulation_of("es-1979")
    return replace(base, sources=sources_of(base), valid_from="2020-01-01", line_bp=100 + number)


def open_sale(race, game):
    sales.open_sale(
        game_id=game.pk,
        physical_series=race.printed.pk,
        virtual_series=None,
        extractor="manual",
        ball_set="set-1",
        actor="mesa",
    )


def file_one(hall_id, number):
    return file_profile(hall_id=hall_id, regulation=a_version(number), actor="sala").version


def test_a_sale_and_a_filing_at_once_agree_on_which_rules_the_game_has():
    race = a_race_hall()
    with Crew(2) as crew:
        for number in range(ROUNDS):
            game = sales.announce_game(session_id=race.session.pk)
            before = ProfileVersion.objects.count()
            opened, filing = crew.at_once(
                (open_sale, {"race": race, "game": game}), (file_one, {"hall_id": race.hall.pk, "number": number})
            )
            assert not opened.error
            assert not opened.refused
            assert filing.refused in {"", "game_still_open"}
            assert not filing.error
            terms = codec.game_board(Game.objects.get(pk=game.pk).board).terms
            # Refused, or filed before the sale: the game has the last version there is, and none came after it.
            assert terms.profile_version == ProfileVersion.objects.count() == before + (not filing.refused)
            rows = Event.objects.filter(hall=race.hall).order_by("position").values_list("kind", flat=True)
            assert list(rows)[-1] == "SaleOpened"
            sales.withdraw_game(game_id=game.pk, reason="the race is over", actor="mesa")
    assert list(violations(race.hall)) == []
