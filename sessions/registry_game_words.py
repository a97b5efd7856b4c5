"""What each row of a game, a session or a series says in the register: one sentence a kind."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

GAME_WORDS: Final[dict[str, Promise]] = {
    "DrawCommitted": _("The order of the balls is fixed and hidden. Commitment: {commitment}."),
    "PublicNumberGiven": _("Number drawn in public: {number}."),
    "DrawRevealed": _("The secret of the electronic draw was shown: {secret}."),
    "GameSuspended": _("The game stands still: {cause}. {text}"),
    "ParagraphRead": _("Article {paragraph} was read aloud."),
    "SuspensionLifted": _("The game goes on: {decision}. {agent} {text}"),
    "ManualDrawOrdered": _("The draw goes on by hand. {how}"),
    "BallsReplaced": _("The game is played with ball set {ball_set} instead of {was}."),
    "GameVoided": _("The game is null: {cause}. {reason} To be paid back: {refund_cents}. Second person: {second}."),
    "CardsRefunded": _("Cards {first} to {last} paid back: {cents}. {holder}"),
    "RefundsCompleted": _("The refund desk closed: {refunded_cents} paid back, {payable_cents} not brought yet."),
    "SaleOpened": _("The sale opened. Machine {extractor}, ball set {ball_set}."),
    "PairedSaleClosed": _("The sale of the second game of a pair closed, with game {first_game_no}."),
    "CardsSold": _("Cards {first} to {last} sold for {amount_cents} by {seller}. {holder}"),
    "SaleUndone": _("The sale of cards {first} to {last} was undone: {amount_cents}. {holder}"),
    "CardsTransferred": _("Virtual cards handed on by {holder} to {to}: {runs_n} runs."),
    "BlockIssued": _("Cards {first} to {last} given to {holder} to sell."),
    "BlockReturned": _("Cards {first} to {last} brought back by {holder}."),
    "BlockHandedOver": _("Cards {first} to {last} passed on by {holder} to {to}."),
    "CardsSpoiled": _("Cards {first} to {last} cannot be sold any more: {reason}. {holder}"),
    "SeriesAdded": _("A complementary series went on sale: {lot_letter} {lot_ident}."),
    "SaleClosed": _(
        "The sale closed: {figures_sold} cards, {figures_takings_cents}. "
        "Line {figures_line_cents}, bingo {figures_bingo_cents}."
    ),
    "LeftoversReturned": _("Unsold cards {first} to {last} are with the cashier."),
    "SaleFiguresCorrected": _("Last card sold corrected from {was_last} to {last}. {reason}"),
    "GameWithdrawn": _("The game was taken off: no card had been sold. {reason}"),
    "DrawStarted": _("The draw began."),
    "BallDrawn": _("Ball {ordinal}: number {number} came out ({source})."),
    "BallHeld": _("Ball {ordinal} is held, read as {number}: {reason}."),
    "HeldBallResolved": _("Held ball {ordinal}: number {number}. Accepted: {accepted}. Second person: {second}."),
    "BallCalled": _("Ball {ordinal}: number {number} was called."),
    "BallCorrected": _("Ball {ordinal} is number {number}, not {was}. Second person: {second}."),
    "CallCorrected": _("Ball {ordinal} is number {number}; {said} was said. Corrected aloud."),
    "DrawPaused": _("The draw stands still: {reason}. {detail}"),
    "DrawResumed": _("The draw goes on."),
    "ClaimRaised": _("{prize} called with card {card} after {ball} balls. Automatic: {automatic}. {holder}"),
    "ClaimUpheld": _("{prize}: card {card} wins."),
    "ClaimRejected": _("{prize}: card {card} does not win: {reason}. Numbers missing: {missing}."),
    "PlayResumed": _("Play goes on. Prizes settled: {awards_n}."),
    "BingoClosed": _("The bingo is closed. Prizes settled: {awards_n}."),
    "GameClosedUnclaimed": _("All 90 balls were called and nobody had bingo."),
    "GameClosed": _(
        "The game is closed. To players: {credited_cents}, to be paid: {payable_cents}, house: {house_cents}."
    ),
    "TokenGiven": _("Token {token} given for prize {award_no}."),
    "PrizePaid": _("Prize {award_no} paid: card {card}, {cents}. {second}"),
}

SESSION_WORDS: Final[dict[str, Promise]] = {
    "ComplaintNoted": _("Complaint {complaint_no}: {text}"),
    "AdmissionRefused": _("Somebody was not let in or was asked to leave. {reason}"),
    "LastGameAnnounced": _("Game {game_no} was announced as the last."),
    "ChequeReturned": _(
        "Cheque {cheque} came back unpaid: prize {award_no} of game {game_no}, card {card}, {cents} is payable again."
    ),
    "JackpotSet": _("Additional prize {code}. In force: {on}. Amount: {amount_cents}."),
    "FundBroughtIn": _("Fund of {code} before the hall kept it here: {fund_cents}, reserve {reserve_cents}."),
    "EquipmentChecked": _("Equipment checked. In order: {in_order}. With a fault: {faulty}."),
    "BallsCounted": _("Balls of set {ball_set} counted: {count}. Missing: {missing}."),
    "StaffPosted": _("{post}: {usernames}. {reason}"),
    "SessionOpened": _("The session opened. Signed by {signed}."),
    "PaceSet": _("Calling by the automatic voice: {automatic}. Wait: {wait_ms} ms."),
    "FaultCleared": _("{device}: a person says that fault {code} is removed."),
    "BallSetChanged": _("Ball set {ball_set} replaces {was}. {reason}"),
    "StrayBall": _("Ball of no game: number {number} ({source})."),
    "IncidentNoted": _("Incident: {text}"),
    "RefundPaid": _("Cards {first} to {last} of null game {game_no} paid back later: {cents}."),
    "TakingsHandedIn": _("{seller} handed in {counted_cents}; expected {expected_cents}. Confirmed by {signed}."),
    "UsedCardsDestroyed": _("Used cards destroyed: {cards}, before {witness}. Kept as evidence: {kept}."),
    "SessionClosed": _("The session closed. Signed by {signed}."),
    "EntrySigned": _("Entry {entry_no} of the minutes signed by {signer} ({as_post})."),
}

SERIES_WORDS: Final[dict[str, Promise]] = {
    "MatrixFiled": _("Card faces filed: {name}, {cards} cards."),
    "SeriesReceived": _("Series {letter} {ident} came into the hall: cards {first_number} to {last_number}."),
    "CardsUsed": _("The cards of game {game_no} of session {session_no} are used."),
    "CardsReturned": _("Cards {first} to {last} came back and were paid back."),
    "StockSpoiled": _("Cards {first} to {last} in stock can never be sold: {reason}."),
    "EvidenceKept": _("Cards {first} to {last} are kept as evidence: {reason}."),
    "CardsDestroyed": _("Cards destroyed before {witness}: {runs_n} runs."),
    "SeriesWithdrawn": _("The whole series was given back. {reason}"),
    "BallSetRegistered": _("Ball set {ball_set} registered. Approval: {approval_ref}."),
    "SpareNamed": _("Ball set {ball_set} is the spare one."),
    "BallSetRetired": _("Ball set {ball_set} retired after {games} games. {reason}"),
}
