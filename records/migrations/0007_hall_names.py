from django.db import migrations


class Migration(migrations.Migration):
    """What the administration calls a hall."""

    dependencies = [("records", "0006_profile_code_length")]
    operations = [
        migrations.AlterModelOptions(
            name="hall",
            options={"verbose_name": "hall", "verbose_name_plural": "halls"},
        )
    ]
