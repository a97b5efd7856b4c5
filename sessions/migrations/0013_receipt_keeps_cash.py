from django.db import migrations, models


class Migration(migrations.Migration):
    """Whether who did a deed keeps the cash: a seller's sale opens no drawer."""

    dependencies = [("bingo_sessions", "0012_draw_secrets")]
    operations = [
        migrations.AddField(
            model_name="receiptjob",
            name="keeps_cash",
            field=models.BooleanField(default=False),
        )
    ]
