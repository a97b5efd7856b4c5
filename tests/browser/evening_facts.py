"""
`python -m tests.browser.evening_facts`: the journal, the rows of sold cards and the balances of a hall, as JSON.

It is read in the hall's own environment, so that it is the same on every database.
"""

import json
import sys


def main():
    """Print what is committed; nothing is worked out here."""
    import django

    django.setup()
    from ledger.models import Account
    from people.models import Player
    from records.models import Event
    from sessions.models import Game

    game = Game.objects.order_by("pk").last()
    events = Event.objects.order_by("position")
    accounts = {player.user.get_username(): player.account for player in Player.objects.select_related("user")}
    told = {
        "game": [[e.kind, e.payload, e.actor] for e in events.filter(stream=game.stream)],
        "handed_in": [e.payload for e in events.filter(kind="TakingsHandedIn")],
        "rows": list(game.sold_cards.order_by("number").values_list("number", "medium", "seller", "holder")),
        "balances": dict(Account.objects.values_list("code", "balance_cents")),
        "accounts": accounts,
    }
    sys.stdout.write(json.dumps(told) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
