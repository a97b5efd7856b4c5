"""What `spy://` wrote while a machine was listened to: the bytes that came, each with its second."""

import re
from pathlib import Path

FIXTURES = Path(__file__).with_name("fixtures")
_ROW = re.compile(r"(?P<at>\d{6}\.\d{3}) RX   [0-9A-F]{4}  (?P<hex>(?:[0-9A-F]{2} {1,2}){1,16})")


def received(name):
    """Give (seconds, bytes) of each row of a capture that came from the machine."""
    rows = map(_ROW.match, (FIXTURES / name).read_text().splitlines())
    return [(float(row["at"]), bytes.fromhex(row["hex"])) for row in rows if row]
