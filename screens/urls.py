from django.contrib.auth.views import LogoutView
from django.urls import path
from django.views.i18n import set_language

from screens.views.acta import acta
from screens.views.caller import caller
from screens.views.cashier import cashier
from screens.views.deeds import deed
from screens.views.desk import desk
from screens.views.entry import Entry, enter_demo
from screens.views.hall import hall_board
from screens.views.health import healthz
from screens.views.launcher import launcher
from screens.views.manager import manager
from screens.views.overlay import overlay
from screens.views.seller import seller
from screens.views.state import mine, state
from screens.views.terminal import terminal

urlpatterns = [
    path("", launcher, name="launcher"),
    path("entrar/", Entry.as_view(), name="login"),
    path("entrar/demo/", enter_demo, name="enter_demo"),
    path("salir/", LogoutView.as_view(), name="logout"),
    path("idioma/", set_language, name="set_language"),
    path("direccion/", manager, name="manager"),
    path("mesa/", desk, name="desk"),
    path("venta/", seller, name="seller"),
    path("locutor/", caller, name="caller"),
    path("caja/", cashier, name="cashier"),
    path("terminal/", terminal, name="terminal"),
    path("sala/", hall_board, name="hall"),
    path("overlay/", overlay, name="overlay"),
    path("acta/<int:session_no>/", acta, name="acta"),
    path("state/", state, name="state"),
    path("state/mine/", mine, name="mine"),
    path("deeds/<slug:name>/", deed, name="deed"),
    path("healthz/", healthz, name="healthz"),
]
