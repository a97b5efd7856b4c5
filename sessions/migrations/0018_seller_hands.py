from collections import Counter

from django.db import migrations
from django.db.models import F, Sum
from django.utils import timezone

LIVE = ("selling", "ready", "drawing", "checking", "won", "unclaimed", "paying", "waiting", "suspended", "void", "refunded")


def forwards(apps, _editor):
    """Move what sellers have not handed in yet from the main till, where every sale was booked, into their hands."""
    for hall in apps.get_model("records", "Hall").objects.all():
        owed = _owed(apps, hall)
        if owed:
            _move(apps, hall, owed)


def _owed(apps, hall):
    """What each seller sold in all sessions less what the hand-overs settled, and less what is in their hand already."""
    owed = Counter()
    game_of = apps.get_model("bingo_sessions", "Game").objects.filter(session__hall=hall)
    totals = apps.get_model("bingo_sessions", "SellerTakings").objects.filter(game__session__hall=hall)
    for seller, cents in totals.values_list("seller").annotate(total=Sum("cents")).order_by():
        owed[seller] += cents
    cards = apps.get_model("bingo_sessions", "SoldCard").objects.filter(medium="physical")
    for game in game_of.filter(state__in=LIVE):
        # Double cards were paid whole in the first game of their pair.
        if game.board.get("pair") != 2:
            price = Sum(F("series__face_value_cents") * F("series__parts"))
            for seller, cents in cards.filter(game=game).values_list("seller").annotate(total=price).order_by():
                owed[seller] += cents
    for board in apps.get_model("bingo_sessions", "BingoSession").objects.filter(hall=hall).values_list("board", flat=True):
        for handed in board.get("handed_in", []):
            owed[handed["seller"]] -= handed["expected_cents"]
    accounts = apps.get_model("ledger", "Account").objects.filter(hall=hall, code__startswith="seller:")
    for code, cents in accounts.values_list("code", "balance_cents"):
        owed[code.removeprefix("seller:")] -= cents
    return {seller: cents for seller, cents in sorted(owed.items()) if cents}


def _move(apps, hall, owed):
    Account = apps.get_model("ledger", "Account")
    entry = apps.get_model("ledger", "Entry").objects.create(
        hall=hall, kind="hands", stream="", actor="system", at=timezone.now()
    )
    legs = {f"seller:{seller}": cents for seller, cents in owed.items()}
    legs["cash"] = -sum(owed.values())
    for code, cents in legs.items():
        account, _made = Account.objects.get_or_create(hall=hall, code=code, defaults={"debit": True})
        Account.objects.filter(pk=account.pk).update(balance_cents=F("balance_cents") + cents)
        if cents:
            apps.get_model("ledger", "Leg").objects.create(entry=entry, account=account, cents=cents)


class Migration(migrations.Migration):
    """Halls from before sellers had accounts: the books say where the money lies."""

    dependencies = [("bingo_sessions", "0017_admit_permission"), ("ledger", "0003_places_and_reversals")]
    operations = [migrations.RunPython(forwards, migrations.RunPython.noop)]
