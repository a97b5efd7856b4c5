"""What is read aloud of additional prizes. Ours in both languages: the texts give no words for them."""

from typing import Final

from sessions.rules.regulation import Phrase

JACKPOT_PHRASES: Final = {
    # With the closing formula: what is played for, and until when.
    "jackpot_until": Phrase(
        es="{jackpot}: {amount} euros, hasta la bola {ball}.", ca="{jackpot}: {amount} euros, fins a la bola {ball}."
    ),
    "jackpot_at": Phrase(
        es="{jackpot}: {amount} euros, con bingo cantado en la bola {ball}.",
        ca="{jackpot}: {amount} euros, amb bingo cantat a la bola {ball}.",
    ),
    "jackpot_any": Phrase(es="{jackpot}: {amount} euros al bingo.", ca="{jackpot}: {amount} euros al bingo."),
    # With the order to end.
    "jackpot_won": Phrase(
        es="El bingo gana además {jackpot}: {amount} euros.", ca="El bingo guanya a més {jackpot}: {amount} euros."
    ),
}
