from django.db import migrations, models


class Migration(migrations.Migration):
    """Additional prizes: an award names its prize of the profile, and a card may win several of them in one game."""

    dependencies = [("bingo_sessions", "0007_ball_set_passports")]

    operations = [
        migrations.RemoveConstraint(model_name="award", name="award_once_a_card"),
        migrations.AddField(
            model_name="award", name="jackpot", field=models.CharField(blank=True, default="", max_length=40)
        ),
        migrations.AlterField(model_name="award", name="prize", field=models.CharField(max_length=12)),
        migrations.AddConstraint(
            model_name="award",
            constraint=models.UniqueConstraint(fields=("game", "prize", "jackpot", "card"), name="award_once_a_prize"),
        ),
    ]
