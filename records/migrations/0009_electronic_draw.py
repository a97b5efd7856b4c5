from django.db import migrations, models


class Migration(migrations.Migration):
    """Under which authorisation a hall may draw without balls."""

    dependencies = [("records", "0008_acta_entry_of_session")]
    operations = [
        migrations.AddField("hall", "electronic_ref", models.CharField(blank=True, default="", max_length=120)),
        migrations.AddField("hall", "electronic_from", models.DateField(blank=True, null=True)),
    ]
