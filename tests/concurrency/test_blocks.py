"""
Six sellers sell, pass on, spoil and undo while the cashier gives out and takes back and the Jefe de Mesa closes.

At the end of every round each card that was given out is in one place: sold, in one seller's hands, at the desk, or
spoiled. The control takes the lock away and must go wrong on this machine.
"""

from __future__ import annotations

import random
from collections import Counter
from time import sleep

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.db import DatabaseError, connection

from people.models import StaffMember
from records.models import Event
from sessions.journal import codec
from sessions.models import Game, SoldCard
from sessions.rules.errors import RuleViolation, SaleHasHoles
from sessions.rules.sales import holes_of
from sessions.selectors.verify import violations
from sessions.services import floor, sales
from tests.concurrency.crew import Crew
from tests.concurrency.halls import a_race_hall
from tests.concurrency.test_sell_versus_close import without_the_lock
from tests.concurrency.threads import Threads
from tests.concurrency.whereabouts import DESK, HELD, SOLD, SPOILED, Misplaced, Whereabouts, whereabouts_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("silent")]

SELLERS = tuple(f"s{number}" for number in range(6))
GAMES, ROUNDS_A_GAME = 40, 5
GAMES_A_FORK = 5
"""A hall on SQLite is one process, so there most games are raced by threads, and one in so many by processes."""
BLOCK, PRICE_CENTS = 8, 200
CONTROL_ROUNDS = 30
LATE = {"wrong_state", "cards_not_held", "no_block", "cards_run_out", "cards_out_of_sequence", "nothing_sold"}
"""What may be refused when somebody else was first, or not yet there."""
DEEDS = {"sell_cards", "undo_sale", "hand_over_block", "spoil_cards", "issue_block", "return_block", "close_sale"}


def a_staffed_hall(printed):
    """Make a hall whose six sellers may be given blocks."""
    race = a_race_hall(printed=printed)
    for name in SELLERS:
        user = get_user_model().objects.create_user(f"{race.hall.code}-{name}")
        get_user_model().objects.filter(pk=user.pk).update(username=name)
        user.groups.set(Group.objects.filter(name="seller_caller"))
        StaffMember.objects.create(user=user, hall=race.hall, name=name)
    return race


def held_now(game_id, seller):
    """Look at a seller's runs as a screen does: by the time of the deed they may be others."""
    board = codec.game_board(Game.objects.get(pk=game_id).board)
    return [(run.first, run.last) for lot in board.printed for run in lot.held_by(seller)]


def attempt(told, deed, **kwargs):
    """Do a deed and count how it ended; gives its answer."""
    try:
        answer = deed(**kwargs)
    except RuleViolation as refusal:
        told[refusal.code] += 1
    except DatabaseError as error:
        told[f"!{type(error).__name__}"] += 1
    else:
        told[deed.__name__] += 1
        return answer
    return None


def sell_and_pass_on(game_id, seller, seed):
    """Be one seller for a moment."""
    told, chance = Counter(), random.Random(seed)
    by = {"game_id": game_id, "actor": seller}
    mine = held_now(game_id, seller)
    first, last = chance.choice(mine) if mine else (0, 0)
    deed = chance.choices(("sell", "undo", "pass", "spoil"), (5, 2, 3, 1))[0]
    if deed == "sell" or not mine:
        begin = first if mine and chance.random() < 0.5 else None
        attempt(told, sales.sell_cards, quantity=chance.randint(1, 2), first=begin, **by)
    elif deed == "undo":
        if sold := attempt(told, sales.sell_cards, quantity=1, **by):
            attempt(told, sales.undo_sale, first=sold.first, last=sold.last, **by)
    elif deed == "pass":
        to = chance.choice([name for name in SELLERS if name != seller])
        attempt(told, floor.hand_over_block, seller=seller, to=to, first=max(first, last - 1), last=last, **by)
    else:
        attempt(told, floor.spoil_cards, seller=seller, first=last, last=last, reason="torn", **by)
    return told


