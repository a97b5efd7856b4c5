import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """The sealed secrets of electronic draws."""

    dependencies = [("bingo_sessions", "0011_receipts"), ("records", "0009_electronic_draw")]
    operations = [
        migrations.CreateModel(
            name="DrawSecret",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("stream", models.CharField(max_length=60)),
                ("sealed", models.TextField(blank=True)),
                ("key_name", models.CharField(max_length=8)),
                ("ended", models.CharField(blank=True, default="", max_length=10)),
                (
                    "hall",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="draw_secrets", to="records.hall"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ended", "")), fields=("hall", "stream"), name="draw_secret_once"
                    )
                ],
            },
        )
    ]
