"""The first page: how to play a game, every face and who works at it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth import get_user_model
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from screens.access import FACES, hall_of, is_staff, may
from screens.voice.standing import voice_words

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

ADDRESSES = {
    "manager": "/direccion/",
    "desk": "/mesa/",
    "seller": "/venta/",
    "caller": "/locutor/",
    "cashier": "/caja/",
    "admission": "/admision/",
    "terminal": "/terminal/",
}

WORDS = {
    "manager": (
        _("Hall management"),
        _("Opening checks, posts, series, close of the session"),
        _("Hall manager"),
    ),
    "desk": (_("Table"), _("Opens and closes the sale, checks the cards, closes the game"), _("Table chief")),
    "seller": (_("Sale"), _("Sells paper cards in their order"), _("Seller and caller")),
    "caller": (_("Draw"), _("Calls the balls and stops the game for a claim"), _("Seller and caller")),
    "cashier": (_("Cash desk"), _("Leftover cards, prizes, players' balances"), _("Cashier")),
    "admission": (_("Admission"), _("Who comes in: documents, entry cards, people inside"), _("Admission")),
    "terminal": (_("Player terminal"), _("Buys virtual cards and follows the game"), _("Player")),
}

BOOKS = (
    (
        ("direct_session", "run_table", "keep_cash"),
        "/acta/",
        _("Book of minutes"),
        _("Folios, signatures and copies of each session"),
    ),
    (("direct_session", "run_table"), "/bolas/", _("Ball sets"), _("Games, counts and passport of each set")),
    (
        ("direct_session", "run_table", "keep_cash", "sell_cards", "call_balls"),
        "/reglamento/",
        _("Regulation"),
        _("The rules in force, each with its article"),
    ),
    (("direct_session", "keep_cash"), "/caja/cierre/", _("Closing"), _("The night's money, balanced to zero")),
    (
        ("direct_session", "run_table", "keep_cash"),
        "/caja/propinas/",
        _("Tips book"),
        _("Counts of the tips' box, signed"),
    ),
    (("direct_session",), "/personal/", _("Staff"), _("People, documents, rota, and who may do what")),
    (
        ("direct_session", "run_table", "keep_cash", "sell_cards", "call_balls"),
        "/clave/",
        _("Your password"),
        _("Change it whenever somebody may have seen it"),
    ),
    (
        ("direct_session", "run_table", "keep_cash", "sell_cards", "call_balls"),
        "/pin/",
        _("Your PIN"),
        _("With it you sign the minutes"),
    ),
    (
        ("direct_session", "run_table"),
        "/aparatos/",
        _("Devices"),
        _("Machine, panels, readers and printers: how each is, and its line"),
    ),
    (("direct_session",), "/botes/", _("Additional prizes"), _("Funds, announcements and those that were won")),
    (("keep_cash",), "/caja/jugadores/", _("Players"), _("Accounts, cash in and out, cards to log in with, limits")),
    (("keep_cash",), "/caja/premios/", _("Prizes left to pay"), _("Not fetched yet, and cheques that came back")),
    (
        ("keep_cash", "direct_session"),
        "/caja/recibos/",
        _("Receipts"),
        _("Of this session: which are on paper, and to print one again"),
    ),
    (
        ("direct_session",),
        "/admision/fichero/",
        _("Visitors' file"),
        _("How long records are kept, registers of bans, and the file for the authority"),
    ),
    (
        ("direct_session",),
        "/terminales/",
        _("Terminals"),
        _("Devices let in, where each is and whether it answers"),
    ),
    (("direct_session",), "/tributos/", _("Gaming tax"), _("What is owed by month, quarter or year")),
    (
        ("direct_session", "keep_cash"),
        "/informes/",
        _("Reports"),
        _("Money, sellers, control and balls of a session, a month or a year"),
    ),
)
"""Pages of more than one post beside its face: who may, address, name, what it is."""

SIMULATOR = {
    "url": "/simulador/",
    "title": _("Simulated machine"),
    "text": _("Demo: what the machine knows, and everything that can go wrong with it"),
}
PANELS = {
    "url": "/paneles/",
    "title": _("Simulated panels"),
    "text": _("What a board of each kind shows, lamp by lamp"),
}
PRINTER = {
    "url": "/impresora/",
    "title": _("Simulated printer"),
    "text": _("The receipts as they come out, and the cash drawer"),
}

DEMO_PLAYERS = 2


def wall_links() -> list[dict[str, object]]:
    """Give the addresses of the wall screens with their read-only token."""
    token = {"k": settings.BINGO_WALL_TOKEN}
    languages = {**token, "lang": "es,ca"}
    return [
        {
            "url": "/sala/?" + urlencode(languages),
            "name": _("Hall board"),
            "text": _("For the walls of the room"),
        },
        {
            "url": "/sala/?" + urlencode({**languages, "voice": "1"}),
            "name": _("Hall board that speaks"),
            "text": voice_words(),
        },
        {
            "url": "/sala/?" + urlencode({**languages, "show": "admission"}),
            "name": _("Notice at the entrance"),
            "text": _("Whether somebody may come in now"),
        },
        {
            "url": "/overlay/?" + urlencode(token),
            "name": _("Television overlay"),
            "text": _("Over the camera on the ball"),
        },
        *camera_links(token),
        {
            "url": "/comprobar/",
            "name": _("Check a card"),
            "text": _("For anyone, on a phone: what became of a card"),
        },
    ]


def camera_links(token: dict[str, str]) -> list[dict[str, object]]:
    """Give the addresses of the pages that show a camera with the overlay over it, one a camera."""
    return [
        {
            "url": "/camara/?" + urlencode({**token, "src": place}),
            "name": _("Camera {number}").format(number=place),
            "text": _("With the overlay, for halls without a mixer"),
        }
        for place in range(1, len(settings.BINGO_CAMERA_URL) + 1)
    ]


def books(user: Any) -> list[dict[str, Any]]:
    """Give the pages this person has beside the faces of their posts."""
    pages = [{"url": url, "title": title, "text": text} for may_see, url, title, text in BOOKS if may(user, *may_see)]
    return [*pages, SIMULATOR, PANELS, PRINTER] if settings.BINGO_DEMO and is_staff(user) else pages


def demo_users(hall: Any) -> list[dict[str, object]]:
    """Give the demo people: staff first, in the order of a night, then a few players."""
    if not settings.BINGO_DEMO or hall is None:
        return []
    people = get_user_model().objects.filter(is_active=True)
    staff = list(people.filter(staff__hall=hall).select_related("staff").order_by("pk"))
    players = list(people.filter(player__hall=hall).select_related("player").order_by("player__number"))
    told = [_told(user, user.staff.name) for user in staff]
    told += [_told(user, user.player.name) for user in players[:DEMO_PLAYERS]]
    told = [one for one in told if one["faces"]]
    order = list(ADDRESSES)
    return sorted(told, key=lambda one: order.index(one["faces"][0]))


def _told(user: Any, name: str) -> dict[str, Any]:
    faces = [face for permission, face in FACES if may(user, permission)]
    first = faces[0] if faces else ""
    return {
        "username": user.get_username(),
        "name": name or user.get_username(),
        "password": getattr(settings, "BINGO_DEMO_PASSWORD", ""),
        "faces": faces,
        "post": WORDS[first][2] if first else "",
        "face_url": ADDRESSES.get(first, "/"),
    }


def workers(face: str, people: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Give who works at a face; at the draw not the table, and first whoever is least needed at the sale."""
    if face == "caller":
        return [one for one in reversed(people) if face in one["faces"] and one["faces"][0] != "desk"]
    return [one for one in people if face in one["faces"]]


def faces_for(user: Any, people: list[dict[str, object]]) -> list[dict[str, object]]:
    """Give a card for each face: what it is, who works there, whether it is this person's."""
    cards = []
    for permission, face in FACES:
        title, text, post = WORDS[face]
        cards.append(
            {
                "face": face,
                "url": ADDRESSES[face],
                "title": title,
                "text": text,
                "post": post,
                "mine": may(user, permission),
                "people": workers(face, people),
            }
        )
    return cards


def launcher(request: HttpRequest) -> HttpResponse:
    """Show where to start; who has logged in sees their own faces first."""
    hall = hall_of(request.user)
    people = demo_users(hall)
    faces = faces_for(request.user, people)
    context = {
        "hall": hall,
        "demo_users": people,
        "demo_pin": settings.BINGO_DEMO_PIN,
        "faces": faces,
        "face": {card["face"]: card for card in faces},
        "mine": [card for card in faces if card["mine"]],
        "books": books(request.user),
        "wall_links": wall_links() if settings.BINGO_DEMO or is_staff(request.user) else [],
    }
    return render(request, "screens/launcher.html", context)