def sell_all(game_id, seller):
    """Be one seller at the last call."""
    told = Counter()
    while mine := held_now(game_id, seller):
        quantity = sum(last - first + 1 for first, last in mine)
        if not attempt(told, sales.sell_cards, game_id=game_id, quantity=quantity, actor=seller):
            break
    return told


def give_and_take_back(game_id, seed):
    """Be the cashier: take back what somebody was seen to have, give out to another."""
    told, chance = Counter(), random.Random(seed)
    seller = chance.choice(SELLERS)
    if mine := held_now(game_id, seller):
        first, last = chance.choice(mine)
        back = {"seller": seller, "first": chance.randint(first, last), "last": last}
        sleep(0.005)
        attempt(told, floor.return_block, game_id=game_id, actor="caja", **back)
    attempt(told, floor.issue_block, game_id=game_id, seller=chance.choice(SELLERS), quantity=2, actor="caja")
    return told


def press_to_close(game_id, tries):
    """Be the Jefe de Mesa: press again and again."""
    told = Counter()
    for _ in range(tries):
        sleep(0.01)
        if attempt(told, sales.close_sale, game_id=game_id, actor="mesa"):
            break
    return told


def race_them(crew, *orders):
    """Let everybody go at once; gives what was done and refused."""
    answers = crew.at_once(*orders)
    assert [a.error for a in answers] == [""] * len(answers)
    return sum((a.value for a in answers), Counter())


def a_round(crew, game_id, number):
    """Race six sellers, the cashier and a Jefe de Mesa who presses too early."""
    sellers = [(sell_and_pass_on, {"game_id": game_id, "seller": s, "seed": f"{number}{s}"}) for s in SELLERS]
    cashier = (give_and_take_back, {"game_id": game_id, "seed": f"{number}caja"})
    return race_them(crew, *sellers, cashier, (press_to_close, {"game_id": game_id, "tries": 1}))


def the_last_round(crew, game, number):
    """Race the closing against the last sales; what lies unsold at the desk between sold cards was given out first."""
    board = codec.game_board(game.board)
    between = sum(hole.count for hole in holes_of(board) if not hole.holder)
    if between:
        floor.issue_block(game_id=game.pk, seller=SELLERS[number % 6], quantity=between, actor="caja")
    sellers = [(sell_all, {"game_id": game.pk, "seller": s}) for s in SELLERS]
    cashier = (give_and_take_back, {"game_id": game.pk, "seed": f"{number}last"})
    if number % 2:
        # Every other time the cashier helps to close.
        cashier = (press_to_close, {"game_id": game.pk, "tries": 8})
    return race_them(crew, *sellers, cashier, (press_to_close, {"game_id": game.pk, "tries": 12}))


def next_game(race):
    """Open a sale and give every seller a block."""
    game = race.next_sale()
    for seller in SELLERS:
        floor.issue_block(game_id=game.pk, seller=seller, quantity=BLOCK, actor="caja")
    return game


def check(game):
    """Compare the board, the rows and the money with the journal, card by card; gives where the cards are."""
    found: Whereabouts = whereabouts_of(
        Event.objects.filter(hall=game.session.hall, stream=game.stream).order_by("seq").values_list("kind", "payload")
    )
    game.refresh_from_db()
    board = codec.game_board(game.board)
    (lot,) = board.printed
    cards = {
        (SOLD, None): [n for run in lot.sold_runs for n in range(run.first, run.last + 1)],
        (SPOILED, None): [n for off in lot.off if off.why == SPOILED for n in range(off.first, off.last + 1)],
        **{(HELD, s): [n for r in lot.held_by(s) for n in range(r.first, r.last + 1)] for s in SELLERS},
    }
    for (what, whose), numbers in cards.items():
        assert (what, whose, sorted(numbers)) == (what, whose, sorted(found.of(what, whose)))
    at_desk = {n for run in lot.at_desk for n in range(run.first, run.last + 1)}
    if board.state != "selling":
        # The sale is closed: cards still in hands are among the leftovers already, and are fetched one by one.
        at_desk -= found.of(HELD)
    assert found.of(DESK) <= at_desk
    assert at_desk - found.of(DESK) == set(range(lot.first_card, lot.last_card + 1)) - set(found.place)
    rows = list(SoldCard.objects.filter(game=game, medium="physical").values_list("number", flat=True))
    assert sorted(rows) == sorted(found.of(SOLD))
    assert found.cents == len(rows) * PRICE_CENTS
    assert found.left_in_hands() == len(found.of(HELD))
    return found


