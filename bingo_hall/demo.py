"""The demo hall: people, cards, machine and money, so that a newcomer can play at once. Never in production."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.db import transaction

from devices.models import Device, DeviceKind
from ledger import services as ledger
from people.models import Player, StaffMember
from records import clock
from records.models import Hall
from sessions.rules.events import Medium
from sessions.services.hall import make_ball_set, make_matrix, make_series

DEMO_HALL: Final = "demo"

STAFF: Final = (
    ("sala", "Jefe de Sala", ("hall_manager",)),
    ("mesa", "Jefe de Mesa", ("table_chief",)),
    ("caja", "Cajero", ("cashier",)),
    ("venta1", "Vendedor-locutor 1", ("seller_caller",)),
    ("venta2", "Vendedor-locutor 2", ("seller_caller",)),
    ("locutor", "Vendedor-locutor 3", ("seller_caller",)),
)
PLAYERS: Final = (("jugador1", 1, 10_000), ("jugador2", 2, 5_000), ("jugador3", 3, 200))
MATRIX, PRINTED = 1_800, 1_200
FLOAT_CENTS: Final = 50_000


def _user(username: str, groups: tuple[str, ...]) -> object:
    user = get_user_model().objects.create_user(username, password=settings.BINGO_DEMO_PASSWORD)
    user.groups.set(Group.objects.filter(name__in=groups))
    return user


def _people(hall: Hall) -> None:
    for username, name, groups in STAFF:
        StaffMember.objects.create(user=_user(username, groups), hall=hall, name=name)
    for username, number, cents in PLAYERS:
        player = Player.objects.create(
            user=_user(username, ("player",)), hall=hall, number=number, name=f"Jugador {number}"
        )
        legs = {"cash": cents, player.account: -cents}
        ledger.post(hall.pk, "deposit", legs, actor="caja", at=clock.now(), key=f"demo-{player.account}")
    legs = {"cash": FLOAT_CENTS, "float": -FLOAT_CENTS}
    ledger.post(hall.pk, "float", legs, actor="caja", at=clock.now(), key="demo-float")


def _things(hall: Hall, simulator: str) -> None:
    matrix = make_matrix(hall, "demo", MATRIX)
    for number in range(1, 6):
        make_series(matrix, "A", f"{number:06}", Medium.PHYSICAL, 1, PRINTED)
    make_series(matrix, "V", "000001", Medium.VIRTUAL, PRINTED + 1, MATRIX)
    make_ball_set(hall, "B-1")
    make_ball_set(hall, "B-2")
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


def seed(*, profile: str = "es-1979", simulator: str = "demo") -> Hall:
    """Make the demo hall once, whole; the second time it is only found."""
    with transaction.atomic():
        hall = Hall.objects.filter(code=DEMO_HALL).first()
        if hall is None:
            language = "ca" if profile == "ca-art85" else "es"
            hall = Hall.objects.create(code=DEMO_HALL, name="Sala Demo", profile=profile, language=language)
            _people(hall)
            _things(hall, simulator)
    return hall
