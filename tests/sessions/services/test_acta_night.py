"""A night in which everything happens: what stands in the book, in which order, for whom to sign; and it is proved."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.utils.translation import override

from records.models import ActaEntry
from sessions.rules.regulation import regulation_of
from sessions.rules.void import VoidOrder
from sessions.selectors.acta import minutes_of, pending_signatures
from sessions.selectors.verify import violations
from sessions.services import (
    acta,
    claims,
    corrections,
    draw,
    payments,
    people,
    sales,
    sessions,
    store,
    suspensions,
    voids,
)
from sessions.services import pairs as pair_deeds
from sessions.services.profiles import file_profile
from tests.given import an_open_session, call_numbers, close_sale, open_next_sale
from tests.sessions.stories import double_cards, end_session, numbers_of, play_out

pytestmark = pytest.mark.django_db


def a_null_game(story, time):
    """Sell six cards, draw three balls, of which one was announced wrongly, and pay four cards back."""
    open_next_sale(story)
    by = {"game_id": story.game_id, "actor": "mesa"}
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    close_sale(story)
    draw.start_draw(**by)
    call_numbers(story, 1, 2, 3)
    corrections.correct_call(ordinal=3, said=13, **by)
    suspensions.suspend_game(cause="balls", ball_out=True, text="two balls came out stuck together", **by)
    order = VoidOrder(cause="balls", reason="the agent ended the game", agent="TIP 12345")
    voids.void_game(order=order, second="sala", **by)
    voids.refund_cards(game_id=story.game_id, card="1", last=4, actor="caja")
    voids.complete_refunds(game_id=story.game_id, actor="caja")
    payments.close_game(**by)


def around_the_games(story):
    """Note what happens beside the balls."""
    session = {"session_id": story.session.pk, "actor": "sala"}
    people.note_complaint(
        text="The number was said too fast.",
        game_no=1,
        claimant_name="A player",
        claimant_document="00000000T",
        claimant_signed=True,
        **session,
    )
    people.note_refused_admission(reason="no document", **session)
    people.change_posts(changes={"cashier": ["mesa2"]}, reason="supper", **session)
    sessions.note_incident(text="The lights went out for a minute.", **session)


@pytest.fixture
def night(time):
    """Play a null game and one that is won, and end the session but for its signatures."""
    story = an_open_session()
    a_null_game(story, time)
    around_the_games(story)
    open_next_sale(story)
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    play_out(story, time, winner=8)
    return story


def kinds(story):
    rows = ActaEntry.objects.filter(book__hall=story.hall).order_by("entry_no")
    return [(row.kind, row.game_no) for row in rows]


def told(story, kind):
    story.session.refresh_from_db()
    with override("en"):
        return [one.lines for one in minutes_of(story.hall, story.session).entries if one.kind == kind]


def test_each_thing_is_entered_where_it_happened(night):
    assert kinds(night) == [
        ("opening", None),
        ("game", 1),
        ("correction", 1),
        ("suspension", 1),
        ("void", 1),
        ("refunds", 1),
        ("end", 1),
        ("complaint", 1),
        ("non_admission", None),
        ("substitution", None),
        ("incident", None),
        ("game", 2),
        ("end", 2),
    ]
    assert list(violations(night.hall)) == []


def test_a_null_game_says_who_decided_and_which_cards_came_back(night):
    (void,) = told(night, "void")
    assert void[0].startswith("The game is declared null after 3 balls. Irregularity of the balls")
    assert void[1:] == (
        "the agent ended the game",
        "With the agreement of sala.",
        "Agent of the authority: TIP 12345.",
        "To be refunded, the whole price of the cards: 12,00\u00a0€.",
    )
    assert told(night, "refunds") == [
        (
            "Refunded: 8,00\u00a0€. Not brought back yet: 4,00\u00a0€.",
            "Cards returned: 1-4",
            "Cards not brought back: 5-6",
        )
    ]
    end = told(night, "end")[0]
    assert end[:3] == (
        "The game was null. Refunded: 8,00\u00a0€.",
        "Cards returned: 1-4",
        "Order of the balls: 1, 2, 3",
    )


def test_no_name_of_a_player_is_in_the_book(night):
    written = " ".join(str(payload) for payload in ActaEntry.objects.values_list("payload", flat=True))
    assert "A player" not in written
    assert "00000000T" not in written


def test_the_law_s_signatures_are_asked_for_and_the_closing_lists_the_returned_cards(night):
    pending = pending_signatures(night.session)
    assert [(entry_no, str(post)) for entry_no, post in pending] == [
        (4, "hall_manager"),
        (4, "table_chief"),
        (5, "hall_manager"),
        (5, "table_chief"),
        (8, "hall_manager"),
        (11, "hall_manager"),
        (11, "table_chief"),
    ]
    session = {"session_id": night.session.pk, "actor": "sala"}
    for entry_no, post in pending:
        acta.sign_entry(
            entry_no=entry_no, as_post=post, signer={"hall_manager": "sala", "table_chief": "mesa"}[post], **session
        )
    sessions.count_balls(ball_set="set-1", missing=[], **session)
    sessions.close_session(signed="mesa", **session)
    store.destroy_used(witness="someone", **session)
    (closing,) = told(night, "closing")
    assert closing == (
        "The session ends. Games played: 1. Incidents: 3. Complaints: 1.",
        "Null games: 1.",
        "Balls counted: 90 of set set-1.",
        "Null game 1: cards returned for 8,00\u00a0€, attached to the holder's copy.",
        "Cards returned: 1-4",
    )
    assert kinds(night)[-1] == ("destruction", None)
    assert [v for v in violations(night.hall) if "minutes" in v] == []


def refunds_of(story, *, cards):
    """Let two accounts' cards and the printed ones be paid back, and close the game."""
    voids.refund_cards(game_id=story.game_id, card="1", last=cards, actor="caja")
    voids.complete_refunds(game_id=story.game_id, actor="caja")
    payments.close_game(game_id=story.game_id, actor="mesa")


