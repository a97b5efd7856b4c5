"""Versions of the regulation in the administration: the history to look at, and the form that files a new one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.contrib.admin.helpers import AdminErrorList, AdminForm
from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.csrf import csrf_protect
from typing_extensions import override

from screens.access import hall_of
from screens.admin.profile_form import ProfileForm, fieldsets, initial_of
from screens.admin.profile_tax import tax_initial
from screens.admin.site import OfHall, site
from screens.views.profile_words import profile_words
from sessions.messages import sentence
from sessions.models import ProfileVersion
from sessions.rules.errors import RuleViolation
from sessions.rules.regulations.taxes import TAXES
from sessions.selectors.profiles import choices_of, read_version, regulation_in_force, today
from sessions.services.profiles import file_profile

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse
    from django.utils.safestring import SafeString

    from records.models import Hall


class VersionAdmin(OfHall):
    """Versions are filed and looked at; the history is read-only."""

    list_display = ("name", "code", "version", "valid_from", "filed_by", "filed_at")
    list_filter = ("code",)
    ordering = ("-filed_at", "-pk")
    fields = ("name", "code", "version", "base", "valid_from", "filed_by", "filed_at", "sha256", "values")
    readonly_fields = ("values",)
    add_form_template = "admin/profile_form.html"

    @override
    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.admin_site.has_permission(request)

    def values(self, row: ProfileVersion) -> SafeString:
        """Draw the version as the regulation's page does."""
        return render_to_string("screens/profiles/values.html", {"one": profile_words(read_version(row))})

    values.short_description = lazy("Values")  # type: ignore[attr-defined]

    @override
    @method_decorator(csrf_protect)
    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the form with the values of a profile to start from (`code`, `tax`), and file what comes back."""
        hall = hall_of(request.user)
        if hall is None or not self.has_add_permission(request):
            raise PermissionDenied
        if request.method != "POST":
            return self._page(request, hall, ProfileForm(initial=self._start(request, hall)))
        form = ProfileForm(request.POST)
        if form.is_valid():
            try:
                row = file_profile(
                    hall_id=hall.pk, regulation=form.regulation(), actor=str(request.user.get_username())
                )
            except RuleViolation as refusal:
                form.add_error(None, sentence(refusal))
            except OperationalError:
                form.add_error(None, _("The hall is busy. Try again."))
            else:
                told = _("Version {version} of profile {code} is filed.").format(version=row.version, code=row.code)
                messages.success(request, told)
                return redirect("admin:bingo_sessions_profileversion_changelist")
        return self._page(request, hall, form)

    def _start(self, request: HttpRequest, hall: Hall) -> dict[str, Any]:
        known = {one.code: one for one in choices_of(hall)}
        base = known.get(request.GET.get("code", ""), regulation_in_force(hall))
        shown = initial_of(base) | {"valid_from": today()}
        if base.example:
            shown["name"] = base.name
        if tax := TAXES.get(request.GET.get("tax", "")):
            shown |= tax_initial(tax) | {"source_tax": tax.source}
        return shown

    def _page(self, request: HttpRequest, hall: Hall, form: ProfileForm) -> HttpResponse:
        parts = fieldsets()
        shown = AdminForm(form, parts, {}, (), model_admin=self)
        context = {
            **self.admin_site.each_context(request),
            "title": _("File a version of the regulation"),
            "subtitle": None,
            "adminform": shown,
            "object_id": None,
            "original": None,
            "is_popup": False,
            "to_field": None,
            "media": self.media,
            "inline_admin_formsets": [],
            "errors": AdminErrorList(form, []),
            "preserved_filters": "",
            "show_save_and_add_another": False,
            "show_save_and_continue": False,
            "starts": choices_of(hall),
            "started": request.GET.get("code", hall.profile),
            "taxes": TAXES,
            "taxed": request.GET.get("tax", ""),
        }
        return self.render_change_form(request, context, add=True, change=False, obj=None)


site.register(ProfileVersion, VersionAdmin)
