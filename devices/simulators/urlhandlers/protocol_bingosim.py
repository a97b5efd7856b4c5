"""`bingosim://NAME?seed=7&speed=10&fault=jam@12`: a simulated extractor's port, started if need be."""

import serial  # type: ignore[import-untyped]

from devices.simulators.client import attach
from devices.simulators.options import options_of


def serial_class_for_url(url: str) -> tuple[str, type[serial.Serial]]:
    """
    Return the path of the simulator's port and the class that opens it; pyserial calls this.

    Raises:
        ValueError: The URL is not one of ours.
        OSError: The simulator does not come up.
    """
    return str(attach(options_of(url))), serial.Serial
