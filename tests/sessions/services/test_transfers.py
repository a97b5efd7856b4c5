"""Virtual cards handed to another player (O79 36.4): whose they are, who wins with them, what is refused."""

import pytest

from ledger.selectors import balance_cents
from records.models import Event
from sessions.models import Award, CardOffer, CardSeries, Game, SoldCard
from sessions.rules import errors
from sessions.services import claims, draw, payments, players, sales, transfers, voids
from tests.given import a_game_on_sale, an_open_session, call_numbers, close_sale, open_next_sale
from tests.sessions.services.floors import a_player, wrong
from tests.sessions.stories import misheard, numbers_of

pytestmark = pytest.mark.django_db


def two_players(story, *, cards=1):
    """Player 1 buys cards from 201 on; player 2 has an account, and no card."""
    a_player(story, 1, 1_000)
    a_player(story, 2, 1_000)
    sales.buy_cards(game_id=story.game_id, quantity=cards, holder="player:1", actor="one")
    return story


def transfer(story, **more):
    order = {"holder": "player:1", "to": "player:2", "actor": "caja"} | more
    return transfers.transfer_cards(game_id=story.game_id, **order)


def holders(game):
    return dict(SoldCard.objects.filter(game=game, medium="virtual").values_list("number", "holder"))


def in_play(story):
    """Sell six printed cards, close the sale and give the start."""
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    close_sale(story)
    draw.start_draw(game_id=story.game_id, actor="mesa")


def judged(story, time, claim_no):
    claims.verify_claim(game_id=story.game_id, claim_no=claim_no, actor="mesa")
    time.advance(10)


def won_with_201(story, time):
    """Let card 201 win the line and the bingo, and order the end."""
    call_numbers(story, *numbers_of(story, 201)[:5])
    judged(story, time, 1)
    claims.resume_play(game_id=story.game_id, actor="mesa")
    call_numbers(story, *numbers_of(story, 201)[5:])
    judged(story, time, 2)
    claims.close_bingo(game_id=story.game_id, actor="mesa")


def test_cards_handed_on_win_for_who_has_them_and_nothing_is_paid_back(time):
    """Seven cards of 2.00: the line has 1.26, the bingo 8.05."""
    story = two_players(a_game_on_sale())
    in_play(story)
    call_numbers(story, *numbers_of(story, 201)[:4])
    event = transfer(story, source_ref="caja:t")
    assert transfer(story, source_ref="caja:t") == event
    assert [(e.payload["holder"], e.payload["to"]) for e in Event.objects.filter(kind="CardsTransferred")] == [
        ("player:1", "player:2")
    ]
    assert holders(story.game) == {201: "player:2"}
    assert balance_cents(story.hall.pk, "player:1") == 800
    call_numbers(story, numbers_of(story, 201)[4])
    judged(story, time, 1)
    claims.resume_play(game_id=story.game_id, actor="mesa")
    call_numbers(story, *numbers_of(story, 201)[5:])
    judged(story, time, 2)
    claims.close_bingo(game_id=story.game_id, actor="mesa")
    payments.close_game(game_id=story.game_id, actor="mesa")
    assert set(Award.objects.values_list("holder", "status")) == {("player:2", "credited")}
    assert [balance_cents(story.hall.pk, f"player:{n}") for n in (1, 2)] == [800, 1_000 + 126 + 805]
    assert wrong(story) == []


def test_a_card_that_has_won_the_line_stays_with_its_player(time):
    story = two_players(a_game_on_sale(), cards=2)
    in_play(story)
    call_numbers(story, *numbers_of(story, 201)[:5])
    with pytest.raises(errors.CardBeingChecked):
        transfer(story, cards=[201])
    judged(story, time, 1)
    claims.resume_play(game_id=story.game_id, actor="mesa")
    with pytest.raises(errors.CardAlreadyWon):
        transfer(story, cards=[201])
    transfer(story)
    assert holders(story.game) == {201: "player:1", 202: "player:2"}
    assert wrong(story) == []


def test_when_the_game_is_over_nothing_is_handed_on(time):
    story = two_players(a_game_on_sale())
    in_play(story)
    won_with_201(story, time)
    with pytest.raises(errors.WrongState):
        transfer(story)
    payments.close_game(game_id=story.game_id, actor="mesa")
    with pytest.raises(errors.WrongState):
        transfer(story)


