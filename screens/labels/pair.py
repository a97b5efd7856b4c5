"""Words of the table's console for the two games of double cards: sale, minutes, tokens, halves."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

LABELS = {
    "desk.pair.game_1": _("Game {game}, first of two"),
    "desk.pair.game_2": _("Game {game}, second of two"),
    "desk.pair.price": _("{price} ({parts} × {half})"),  # noqa: RUF001 - it is a product
    "desk.pair.open": _("Double cards: two games in a row. A card costs {price}."),
    "desk.pair.open_more": _("One sale for both, without virtual cards. Nobody comes in until both have ended."),
    "desk.pair.card": _("Double card"),
    "desk.pair.card_note": _("{half} for each game"),
    "desk.pair.paid": _("Taken for both games"),
    "desk.pair.paid_each": _("{half} for each game"),
    "desk.pair.takings": _("Takings of each game"),
    "desk.pair.minutes": _("In the minutes, before the first ball"),
    "desk.pair.row_game": _("Game"),
    "desk.pair.row_cards": _("Double cards"),
    "desk.pair.ordinal_1": _("{game} (first)"),
    "desk.pair.ordinal_2": _("{game} (second)"),
    "desk.pair.idem": _("ditto"),
    "desk.pair.close_ask": _("Nobody hands in their card: game {game} follows with the other half."),
    "desk.open.series_double": _("{series} · from {next} · double, {price}"),
    "desk.second_game.title": _("Second game, same card"),
    "desk.second_game.lead": _(
        "Game {game} has ended. Read the announcement, then start the draw: it is played with the other half."
    ),
    "desk.claim.part": _("Half that is called"),
    "desk.claim.part_1": _("Half 1"),
    "desk.claim.part_2": _("Half 2"),
    "desk.token.lead.one": _(
        "Pay {n} prize at the cash desk now, or give its winner a token to be paid after both games."
    ),
    "desk.token.lead.other": _(
        "Pay {n} prizes at the cash desk now, or give each winner a token to be paid after both games."
    ),
    "desk.token.all_given.one": _("{n} prize is paid after both games, against its token. Close the game."),
    "desk.token.all_given.other": _("{n} prizes are paid after both games, against their tokens. Close the game."),
    "desk.token.of": _("Token for card {card}"),
    "desk.token.placeholder": _("Number or colour"),
    "desk.token.give": _("Give the token"),
    "desk.token.given": _("Token {token}"),
    "desk.token.close_ask": _(
        "The prizes with a token are paid after game {game}, which follows with the other half of the same cards."
    ),
}
