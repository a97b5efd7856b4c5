from django.db import migrations

from records.triggers import guard, unguard


class Migration(migrations.Migration):
    """The entries of the book of minutes take new rows only."""

    dependencies = [("records", "0003_acta_book")]
    operations = [
        migrations.RunPython(
            lambda apps, editor: guard(editor, "records_actaentry"),
            lambda apps, editor: unguard(editor, "records_actaentry"),
        )
    ]
