"""The order of locks in a game's deeds: the other game of its pair, then its series by key, before any account."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from sessions.rules.void import VoidOrder
from sessions.services import draw, floor, payments, sales, voids
from tests.given import an_open_session, call_numbers, open_next_sale
from tests.sessions.services.floors import another_series, sell
from tests.sessions.stories import double_cards, numbers_of

pytestmark = pytest.mark.django_db

SERIES, ACCOUNT = '"bingo_sessions_cardseries"', '"ledger_account"'
BY_KEY = f'ORDER BY {SERIES}."id" ASC'


def statements(deed, **kwargs):
    """Do a deed; gives its SQL that touches series or accounts."""
    with CaptureQueriesContext(connection) as seen:
        deed(**kwargs)
    return [q["sql"] for q in seen.captured_queries if SERIES in q["sql"] or ACCOUNT in q["sql"]]


def check(found):
    """Say that the series are locked by key before one of them is written or any account is looked at."""
    by_key = next(n for n, sql in enumerate(found) if BY_KEY in sql)
    touched = [n for n, sql in enumerate(found) if sql.startswith(f"UPDATE {SERIES}") or ACCOUNT in sql]
    assert min(touched) > by_key
    if connection.vendor == "postgresql":
        assert "FOR NO KEY UPDATE" in found[by_key]


def test_the_sale_of_two_series_is_closed_corrected_and_settled_series_first():
    story = an_open_session()
    story.second = another_series(story, "000002", 1, 200)
    story.physical.next_number = 181
    story.physical.save()
    open_next_sale(story)
    sell(story, "ana", 20)
    floor.add_series(game_id=story.game_id, series_id=story.second.pk, actor="mesa")
    sell(story, "ana", 5)
    by = {"game_id": story.game_id, "actor": "mesa"}
    check(statements(sales.close_sale, **by))
    check(statements(sales.correct_figures, last=4, reason="miscounted", **by))
    sales.return_leftovers(game_id=story.game_id, first=5, actor="caja")
    draw.start_draw(**by)
    for number in range(1, 91):
        draw.draw_manual(game_id=story.game_id, number=number, actor="venta")
        draw.call_ball(game_id=story.game_id, ordinal=number, actor="venta")
    draw.close_unclaimed(**by)
    check(statements(payments.close_game, **by))


def test_a_sale_opens_with_its_series_locked_by_key_and_a_withdrawal_too():
    story = an_open_session()
    game = sales.announce_game(session_id=story.session.pk)
    found = statements(
        sales.open_sale,
        game_id=game.pk,
        physical_series=story.physical.pk,
        virtual_series=story.virtual.pk,
        extractor="manual",
        ball_set="set-1",
        actor="mesa",
    )
    assert BY_KEY in next(sql for sql in found if SERIES in sql)
    withdrawn = statements(sales.withdraw_game, game_id=game.pk, reason="nobody came", actor="mesa")
    assert any(BY_KEY in sql for sql in withdrawn)


def test_what_touches_both_games_of_a_pair_locks_the_second_before_the_series():
    story = an_open_session()
    double_cards(story)
    open_next_sale(story)
    sell(story, "ana", 6)
    by = {"game_id": story.game_id, "actor": "mesa"}
    sales.close_sale(**by)
    sales.return_leftovers(game_id=story.game_id, first=7, actor="caja")
    draw.start_draw(**by)
    # The line of card 1 hangs on its first number.
    line = numbers_of(story, 1)[:5]
    call_numbers(story, *line)
    said = next(number for number in range(1, 91) if number not in line)
    order = VoidOrder(cause="announcing_error", reason="misheard", ordinal=1, said=said, end_pair=True)
    for deed, more in (
        (sales.correct_figures, {"last": 4, "reason": "miscounted"}),
        (voids.void_game, {"order": order, "second": "sala"}),
    ):
        with CaptureQueriesContext(connection) as seen:
            deed(**more, **by)
        told = [query["sql"] for query in seen.captured_queries]
        second = next(n for n, sql in enumerate(told) if '"bingo_sessions_game"."game_no" = 2' in sql)
        assert second < next(n for n, sql in enumerate(told) if BY_KEY in sql)
