from django.db import migrations

from records.triggers import guard, unguard


class Migration(migrations.Migration):
    """The journal takes new rows only."""

    dependencies = [("records", "0001_initial")]
    operations = [
        migrations.RunPython(
            lambda apps, editor: guard(editor, "records_event"),
            lambda apps, editor: unguard(editor, "records_event"),
        )
    ]