def suspended_by_the_balls(story, **changes):
    by = {"game_id": story.game_id, "actor": "mesa"}
    suspensions.suspend_game(cause="balls", ball_out=True, text="two balls stuck together", **by)
    order = VoidOrder(cause="balls", reason="the agent ended the game", agent="TIP 12345", **changes)
    voids.void_game(order=order, second="sala", **by)


def sell_both_media(story):
    """Sell six printed cards, and two virtual ones to player 1; close the sale and begin the draw."""
    payments.deposit(hall_id=story.hall.pk, account="player:1", amount_cents=1_000, actor="caja")
    open_next_sale(story)
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    sales.buy_cards(game_id=story.game_id, quantity=2, holder="player:1", actor="player")
    close_sale(story)
    draw.start_draw(game_id=story.game_id, actor="mesa")
    call_numbers(story, 1)


def test_what_accounts_got_back_is_no_card_that_came_back(time):
    story = an_open_session()
    sell_both_media(story)
    suspended_by_the_balls(story)
    refunds_of(story, cards=6)
    back = ("To players' accounts, for virtual cards: 4,00\u00a0€.", "Cards returned: 1-6")
    assert told(story, "refunds") == [("Refunded: 16,00\u00a0€. Not brought back yet: 0,00\u00a0€.", *back)]
    assert told(story, "end")[0][:3] == ("The game was null. Refunded: 16,00\u00a0€.", *back)
    end_session(story)
    assert told(story, "closing")[0][3:] == (
        "Null game 1: cards returned for 12,00\u00a0€, attached to the holder's copy.",
        "Cards returned: 1-6",
    )
    assert [v for v in violations(story.hall) if "minutes" in v] == []


