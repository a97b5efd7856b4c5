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
        deeds.add_argument("--shutdown", action="store_true", help="end it; its state stays in its file")

    def handle(self, **options: Any) -> None:
        """Do one deed, or become the simulator."""
        if do := next((deed for deed in ("status", "inject", "clear", "shutdown") if options[deed]), None):
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
        more = {"fault": options["inject"]} if do == "inject" else {}
        try:
            answer = ask(options["name"], do, kind=options["kind"], **more)
        except (SimulatorAbsent, ValueError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(json.dumps(answer, indent=2))
        if not answer["ok"]:
            raise CommandError(answer["error"])
