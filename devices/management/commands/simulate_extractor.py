"""The front door of the simulator's process; it needs no database."""

import argparse
import json
import os
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from devices.simulators.client import SimulatorAbsent, ask
from devices.simulators.paths import PROJECT
from devices.simulators.process import add_options, options_from

_DEEDS = ("status", "inject", "forget", "clear", "unplug", "plug", "power", "tune", "shutdown")


def _with(do: str, options: dict[str, Any]) -> dict[str, Any]:
    if do in {"inject", "forget"}:
        return {"fault": options[do]}
    if do == "power":
        return {"on": options["power"] != "off", "map": options["power"]}
    return {"speed": options["speed"], "baud": options["baud"]} if do == "tune" else {}


class Command(BaseCommand):
    """Run a simulated extractor (or panel) in the foreground, or speak to one that runs."""

    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the simulator's options and the deeds on a running one."""
        add_options(parser)
        deeds = parser.add_mutually_exclusive_group()
        deeds.add_argument("--status", action="store_true", help="print its state as JSON")
        deeds.add_argument("--inject", metavar="FAULT", help="let a fault happen, e.g. jam or unread@30")
        deeds.add_argument("--clear", action="store_true", help="forget the faults to come")
        deeds.add_argument("--forget", metavar="FAULT", help="take back a fault that has not happened yet")
        deeds.add_argument("--unplug", action="store_true", help="pull its plug, until --plug")
        deeds.add_argument("--plug", action="store_true", help="put its plug back")
        deeds.add_argument(
            "--power", choices=("off", "on", "lost"), help="switch it off, or on with its map or without"
        )
        deeds.add_argument("--tune", action="store_true", help="give a running one this --speed and --baud")
        deeds.add_argument("--shutdown", action="store_true", help="end it; its state stays in its file")

    def handle(self, **options: Any) -> None:
        """Do one deed, or become the simulator."""
        if do := next((deed for deed in _DEEDS if options[deed]), None):
            self._ask(do, options)
            return
        try:
            arguments = options_from(options).arguments()
        except ValueError as error:
            raise CommandError(str(error)) from error
        # The light process takes this one's place: Ctrl-C and SIGTERM reach it directly.
        command = [sys.executable, "-m", "devices.simulators.process", *arguments]
        os.chdir(PROJECT)
        os.execv(sys.executable, command)  # noqa: S606 - our own interpreter and module

    def _ask(self, do: str, options: dict[str, Any]) -> None:
        try:
            answer = ask(options["name"], do, kind=options["kind"], **_with(do, options))
        except (SimulatorAbsent, ValueError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(json.dumps(answer, indent=2))
        if not answer["ok"]:
            raise CommandError(answer["error"])
