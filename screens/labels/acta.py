"""Words of the book of minutes: signing an entry, opening the next book."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from screens.labels.signing import LABELS as SIGNING

LABELS = {
    **SIGNING,
    "acta.sign": _("Sign entry {entry}"),
    "acta.sign_lead": _("As: {post}. The signature stays in the minutes with its time."),
    "acta.sign_do": _("Sign"),
    "acta.book": _("Open the next book"),
    "acta.book_lead": _("The book in use is closed, and its folios go on in the new one. Only between sessions."),
    "acta.book_do": _("Open the book"),
    "acta.book_ref": _("The authority's entry of authorisation"),
    "acta.book_hint": _("As it stands in the book: authority, date, number of folios."),
}
