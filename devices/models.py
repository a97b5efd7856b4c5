"""The device log: which machines there are, and every event they made, before anything was done with it."""

from typing import ClassVar

from django.db import models


class DeviceKind(models.TextChoices):
    """What a device is for."""

    EXTRACTOR = "extractor"
    PANEL = "panel"
    SCANNER = "scanner"
    PRINTER = "printer"
    SCENES = "scenes"


def device_kinds() -> list[tuple[str, str]]:
    """Return the choices of `Device.kind`; a callable, so that a new kind makes no migration."""
    return list(DeviceKind.choices)


class Device(models.Model):
    """
    One device of a hall.

    `epoch` is the host's own count of the machine's journals: raised when HELLO shows another `boot`, or when
    its event numbers wrap or fall. `last_ev` (0 to 65,535) is the last event handled in this epoch.
    `options` are the driver's own settings, JSON-plain, by name; its page in docs/devices/ lists them.
    """

    code = models.SlugField(unique=True)
    hall_code = models.CharField(max_length=64, db_index=True)
    kind = models.CharField(max_length=16, choices=device_kinds, default=DeviceKind.EXTRACTOR)
    driver = models.CharField(max_length=32)
    url = models.CharField(max_length=255, blank=True)
    baudrate = models.PositiveIntegerField(default=9600)
    options = models.JSONField(default=dict, blank=True)
    enabled = models.BooleanField(default=True)
    epoch = models.PositiveIntegerField(default=0)
    boot = models.CharField(max_length=32, blank=True)
    last_ev = models.PositiveIntegerField(default=0)
    duplicates = models.PositiveBigIntegerField(default=0)

    class Meta:
        ordering: ClassVar[list[str]] = ["code"]


class DeviceEvent(models.Model):
    """
    One event of a machine's journal, once, however often it was heard.

    `handled` is false until whoever listens has done with it; only then is the event acknowledged.
    """

    device = models.ForeignKey(Device, on_delete=models.PROTECT, related_name="events")
    epoch = models.PositiveIntegerField()
    ev = models.PositiveIntegerField()
    kind = models.CharField(max_length=32)
    payload = models.JSONField()
    handled = models.BooleanField(default=False)
    received_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["device", "epoch", "ev"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["device", "epoch", "ev"], name="device_event_once"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["device", "epoch", "ev"],
                condition=models.Q(handled=False),
                name="device_event_unhandled",
            ),
        ]
