"""The two games of a pair as the table reads them in the minutes, before the first ball and after."""

import pytest

from sessions.models import Game
from sessions.selectors.stopping import pair_of
from sessions.services import sales
from tests.given import a_game_on_sale, an_open_session, close_sale, open_next_sale
from tests.sessions.stories import double_cards

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("silent")]


def test_both_rows_of_a_pair_stand_there_once_the_sale_is_closed(time):
    story = an_open_session()
    double_cards(story)
    open_next_sale(story, virtual=False)
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    assert pair_of(Game.objects.get(pk=story.game_id)) == []
    close_sale(story)
    first, second = pair_of(Game.objects.get(pk=story.game_id))
    assert (first["game_no"], first["state"], second["game_no"], second["state"]) == (1, "ready", 2, "waiting")
    # Six halves at 2 euros in each game: 12.00; 9 % of it is 1.08 and 57.5 % is 6.90.
    for row in (first, second):
        assert row["figures"]["physical_sold"] == 6
        assert [row["figures"][name] for name in ("takings_cents", "line_cents", "bingo_cents")] == [1_200, 108, 690]
    assert pair_of(Game.objects.get(game_no=2)) == [first, second]


def test_a_single_game_has_no_other(time):
    assert pair_of(Game.objects.get(pk=a_game_on_sale().game_id)) == []
    assert pair_of(None) == []
