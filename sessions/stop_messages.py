"""Sentences for refusals about suspensions, null games, refunds and pairs of games (`sessions.rules.stop_errors`)."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as lazy

STOP_SENTENCES: Final[dict[str, Promise]] = {
    "balls_were_drawn": lazy("{drawn} balls of this game have been drawn: the answer must be yes."),
    "paragraph_not_read": lazy("Article {paragraph} has to be read aloud first."),
    "wrong_paragraph": lazy("Article {paragraph} does not apply here."),
    "failure_may_be_solved": lazy("Wait {wait_seconds} more seconds: the failure may still be solved."),
    "suspension_too_long": lazy("The fifteen minutes are over: the game is void and the cards are paid back."),
    "manual_draw_only": lazy("A ball had been drawn: the game goes on by hand, or is void if it cannot be random."),
    "no_ball_drawn": lazy("No ball had been drawn: the fifteen minutes run."),
    "agent_decides": lazy("Only the authority's agent decides: write their name or number."),
    "not_that_suspension": lazy("The game is not suspended for this cause."),
    "error_is_substantial": lazy("A prize would go elsewhere: this error cannot be corrected, the game is void."),
    "error_changes_nothing": lazy(
        "No card sold comes out differently by what was said for ball {ordinal}: correct it aloud, the game stands."
    ),
    "already_refunded": lazy("Card {card} has already been paid back. Keep this one and call the hall manager."),
    "card_not_in_game": lazy("Card {card} was not sold in the void game."),
    "order_repeats": lazy(
        "The balls came in the same order as in an earlier game: suspend the game for its balls and call the agent."
    ),
    "half_needed": lazy("Say which half of card {card} was called: 1 or 2."),
    "half_changed": lazy("Card {card} began this game on its other half: it has to end on it."),
    "half_used": lazy("Half {part} of card {card} was played in the first game."),
    "first_game_not_ended": lazy("Game {game_no} has to be closed before the second one begins."),
    "tokens_missing": lazy("Pay the prizes of this game or give each its token first."),
    "token_in_use": lazy("Token “{token}” stands for another prize, or this prize has one."),
    "wrong_token": lazy("The prize is paid against token “{expected}”, not “{token}”."),
    "lots_of_different_parts": lazy("Single and double cards are not sold in the same game."),
    "not_of_a_pair": lazy("This game is not the first of two with double cards."),
}
