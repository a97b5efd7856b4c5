from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PeopleConfig(AppConfig):
    """The app `people`."""

    name = "people"
    verbose_name = _("People")  # in the administration
