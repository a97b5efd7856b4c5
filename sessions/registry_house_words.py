"""What each row of the hall itself says in the register: people, visitors, players, tills, terminals, the house."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

ACCESS_WORDS: Final[dict[str, Promise]] = {
    "LoggedIn": _("{who} logged in. {address}"),
    "LoggedOut": _("{who} logged out."),
    "LogInFailed": _("Failed log-in, {times} times, in the name of {who}. {address}"),
    "LogInLocked": _("Log-in locked for a while after too many failures: {who}. {address}"),
    "StepUpProved": _("{who} proved themselves with their PIN."),
    "StepUpFailed": _("Wrong PIN, {times} times, in the name of {who}. Locked: {locked}."),
    "ApprovalAsked": _("{wanted_by} asked for a second person's word: {deed}."),
    "ApprovalGiven": _("{second} approved what {wanted_by} asked for: {deed}."),
    "ApprovalRefused": _("{second} did not approve what {wanted_by} asked for: {deed}. {reason}"),
    "OriginRefused": _("Turned away, {times} times: a page or form from elsewhere. {origin} {address}"),
    "HallStarted": _("The program started. Build {build}."),
    "HallStopped": _("The program stopped in order. {reason}"),
    "UncleanRestart": _("The program had not been stopped in order. Started {started_at}, last row {last_at}."),
    "LinkLost": _("{device}: no connection ({what}). {detail}"),
    "LinkRestored": _("{device}: connected again after {away_seconds} s ({what})."),
    "DeviceFault": _("{device}: fault {code} ({what})."),
    "DeviceFaultOver": _("{device}: fault {code} is over ({what})."),
    "SettingsChanged": _("Settings changed: {changes}."),
    "SoftwareChanged": _("The program changed: build {now} instead of {was}. Files: {files}. Packages: {packages}."),
    "SoftwareApproved": _("Program approved: build {build}. {note}"),
    "ClockStepped": _("The server's clock was moved by {milliseconds} ms."),
    "PaperMade": _("Minutes of session {session} given out: {form} {copy}, up to row {up_to}."),
    "ReportMade": _("Given out: {report} ({form}). {asked}"),
    "VerificationRun": _("The hall proved itself ({scope}): {found} things wrong. First bad row: {first_bad}."),
    "BackupMade": _("Copy of the hall made, up to row {up_to}. File {sha256}, {size_bytes} bytes."),
    "BackupRestored": _("The hall was put back to row {up_to} of a copy; the journal knew up to {lost_to}."),
    "Purged": _("Deleted for good: {count} of {what}."),
}

DOOR_WORDS: Final[dict[str, Promise]] = {
    "VisitorRegistered": _("Record of visitor {visitor_no} opened."),
    "VisitorCorrected": _("Record of visitor {visitor_no} corrected."),
    "VisitorAdmitted": _("Visitor {visitor_no} came in. Inside: {inside}."),
    "VisitorHeld": _("Visitor {visitor_no} waits at the door: {waiting}."),
    "VisitorsLeft": _("{count} people went out. Inside: {inside}."),
    "InsideCorrected": _("People inside corrected from {was} to {inside}. {reason}"),
    "EntryRefused": _("Somebody was not let in. {reason}"),
    "BanRegisterLoaded": _("Register of bans loaded: {count} marks, {added} new, {left} gone."),
    "RetentionHeld": _("Record of visitor {visitor_no} kept beyond its time: {held}. {reason}"),
    "VisitorsExported": _("Visitors' file given out ({form}): {count} records. {reason}"),
    "VisitorsPurged": _("Visitors' records destroyed, their time being over: {count}."),
    "EnrolmentOffered": _("One-time code shown for a terminal: {place} ({device})."),
    "EnrolmentLocked": _("Too many wrong codes from {address}."),
    "TerminalEnrolled": _("Terminal {terminal} enrolled: {place} ({device})."),
    "TerminalMoved": _("Terminal {terminal} is now {place}; it was {was}."),
    "TerminalRevoked": _("Terminal {terminal} revoked ({place}). {reason}"),
    "TerminalLost": _("No connection to terminals: {terminals}."),
    "TerminalBack": _("Terminals connected again: {terminals}."),
    "TerminalSignedOut": _("{player} logged out at terminal {terminal}: {reason}."),
}

PLAYER_WORDS: Final[dict[str, Promise]] = {
    "PlayerOpened": _("Account of player {player} opened."),
    "PlayerClosed": _("Account of player {player} closed."),
    "PlayerDeposited": _("Player {player} paid in {cents}. Balance: {balance_cents}."),
    "PlayerWithdrew": _("Player {player} took out {cents}. Balance: {balance_cents}."),
    "PlayerCardIssued": _("Player {player} got card {card_no}."),
    "PlayerCardRevoked": _("Card {card_no} of player {player} revoked."),
    "PlayerPinSet": _("Player {player} chose a PIN."),
    "PlayerLimitSet": _("Limit {limit} of player {player}: {value}. From {from_at}."),
    "PlayerPaused": _("Player {player} does not play until {until}."),
    "CardsOffered": _("Player {player} offered cards of game {game_no} to player {to}."),
    "OtherAccountAsked": _("Player {player} asked for the account of player {asked} and was shown nothing."),
}

STAFF_WORDS: Final[dict[str, Promise]] = {
    "StaffEngaged": _("{username} began to work here: {posts}."),
    "StaffPostsSet": _("Posts of {username}: {posts}. Before: {was}."),
    "StaffLicenceSet": _("Professional document of {username}: {number}, until {until}."),
    "StaffRenamed": _("Name of {username} written anew."),
    "StaffEnded": _("{username} stopped working here: {posts}."),
    "StaffReturned": _("{username} works here again: {posts}."),
    "PasswordGiven": _("{username} was given a one-time password, good until {until}."),
    "PasswordChosen": _("{username} chose a password."),
    "PinCleared": _("PIN of {username} cleared."),
    "TurnsPlanned": _("{username} planned as {post}, {starts} to {ends}: {nights}."),
    "TurnDropped": _("{username} no longer planned as {post} on {night}."),
}

TILL_WORDS: Final[dict[str, Promise]] = {
    "TillOpened": _(
        "Till {till}, shift {shift_no}: opened by {holder} with {counted_cents}. Expected: {expected_cents}."
    ),
    "TillToppedUp": _("Till {till}, shift {shift_no}: {amount_cents} came in from the safe."),
    "TillDropped": _("Till {till}, shift {shift_no}: {amount_cents} went into the safe."),
    "TillMoveUndone": _("Till {till}, shift {shift_no}: the last move was taken back. {reason}"),
    "TillCounted": _("Till {till}, shift {shift_no}: {counted_cents} counted. Expected: {expected_cents}."),
    "TillHandedOver": _(
        "Till {till}: {holder} handed {counted_cents} over to {taker}. Expected: {expected_cents}. {reason}"
    ),
    "TillClosed": _("Till {till}, shift {shift_no}: closed with {counted_cents}. Expected: {expected_cents}. {reason}"),
    "SafeMoved": _("Safe: {amount_cents}. {reason}"),
    "TipsCounted": _("Tips counted: {counted_cents} by {counter}. {remarks}"),
    "TipsShared": _("Tips given to {taker}: {amount_cents}."),
}

HALL_WORDS: Final[dict[str, Promise]] = {
    "LicenceSet": _("Permit of the hall: {category}, {opening} to {closing}."),
    "ClaimantShown": _("The claimant of complaint {complaint_no} was shown."),
    "ProfileFiled": _("Regulation {name} filed: {code}, version {version}, valid from {valid_from}."),
    "ProfileChosen": _("The hall plays under {code}, version {version}; before under {was}."),
    "BookOpened": _("Book of minutes {number} opened. {authorised_ref}"),
    "ElectronicDrawAuthorised": _("Electronic draw authorised: {reference}, {dated}."),
    "DrawerOpened": _("Cash drawer of {printer} opened without a payment. {reason}"),
}
