from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RecordsConfig(AppConfig):
    """The app `records`."""

    name = "records"
    verbose_name = _("Hall")  # in the administration
