from django.db import migrations

BALANCED = """
CREATE OR REPLACE FUNCTION ledger_leg_balanced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT COALESCE(SUM(cents), 0) FROM ledger_leg WHERE entry_id = NEW.entry_id) <> 0 THEN
    RAISE EXCEPTION 'entry % does not add up to 0', NEW.entry_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_leg_balanced AFTER INSERT ON ledger_leg
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_leg_balanced();
"""


def forwards(apps, editor):
    """Let PostgreSQL refuse to commit an entry that does not add up; SQLite has no deferred trigger."""
    if editor.connection.vendor == "postgresql":
        # Without parameters: its own % is not one of them.
        editor.execute(BALANCED, params=None)


def backwards(apps, editor):
    """Let it commit anything again."""
    if editor.connection.vendor == "postgresql":
        editor.execute("DROP TRIGGER IF EXISTS ledger_leg_balanced ON ledger_leg")


class Migration(migrations.Migration):
    """The last guard behind `ledger.services.post`; on SQLite `verify` proves the same (I1)."""

    dependencies = [("ledger", "0003_places_and_reversals")]
    operations = [migrations.RunPython(forwards, backwards)]
