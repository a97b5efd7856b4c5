"""
The device log: every journal event is a row before anything is done with it.

The epoch makes `(device, epoch, ev)` name one event for ever: it is raised when the machine counts anew.
All functions commit on their own and are called in the port's thread.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from devices.codecs.event_payloads import event_of, payload_of
from devices.codecs.events import JournalEvent
from devices.models import Device, DeviceEvent


@dataclass(frozen=True, slots=True)
class Logged:
    """An event as the log has it; `source_ref` is `<device>:<epoch>:<ev>`."""

    row_id: int
    epoch: int
    source_ref: str
    event: JournalEvent
    handled: bool


class DeviceLog:
    """The log of one device, for the one process that owns its port."""

    def __init__(self, code: str) -> None:
        device = Device.objects.get(code=code)
        self.code = code
        self.boot = device.boot
        self._device_id = device.pk
        self._epoch = device.epoch
        self._last_ev = device.last_ev

    @property
    def last_ev(self) -> int:
        """The last event handled in this epoch, 0 to 65,535."""
        return self._last_ev

    def begin_run(self, boot: str, *, renewed: bool) -> None:
        """Take note of the run HELLO showed; a renewed one begins a new epoch."""
        if not renewed:
            return
        self._begin_epoch(boot)

    def record(self, event: JournalEvent) -> Logged:
        """Store an event, or find it stored: the first commit, before anybody hears of it."""
        if event.ev < self._last_ev:
            # The count has wrapped: the numbers to come have been used in this epoch.
            self._begin_epoch(self.boot)
        kind, payload = payload_of(event)
        row, _ = DeviceEvent.objects.get_or_create(
            device_id=self._device_id,
            epoch=self._epoch,
            ev=event.ev,
            defaults={"kind": kind, "payload": payload, "received_at": _now()},
        )
        return self._logged(row)

    def unhandled(self) -> list[Logged]:
        """
        Return the events stored and not done with, oldest first.

        Those of past epochs too: their machine has forgotten them, so nobody else will tell them.
        """
        rows = DeviceEvent.objects.filter(device_id=self._device_id, handled=False)
        return [self._logged(row) for row in rows.order_by("epoch", "ev")]

    def handled(self, logged: Logged) -> None:
        """Close an event: the second commit, after which it may be acknowledged."""
        with transaction.atomic():
            DeviceEvent.objects.filter(pk=logged.row_id).update(handled=True)
            if logged.epoch == self._epoch:
                Device.objects.filter(pk=self._device_id).update(last_ev=logged.event.ev)
        if logged.epoch == self._epoch:
            self._last_ev = logged.event.ev

    def count_duplicates(self, count: int) -> None:
        """Add to the count of events heard again; they are never rows."""
        if count > 0:
            Device.objects.filter(pk=self._device_id).update(duplicates=F("duplicates") + count)

    def _begin_epoch(self, boot: str) -> None:
        epoch = self._epoch + 1
        Device.objects.filter(pk=self._device_id).update(epoch=epoch, boot=boot, last_ev=0)
        self._epoch, self.boot, self._last_ev = epoch, boot, 0

    def _logged(self, row: DeviceEvent) -> Logged:
        source_ref = f"{self.code}:{row.epoch}:{row.ev}"
        return Logged(row.pk, row.epoch, source_ref, event_of(row.kind, row.payload), row.handled)


def _now() -> datetime:
    return timezone.now()
