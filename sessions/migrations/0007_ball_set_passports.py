from django.db import migrations, models
import django.db.models.deletion


def find_games(apps, _editor):
    """Join each closed game in which a ball was drawn to its set, and mark the set that each hall uses now."""
    sets = {(one.hall_id, one.code): one for one in apps.get_model("bingo_sessions", "BallSet").objects.all()}
    games = apps.get_model("bingo_sessions", "Game").objects.filter(state="closed").select_related("session")
    changed = []
    for game in games.iterator(chunk_size=200):
        found = sets.get((game.session.hall_id, game.board.get("ball_set", "")))
        if found is not None and game.board.get("drawn"):
            game.drawn_with = found
            changed.append(game)
    games.model.objects.bulk_update(changed, ["drawn_with"], batch_size=500)
    in_use = {}
    for session in apps.get_model("bingo_sessions", "BingoSession").objects.order_by("session_no"):
        if found := sets.get((session.hall_id, session.board.get("ball_set", ""))):
            in_use[session.hall_id] = found
    for one in in_use.values():
        one.state = "in_use"
        one.save(update_fields=["state"])


class Migration(migrations.Migration):

    dependencies = [
        ("bingo_sessions", "0006_remains"),
    ]

    operations = [
        migrations.AddField("ballset", "approval_ref", models.CharField(blank=True, default="", max_length=80)),
        migrations.AddField("ballset", "received_at", models.DateTimeField(null=True)),
        migrations.AddField("ballset", "retired_at", models.DateTimeField(null=True)),
        migrations.AddField("ballset", "retired_reason", models.CharField(blank=True, default="", max_length=500)),
        migrations.AddField("ballset", "state", models.CharField(default="in_store", max_length=10)),
        migrations.AddField("ballset", "supplier", models.CharField(blank=True, default="", max_length=120)),
        migrations.AddField("ballset", "unseen", models.JSONField(default=list)),
        migrations.AddField(
            "game",
            "drawn_with",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="drawn_games",
                to="bingo_sessions.ballset",
            ),
        ),
        migrations.AddConstraint(
            "ballset",
            models.UniqueConstraint(
                condition=models.Q(("state", "spare")), fields=("hall",), name="one_spare_ball_set"
            ),
        ),
        migrations.AddConstraint(
            "ballset",
            models.UniqueConstraint(
                condition=models.Q(("state", "in_use")), fields=("hall",), name="one_ball_set_in_use"
            ),
        ),
        migrations.RunPython(find_games, migrations.RunPython.noop),
    ]
