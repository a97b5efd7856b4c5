"""Words of the store of cards."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from screens.labels.staff import LABELS as STAFF

LABELS = {
    **STAFF,
    # where a card can be, in the order of its life
    "card.stock": _("In stock"),
    "card.desk": _("At the cash desk"),
    "card.held": _("In a seller's hands"),
    "card.sold": _("Sold in the game being played"),
    "card.used": _("Used"),
    "card.unsold": _("Left unsold"),
    "card.spoiled": _("Spoiled"),
    "card.annexed": _("Kept with the minutes"),
    "card.returned": _("Paid back"),
    "card.evidence": _("Kept as evidence"),
    "card.destroyed": _("Destroyed"),
    "card.withdrawn": _("Given back"),
    "series.received": _("In stock"),
    "series.begun": _("Begun"),
    "series.used_up": _("Used up"),
    "series.withdrawn": _("Given back"),
    # a delivery before it is taken in
    "store.delivery.one": _("{n} series {letter} {first}, {cards}, {value}"),
    "store.delivery.other": _("{n} series {letter} {first} to {last}, {cards} each, {value}"),
    "store.delivery.range": _("The matrix has {size} faces: cards {first} to {last} are not all in it."),
    "store.delivery.price": _("Type a price in euros, such as 2 or 1,50."),
    "store.delivery.ident": _("The last identification number does not fit in as many digits as the first ({digits})."),
    "store.delivery.missing": _("Fill in the note, the series and the cards to see what comes in."),
    "store.delivery.done.one": _("Series {letter} {first} is in stock."),
    "store.delivery.done.other": _("{n} series, {letter} {first} to {last}, are in stock."),
    # what is done to cards
    "store.first": _("First card"),
    "store.last": _("Last card"),
    "store.range": _("Type the first and the last card."),
    "store.series": _("Series"),
    "store.spoil.title": _("Spoil cards of series {name}"),
    "store.spoil.lead": _("Damaged or missing cards in stock. They are never sold; the sale goes on after them."),
    "store.spoil.do": _("Spoil them"),
    "store.withdraw.title": _("Give back series {name}?"),
    "store.withdraw.lead": _("The whole series goes back to who delivered it. This cannot be undone."),
    "store.withdraw.do": _("Give it back"),
    "store.evidence.title": _("Keep cards as evidence"),
    "store.evidence.lead": _("They are not destroyed with the others: they are handed over to the authority."),
    "store.evidence.do": _("Keep them"),
    "store.destroy.title": _("Destroy used cards"),
    "store.destroy.lead": _("Check the numbers against the heap before you press. This cannot be undone."),
    "store.destroy.cards": _("Cards to destroy"),
    "store.destroy.kept": _("Kept as evidence"),
    "store.destroy.witness": _("Witness"),
    "store.destroy.witness_hint": _("Who sees the destruction; the name goes into the minutes."),
    "store.destroy.do": _("They are destroyed"),
    "store.destroy.done.one": _("{n} card destroyed."),
    "store.destroy.done.other": _("{n} cards destroyed."),
    "store.done": _("Recorded."),
}
