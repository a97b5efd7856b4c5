"""A number panel in software: it lights what the last intact frame says, and goes dark without one."""

from typing import Any

from devices.codecs.bx1_frames import SILENCE_SECONDS, Bx1Decoder, Frame
from devices.codecs.bx1_messages import MessageDamaged
from devices.codecs.panel_frames import parse_panel
from devices.codecs.panel_state import PanelState
from devices.simulators.pulled import Pluggable

DARK_AFTER_SECONDS = 5.0


class PanelDevice(Pluggable):
    """A panel on a line; it never answers."""

    def __init__(self) -> None:
        self._decoder = Bx1Decoder()
        self._state = PanelState()
        self._frames = 0
        self._last_byte_at = 0.0
        self._last_frame_at: float | None = None
        self._dark_since: float | None = None
        self._now = 0.0

    def receive(self, data: bytes, now: float) -> None:
        """Take bytes from the host."""
        self._last_byte_at = now
        for item in self._decoder.feed(data):
            if isinstance(item, Frame):
                self._take(item.body, now)

    def tick(self, now: float) -> None:
        """Go dark when nobody has said anything for too long: a stale ball is worse than none."""
        self._dark_since = now if self._dark_since is None else self._dark_since
        self._now = now
        if self._decoder.in_frame and now >= self._last_byte_at + SILENCE_SECONDS:
            self._decoder.idle()
        if self._last_frame_at is not None and now >= self._last_frame_at + DARK_AFTER_SECONDS:
            self._state, self._dark_since, self._last_frame_at = PanelState(), self._last_frame_at, None

    def deadline(self, now: float) -> float | None:
        """When `tick` has something to do."""
        del now
        times = [self._unplug_at]
        if self._last_frame_at is not None:
            times.append(self._last_frame_at + DARK_AFTER_SECONDS)
        return min((time for time in times if time is not None), default=None)

    def take_output(self, now: float) -> bytes:
        """A panel says nothing."""
        del now
        return b""

    def plugged(self, now: float) -> None:
        """Begin on a new line."""
        del now
        self._decoder = Bx1Decoder()

    def status(self) -> dict[str, Any]:
        """Return what is lit; `dark_s`: whole seconds since a frame, None while there are frames."""
        dark = self._last_frame_at is None
        return {
            "dark_s": int(self._now - (self._dark_since or self._now)) if dark else None,
            "lit": sorted(self._state.called),
            "last": self._state.last,
            "ordinal": self._state.ordinal,
            "text": self._state.text,
            "frames": self._frames,
            "bad": self._decoder.bad,
        }

    def inject(self, fault: str, now: float) -> None:
        """
        Pull the plug (`drop`), the only fault of a panel.

        Raises:
            ValueError: Another fault.
        """
        if fault != "drop":
            msg = f"a panel has no fault {fault!r}"
            raise ValueError(msg)
        self._unplug_at = now

    def clear(self) -> None:
        """Nothing to clear."""

    def _take(self, body: str, now: float) -> None:
        try:
            self._state = parse_panel(body)
        except MessageDamaged:
            return
        self._frames += 1
        self._last_frame_at = now
