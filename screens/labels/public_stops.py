"""What the public is told of a game that stands, is void, or is one of two with the same double cards."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

CORRECTION = {
    "correction": _("Correction"),
    "correction.of_ball": _("ball {ordinal}"),
}

PAIR = {
    "pair.mark": _("Game {n} of 2"),
    "pair.keep": _("Keep your double card: the second game follows"),
    "pair.door": _("Nobody comes in until both games have ended."),
    "waiting.next": _("Coming next"),
    "waiting.title": _("Second game with the same double card"),
    "waiting.keep": _("It is played with the other half of the card."),
}

SUSPENDED = {
    "suspended.short": _("Game suspended"),
    "suspended.title": _("Game {number} suspended"),
    "suspended.wait": _(
        "No ball has been drawn yet. If the failure is not solved in fifteen minutes, every card is paid back in full."
    ),
    "suspended.over": _("The fifteen minutes are over. The table says what follows."),
    "suspended.manual": _("The game goes on by hand, with the balls not yet drawn. What was called still counts."),
    "suspended.agent": _("The authority's agent has been called, and decides whether the game goes on."),
    "suspended.keep": _("Keep your cards and stay in your seats."),
    "suspended.keep_paper": _("Keep your cards."),
    "suspended.left": _("Time left"),
}

VOID = {
    "void.short": _("Void game: cards are paid back"),
    "void.title": _("Game {number} is void"),
    "void.whole": _("The full price of every card is paid back"),
    "void.half": _("One half of the double card is paid back"),
    "void.each": _("For each card"),
    "void.each_half": _("For each double card"),
    "void.bring_paper": _("Hand your cards in at the cash desk."),
    "void.show_paper": _("Show your card at the cash desk."),
    "void.late_paper": _("Cards not handed in yet are still paid at the cash desk."),
    "void.keep": _("Keep it: the other game is still played with it."),
    "void.virtual": _("Virtual cards have already been paid back to their players' balances."),
    "void.back": _("Refunds paid"),
    "void.with_first": _("It is not played: both halves of the card are paid back with the first game."),
    "void.failure": _("The failure could not be solved in time."),
    "void.not_random": _("Drawing by hand could not be made random."),
    "void.balls": _("By decision of the authority's agent."),
    "void.announcing_error": _("A number was announced wrongly."),
    "void.announcing_error_of": _("Ball {ordinal}: {said} was announced, and it was the {number}."),
    "void.pair": _("Both games of the double card end here."),
}
