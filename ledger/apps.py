from django.apps import AppConfig


class LedgerConfig(AppConfig):
    """The app `ledger`."""

    name = "ledger"
