"""
`python -m tests.load.audit`: what the hall's journal, rows and ledger say of its games, as JSON.

No rule is asked: the cards' places are worked out from the journal with one dictionary, the money with one sum.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from typing import Any

PRICE_CENTS = 200


def by_person(pairs: Any) -> dict[str, list[int]]:
    """Sort (person, number) pairs by person."""
    cards: dict[str, list[int]] = defaultdict(list)
    for who, number in pairs:
        cards[who].append(number)
    return {who: sorted(numbers) for who, numbers in cards.items()}


def in_ledger(game: Any) -> int:
    """Add up what the ledger has taken in for a game's cards, in cents."""
    from ledger.models import Leg

    legs = Leg.objects.filter(entry__hall=game.session.hall, entry__stream=game.stream, account__code="takings")
    return -sum(legs.filter(entry__kind__in=["sale", "refund"]).values_list("cents", flat=True))


def of_game(game: Any) -> dict[str, Any]:
    """Add up one game from three sides, and say what does not agree."""
    from records.models import Event
    from tests.concurrency.whereabouts import HELD, SOLD, whereabouts_of

    events = Event.objects.filter(hall=game.session.hall, stream=game.stream).order_by("seq")
    rows = list(events.values_list("kind", "payload"))
    found = whereabouts_of(rows)
    virtual = [p for kind, p in rows if kind == "CardsSold" and p["medium"] == "virtual"]
    bought = [(p["holder"], n) for p in virtual for n in range(p["first"], p["last"] + 1)]
    cents = found.cents + sum(p["amount_cents"] for p in virtual)
    printed_rows = list(game.sold_cards.filter(medium="physical").values_list("seller", "number"))
    virtual_rows = list(game.sold_cards.filter(medium="virtual").values_list("holder", "number"))
    announced = [p["figures"]["takings_cents"] for kind, p in rows if kind == "SaleClosed"]
    count, sold = found.counted, found.of(SOLD)
    out = count["BlockIssued"] - count["BlockReturned"] - count["spoiled from hand"]
    sides = (
        ("sold = issued - returned - spoiled", len(sold), out),
        ("cards still in hands", found.of(HELD), set()),
        ("rows of printed cards = the journal's", sorted(n for _, n in printed_rows), sorted(sold)),
        ("rows of virtual cards = the journal's", sorted(virtual_rows), sorted(bought)),
        ("numbers sold once", len({n for _, n in bought} | sold), len(bought) + len(sold)),
        ("takings announced = the journal's", announced, [cents]),
        ("takings in the ledger = the journal's", in_ledger(game), cents),
        ("takings = cards sold at their price", (len(bought) + len(sold)) * PRICE_CENTS, cents),
    )
    return {
        "game_no": game.game_no,
        "state": game.state,
        "counted": dict(count),
        "series": len([kind for kind, _ in rows if kind == "SeriesAdded"]) + 1,
        "printed": len(sold),
        "virtual": len(bought),
        "cents": cents,
        "sellers": by_person(printed_rows),
        "holders": by_person(bought),
        "wrong": [f"game {game.game_no}: {what}: {one} and {other}" for what, one, other in sides if one != other],
    }


def main() -> int:
    """Print what there is, as one JSON line."""
    import django

    django.setup()
    from records.models import Hall
    from sessions.models import Game

    hall = Hall.objects.get()
    games = [of_game(g) for g in Game.objects.select_related("session__hall").order_by("pk") if g.state != "announced"]
    sys.stdout.write(json.dumps({"head": hall.head_position, "games": games}) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
