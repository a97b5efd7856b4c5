"""
The simulator as a process of its own: `python -m devices.simulators.process --name NAME ...`.

It has its own session, so it outlives whoever started it, and loads nothing heavy, so a port that starts it
need not wait. A second one of the same name ends at once.
"""

import argparse
import fcntl
import os
import random
import secrets
import signal
import sys
from dataclasses import fields
from typing import Any

from devices.simulators.bx1_device import Bx1Device
from devices.simulators.cage import Cage
from devices.simulators.faults import FaultScript
from devices.simulators.host import SimulatedDevice, SimulatorHost
from devices.simulators.machine import Machine
from devices.simulators.mixer import MIXERS
from devices.simulators.options import Options, checked
from devices.simulators.panel_device import PanelDevice
from devices.simulators.paths import Home, home_of
from devices.simulators.printer_device import PrinterDevice
from devices.simulators.store import StateFile


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of a simulator to a parser."""
    default = Options()
    parser.add_argument("--name", default=default.name, help="which simulator; letters, digits, - and _")
    parser.add_argument("--kind", default=default.kind, choices=("extractor", "panel", "printer"))
    parser.add_argument("--seed", type=int, help="the same balls each time; never for play")
    parser.add_argument("--speed", type=float, default=default.speed, help="1: two seconds a ball")
    parser.add_argument("--baud", type=int, default=default.baud, help="pace the line; 0: do not")
    parser.add_argument("--machine", default=default.machine, choices=tuple(MIXERS), help="what mixes the balls")
    parser.add_argument("--fault", default="", help="script, e.g. jam@12,unread@5,drop@45:before")


def options_from(values: dict[str, Any]) -> Options:
    """Return the options parsed; ValueError if they make no sense."""
    return checked(Options(**{field.name: values[field.name] for field in fields(Options)}))


def device_of(options: Options, home: Home) -> SimulatedDevice:
    """Make the device, as its state file left it."""
    if options.kind == "panel":
        return PanelDevice()
    if options.kind == "printer":
        return PrinterDevice(options.speed)
    saved = StateFile(home.state).load().get("device", {})
    known = {key: value for key, value in saved.items() if key in Cage.__dataclass_fields__}
    dice = random.Random(options.seed) if options.seed is not None else random.SystemRandom()  # noqa: S311
    # Faults asked for now come instead of those a former process had left.
    script = FaultScript(options.fault or known.get("script", ""), dice.random)
    machine = Machine(
        Cage(**known),
        script,
        seed=options.seed,
        speed=options.speed,
        new_boot=lambda: secrets.token_hex(2).upper(),
        mixer=MIXERS[options.machine],
    )
    return Bx1Device(machine, dice)


def run(options: Options) -> int:
    """Be the simulator until it is shut down; return 1 if there is one of that name already."""
    home = home_of(options.name, options.kind)
    home.make()
    with home.lock.open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            sys.stderr.write(f"a simulator {options.name} is running already\n")
            return 1
        about = {"name": options.name, "kind": options.kind, "pid": os.getpid(), "port": str(home.pty)}
        host = SimulatorHost(device_of(options, home), home, baud=options.baud, about=about)

        def end(_signal: int, _frame: object) -> None:
            host.running = False

        signal.signal(signal.SIGTERM, end)
        signal.signal(signal.SIGINT, end)
        host.serve()
    return 0


def detach() -> None:
    """Leave the starter: a session of our own, and nobody's child, so nobody has to wait for us."""
    if os.fork():
        os._exit(0)
    os.setsid()
    # Signals to the starter's group no longer reach us; a hang-up of its terminal must not either.
    signal.signal(signal.SIGHUP, signal.SIG_IGN)


def main() -> int:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(description="A bingo machine in software.")
    add_options(parser)
    parser.add_argument("--detach", action="store_true", help="run in the background")
    values = vars(parser.parse_args())
    try:
        options = options_from(values)
    except ValueError as error:
        parser.error(str(error))
    if values["detach"]:
        detach()
    return run(options)


if __name__ == "__main__":
    sys.exit(main())
