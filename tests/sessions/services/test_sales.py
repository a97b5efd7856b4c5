import pytest

from ledger.selectors import balance_cents
from sessions.models import CardSeries, Game, SoldCard
from sessions.rules import errors
from sessions.rules.events import Medium
from sessions.selectors.verify import violations
from sessions.services import claims, payments, sales
from sessions.services.hall import make_ball_set, make_series
from tests.given import a_game_drawing, a_game_on_sale, a_game_ready, a_hall, an_open_session, open_next_sale
from tests.money import balance_of, cash_of

pytestmark = pytest.mark.django_db


def wrong(story):
    story.hall.refresh_from_db()
    return list(violations(story.hall))


def deposit(story, cents, **kwargs):
    return payments.deposit(hall_id=story.hall.pk, account="player:1", amount_cents=cents, actor="caja", **kwargs)


def buy(story, quantity):
    return sales.buy_cards(game_id=story.game_id, quantity=quantity, holder="player:1", actor="player:1")


def test_a_printed_sale_is_rows_and_cash():
    story = a_game_on_sale()
    event = sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    assert (event.first, event.last, event.amount_cents) == (1, 6, 1_200)
    rows = SoldCard.objects.filter(game=story.game).order_by("number")
    assert [(r.number, r.seller, r.medium) for r in rows] == [(n, "venta", "physical") for n in range(1, 7)]
    assert cash_of(story.hall.pk) == 1_200
    assert wrong(story) == []


def test_a_virtual_sale_takes_the_players_money():
    story = a_game_on_sale()
    deposit(story, 1_000)
    event = buy(story, 4)
    assert (event.first, event.last) == (201, 204)
    assert balance_cents(story.hall.pk, "player:1") == 200
    assert set(SoldCard.objects.values_list("holder", flat=True)) == {"player:1"}
    assert wrong(story) == []


def test_a_player_without_money_buys_nothing():
    story = a_game_on_sale()
    deposit(story, 799)
    with pytest.raises(errors.InsufficientBalance) as refused:
        buy(story, 4)
    assert refused.value.params == {"balance_cents": 799, "price_cents": 800}
    assert SoldCard.objects.count() == 0
    assert balance_cents(story.hall.pk, "player:1") == 799


def test_an_undone_sale_gives_back_cards_and_cash():
    story = a_game_on_sale()
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    sales.sell_cards(game_id=story.game_id, quantity=3, actor="venta")
    sales.undo_sale(game_id=story.game_id, first=7, last=9, actor="venta")
    assert SoldCard.objects.count() == 6
    assert cash_of(story.hall.pk) == 1_200
    assert sales.sell_cards(game_id=story.game_id, quantity=1, actor="venta").first == 7
    assert wrong(story) == []


def test_another_sellers_sale_is_not_undone():
    story = a_game_on_sale()
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    with pytest.raises(errors.NotTheLastSale):
        sales.undo_sale(game_id=story.game_id, first=5, last=6, actor="eva")
    assert SoldCard.objects.count() == 6


def test_the_next_game_goes_on_after_the_last_printed_card_and_begins_virtual_ones_anew():
    story = a_game_ready(sold=6)
    assert CardSeries.objects.get(pk=story.physical.pk).next_number == 7
    Game.objects.filter(pk=story.game_id).update(state="closed")
    open_next_sale(story)
    lots = Game.objects.get(pk=story.game_id).board["lots"]
    assert [lot["next_card"] for lot in lots] == [7, 201]


def test_one_game_is_played_at_a_time():
    story = a_game_ready()
    second = Game.objects.create(session=story.session, game_no=2, board={"session_no": 1, "game_no": 2})
    with pytest.raises(errors.GameStillOpen) as refused:
        sales.open_sale(
            game_id=second.pk,
            physical_series=story.physical.pk,
            virtual_series=None,
            extractor="manual",
            ball_set="set-1",
            actor="mesa",
        )
    assert refused.value.params == {"game_no": 1}


def test_no_sale_opens_before_the_session():
    from sessions.services.sessions import start_session

    hall, physical, _ = a_hall()
    session = start_session(hall_id=hall.pk)
    game = sales.announce_game(session_id=session.pk)
    with pytest.raises(errors.WrongState) as refused:
        sales.open_sale(
            game_id=game.pk,
            physical_series=physical.pk,
            virtual_series=None,
            extractor="manual",
            ball_set="set-1",
            actor="mesa",
        )
    assert refused.value.params == {"state": "preparing", "deed": "SaleOpened"}


def test_series_that_share_cards_open_no_sale():
    story = an_open_session()
    story.virtual = make_series(story.physical.matrix, "W", "1", Medium.VIRTUAL, 200, 300)
    with pytest.raises(errors.SeriesOverlap) as refused:
        open_next_sale(story)
    assert refused.value.params == {"first": 200, "last": 200}


