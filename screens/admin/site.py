"""
The administration at /admin/: for a Jefe de Sala who may enter it (`is_staff`), and for their hall only.

It files versions of the regulation and shows a few lists. It changes no row: what it does, it does through services.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib.admin import AdminSite, ModelAdmin
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

from people.models import StaffMember
from records.models import Hall
from screens.access import hall_of, may

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.http import HttpRequest, HttpResponse


class HallAdminSite(AdminSite):
    """Django's administration with the hall's own log-in and its own idea of who may enter."""

    site_header = _("Administration of the hall")
    site_title = _("Administration")
    index_title = _("Regulation and lists")
    enable_nav_sidebar = False

    @override
    def has_permission(self, request: HttpRequest) -> bool:
        user: Any = request.user
        works_here = user.is_active and user.is_staff and StaffMember.objects.filter(user=user).exists()
        return bool(works_here and may(user, "direct_session"))

    @override
    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Send a stranger to the hall's own log-in, which counts wrong passwords; refuse who is known and may not."""
        if request.user.is_authenticated and not self.has_permission(request):
            raise PermissionDenied
        wanted = request.GET.get("next") or reverse("admin:index")
        return redirect_to_login(wanted, reverse("login"))


class OfHall(ModelAdmin):
    """A list of the hall's own rows, to be looked at; `hall_path` leads from a row to its hall."""

    hall_path = "hall"
    actions = None
    change_form_template = "admin/look.html"

    @override
    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        hall = hall_of(request.user)
        return super().get_queryset(request).filter(**{self.hall_path: hall.pk if hall else None})

    @override
    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.admin_site.has_permission(request)

    @override
    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.admin_site.has_permission(request)

    @override
    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @override
    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @override
    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


site = HallAdminSite(name="admin")


class HallLook(OfHall):
    """The hall's own row."""

    hall_path = "pk"
    list_display = ("name", "code", "language", "profile", "head_position")
    fields = ("name", "code", "language", "profile", "journal_epoch", "head_position", "head_hash")


class StaffLook(OfHall):
    """Who works in the hall, without anything secret."""

    list_display = ("name", "user", "licence_no")
    fields = ("name", "user", "licence_no")
    search_fields = ("name", "licence_no")


site.register(Hall, HallLook)
site.register(StaffMember, StaffLook)
