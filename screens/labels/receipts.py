"""Words of the list of receipts."""

from __future__ import annotations

from screens.labels.printer import LABELS as PRINTER
from screens.labels.staff import LABELS as STAFF

LABELS = {**STAFF, **PRINTER}