def test_a_void_game_pays_back_to_who_has_the_cards(time):
    story = two_players(a_game_on_sale())
    in_play(story)
    transfer(story)
    order = misheard(story)
    voids.void_game(game_id=story.game_id, order=order, second="sala", actor="mesa")
    assert [balance_cents(story.hall.pk, f"player:{n}") for n in (1, 2)] == [800, 1_200]


def test_nobody_who_may_not_play_is_handed_cards(time):
    story = two_players(a_game_on_sale())
    with pytest.raises(errors.NotFound):
        transfer(story, to="player:9")
    with pytest.raises(errors.SamePlayer):
        transfer(story, to="player:1")
    players.pause_play(hall_id=story.hall.pk, account="player:2", pause="24h", actor="caja")
    with pytest.raises(errors.PlayIsPaused):
        transfer(story)
    a_player(story, 3)
    players.close_player(hall_id=story.hall.pk, account="player:3", actor="caja")
    with pytest.raises(errors.AccountClosed):
        transfer(story, to="player:3")
    assert holders(story.game) == {201: "player:1"}


def test_both_games_of_double_cards_go_over_and_the_second_alone_later(time):
    """Cards 201 and 202 play both games; in the second, 202 goes back."""
    story = an_open_session()
    CardSeries.objects.filter(pk__in=[story.physical.pk, story.virtual.pk]).update(parts=2)
    open_next_sale(story)
    two_players(story, cards=2)
    in_play(story)
    transfer(story)
    second = Game.objects.get(session=story.session, game_no=2)
    assert holders(story.game) == holders(second) == {201: "player:2", 202: "player:2"}
    won_with_201(story, time)
    payments.close_game(game_id=story.game_id, actor="mesa")
    assert wrong(story) == []
    transfers.transfer_cards(game_id=second.pk, holder="player:2", to="player:1", cards=[202], actor="caja")
    assert holders(story.game) == {201: "player:2", 202: "player:2"}
    assert holders(second) == {201: "player:2", 202: "player:1"}
    assert wrong(story) == []


def test_a_row_that_changed_hands_without_a_word_in_the_journal_is_found(time):
    story = two_players(a_game_on_sale())
    SoldCard.objects.filter(number=201).update(holder="player:2")
    assert wrong(story) == ["I5 game:1:1: virtual cards are not whose the journal says"]


# At the terminals ------------------------------------------------------------------------------------------


def offer(story, to=2, **more):
    return transfers.offer_cards(game_id=story.game_id, holder="player:1", to=f"player:{to}", actor="one", **more)


def take(story, to=2, **more):
    return transfers.take_cards(game_id=story.game_id, holder="player:1", to=f"player:{to}", actor="two", **more)


def test_cards_are_offered_at_one_terminal_and_taken_at_the_other(time):
    story = two_players(a_game_on_sale())
    offer(story, source_ref="one:o")
    offer(story, source_ref="one:o")
    assert holders(story.game) == {201: "player:1"}
    assert list(Event.objects.filter(kind="CardsOffered").values_list("payload", flat=True)) == [
        {"player": 1, "to": 2, "session_no": 1, "game_no": 1}
    ]
    with pytest.raises(errors.OfferGone):
        take(story, to=3)
    event = take(story, source_ref="two:t")
    assert take(story, source_ref="two:t") == event
    assert holders(story.game) == {201: "player:2"}
    assert not CardOffer.objects.filter(open=True).exists()
    with pytest.raises(errors.OfferGone):
        take(story)
    with pytest.raises(errors.NoCardsToTransfer):
        offer(story)


def test_an_offer_called_off_or_made_to_another_cannot_be_taken(time):
    story = two_players(a_game_on_sale())
    a_player(story, 3)
    offer(story)
    assert transfers.drop_offer(game_id=story.game_id, holder="player:1") == 1
    with pytest.raises(errors.OfferGone):
        take(story)
    offer(story)
    offer(story, to=3)
    with pytest.raises(errors.OfferGone):
        take(story)
    take(story, to=3)
    assert holders(story.game) == {201: "player:3"}


def test_an_offer_is_made_to_another_who_has_an_account(time):
    story = two_players(a_game_on_sale())
    for to, refusal in ((1, errors.SamePlayer), (9, errors.NotFound)):
        with pytest.raises(refusal):
            offer(story, to=to)
    offer(story, source_ref="one:k")
    with pytest.raises(errors.KeyReused):
        offer(story, to=9, source_ref="one:k")
