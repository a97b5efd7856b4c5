"""
Try one device without a hall.

A BX/1 machine is walked through the protocol step by step, and a report says what passed. A machine of another dialect
is listened to until its status, with --draw until a ball; a scanner until a code. A receipt printer prints a paper.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from devices.drivers.registry import EXTRACTORS, PRINTERS, SCANNERS, extractor_named, scanner_named
from devices.probe.lines import PortLine
from devices.probe.listen import Listener, NothingHeard
from devices.probe.moving import MOVING
from devices.probe.report import Outcome, StepReport
from devices.probe.still import FIRST, LAST
from devices.probe.talk import Talk
from devices.probe.trial import run_trial
from devices.supervisor.printer_probe import try_printer
from devices.transports import SerialTransport, TransportLost

BX1 = "bx1"


class Command(BaseCommand):
    """Look at one device; the hall must not run, for a port has one owner."""

    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the port and what to do."""
        parser.add_argument("url", help="e.g. /dev/serial/by-id/... or bingosim://extractor?seed=7")
        parser.add_argument("--baudrate", type=int, default=9600)
        parser.add_argument(
            "--driver",
            default=BX1,
            help=f"{', '.join([*EXTRACTORS, *SCANNERS, *PRINTERS])}; a scanner's with its :prefix:suffix",
        )
        parser.add_argument("--options", default="{}", help="the device's options as JSON, for other drivers than bx1")
        parser.add_argument("--draw", action="store_true", help="move balls: all of them must be in the drum")
        parser.add_argument("--json", type=Path, metavar="FILE", help="write the report of a BX/1 machine there too")

    def handle(self, **options: Any) -> None:
        """Speak to the device."""
        name = options["driver"]
        try:
            if name == BX1:
                self._try_bx1(options)
            elif name in PRINTERS:
                self._try_printer(options)
            else:
                self._listen(name, options)
        except (TransportLost, NothingHeard) as error:
            raise CommandError(str(error)) from error

    def _try_bx1(self, options: dict[str, Any]) -> None:
        line = PortLine(options["url"], options["baudrate"])
        line.open()
        reports: list[StepReport] = []
        try:
            for report in run_trial(Talk(line), (*FIRST, *MOVING, *LAST), may_move=options["draw"]):
                reports.append(report)
                self.stdout.write("\n".join(report.lines()))
        finally:
            line.close()
        count = {outcome: sum(report.outcome is outcome for report in reports) for outcome in Outcome}
        if options["json"]:
            told = {"url": options["url"], "protocol": "BX/1", "steps": [report.as_json() for report in reports]}
            options["json"].write_text(json.dumps(told, indent=1) + "\n")
        self.stdout.write(", ".join(f"{number} {outcome}" for outcome, number in count.items()))
        if options["draw"]:
            self.stdout.write("Switch the machine off and on, or the hall will hear of these balls.")
        if count[Outcome.FAILED]:
            raise CommandError(f"{count[Outcome.FAILED]} of {len(reports)} steps failed")

    def _try_printer(self, options: dict[str, Any]) -> None:
        try:
            for line in try_printer(options["url"], options["baudrate"], json.loads(options["options"])):
                self.stdout.write(line)
        except (TypeError, ValueError) as error:
            raise CommandError(f"{options['driver']}: {error}") from error

    def _listen(self, name: str, options: dict[str, Any]) -> None:
        is_scanner = name.partition(":")[0] in SCANNERS
        if not is_scanner and name not in EXTRACTORS:
            raise CommandError(f"no such driver: {name}")
        with_transport = Listener(SerialTransport(options["url"], options["baudrate"]), self.stdout.write)
        try:
            scanner = scanner_named(name, time.monotonic) if is_scanner else None
            driver = None if is_scanner else extractor_named(name, time.monotonic, None, json.loads(options["options"]))
        except (TypeError, ValueError) as error:
            raise CommandError(f"{name}: {error}") from error
        with with_transport as listener:
            if scanner is not None:
                listener.scan(scanner)
            if driver is not None:
                listener.greet(driver)
                if options["draw"]:
                    listener.draw(driver)
                self.stdout.write(f"{driver.counters()}")
