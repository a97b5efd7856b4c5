"""Celery for what may happen a minute late; it never touches a live game (ADR 8)."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bingo_hall.settings")

app = Celery("bingo_hall")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
