"""The demo hall: people, cards, machine and money, so that a newcomer can play at once. Never in production."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.db import transaction

from devices.models import Device, DeviceKind
from ledger import services as ledger
from people.models import Player, RotaTurn, StaffMember
from people.pins import set_pin
from people.visitors import Visitor
from records import clock
from records.models import Hall
from sessions.rules.ball_sets import decide_registration
from sessions.rules.events import Medium
from sessions.rules.licences import last_day_of
from sessions.rules.rota import minutes_of
from sessions.selectors.rota import tonight
from sessions.services.ball_sets import name_spare_set, new_ball_set
from sessions.services.hall import make_matrix, make_series
from sessions.services.tills import move_safe
from sessions.services.visitors import load_register, register_visitor

DEMO_HALL: Final = "demo"

STAFF: Final = (
    ("sala", "Jefe de Sala", ("hall_manager",)),
    ("mesa", "Jefe de Mesa", ("table_chief",)),
    ("caja", "Cajero", ("cashier",)),
    ("venta1", "Vendedor-locutor 1", ("seller_caller",)),
    ("venta2", "Vendedor-locutor 2", ("seller_caller",)),
    ("locutor", "Vendedor-locutor 3", ("seller_caller",)),
    ("auxiliar", "Auxiliar de sala", ("floor_assistant",)),
    ("puerta", "Admisión y control", ("admission",)),
)
PLAYERS: Final = (("jugador1", 1, 10_000), ("jugador2", 2, 5_000), ("jugador3", 3, 200))
VISITOR: Final = Visitor(
    name="Visitante", surnames="de la Demostración", birth="1970-01-01", kind="dni", document="00000000T"
)
BANNED: Final = "99999999R"
MATRIX, PRINTED = 1_800, 1_200
FLOAT_CENTS: Final = 50_000
SAFE_CENTS: Final = 200_000


def _user(username: str, groups: tuple[str, ...]) -> object:
    enters = "hall_manager" in groups  # the administration
    user = get_user_model().objects.create_user(username, password=settings.BINGO_DEMO_PASSWORD, is_staff=enters)
    user.groups.set(Group.objects.filter(name__in=groups))
    return user


def _people(hall: Hall) -> None:
    for username, name, groups in STAFF:
        set_pin(StaffMember.objects.create(user=_user(username, groups), hall=hall, name=name), settings.BINGO_DEMO_PIN)
    _documents_and_rota(hall)
    for username, number, cents in PLAYERS:
        player = Player.objects.create(
            user=_user(username, ("player",)), hall=hall, number=number, name=f"Jugador {number}"
        )
        set_pin(player, settings.BINGO_DEMO_PIN)
        legs = {"cash": cents, player.account: -cents}
        ledger.post(hall.pk, "deposit", legs, actor="caja", at=clock.now(), key=f"demo-{player.account}")
    legs = {"cash": FLOAT_CENTS, "float": -FLOAT_CENTS}
    ledger.post(hall.pk, "float", legs, actor="caja", at=clock.now(), key="demo-float")


def _documents_and_rota(hall: Hall) -> None:
    """Give each person a professional document, one of which soon ends, and plan a week of nights."""
    night, _minute = tonight()
    for place, member in enumerate(hall.staff.select_related("user").prefetch_related("user__groups").order_by("pk")):
        ends_soon = member.user.get_username() == "venta2"
        issued = night - timedelta(days=1_065 if ends_soon else 200 + 30 * place)
        document = {
            "licence_no": f"DEMO-{place + 1:04}",
            "licence_issued": issued,
            "licence_until": last_day_of(issued),
        }
        hall.staff.filter(pk=member.pk).update(**document)
        post = member.user.groups.get().name
        hours = {"starts": minutes_of("17:30"), "ends": minutes_of("03:30")}
        for day in range(7):
            RotaTurn.objects.create(hall=hall, member=member, night=night + timedelta(days=day), post=post, **hours)


def _things(hall: Hall, simulator: str) -> None:
    matrix = make_matrix(hall, "demo", MATRIX)
    for number in range(1, 6):
        make_series(matrix, "A", f"{number:06}", Medium.PHYSICAL, 1, PRINTED)
    make_series(matrix, "V", "000001", Medium.VIRTUAL, PRINTED + 1, MATRIX)
    for number in (1, 2):
        registered = decide_registration(f"B-{number}", pneumatic=True, approval_ref=f"DEMO-BOLAS-{number}")
        new_ball_set(hall, registered, actor="setup")
    Device.objects.create(
        code="extractor-1",
        hall_code=hall.code,
        kind=DeviceKind.EXTRACTOR,
        driver="bx1",
        url=f"bingosim://{simulator}?speed=1",
    )
    Device.objects.create(
        code="panel-1",
        hall_code=hall.code,
        kind=DeviceKind.PANEL,
        driver="frame",
        url=f"bingopanel://{simulator}",
    )
    Device.objects.create(
        code="printer-1",
        hall_code=hall.code,
        kind=DeviceKind.PRINTER,
        driver="escpos",
        url=f"bingoprinter://{simulator}",
        options={"columns": 42, "drawer": True},
    )


def seed(*, profile: str = "es-1979", simulator: str = "demo") -> Hall:
    """Make the demo hall once, whole; the second time it is only found."""
    with transaction.atomic():
        hall = Hall.objects.filter(code=DEMO_HALL).first()
        made = hall is None
        if hall is None:
            language = "ca" if profile == "ca-art85" else "es"
            hall = Hall.objects.create(code=DEMO_HALL, name="Sala Demo", profile=profile, language=language)
            _people(hall)
            _things(hall, simulator)
    if made:
        name_spare_set(hall_id=hall.pk, ball_set="B-2", actor="sala")
        move_safe(hall_id=hall.pk, amount_cents=SAFE_CENTS, reason="Fondo de la sala", actor="sala")
        # At the door: one who is on file, and one who may not come in.
        register_visitor(hall_id=hall.pk, visitor=VISITOR, signed=True, actor="puerta")
        load_register(hall_id=hall.pk, register="regional", text=BANNED, actor="sala")
    return hall
