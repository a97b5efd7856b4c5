"""A hall in a process that can be killed: `python host_process.py DATABASE GAME URL LAST`."""

import sqlite3
import sys
import time
from pathlib import Path

import django
from django.conf import settings

GAME = "CREATE TABLE IF NOT EXISTS ball (ordinal INT UNIQUE, number INT UNIQUE, ref TEXT UNIQUE)"


def main(database, game, url, last):
    settings.configure(
        INSTALLED_APPS=["devices.apps.DevicesConfig"],
        DATABASES={
            "default": {
                "ENGINE": "django.db.backends.sqlite3",
                "NAME": database,
                "OPTIONS": {"transaction_mode": "IMMEDIATE", "init_command": "PRAGMA journal_mode=WAL"},
            }
        },
        USE_TZ=True,
        BINGO_DATA_DIR=str(Path(database).parent),
    )
    django.setup()
    from django.core.management import call_command

    from devices.codecs.events import BallRead
    from devices.models import Device
    from devices.supervisor import ExtractorPort

    call_command("migrate", verbosity=0)
    Device.objects.get_or_create(code="x", defaults={"hall_code": "H", "driver": "bx1", "url": url})
    book = sqlite3.connect(game, check_same_thread=False)
    book.execute(GAME)
    balls = dict(book.execute("SELECT ordinal, number FROM ball"))

    def on_event(event, source_ref):
        if isinstance(event, BallRead) and balls.get(event.ordinal) != event.number:
            with book:
                book.execute("INSERT INTO ball VALUES (?, ?, ?)", (event.ordinal, event.number, source_ref))
            balls[event.ordinal] = event.number
            sys.stdout.write(f"{event.ordinal}\n")
            sys.stdout.flush()

    port = ExtractorPort("x", on_event=on_event)
    port.start()
    while port.health().link != "up":
        time.sleep(0.01)
    if not port.health().ordinal and not balls:
        port.load("1")
    while len(balls) < last:
        port.draw(len(balls) + 1)
        time.sleep(0.003)
    time.sleep(0.1)
    port.stop()


if __name__ == "__main__":
    main(*sys.argv[1:4], int(sys.argv[4]))
