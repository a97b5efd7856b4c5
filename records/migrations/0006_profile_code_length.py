from django.db import migrations, models


class Migration(migrations.Migration):
    """A hall's own profile has a longer code than the built-in ones."""

    dependencies = [("records", "0005_permit_and_complaints")]
    operations = [
        migrations.AlterField(
            model_name="hall",
            name="profile",
            field=models.CharField(default="es-1979", max_length=40),
        )
    ]