@pytest.mark.parametrize("swapped", [True, False])
def test_a_series_of_another_medium_or_hall_is_not_sold(swapped):
    story = an_open_session()
    if swapped:
        story.physical, story.virtual = story.virtual, story.physical
    else:
        _, story.physical, story.virtual = a_hall(seed=8)
    with pytest.raises(errors.NotFound):
        open_next_sale(story)


def test_the_closing_shares_out_the_takings():
    """6 + 4 cards at 2 euros: 20.00; line 1.80, bingo 11.50, house 6.70."""
    story = a_game_on_sale()
    deposit(story, 800)
    buy(story, 4)
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    figures = sales.close_sale(game_id=story.game_id, actor="mesa").figures
    assert (figures.physical_sold, figures.virtual_sold, figures.takings_cents) == (6, 4, 2_000)
    held = {code: balance_of(story.hall.pk, code) for code in ("cash", "takings", "prizes", "house", "player:1")}
    assert held == {"cash": 2_000, "takings": 0, "prizes": 1_330, "house": 670, "player:1": 0}
    assert wrong(story) == []


@pytest.mark.parametrize(("last", "cash", "prizes", "house"), [(4, 800, 532, 268), (8, 1_600, 1_064, 536)])
def test_corrected_figures_move_cards_cash_and_prizes(last, cash, prizes, house):
    """4 cards: 8.00 in, prizes 0.72 + 4.60. 8 cards: 16.00 in, prizes 1.44 + 9.20."""
    story = a_game_ready(sold=6)
    sales.correct_figures(game_id=story.game_id, last=last, reason="miscounted", actor="mesa")
    held = [balance_of(story.hall.pk, code) for code in ("cash", "prizes", "house", "takings")]
    assert held == [cash, prizes, house, 0]
    assert SoldCard.objects.count() == last
    assert CardSeries.objects.get(pk=story.physical.pk).next_number == last + 1
    assert wrong(story) == []


def test_a_withdrawn_game_frees_the_hall():
    story = a_game_on_sale()
    sales.withdraw_game(game_id=story.game_id, reason="nobody came", actor="mesa")
    open_next_sale(story)
    assert Game.objects.get(pk=story.game_id).game_no == 2
    assert wrong(story) == []


@pytest.mark.parametrize("cents", [0, -1, 1_000_001])
def test_a_deposit_is_between_a_cent_and_10000_euros(cents):
    story = an_open_session()
    with pytest.raises(errors.BadAmount):
        deposit(story, cents)
    assert cash_of(story.hall.pk) == 0


def test_the_same_deposit_twice_is_one_and_another_under_its_key_is_refused():
    story = an_open_session()
    assert deposit(story, 500, source_ref="d1") == 500
    assert deposit(story, 500, source_ref="d1") == 500
    with pytest.raises(errors.KeyReused):
        deposit(story, 501, source_ref="d1")
    assert cash_of(story.hall.pk) == 500


@pytest.mark.parametrize(
    ("card", "refusal"),
    [
        ("7", errors.CardNotSold),
        ("201", errors.CardNotSold),
        ("B-000001/3", errors.CardOfAnotherSeries),
        ("A-000002/3", errors.CardOfAnotherSeries),
        ("V-000001/3", errors.CardOfAnotherSeries),
        ("three", errors.BadReference),
    ],
)
def test_a_card_of_another_game_or_series_is_not_called(card, refusal):
    story = a_game_drawing(7)
    with pytest.raises(refusal):
        claims.raise_claim(game_id=story.game_id, prize="line", card=card, actor="mesa")
    assert Game.objects.get(pk=story.game_id).state == "drawing"


def test_two_runs_are_not_undone_as_one():
    """Only the last run of the series goes back, the one before it after that."""
    story = a_game_on_sale()
    sales.sell_cards(game_id=story.game_id, quantity=2, actor="venta")
    sales.sell_cards(game_id=story.game_id, quantity=3, actor="venta")
    with pytest.raises(errors.NotTheLastSale):
        sales.undo_sale(game_id=story.game_id, first=1, last=5, actor="venta")
    sales.undo_sale(game_id=story.game_id, first=3, last=5, actor="venta")
    sales.undo_sale(game_id=story.game_id, first=1, last=2, actor="venta")
    assert cash_of(story.hall.pk) == 0


def test_a_sale_does_not_open_with_balls_that_were_not_counted():
    """The session counted set-1; the spare set has to be put in use first."""
    story = an_open_session()
    make_ball_set(story.hall, "spare")
    game = sales.announce_game(session_id=story.session.pk)
    with pytest.raises(errors.BallSetNotCounted):
        sales.open_sale(
            game_id=game.pk,
            physical_series=story.physical.pk,
            virtual_series=None,
            extractor="manual",
            ball_set="spare",
            actor="mesa",
        )
