"""Boards of games played before the board kept which balls were people's word: told again from their events."""

from django.db import migrations


def tell_again(apps, _editor):
    game_model, event_model = apps.get_model("bingo_sessions", "Game"), apps.get_model("records", "Event")
    kinds = ("SaleOpened", "BallHeld", "HeldBallResolved", "BallCorrected", "ManualDrawOrdered")
    words = event_model.objects.filter(kind__in=("HeldBallResolved", "BallCorrected"))
    for hall_id, stream in words.values_list("hall_id", "stream").distinct():
        _, session_no, game_no = stream.split(":")
        game = game_model.objects.get(
            session__hall_id=hall_id, session__session_no=int(session_no), game_no=int(game_no)
        )
        if "by_hand" in game.board:
            continue
        events = event_model.objects.filter(hall_id=hall_id, stream=stream, kind__in=kinds)
        by_hand = by_hand_of(events.order_by("seq").values_list("kind", "payload"))
        game_model.objects.filter(pk=game.pk).update(board=game.board | {"by_hand": by_hand})


def by_hand_of(events):
    """Give the ordinals whose number is people's word in a game of a machine, as the journal tells them in order."""
    extractor, held, found = "", [], []
    for kind, told in events:
        if kind == "SaleOpened":
            extractor = told["extractor"]
        elif kind == "ManualDrawOrdered":
            extractor = "manual"
        elif kind == "BallHeld":
            held.append(told)
        else:
            theirs = True
            if kind == "HeldBallResolved":
                ball = held.pop(0)
                theirs = told["accepted"] and (ball["reason"] == "manual" or told["number"] != ball["number"])
            if theirs and extractor != "manual":
                found = [*(each for each in found if each != told["ordinal"]), told["ordinal"]]
    return found


class Migration(migrations.Migration):
    dependencies = [
        ("bingo_sessions", "0013_receipt_keeps_cash"),
        ("records", "0009_electronic_draw"),
    ]

    operations = [migrations.RunPython(tell_again, migrations.RunPython.noop)]
