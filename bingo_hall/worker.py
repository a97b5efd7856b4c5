"""The in-process Celery worker of a one-process hall: a thread, on an in-memory broker."""

from __future__ import annotations

import threading
import warnings

from celery.exceptions import SecurityWarning

from bingo_hall.celery import app


def start_worker() -> threading.Thread:
    """Start the worker's thread; it ends with the process."""
    with warnings.catch_warnings():
        # Celery warns of root; the hall's user is the installer's choice and no task runs foreign code.
        warnings.simplefilter("ignore", SecurityWarning)
        worker = app.Worker(
            pool="solo",
            concurrency=1,
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
            loglevel="WARNING",
            quiet=True,
        )
    thread = threading.Thread(target=worker.start, name="celery", daemon=True)
    thread.start()
    return thread
