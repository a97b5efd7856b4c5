"""A hall that only sells, in a process that can be watched: `sale_process DATABASE make|sell|sell-carelessly`."""

import os
import sys
from pathlib import Path

CARDS = 5


def main(database, what):
    folder = Path(database).parent
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "BINGO_DATABASE_URL": f"sqlite:///{database}",
        "BINGO_DATA_DIR": str(folder),
    }
    os.environ.pop("BINGO_REDIS_URL", None)
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    from sessions.models import Game
    from sessions.services import sales
    from tests.given import a_game_on_sale

    if what == "make":
        call_command("migrate", verbosity=0)
        a_game_on_sale(cards=30)
        return
    if what == "sell-carelessly":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA synchronous=NORMAL")
    game = Game.objects.get()
    for number in range(1, CARDS + 1):
        sales.sell_cards(game_id=game.pk, quantity=1, actor="venta", source_ref=f"venta:{number}")
        os.write(1, f"SOLD {number}\n".encode())


if __name__ == "__main__":
    main(*sys.argv[1:3])
