from django.urls import include, path

from bingo_hall.views.panels import panel, panel_state, panel_switch, panels
from bingo_hall.views.printer import printer, printer_order, printer_state
from bingo_hall.views.simulator import simulator, simulator_order, simulator_state
from screens.admin.profiles import site

urlpatterns = [
    path("admin/", site.urls),
    path("simulador/", simulator, name="simulator"),
    path("simulador/estado/", simulator_state, name="simulator_state"),
    path("simulador/orden/", simulator_order, name="simulator_order"),
    path("paneles/", panels, name="panels"),
    path("paneles/<slug:code>/", panel, name="panel"),
    path("paneles/<slug:code>/estado/", panel_state, name="panel_state"),
    path("paneles/<slug:code>/mando/", panel_switch, name="panel_switch"),
    path("impresora/", printer, name="printer"),
    path("impresora/estado/", printer_state, name="printer_state"),
    path("impresora/orden/", printer_order, name="printer_order"),
    path("", include("screens.urls")),
]
handler403 = "screens.views.errors.forbidden"
handler404 = "screens.views.errors.not_found"
handler500 = "screens.views.errors.failure"