def test_half_a_double_card_paid_back_leaves_the_card_with_its_player(time):
    story = an_open_session()
    double_cards(story)
    open_next_sale(story, virtual=False)
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    close_sale(story)
    draw.start_draw(game_id=story.game_id, actor="mesa")
    suspended_by_the_balls(story)
    refunds_of(story, cards=6)
    assert told(story, "refunds")[0][1:] == ("Half paid back, card kept by its player: 1-6",)
    assert told(story, "end")[0][1] == "Half paid back, card kept by its player: 1-6"
    story.game = story.session.games.get(game_no=2)
    play_out(story, time, close=False)
    end_session(story)
    assert not any("attached" in line for line in told(story, "closing")[0])
    assert [v for v in violations(story.hall) if "minutes" in v] == []


def test_a_game_void_during_its_sale_tells_what_had_been_sold(time):
    story = an_open_session()
    payments.deposit(hall_id=story.hall.pk, account="player:1", amount_cents=1_000, actor="caja")
    open_next_sale(story)
    by = {"game_id": story.game_id, "actor": "mesa"}
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    sales.buy_cards(game_id=story.game_id, quantity=2, holder="player:1", actor="player")
    suspensions.suspend_game(cause="failure", ball_out=False, text="no power", **by)
    suspensions.read_paragraph(paragraph="36.1", **by)
    time.advance(15 * 60)
    voids.void_game(order=VoidOrder(cause="failure", reason="no power"), second="sala", **by)
    assert told(story, "void") == [
        (
            "The game is declared null after 0 balls. Failure or accident before the first ball (art. 36.1).",
            "no power",
            "With the agreement of sala.",
            f"Printed cards: series A {story.physical.ident}, of 200. Cards 1 to 6: 6 sold.",
            f"Virtual cards: series {story.virtual.letter} {story.virtual.ident}, of 100. Cards 201 to 202: 2 sold.",
            "Price of a card: 2,00\u00a0€.",
            "Cards sold: 6 printed and 2 virtual. Total takings: 16,00\u00a0€.",
            "To be refunded, the whole price of the cards: 16,00\u00a0€.",
        )
    ]
    assert [v for v in violations(story.hall) if "minutes" in v] == []


def test_a_prize_that_nobody_won_and_the_house_keeps_is_told(time):
    story = an_open_session()
    base = regulation_of("es-1979")
    keeps = replace(base, unclaimed_to="house", name="Sala", valid_from="2026-11-30")
    file_profile(hall_id=story.hall.pk, regulation=keeps, actor="sala")
    open_next_sale(story)
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    play_out(story, time)
    # 9 % and 57.5 % of 12 euros: 1.08 and 6.90.
    said = "Of the prizes, not won or left over in sharing them out: 7,98\u00a0€ stay with the house."
    assert told(story, "end")[0][-1] == said


def test_both_games_of_double_cards_are_entered_before_the_first_ball(time):
    story = an_open_session()
    double_cards(story)
    open_next_sale(story, virtual=False)
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    close_sale(story)
    assert kinds(story) == [("opening", None), ("game", 1), ("game", 2)]
    first, second = told(story, "game")
    assert first[0] == "First of two consecutive games with double cards; the second is game 2."
    assert second[0] == "Ídem: second consecutive game with the double cards of game 1."
    # Six double cards at 2 + 2 euros: each game has 12 euros.
    assert "Price of a double card, both halves: 4,00\u00a0€." in first
    assert "Cards sold: 6 printed and 0 virtual. Total takings: 12,00\u00a0€." in second
    assert [v for v in violations(story.hall) if "minutes" in v] == []


def test_a_token_of_the_first_game_is_entered(time):
    story = an_open_session()
    double_cards(story)
    open_next_sale(story, virtual=False)
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    close_sale(story)
    by = {"game_id": story.game_id, "actor": "mesa"}
    draw.start_draw(**by)
    call_numbers(story, *numbers_of(story, 2))
    raised = claims.raise_claim(prize="bingo", card="2", part=1, **by)
    claims.verify_claim(claim_no=raised.claim_no, **by)
    time.advance(10)
    claims.close_bingo(**by)
    pair_deeds.give_token(award_no=1, token="red 4", **by)
    assert told(story, "token") == [("Token red 4 for prize 1: it is paid after both games.",)]
