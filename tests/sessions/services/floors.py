"""A hall on the database whose floor has sellers with blocks; 20 printed cards a series at 2 euros."""

from django.contrib.auth.models import Group, User

from people.models import Player, StaffMember
from sessions.journal import codec
from sessions.models import Game, SoldCard
from sessions.rules.board import Board
from sessions.rules.events import Medium
from sessions.selectors.verify import violations
from sessions.services import draw, floor, payments, sales
from sessions.services.hall import make_series
from tests.given import a_game_on_sale, close_sale


def staff(story, *usernames, group="seller_caller"):
    """Employ people."""
    for username in usernames:
        user = User.objects.create(username=username)
        user.groups.add(Group.objects.get_or_create(name=group)[0])
        StaffMember.objects.create(user=user, hall=story.hall, name=username.title())


def a_floor(*sellers, **kwargs):
    """Open a sale in a hall with these sellers."""
    story = a_game_on_sale(**kwargs)
    staff(story, *(sellers or ("ana", "luis")))
    return story


def a_player(story, number, cents=0):
    """Register a player with a balance; gives the user."""
    user = User.objects.create(username=f"player-{story.hall.pk}-{number}")
    Player.objects.create(user=user, hall=story.hall, number=number)
    if cents:
        payments.deposit(hall_id=story.hall.pk, account=f"player:{number}", amount_cents=cents, actor="caja")
    return user


def another_series(story, ident, first, last, medium=Medium.PHYSICAL, price=200):
    """Register one more series of the same faces."""
    return make_series(story.physical.matrix, "A", ident, medium, first, last, price)


def board_of(story) -> Board:
    """Read the game's board."""
    return codec.game_board(Game.objects.get(pk=story.game_id).board)


def rows_of(story):
    """Give the printed cards' rows: series' number, card, seller."""
    rows = SoldCard.objects.filter(game=story.game, medium="physical").order_by("series__ident", "number")
    return [(r.series.ident, r.number, r.seller) for r in rows.select_related("series")]


def issue(story, seller, quantity, **kwargs):
    """Give a block."""
    return floor.issue_block(game_id=story.game_id, seller=seller, quantity=quantity, actor="caja", **kwargs)


def give_back(story, seller, first, last, **kwargs):
    """Take cards back."""
    return floor.return_block(game_id=story.game_id, seller=seller, first=first, last=last, actor="caja", **kwargs)


def sell(story, seller, quantity, **kwargs):
    """Sell."""
    return sales.sell_cards(game_id=story.game_id, quantity=quantity, actor=seller, **kwargs)


def undo(story, seller, first, last, **kwargs):
    """Undo."""
    return sales.undo_sale(game_id=story.game_id, first=first, last=last, actor=seller, **kwargs)


def end_game(story):
    """Close the sale, call all 90 balls, and close the game without a bingo."""
    close_sale(story)
    draw.start_draw(game_id=story.game_id, actor="mesa")
    for number in range(1, 91):
        ordinal = draw.draw_manual(game_id=story.game_id, number=number, actor="venta").ordinal
        draw.call_ball(game_id=story.game_id, ordinal=ordinal, actor="venta")
    draw.close_unclaimed(game_id=story.game_id, actor="mesa")
    payments.close_game(game_id=story.game_id, actor="mesa")


def wrong(story):
    """Prove everything."""
    story.hall.refresh_from_db()
    return list(violations(story.hall))
