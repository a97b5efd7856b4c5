"""Words of the hall's devices: their kinds, and what is done to them."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

KIND_WORDS: Final[dict[str, Promise]] = {
    "player_terminal": _("Player terminal"),
    "seller_tablet": _("Seller's tablet"),
    "caller": _("Draw"),
    "cash_desk": _("Cash desk"),
    "table_desk": _("Table and hall management"),
    "door": _("Door"),
    "wall": _("Wall screen"),
    "player": _("Player"),
}

TROUBLES: Final = {
    "terminals.lost": _("{place} has not answered since {time}."),
    "terminals.lost_more.one": _("And {n} more device does not answer."),
    "terminals.lost_more.other": _("And {n} more devices do not answer."),
    "terminals.clock": _("The clock of {place} is {seconds} s wrong. Set it."),
}
"""What the manager's and the table's pages say of devices; for each page that shows them."""

LABELS = {
    **{f"terminal_kind.{kind}": word for kind, word in KIND_WORDS.items() if kind != "player"},
    "terminals.new.title": _("Let a device in"),
    "terminals.new.lead": _(
        "You get a code that works once, for ten minutes. It is typed at the device, on the page {page}."
    ),
    "terminals.new.kind": _("What it is for"),
    "terminals.new.place": _("Where it stands"),
    "terminals.new.place_hint": _("As people call it: Terminal 12, Table 3, Entrance."),
    "terminals.new.do": _("Get the code"),
    "terminals.code.title": _("Code for {place}"),
    "terminals.code.lead": _("Open {page} at the device and type this code. It is shown only now."),
    "terminals.code.scan": _("Or scan this with the device:"),
    "terminals.code.left": _("Still good for {clock}"),
    "terminals.code.over": _("The ten minutes are over: get another code."),
    "terminals.move.title": _("Move or rename {place}"),
    "terminals.move.do": _("Move"),
    "terminals.revoke.title": _("Revoke {place}?"),
    "terminals.revoke.lead": _(
        "It closes within five seconds and opens nothing any more. To use the device again it needs a new code."
    ),
    "terminals.revoke.reason": _("Why"),
    "terminals.revoke.do": _("Revoke"),
}
