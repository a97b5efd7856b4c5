from django.db import migrations

from records.triggers import guard, unguard

TABLES = ("ledger_entry", "ledger_leg")


def forwards(apps, editor):
    """Guard entries and legs."""
    for table in TABLES:
        guard(editor, table)


def backwards(apps, editor):
    """Free them again."""
    for table in TABLES:
        unguard(editor, table)


class Migration(migrations.Migration):
    """Money moves by new entries only; nothing is edited."""

    dependencies = [("ledger", "0001_initial")]
    operations = [migrations.RunPython(forwards, backwards)]
