"""
One scene switcher's port: a thread that keeps on the air the scene of the moment it was last told.

It never blocks or raises: a switcher that is off, or that lacks a scene, is a message, and the game goes on.
"""

import threading
import time
from typing import Any

from devices.drivers.base import Clock
from devices.drivers.registry import scenes_named
from devices.drivers.scenes import NoSuchScene, Scenes, WrongPassword
from devices.models import Device
from devices.supervisor.lone import LonePort

LOOK_SECONDS = 2.0
"""How often the switcher is asked what is on the air: so a line that died in silence is found."""


class ScenesPort(LonePort):
    """
    The port of one scene switcher.

    `Device.options["scenes"]` names the scene of each moment; a moment without one leaves the picture as it is.
    People may switch at the switcher too: they are not overruled until the next moment comes.

    Args:
        device_code: `Device.code`; the row is read each time the switcher is connected.
        password: The switcher's, where `Device.options["password"]` names none. It is never told to a screen.
        clock: Seconds, never going back.
    """

    kind = "scenes"

    def __init__(self, device_code: str, *, password: str = "", clock: Clock = time.monotonic) -> None:
        super().__init__(device_code, clock=clock)
        self._password = password
        self._moment = ""
        self._changed = threading.Event()
        self._message = "stopped"
        self._scene = ""

    def show(self, moment: str) -> None:
        """Put the scene of a moment on the air, once, from any thread; the newest wins."""
        if moment != self._moment:
            self._moment = moment
            self._changed.set()

    def told(self) -> dict[str, Any]:
        """
        Tell how the port is.

        `message` is `ok`, `absent`, `wrong-password`, `no-such-scene`, `misconfigured` or `stopped`;
        `scene` the name on the air as last seen.
        """
        return {**super().told(), "message": self._message, "scene": self._scene}

    def stop(self, timeout: float = 5.0) -> None:
        """Close the line and end the thread, waiting up to `timeout` seconds."""
        super().stop(timeout)
        self._message = "stopped"

    def _wake(self) -> None:
        self._changed.set()

    def _serve(self) -> None:
        try:
            device = self._device()
            names = scenes_of(device)
            switcher = scenes_named(device.driver, device.url, device.options.get("password") or self._password)
        except (KeyError, ValueError) as error:
            self._message = "misconfigured"
            raise ValueError(self._message) from error
        try:
            switcher.open()
            self._message = "ok"
            self._is_up()
            self._keep(switcher, names)
        except WrongPassword as refusal:
            self._message = "wrong-password"
            raise WrongPassword(self._message) from refusal
        except Exception:
            self._message = "absent"
            raise
        finally:
            switcher.close()

    def _keep(self, switcher: Scenes, names: dict[str, str]) -> None:
        """Switch at every new moment, and look now and then, until stopped; raises when the line is lost."""
        shown = ""
        while not self._stopping.is_set():
            self._changed.clear()
            moment = self._moment
            if moment != shown and self._switched(switcher, names.get(moment, "")):
                shown = moment
            self._scene = switcher.current()
            self._changed.wait(LOOK_SECONDS)

    def _switched(self, switcher: Scenes, scene: str) -> bool:
        """Tell whether the moment has been served; a scene that is missing is asked for again at the next look."""
        if not scene:
            return True
        try:
            switcher.switch(scene)
        except NoSuchScene:
            if self._message != "no-such-scene":
                self._failures += 1
                self._history.note("refused", scene)
            self._message = "no-such-scene"
            return False
        self._message = "ok"
        self._done += 1
        return True


def scenes_of(device: Device) -> dict[str, str]:
    """
    Read the scenes' names by moment from a device's options.

    Raises:
        ValueError: They are no names.
    """
    names = device.options.get("scenes", {})
    if not isinstance(names, dict) or not all(isinstance(name, str) for name in names.values()):
        msg = "options.scenes is a name for each moment"
        raise ValueError(msg)
    return names
