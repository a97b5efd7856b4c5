from django.db import migrations


class Migration(migrations.Migration):
    """What the administration calls who works in the hall."""

    dependencies = [("people", "0002_staff_pins")]
    operations = [
        migrations.AlterModelOptions(
            name="staffmember",
            options={"verbose_name": "member of the staff", "verbose_name_plural": "staff"},
        )
    ]
