"""`python -m tests.browser.evening_seed`: a printed series that is nearly sold, in the hall's own environment."""

import sys

LETTER, FIRST, LAST = "B", 951, 1200


def main():
    """Make the series; those of the demo, whole, stand beside it."""
    import django

    django.setup()
    from django.db import transaction

    from sessions.models import CardMatrix
    from sessions.rules.events import Medium
    from sessions.services.hall import make_series

    with transaction.atomic():
        make_series(CardMatrix.objects.get(name="demo"), LETTER, "000001", Medium.PHYSICAL, FIRST, LAST)
    return 0


if __name__ == "__main__":
    sys.exit(main())
