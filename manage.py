#!/usr/bin/env python
"""Django's command line for the hall; commands that write refuse while a one-process hall runs."""

import os
import sys


def _refuse_beside_a_running_hall(command: str) -> None:
    from django.conf import settings

    from bingo_hall.lock import WRITERS, is_held

    one_process = "sqlite" in settings.DATABASES["default"]["ENGINE"]
    if command in WRITERS and one_process and is_held(settings.BINGO_DATA_DIR):
        sys.exit(f"The hall is running: stop it before `manage.py {command}`.")


def main() -> None:
    """Run a management command with the hall's settings."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bingo_hall.settings")
    from django.core.management import execute_from_command_line

    if len(sys.argv) > 1:
        _refuse_beside_a_running_hall(sys.argv[1])
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
