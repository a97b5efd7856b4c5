"""Reports of sessions, months and years: read from the minutes, the ledger and the journal; no writes (ADR 35)."""
