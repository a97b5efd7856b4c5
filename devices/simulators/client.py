"""Speak to a running simulator, or start one."""

import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from devices.simulators.options import Options
from devices.simulators.paths import PROJECT, home_of

ASK_SECONDS = 2.0
START_SECONDS = 3.0
_POLL_SECONDS = 0.02


class SimulatorAbsent(OSError):
    """No simulator of that name runs, or it does not answer."""


def ask(name: str, do: str, *, kind: str = "extractor", **more: Any) -> dict[str, Any]:
    """
    Ask a simulator to do something: docs/devices/simulator.md, "By hand", has what and with what.

    Returns:
        Its answer: `ok`, and its `device` with the true `order` of balls, `actuations`, `faults`, ...;
        or `ok` false and the `error`.

    Raises:
        SimulatorAbsent: None of that name runs.
    """
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(ASK_SECONDS)
            connection.connect(str(home_of(name, kind).socket))
            connection.sendall(json.dumps({"do": do, **more}).encode() + b"\n")
            answer: dict[str, Any] = json.loads(connection.makefile("rb").readline())
    except (OSError, ValueError) as error:
        msg = f"simulator {name!r}: {error}"
        raise SimulatorAbsent(msg) from error
    return answer


def start(options: Options) -> None:
    """Start a simulator in the background, with its output in its log; returns before it is ready."""
    home = home_of(options.name, options.kind)
    home.make()
    command = [sys.executable, "-m", "devices.simulators.process", "--detach", *options.arguments()]
    with home.log.open("ab") as log:
        subprocess.run(  # noqa: S603 - our own interpreter and module
            command,
            cwd=PROJECT,
            env=os.environ | {"BINGO_DATA_DIR": str(home.folder.parents[1])},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            check=True,
            timeout=START_SECONDS,
        )


def attach(options: Options) -> Path:
    """
    Return the port of a simulator, starting it if it does not run. Options matter only to one started.

    Raises:
        SimulatorAbsent: It has no port within 3 seconds (its log says why).
    """
    home = home_of(options.name, options.kind)
    until = time.monotonic() + START_SECONDS
    started = False
    while time.monotonic() < until:
        try:
            if ask(options.name, "status", kind=options.kind)["plugged"]:
                return home.pty.readlink()
        except (SimulatorAbsent, FileNotFoundError):
            if not started:
                start(options)
                started = True
        time.sleep(_POLL_SECONDS)
    msg = f"simulator {options.name!r} has no port; see {home.log}"
    raise SimulatorAbsent(msg)
