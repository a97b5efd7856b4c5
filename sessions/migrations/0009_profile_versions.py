import django.db.models.deletion
from django.db import migrations, models

from records.triggers import guard, unguard

TABLE = "bingo_sessions_profileversion"


class Migration(migrations.Migration):
    """Versions of regulation profiles: new rows only."""

    dependencies = [
        ("bingo_sessions", "0008_jackpots"),
        ("records", "0006_profile_code_length"),
    ]
    operations = [
        migrations.CreateModel(
            name="ProfileVersion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(max_length=40, verbose_name="code")),
                ("version", models.PositiveIntegerField(verbose_name="version")),
                ("base", models.CharField(max_length=40, verbose_name="base")),
                ("name", models.CharField(max_length=80, verbose_name="name")),
                ("valid_from", models.DateField(verbose_name="valid from")),
                ("data", models.JSONField()),
                ("sources", models.JSONField()),
                ("filed_by", models.CharField(max_length=150, verbose_name="filed by")),
                ("filed_at", models.DateTimeField(verbose_name="filed at")),
                ("sha256", models.CharField(max_length=64, verbose_name="proof (SHA-256)")),
                (
                    "hall",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="profile_versions",
                        to="records.hall",
                    ),
                ),
            ],
            options={
                "verbose_name": "version of the regulation",
                "verbose_name_plural": "versions of the regulation",
                "constraints": [
                    models.UniqueConstraint(fields=("hall", "code", "version"), name="profile_version_once"),
                    models.CheckConstraint(condition=models.Q(("version__gte", 1)), name="profile_version_from_1"),
                ],
            },
        ),
        migrations.RunPython(
            lambda apps, editor: guard(editor, TABLE),
            lambda apps, editor: unguard(editor, TABLE),
        ),
    ]
