from django.contrib.auth.views import LogoutView
from django.urls import path
from django.views.i18n import set_language

from screens.views.access_review import access_file, access_review
from screens.views.acta import acta, acta_books, acta_file
from screens.views.admission import admission, entry_card
from screens.views.balls import balls
from screens.views.caller import caller
from screens.views.camera import camera
from screens.views.cashier import cashier
from screens.views.check import check, check_code
from screens.views.check_draw import check_draw, check_script
from screens.views.closing import closing, closing_entries, closing_file
from screens.views.deeds import deed
from screens.views.desk import desk
from screens.views.devices import device_log, devices
from screens.views.dispute import dispute_pack
from screens.views.entry import Entry, enter_demo
from screens.views.hall import hall_board
from screens.views.health import healthz
from screens.views.jackpots import jackpots, receipt
from screens.views.launcher import launcher
from screens.views.manager import manager
from screens.views.matrices import export, matrices
from screens.views.overlay import overlay
from screens.views.overlay_data import overlay_data
from screens.views.password import password
from screens.views.pin import pin
from screens.views.players import player, player_card, players, prizes
from screens.views.printing import print_cards, print_file
from screens.views.profiles import profiles
from screens.views.receipts import receipts
from screens.views.registry import registry, registry_one
from screens.views.replay import replay
from screens.views.reports import reports
from screens.views.rota import rota
from screens.views.second_factor import enter_code, second_factor
from screens.views.seller import seller
from screens.views.staff import staff, staff_person
from screens.views.state import mine, state
from screens.views.statement import statement
from screens.views.store import store
from screens.views.tax import tax
from screens.views.terminal import terminal, terminal_account
from screens.views.terminal_entry import player_entry, player_exit
from screens.views.terminals import enrol, terminals
from screens.views.tills import till, tips
from screens.views.visitor_file import visitor_file
from screens.views.voice import voice_clip, voice_list, voice_said, voice_sentence

urlpatterns = [
    path("", launcher, name="launcher"),
    path("entrar/", Entry.as_view(), name="login"),
    path("entrar/demo/", enter_demo, name="enter_demo"),
    path("entrar/codigo/", enter_code, name="enter_code"),
    path("entrar/segundo-paso/", second_factor, name="second_factor"),
    path("pin/", pin, name="pin"),
    path("clave/", password, name="password"),
    path("personal/", staff, name="staff"),
    path("personal/persona/<str:username>/", staff_person, name="staff_person"),
    path("personal/turnos/", rota, name="rota"),
    path("personal/accesos/", access_review, name="access_review"),
    path("personal/accesos/fichero/", access_file, name="access_file"),
    path("salir/", LogoutView.as_view(), name="logout"),
    path("idioma/", set_language, name="set_language"),
    path("direccion/", manager, name="manager"),
    path("cartones/", store, name="store"),
    path("cartones/importar/", matrices, name="import_matrix"),
    path("cartones/exportar/", export, name="export_matrix"),
    path("bolas/", balls, name="balls"),
    path("aparatos/", devices, name="devices"),
    path("aparatos/<slug:code>/linea/", device_log, name="device_log"),
    path("mesa/", desk, name="desk"),
    path("mesa/repeticion/", replay, name="replay"),
    path("venta/", seller, name="seller"),
    path("locutor/", caller, name="caller"),
    path("caja/", cashier, name="cashier"),
    path("caja/turno/", till, name="till"),
    path("caja/propinas/", tips, name="tips"),
    path("caja/cierre/", closing, name="closing"),
    path("caja/cierre/<int:session_no>/", closing, name="closing_of"),
    path("caja/cierre/<int:session_no>/apuntes/", closing_entries, name="closing_entries"),
    path("caja/cierre/<int:session_no>/fichero/", closing_file, name="closing_file"),
    path("caja/recibos/", receipts, name="receipts"),
    path("caja/jugadores/", players, name="players"),
    path("caja/jugadores/<int:number>/", player, name="player"),
    path("caja/jugadores/<int:number>/tarjeta/", player_card, name="player_card"),
    path("caja/premios/", prizes, name="prizes"),
    path("caja/recibo/<int:session_no>/<int:game_no>/<int:award_no>/", receipt, name="receipt"),
    path("admision/", admission, name="admission"),
    path("admision/fichero/", visitor_file, name="visitor_file"),
    path("admision/tarjeta/<int:card_no>/", entry_card, name="entry_card"),
    path("botes/", jackpots, name="jackpots"),
    path("terminal/", terminal, name="terminal"),
    path("terminal/entrar/", player_entry, name="player_entry"),
    path("terminal/salir/", player_exit, name="player_exit"),
    path("terminal/cuenta/", terminal_account, name="terminal_account"),
    path("terminal/extracto/<int:number>/", statement, name="statement"),
    path("terminales/", terminals, name="terminals"),
    path("enrolar/", enrol, name="enrol"),
    path("sala/", hall_board, name="hall"),
    path("sala/voz/", voice_list, name="voice_list"),
    path("sala/voz/dicho/", voice_said, name="voice_said"),
    path("sala/voz/frase/<str:signed>/", voice_sentence, name="voice_sentence"),
    path("sala/voz/<str:lang>/<str:name>/", voice_clip, name="voice_clip"),
    path("overlay/", overlay, name="overlay"),
    path("overlay/datos/", overlay_data, name="overlay_data"),
    path("camara/", camera, name="camera"),
    path("comprobar/", check, name="check"),
    path("comprobar/qr.svg", check_code, name="check_code"),
    path("comprobar/sorteo/<int:session_no>/<int:game_no>/", check_draw, name="check_draw"),
    path("comprobar/sorteo/programa/", check_script, name="check_script"),
    path("acta/", acta_books, name="acta_books"),
    path("acta/<int:session_no>/", acta, name="acta"),
    path("acta/<int:session_no>/fichero/", acta_file, name="acta_file"),
    path("acta/<int:session_no>/<int:game_no>/expediente/", dispute_pack, name="dispute_pack"),
    path("cartones/imprimir/", print_cards, name="print_cards"),
    path("cartones/imprimir/fichero/", print_file, name="print_file"),
    path("registro/", registry, name="registry"),
    path("registro/<int:position>/", registry_one, name="registry_one"),
    path("reglamento/", profiles, name="profiles"),
    path("tributos/", tax, name="tax"),
    path("informes/", reports, name="reports"),
    path("state/", state, name="state"),
    path("state/mine/", mine, name="mine"),
    path("deeds/<slug:name>/", deed, name="deed"),
    path("healthz/", healthz, name="healthz"),
]
