"""`bingoprinter://NAME`: the port of a simulated receipt printer, started if it is not there."""

from devices.simulators.urlhandlers.protocol_bingosim import serial_class_for_url

__all__ = ["serial_class_for_url"]