def holes_or_close(game):
    """Close the sale, or give what is unsold below the last card sold."""
    try:
        sales.close_sale(game_id=game.pk, actor="mesa")
    except SaleHasHoles as refusal:
        return refusal.params["holes"]
    return []


def close(game):
    """Close a sale that the race left open: whoever has an unsold card below the last one sold sells it."""
    while holes := holes_or_close(game):
        first, last, holder = holes[0]
        if holder:
            sales.sell_cards(game_id=game.pk, quantity=last - first + 1, first=first, actor=holder)
        else:
            floor.issue_block(game_id=game.pk, seller=SELLERS[0], quantity=1, actor="caja")


def take_back_all(game):
    """Take back what is still in hands after the closing, and count the leftovers."""
    for seller in SELLERS:
        for first, last in held_now(game.pk, seller):
            floor.return_block(game_id=game.pk, seller=seller, first=first, last=last, actor="caja")
    board = codec.game_board(Game.objects.get(pk=game.pk).board)
    left = board.leftover_first <= board.leftover_last
    sales.return_leftovers(game_id=game.pk, first=board.leftover_first if left else None, actor="caja")


def test_control_without_the_lock_deeds_pass_the_rule_and_die_in_the_database():
    wrong, race = set(), a_staffed_hall(900)
    with Crew(len(SELLERS) + 2, without_the_lock) as crew:
        game = next_game(race)
        for number in range(CONTROL_ROUNDS):
            told = a_round(crew, game.pk, number)
            wrong |= {name for name in told if name.startswith("!")}
            if wrong:
                break
    assert wrong
    assert wrong <= {"!IntegrityError", "!OperationalError"}


def test_control_cards_counted_without_looking_are_found_out():
    """The peer itself: two sellers who sell one card, and a card that comes back from who has not got it."""
    issued = {"first": 1, "last": 2, "holder": "s0"}
    sold = {"medium": "physical", "first": 1, "last": 1, "amount_cents": 200, "from_block": True}
    for wrong in (
        ("CardsSold", {**sold, "seller": "s1"}),
        ("BlockReturned", {**issued, "holder": "s1"}),
        ("BlockIssued", {**issued, "holder": "s1"}),
    ):
        with pytest.raises(Misplaced):
            whereabouts_of([("BlockIssued", issued), wrong])
    with pytest.raises(Misplaced):
        whereabouts_of([("BlockIssued", issued), *[("CardsSold", {**sold, "seller": "s0"})] * 2])


def a_game(crew, race, number, told):
    """Race through one game, checking after each round; gives how many cards it sold."""
    game = next_game(race)
    for turn in range(ROUNDS_A_GAME - 1):
        told += a_round(crew, game.pk, number * ROUNDS_A_GAME + turn)
        check(game)
    told += the_last_round(crew, game, number)
    check(game)
    if game.state == "selling":
        close(game)
    take_back_all(game)
    found = check(game)
    assert (found.of(HELD), found.left_in_hands()) == (set(), 0)
    assert game.board["figures"]["takings_cents"] == found.cents
    return len(found.of(SOLD))


def test_every_card_is_in_one_place_after_each_of_200_rounds():
    told, sold = Counter(), []
    race = a_staffed_hall(GAMES * 90)
    with Crew(len(SELLERS) + 2) as processes, Threads(len(SELLERS) + 2) as threads:
        for number in range(GAMES):
            forked = connection.vendor != "sqlite" or number % GAMES_A_FORK == 0
            sold.append(a_game(processes if forked else threads, race, number, told))
    assert set(told) >= DEEDS
    assert set(told) - DEEDS <= {*LATE, "sale_has_holes"}, "a deed died in the database"
    assert sum(told[code] for code in LATE) > GAMES, "hardly anybody was ever too late"
    assert min(sold) > 0
    race.put_back()
    assert list(violations(race.hall)) == []
