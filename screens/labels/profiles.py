"""Words of the regulation's page and of its editor: values, choices, additional prizes, tax."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from screens.labels.staff import LABELS as STAFF

LABELS = {
    **STAFF,
    "profiles.choose.title": _("Play under “{name}”?"),
    "profiles.choose.lead": _(
        "From the next sale on. Games that were sold keep the rules they were sold under."
        " The choice goes into the journal."
    ),
    "profiles.choose.example": _(
        "It is an example with figures of {year}: check them against the law in force before you play under them."
    ),
    "profiles.choose.do": _("Play under it"),
}

VALUES: Final[dict[str, Promise]] = {
    "line_bp": _("Line"),
    "bingo_bp": _("Bingo"),
    "tax_bp": _("Tax kept from each game"),
    "jackpots_bp": _("Most for all additional prizes"),
    "rounding_unit": _("Prizes are rounded down to"),
    "remainder_to": _("Cents that cannot be shared"),
    "claim_window_s": _("Time for other winners"),
    "unclaimed_to": _("Prize that nobody wins"),
    "late_line": _("Line called late"),
    "show_unclaimed": _("Complete cards nobody calls are shown to the table chief"),
    "holes": _("Gaps within the cards sold"),
    "most_virtual_a_player": _("Virtual cards of one player in a game"),
    "most_virtual_a_game": _("Virtual cards in a game"),
    "standing_purchase": _("Players may buy cards ahead"),
    "face_values_cents": _("Prices a card may have"),
    "jackpots": _("Additional prizes"),
    "shares_with": _("Shares while additional prizes are on"),
    "tax": _("Gaming tax"),
}

CHOICES: Final[dict[str, dict[str, Promise]]] = {
    "remainder_to": {
        "winners": _("one each to the winners, in the order of their checks"),
        "next_game": _("to the next game"),
        "house": _("to the house"),
    },
    "unclaimed_to": {"next_game": _("goes to the next game"), "house": _("stays with the house")},
    "late_line": {"refuse": _("refused"), "check": _("the card is checked, and found late")},
    "holes": {"refuse": _("the sale does not close"), "acta": _("the sale closes and the minutes name them")},
}

TAX: Final[dict[str, dict[str, Promise]]] = {
    "base": {
        "face": _("face value of the cards"),
        "fixed": _("a fixed part of the face value"),
        "net": _("face value less prizes"),
    },
    "accrual": {
        "supply": _("printed cards, as they come in"),
        "play": _("cards sold, as their game ends"),
        "virtual_issue": _("printed cards as they come in, virtual ones as they are sold"),
    },
    "period": {"monthly": _("monthly"), "quarterly": _("quarterly"), "yearly": _("yearly")},
}

JACKPOT_KINDS: Final[dict[str, Promise]] = {
    "accumulated": _("accumulated bingo"),
    "prima": _("prima"),
    "extra": _("extra bingo"),
}
