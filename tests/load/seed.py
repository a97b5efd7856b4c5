"""
`python -m tests.load.seed`: the demo hall with enough people for an evening, and a small series that runs out.

It is run in the hall's own environment, before the hall opens.
"""

from __future__ import annotations

import argparse
import sys

SERIES_LETTER = "C"
PLAYER_CENTS = 20_000


def seed(*, vendors: int, terminals: int, series_cards: int, simulator: str) -> None:
    """Make the hall, sellers venta1.., players jugador1.. with 200 euros each, and the series."""
    from django.contrib.auth import get_user_model
    from django.contrib.auth.models import Group
    from django.db import transaction

    from bingo_hall import demo
    from ledger import services as ledger
    from people.models import Player, StaffMember
    from records import clock
    from sessions.models import CardMatrix
    from sessions.services.hall import make_series

    hall = demo.seed(simulator=simulator)

    def person(username: str, group: str):
        user, _new = get_user_model().objects.get_or_create(username=username)
        user.groups.add(Group.objects.get(name=group))
        return user

    with transaction.atomic():
        for number in range(1, vendors + 1):
            user = person(f"venta{number}", "seller_caller")
            StaffMember.objects.get_or_create(user=user, hall=hall, defaults={"name": f"Vendedor {number}"})
        for number in range(1, terminals + 1):
            user = person(f"jugador{number}", "player")
            player, _new = Player.objects.get_or_create(user=user, hall=hall, defaults={"number": number, "name": "J"})
            legs = {"cash": PLAYER_CENTS, player.account: -PLAYER_CENTS}
            ledger.post(hall.pk, "deposit", legs, actor="caja", at=clock.now(), key=f"load-{number}")
        matrix = CardMatrix.objects.get(hall=hall, name="demo")
        make_series(matrix, SERIES_LETTER, "000001", "physical", 1, series_cards)


def main() -> int:
    """Read the arguments and seed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--vendors", type=int, default=6)
    parser.add_argument("--terminals", type=int, default=40)
    parser.add_argument("--series-cards", type=int, required=True)
    parser.add_argument("--simulator", required=True)
    options = parser.parse_args()
    import django

    django.setup()
    seed(**vars(options))
    return 0


if __name__ == "__main__":
    sys.exit(main())
