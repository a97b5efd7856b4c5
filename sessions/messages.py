"""The only dictionary from a refusal's code to a sentence, with named placeholders; a test asks for them all."""

from __future__ import annotations

from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from sessions.rules.announcements import euros
from sessions.rules.errors import RuleViolation

STATE_WORDS: Final[dict[str, Promise]] = {
    "preparing": lazy("the session is being prepared"),
    "open": lazy("the session is open"),
    "announced": lazy("the sale is not open yet"),
    "selling": lazy("the sale is open"),
    "ready": lazy("the sale is closed"),
    "drawing": lazy("the balls are being drawn"),
    "checking": lazy("a claim is being checked"),
    "won": lazy("the bingo has been won"),
    "unclaimed": lazy("the game ended without bingo"),
    "paying": lazy("the prizes are being paid"),
    "closed": lazy("it is closed"),
}

MISSING_WORDS: Final[dict[str, Promise]] = {
    "extractor": lazy("the extractor"),
    "cctv": lazy("the closed-circuit television"),
    "panel": lazy("the panel"),
    "sound": lazy("the sound"),
    "spare_balls": lazy("the spare ball set"),
    "regulation_copies": lazy("the copies of the regulation"),
    "balls_counted": lazy("the count of the 90 balls"),
    "hall_manager": lazy("the hall manager"),
    "table_chief": lazy("the table chief"),
    "cashier": lazy("the cashier"),
    "seller_caller": lazy("the seller-callers"),
}

THING_WORDS: Final[dict[str, Promise]] = {
    "game": lazy("game"),
    "session": lazy("open session"),
    "series": lazy("series"),
    "matrix": lazy("matrix"),
    "ball_set": lazy("ball set"),
    "equipment": lazy("equipment"),
    "profile": lazy("regulation"),
    "player": lazy("player"),
}

SENTENCES: Final[dict[str, Promise]] = {
    "wrong_state": lazy("This cannot be done now: {state}."),
    "key_reused": lazy("This request was already used for something else. Reload the screen and try again."),
    "not_your_post": lazy("Your post does not do this."),
    "session_not_ready": lazy("The session cannot be opened yet. Missing: {missing}."),
    "session_already_live": lazy("Session {session_no} has not been closed yet."),
    "journal_broken": lazy("The journal is not whole ({found} faults): the session cannot be opened. Call support."),
    "balls_missing": lazy("The count found {count} balls, not 90. Missing: {missing}."),
    "games_still_open": lazy("Game {game_no} is not closed yet."),
    "balls_not_recounted": lazy("Count the balls after the last game before closing the session."),
    "game_still_open": lazy("Game {game_no} is still being played."),
    "ball_set_not_counted": lazy("Ball set {ball_set} is not in use in this session: {in_use} is."),
    "ball_set_worn": lazy("Ball set {ball_set} has played {games} games and must be changed."),
    "bad_quantity": lazy("{quantity} is not possible: it must be between 1 and {most}."),
    "cards_out_of_sequence": lazy("Card {first} is not the next one: the next is {expected}."),
    "cards_run_out": lazy("Only {left} cards are left in the series; {quantity} were asked for."),
    "no_such_series": lazy("No series of that kind is on sale in this game."),
    "series_exhausted": lazy("Series {letter} {ident} has no cards left."),
    "face_values_differ": lazy("The series on sale must have the same face value: {a} € and {b} € differ."),
    "series_overlap": lazy("Cards {first} to {last} are in both series: they cannot be on sale together."),
    "insufficient_balance": lazy("The balance is {balance} € and the cards cost {price} €."),
    "not_the_last_sale": lazy("Cards {first} to {last} are not your last sale: it can no longer be undone."),
    "nothing_sold": lazy("No card has been sold: withdraw the game instead of closing the sale."),
    "cards_were_sold": lazy("{sold} cards have been sold: the game can no longer be withdrawn."),
    "leftovers_mismatch": lazy("The leftover cards do not begin where the sale ended ({first}). Count them again."),
    "leftovers_not_returned": lazy("The cashier has not confirmed the leftover cards {first} to {last} yet."),
    "line_already_awarded": lazy("The line has been awarded: the figures can no longer be corrected."),
    "ball_out_of_range": lazy("{number} is not a ball: balls are numbered 1 to 90."),
    "ball_already_drawn": lazy("Number {number} already came out as ball {ordinal}."),
    "ball_out_of_order": lazy("Ball {ordinal} is not the next one: the next is {expected}."),
    "ball_uncalled": lazy("Ball {ordinal} has not been called yet."),
    "nothing_to_call": lazy("There is no drawn ball to call."),
    "ball_held_first": lazy("A ball is being held: decide on it first."),
    "no_held_ball": lazy("There is no held ball."),
    "draw_is_paused": lazy("The draw is stopped."),
    "draw_not_started": lazy("The draw has not been started."),
    "balls_still_in": lazy("Only {called} balls have been called: the last call is made after the 90."),
    "second_person_needed": lazy("Another person must confirm this with their password."),
    "no_such_ball": lazy("Ball {ordinal} cannot be corrected."),
    "card_not_sold": lazy("Card {card} was not sold in this game: it is not valid for it."),
    "card_of_another_series": lazy("Series {letter} {ident} is not in play in this game: {expected} is."),
    "card_unplayable": lazy("Card {card} fails its integrity check and cannot be played."),
    "right_lost": lazy("The order to go on was given: this prize can no longer be claimed."),
    "claim_twice": lazy("Card {card} has already been called for this prize."),
    "no_open_claim": lazy("There is no claim to check."),
    "claims_open": lazy("Card {card} has not been checked yet."),
    "claim_window_open": lazy("Wait {wait_seconds} more seconds for other winners."),
    "bingo_upheld": lazy("There is a good bingo: close the game instead of going on."),
    "no_bingo_upheld": lazy("No bingo has been verified."),
    "seller_verifies": lazy("You sold card {card}: another person must check it."),
    "no_such_award": lazy("There is no unpaid prize with that number."),
    "wrong_card": lazy("Card {card} is not the winning card: it is {expected}."),
    "shares_too_high": lazy("The shares of the prizes add up to more than the takings."),
    "not_found": lazy("Not found: {what} {which}."),
    "number_already_won": lazy("A card has already won with number {number}: it can no longer be corrected."),
    "same_number": lazy("That is the number already recorded: {number}."),
    "bad_reference": lazy("“{text}” is not a card number."),
    "series_exists": lazy("Series {letter} {ident} already exists."),
    "bad_amount": lazy("{amount} € cannot be taken in one go."),
}


def _words(params: dict[str, Any]) -> dict[str, Any]:
    """Turn parameters into words: cents to euros, codes to text, lists to enumerations."""
    words: dict[str, Any] = {}
    for name, value in params.items():
        if name.endswith("_cents"):
            words[name.removesuffix("_cents")] = euros(int(value))
        elif name == "state":
            words[name] = STATE_WORDS.get(str(value), value)
        elif name == "what":
            words[name] = THING_WORDS.get(str(value), value)
        elif name == "missing":
            words[name] = ", ".join(str(MISSING_WORDS.get(str(v), v)) for v in value)
        else:
            words[name] = value
    return words


def sentence(refusal: RuleViolation) -> str:
    """Say a refusal in the active language."""
    text = SENTENCES.get(refusal.code)
    if text is None:
        return _("This cannot be done.")
    return str(text).format_map(_words(refusal.params))
