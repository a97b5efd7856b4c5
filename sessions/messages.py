"""The only dictionary from a refusal's code to a sentence, with named placeholders; a test asks for them all."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Final

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from sessions.approval_messages import APPROVAL_SENTENCES
from sessions.electronic_messages import ELECTRONIC_SENTENCES
from sessions.evidence_messages import EVIDENCE_SENTENCES
from sessions.player_messages import PERIOD_WORDS, PLAYER_SENTENCES
from sessions.rules.announcements import euros
from sessions.rules.errors import RuleViolation
from sessions.staff_messages import LICENCE_FAULTS, STAFF_SENTENCES
from sessions.stop_messages import STOP_SENTENCES
from sessions.terminal_messages import TERMINAL_SENTENCES
from sessions.till_messages import TILL_SENTENCES
from sessions.visitor_messages import VISITOR_SENTENCES

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
    "waiting": lazy("the second game of the pair waits for the first"),
    "suspended": lazy("the game is suspended"),
    "void": lazy("the game is void"),
    "refunded": lazy("the cards of the void game have been paid back"),
    "returned": lazy("paid back and kept with the minutes"),
    "stock": lazy("in stock"),
    "used": lazy("used"),
    "unsold": lazy("left unsold"),
    "spoiled": lazy("spoiled"),
    "annexed": lazy("kept with the minutes"),
    "evidence": lazy("kept as evidence"),
    "destroyed": lazy("destroyed"),
    "withdrawn": lazy("given back"),
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
    "floor_assistant": lazy("the floor assistants"),
    "admission": lazy("the admission staff"),
}

CATEGORY_WORDS: Final[dict[str, Promise]] = {
    "third": lazy("third category"),
    "second": lazy("second category"),
    "first": lazy("first category"),
    "special": lazy("special category"),
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
    "player_card": lazy("card of the player"),
    "print_job": lazy("print job"),
    "receipt": lazy("receipt"),
    "printer": lazy("printer"),
    "complaint": lazy("complaint"),
    "category": lazy("category"),
    "person": lazy("person"),
    "device": lazy("device"),
    "turn": lazy("turn of the rota"),
    "jackpot": lazy("additional prize"),
}

SENTENCES: Final[dict[str, Promise]] = {
    "wrong_state": lazy("This cannot be done now: {state}."),
    "key_reused": lazy("This request was already used for something else. Reload the screen and try again."),
    "not_your_post": lazy("Your post does not do this."),
    "session_not_ready": lazy("The session cannot be opened yet. Missing: {missing}."),
    "staff_below_minimum": lazy("A hall of {category} opens with more people. Missing: {short}."),
    "two_seniors_needed": lazy(
        "Of hall manager, table chief and cashier two people are always there, and one of them is hall manager only."
    ),
    "post_unattended": lazy("Somebody stays at this post while the session is open: {post}."),
    "may_not_substitute": lazy("{username} cannot take this post: {post}. Their own post does not stand in for it."),
    "reason_needed": lazy("A substitution goes into the minutes with its reason: write it."),
    "nothing_changed": lazy("No post has changed."),
    "document_needed": lazy("Type the number of the document."),
    "after_closing_time": lazy("No game begins after the closing time, {closing}."),
    "before_opening_time": lazy("No game begins before the opening time, {opening}."),
    "last_game_was_played": lazy("Game {game_no} was announced as the last one: no other sale opens."),
    "last_game_already_announced": lazy("Game {game_no} has already been announced as the last one."),
    "claimant_unreadable": lazy(
        "Who made complaint {complaint_no} cannot be read: the hall's key of personal data is not here. Call support."
    ),
    "chief_signature_needed": lazy("The table chief signs this: choose who, and enter their PIN."),
    "entries_unsigned": lazy("Entries of the minutes lack a signature: {entries}. They are signed before the closing."),
    "signer_not_at_post": lazy("{signer} is not at that post."),
    "two_signers_needed": lazy("Two different people sign this entry: {signer} signs for the other post."),
    "signed_already": lazy("Entry {entry_no} does not need this signature."),
    "pin_refused": lazy("The PIN is wrong."),
    "pin_not_set": lazy("This person has no PIN yet: each one sets their own on the PIN page."),
    "pin_locked": lazy("Too many wrong PINs: wait {wait_minutes} minutes."),
    "book_in_use": lazy("Session {session_no} is open in this book: another is opened between sessions."),
    "session_already_live": lazy("Session {session_no} has not been closed yet."),
    "journal_broken": lazy("The journal is not whole ({found} faults): the session cannot be opened. Call support."),
    "balls_missing": lazy("The count found {count} balls, not 90. Missing: {missing}."),
    "games_still_open": lazy("Game {game_no} is not closed yet."),
    "balls_not_recounted": lazy("Count the balls after the last game before closing the session."),
    "game_still_open": lazy("Game {game_no} is still being played."),
    "ball_set_not_counted": lazy("Ball set {ball_set} is not in use in this session: {in_use} is."),
    "ball_set_worn": lazy("Ball set {ball_set} has played {games} games and must be changed."),
    "ball_set_exists": lazy("There is, or was, a ball set called {ball_set}: a name is used once."),
    "ball_set_out_of_use": lazy("Ball set {ball_set} was retired and is not used again: {why}"),
    "ball_set_in_play": lazy("Ball set {ball_set} is in use in this session: put another one in use first."),
    "too_few_games_left": lazy("Games that ball set {ball_set} may still play: {left}. Needed: {needed}."),
    "bad_ball_set_name": lazy(
        "“{name}” is no name for a ball set: it has at most {most} letters, digits or hyphens, such as B-3."
    ),
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
    "no_block": lazy("You have no cards in hand. Ask the cashier for some."),
    "cards_not_held": lazy("Cards {first} to {last} are not all there."),
    "same_seller": lazy("Choose another seller: these cards are already in those hands."),
    "sale_has_holes": lazy(
        "{count} unsold cards lie below the last one sold: {holes}. They are sold before the sale closes."
    ),
    "blocks_outstanding": lazy("{holder} has not brought cards {first} to {last} back yet."),
    "player_limit_reached": lazy("A player may have {most} cards in a game; there are {bought} already."),
    "game_limit_reached": lazy("A game may have {most} virtual cards: there are no more."),
    "second_series_on_sale": lazy("A second series is already on sale in this game."),
    "series_not_exhausted": lazy("{left} cards of the first series are still at the desk."),
    "second_series_begun": lazy("The second series is sold from its number 1; the next of this one is {next}."),
    "second_series_differs": lazy("The second series must have the same cards as the first."),
    "whole_series_on_sale": lazy(
        "The sale began at number 1: the whole series is in play and no second one may follow."
    ),
    "staff_may_not_play": lazy("Who works in the hall cannot buy cards."),
    "not_a_seller": lazy("{username} does not sell cards."),
    "cards_not_in_state": lazy("Cards {first} to {last} are not all {state}."),
    "series_touched": lazy("{touched} cards of the series have been touched: only a whole series is given back."),
    "used_cards_remain": lazy(
        "{cards} used cards of session {session_no} are still to be destroyed before another session."
    ),
    "nothing_to_destroy": lazy("No used card is left to destroy."),
    "game_in_play": lazy("Game {game_no} is being played with this series."),
    "signature_needed": lazy(
        "{counted} € were counted and {expected} € were expected: the seller signs the difference."
    ),
    "takings_outstanding": lazy(
        "{seller} has not handed in {amount} € of session {session_no} yet: the cashier counts it."
    ),
    "nothing_to_hand_in": lazy("There is no money to hand in."),
    "standing_not_allowed": lazy("Cards cannot be bought ahead in this hall."),
    **STOP_SENTENCES,
    **VISITOR_SENTENCES,
    **TILL_SENTENCES,
    **TERMINAL_SENTENCES,
    **STAFF_SENTENCES,
    **ELECTRONIC_SENTENCES,
    **EVIDENCE_SENTENCES,
    **PLAYER_SENTENCES,
    **APPROVAL_SENTENCES,
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
    "second_person_needed": lazy("Another person must confirm this with their own PIN or password."),
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
    "jackpot_off": lazy("“{name}” is not switched on."),
    "prize_not_covered": lazy("The fund holds {fund} € that are not announced yet: {amount} € cannot be announced."),
    "amount_not_allowed": lazy(
        "{amount} € cannot be announced: from {least} € to {most} €, in steps of {step} €, is what the profile allows."
    ),
    "order_not_allowed": lazy("Ball {ball} cannot be announced: it must be between {least} and {most}."),
    "share_not_allowed": lazy("That share of the takings is not allowed: at most {most}, in steps of {step}."),
    "jackpots_too_high": lazy(
        "The additional prizes that are on take {total} of the takings; the profile in force allows {most} for all of "
        "them. The hall manager switches one off or lowers its share."
    ),
    "cap_not_allowed": lazy("{cap} € is not a cap the profile allows: at most {most} €, in steps of {step} €."),
    "fund_begun": lazy("The fund of “{name}” has begun here: what it held before is brought in once, at the start."),
    "jackpot_live": lazy("Game {game_no} is being played: additional prizes are set between games."),
    "face_value_not_allowed": lazy("Cards of {price} € cannot be sold: the regulation in force allows {allowed} €."),
    "profile_faulty": lazy("The profile was not filed: some of its values cannot be."),
    "profile_unchanged": lazy("Version {version} of profile {profile} already says exactly this."),
    "profile_in_force": lazy("The hall already plays under profile {profile}."),
    "profile_not_yet": lazy("Profile {profile} is not valid before {valid_from}: it cannot be chosen yet."),
    "first_series_unsold": lazy(
        "Card {card} is of the second series, and cards {first} to {last} of the first were never sold."
    ),
    "forged_reference": lazy("The check on this card is false: it was not printed by this hall. Keep the card."),
    "cards_out_of_range": lazy("Cards {first} to {last} are not all between {least} and {most}."),
    "never_printed": lazy("Cards {first} to {last} touch the range reserved for virtual cards: it is never printed."),
    "parts_differ": lazy(
        "Each card of series {letter} {ident} has {parts} part or parts: choose the form of print that fits."
    ),
    "strip_broken": lazy("Cards {first} to {last} are not whole strips: six cards with the 90 numbers once each."),
    "matrix_unsound": lazy("The file has {found} problems: nothing was kept."),
    "matrix_exists": lazy("The hall already has these cards: they are matrix “{name}”."),
    "matrix_name_taken": lazy("The hall already has a matrix called “{name}”. Choose another name."),
    "bad_name": lazy("Give it a name of 1 to {most} characters."),
    "upload_gone": lazy("The file that was checked is no longer here. Choose it again."),
    "matrix_unusable": lazy(
        "The file of these cards ({matrix}…) is missing or cannot be read. Restore it from the backup; nothing is lost."
    ),
    "bad_series_name": lazy("“{letter} {ident}” is not a series: it has 1 to 3 letters from A to Z, and only digits."),
    "card_not_in_stock": lazy("Card {card} cannot be printed: it is {state}. Only cards in stock are printed."),
}

CODE_WORDS: Final = {
    "state": STATE_WORDS,
    "what": THING_WORDS,
    "post": MISSING_WORDS,
    "category": CATEGORY_WORDS,
    "fault": LICENCE_FAULTS,
    "period": PERIOD_WORDS,
}


def _holes(runs: list[Any]) -> str:
    desk = _("at the desk")
    return "; ".join(f"{first}-{last} ({holder or desk})" for first, last, holder in runs)


def _short(posts: list[Any]) -> str:
    return ", ".join(f"{MISSING_WORDS[post]} ({number})" for post, number in posts)


def _missing(things: list[Any]) -> str:
    return ", ".join(str(MISSING_WORDS.get(str(thing), thing)) for thing in things)


def _prices(cents: list[Any]) -> str:
    return "; ".join(euros(int(price)) for price in cents)


def _day(iso: Any) -> str:
    return date_format(date.fromisoformat(str(iso)), "SHORT_DATE_FORMAT")


def _moment(iso: Any) -> str:
    return date_format(localtime(datetime.fromisoformat(str(iso))), "SHORT_DATETIME_FORMAT")


LIST_WORDS: Final = {
    "holes": _holes,
    "missing": _missing,
    "short": _short,
    "allowed": _prices,
    "valid_from": _day,
    "night": _day,
    "until": _moment,
}


def _words(params: dict[str, Any]) -> dict[str, Any]:
    """Turn parameters into words: cents to euros, codes to text, lists to enumerations."""
    words: dict[str, Any] = {}
    for name, value in params.items():
        if name.endswith("_cents"):
            words[name.removesuffix("_cents")] = euros(int(value))
        elif name.endswith("_bp"):
            words[name.removesuffix("_bp")] = f"{value / 100:.2f} %".replace(".", ",")
        elif name in CODE_WORDS:
            words[name] = CODE_WORDS[name].get(str(value), value)
        elif name.endswith("_at"):
            words[name.removesuffix("_at")] = date_format(localtime(datetime.fromisoformat(value)), "H:i")
        elif name in LIST_WORDS:
            words[name] = LIST_WORDS[name](value)
        else:
            words[name] = value
    return words


def sentence(refusal: RuleViolation) -> str:
    """Say a refusal in the active language."""
    text = SENTENCES.get(refusal.code)
    if text is None:
        return _("This cannot be done.")
    return str(text).format_map(_words(refusal.params))
