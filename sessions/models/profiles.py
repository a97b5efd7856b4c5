from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

from records.models import Hall


class ProfileVersion(models.Model):
    """
    A filed version of a regulation profile: all its values, a text for each, and from when it is valid.

    Append-only: triggers refuse UPDATE and DELETE. Its hash is in the journal too (`ProfileFiled`). `base` is the
    built-in profile whose formulas it speaks.
    """

    hall = models.ForeignKey(Hall, on_delete=models.PROTECT, related_name="profile_versions")
    code = models.CharField(_("code"), max_length=40)
    version = models.PositiveIntegerField(_("version"))
    base = models.CharField(_("base"), max_length=40)
    name = models.CharField(_("name"), max_length=80)
    valid_from = models.DateField(_("valid from"))
    data = models.JSONField()
    sources = models.JSONField()
    filed_by = models.CharField(_("filed by"), max_length=150)
    filed_at = models.DateTimeField(_("filed at"))
    sha256 = models.CharField(_("proof (SHA-256)"), max_length=64)

    class Meta:
        verbose_name = _("version of the regulation")
        verbose_name_plural = _("versions of the regulation")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hall", "code", "version"], name="profile_version_once"),
            models.CheckConstraint(condition=models.Q(version__gte=1), name="profile_version_from_1"),
        ]

    @override
    def __str__(self) -> str:
        """Name it as a list does."""
        return f"{self.name} ({self.code} v{self.version})"
