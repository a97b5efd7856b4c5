"""`python -m tests.house.docs [--check]`: docs/reference.md, made from the code: deeds, events, refusals."""

from __future__ import annotations

import dataclasses
import os
import sys
from inspect import getclosurevars, getdoc
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
REFERENCE = ROOT / "docs" / "reference.md"
BEGINNING = """# Reference: deeds, events, refusals

Made from the code by `make docs`; do not edit it by hand. How deeds are sent and frames are read:
[screens.md](screens.md). Where a game stands and what may follow: [regulation/states.md](regulation/states.md).
"""


def _table(heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [heads, tuple("---" for _ in heads), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def _first_line(thing: Any) -> str:
    text = " ".join(getdoc(thing).split("\n\n")[0].split())
    return text[:1].upper() + text[1:]


def _whole_words(least: int, most: int) -> str:
    from screens.deeds.registry import BIGGEST

    if least < 0:
        return "whole number"
    return f"whole number from {least}" if most == BIGGEST else f"whole number {least} to {most}"


PLAIN_WORDS = {
    "_object": "the body of the deed that is asked for, without its key",
    "flag": "true or false",
    "fault_code": "1 to 16 capital letters",
    "day": "a day, ISO 8601",
    "hour": "an hour as 03:30",
    "card": "a card's number, or the text of its reference or code, at most 40 characters",
    "pieces": 'pieces by value in cents, `{"200": 3}` for three coins of 2 euros',
    "moment": "a moment, ISO 8601 with its offset, may be empty",
}


def field_words(cleaner: Any) -> str:
    """Say what a field of a deed's body may hold."""
    kind = cleaner.__qualname__.split(".")[0]
    given = getclosurevars(cleaner).nonlocals
    match kind:
        case "whole":
            return _whole_words(given["least"], given["most"])
        case "text":
            return f"text of at most {given['most']}" + ("" if given["required"] else ", may be empty")
        case "digits":
            return f"1 to {given['most']} digits"
        case "one_of":
            return " or ".join(str(choice) for choice in given["choices"])
        case "many":
            return f"list of at most {given['most']}: {field_words(given['item'])}"
        case "optional":
            return f"{field_words(given['item'])}, or null"
    return PLAIN_WORDS[kind]


def _services() -> dict[str, Any]:
    from sessions.services import (
        acta,
        admission,
        approvals,
        claims,
        electronic,
        floor,
        hours,
        payments,
        people,
        players,
        profiles,
        receipts,
        sales,
        series,
        sessions,
        staff,
        standing,
        store,
        takings,
        terminals,
        tills,
        tips,
        transfers,
        visitors,
        voids,
    )

    return {
        "start_session": sessions.start_session,
        "open_session": sessions.open_session,
        "close_session": sessions.close_session,
        "post_staff": sessions.post_staff,
        "change_posts": people.change_posts,
        "engage_staff": staff.engage,
        "set_staff_document": staff.set_document,
        "note_incident": sessions.note_incident,
        "note_complaint": people.note_complaint,
        "check_entry": admission.check_entry,
        "ask_entry": admission.ask_entry,
        "register_visitor": visitors.register_visitor,
        "correct_visitor": visitors.correct_visitor,
        "hold_retention": visitors.hold_retention,
        "show_claimant": people.show_claimant,
        "offer_enrolment": terminals.offer_enrolment,
        "move_terminal": terminals.move_terminal,
        "revoke_terminal": terminals.revoke_terminal,
        "set_licence": hours.set_licence,
        "authorise_electronic_draw": electronic.authorise_electronic_draw,
        "sign_entry": acta.sign_entry,
        "open_book": acta.open_book,
        "choose_profile": profiles.choose_profile,
        "receive_delivery": series.receive_delivery,
        "destroy_used": store.destroy_used,
        "hand_over_block": floor.hand_over_block,
        "spoil_cards": floor.spoil_cards,
        "add_series": floor.add_series,
        "hand_in_takings": takings.hand_in_takings,
        "set_standing": standing.set_standing,
        "open_sale": sales.open_sale,
        "buy_cards": sales.buy_cards,
        "pay_prize": payments.pay_prize,
        "raise_claim": claims.raise_claim,
        "void_game": voids.void_game,
        "refund_cards": voids.refund_cards,
        "deposit": payments.deposit,
        "print_receipt": receipts.print_receipt,
        "drop_receipts": receipts.drop_receipts,
        "open_drawer": receipts.open_drawer,
        "open_till": tills.open_till,
        "undo_till_move": tills.undo_move,
        "count_till": tills.count_till,
        "close_till": tills.close_till,
        "hand_over_till": tills.hand_over,
        "move_safe": tills.move_safe,
        "count_tips": tips.count_tips,
        "share_tips": tips.share_tips,
        "open_player": players.open_player,
        "close_player": players.close_player,
        "withdraw": payments.withdraw,
        "set_player_pin": players.set_player_pin,
        "revoke_player_card": players.revoke_card,
        **dict.fromkeys(("set_player_limit", "set_limit"), players.set_limit),
        **dict.fromkeys(("pause_player", "pause_play"), players.pause_play),
        "transfer_cards": transfers.transfer_cards,
        "offer_cards": transfers.offer_cards,
        "take_cards": transfers.take_cards,
        "drop_offer": transfers.drop_offer,
        "cheque_returned": payments.cheque_returned,
        "ask_approval": approvals.ask_approval,
        "answer_approval": approvals.answer_approval,
        "drop_approval": approvals.drop_approval,
    }


SAID_OTHERWISE = {
    "stop_for_claim": "Stop the draw for a shout in the hall, before any card's number is known.",
    "top_up_till": "Bring money from the safe into one's till.",
    "drop_to_safe": "Drop money from one's till into the safe.",
    "pause_draw": "Stop the draw, for any other reason of a person's.",
}


def deed_words(name: str, deed: Any) -> str:
    """Say what a deed does: the first line of its service."""
    if name in SAID_OTHERWISE:
        return SAID_OTHERWISE[name]
    service = getclosurevars(deed.run).nonlocals.get("service") or _services()[name]
    return _first_line(service)


def _deeds() -> str:
    from bingo_hall.roles import ROLES
    from screens.deeds.registry import DEEDS

    rows = []
    for name, deed in DEEDS.items():
        posts = [post for post, may in ROLES.items() if set(may) & set(deed.permissions)]
        fields = "; ".join(f"`{field}`: {field_words(cleaner)}" for field, cleaner in deed.all_fields.items())
        rows.append((f"`{name}`", ", ".join(posts), fields or "-", deed_words(name, deed)))
    return _table(("deed", "posts", "fields besides `key`", "what it does"), rows)


def _fields(cls: Any) -> str:
    return ", ".join(f"`{field.name}`" for field in dataclasses.fields(cls)) or "-"


def _events() -> str:
    from sessions.rules.events import GAME_EVENTS
    from sessions.rules.states import TRANSITIONS

    rows = []
    for kind, cls in GAME_EVENTS.items():
        moves = [f"{state} → {to[kind]}" for state, to in TRANSITIONS.items() if kind in to]
        rows.append((f"`{kind}`", _fields(cls), _first_line(cls), ", ".join(moves)))
    return _table(("event", "payload", "meaning", "from → to"), rows)


def _session_events() -> str:
    from sessions.rules.session import SESSION_EVENTS, SESSION_TRANSITIONS

    rows = []
    for kind, cls in SESSION_EVENTS.items():
        moves = [f"{state} → {to[kind]}" for state, to in SESSION_TRANSITIONS.items() if kind in to]
        rows.append((f"`{kind}`", _fields(cls), _first_line(cls), ", ".join(moves)))
    return _table(("event", "payload", "meaning", "from → to"), rows)


def _series_events() -> str:
    from sessions.rules.ball_sets import BALL_SET_EVENTS
    from sessions.rules.hall_events import HALL_EVENTS
    from sessions.rules.stock import SERIES_EVENTS, MatrixFiled

    told = {**SERIES_EVENTS, "MatrixFiled": MatrixFiled, **BALL_SET_EVENTS, **HALL_EVENTS}
    rows = [(f"`{kind}`", _fields(cls), _first_line(cls)) for kind, cls in told.items()]
    return _table(("event", "payload", "meaning"), rows)


def refusals() -> dict[str, Any]:
    """Give every refusal by its code."""
    from sessions.rules.errors import RuleViolation

    return {cls.code: cls for cls in RuleViolation.__subclasses__() if cls.__module__.startswith("sessions.rules.")}


def _refusals() -> str:
    from django.utils.translation import override

    from sessions.messages import SENTENCES

    rows = []
    with override("en"):
        for code, cls in refusals().items():
            why, _, params = _first_line(cls).partition(" Params: ")
            rows.append((f"`{code}`", why, params.rstrip("."), str(SENTENCES[code])))
    return _table(("code", "why", "parameters", "what the person reads"), rows)


def reference() -> str:
    """Make the whole page."""
    parts = [
        BEGINNING.rstrip(),
        "## Deeds",
        "`POST /deeds/<deed>/`. One of the posts is enough. Every body also has `key`, a text of at most 64.",
        _deeds(),
        "## Events of a game",
        "Stream `game:<session_no>:<game_no>`. Who and when stand on the journal's row.",
        _events(),
        "## Events of a session",
        "Stream `session:<session_no>`.",
        _session_events(),
        "## Events of a series",
        "Stream `series:<letter>:<ident>`. The states of its cards: [stock.md](stock.md).",
        _series_events(),
        "## Refusals",
        "Answered with status 409 (`not_your_post`: 403). Nothing was changed. A sum in cents is told in euros.",
        _refusals(),
    ]
    return "\n\n".join(parts) + "\n"


def main() -> int:
    """Write the page, or tell whether it is in step."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    if "--check" in sys.argv:
        return 0 if REFERENCE.read_text() == reference() else 1
    REFERENCE.write_text(reference())
    return 0


if __name__ == "__main__":
    sys.exit(main())
