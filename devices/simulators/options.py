"""How a simulator is started: the same options in a URL, on the command line and in a test."""

from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

from devices.simulators.faults import parse_fault
from devices.simulators.mixer import MIXERS, NOT_THEIRS


@dataclass(frozen=True, slots=True)
class Options:
    """
    Options of a simulator.

    `seed` None: balls nobody can foretell. `speed` 1: two seconds a ball. `baud` 0: no pacing. `machine`: `air`
    or `drum`.
    """

    name: str = "extractor"
    kind: str = "extractor"
    seed: int | None = None
    speed: float = 1.0
    baud: int = 0
    fault: str = ""
    machine: str = "air"

    def arguments(self) -> list[str]:
        """Return the options as the process takes them."""
        return [f"--{key}={value}" for key, value in asdict(self).items() if value is not None]


def options_of(url: str) -> Options:
    """
    Read `bingosim://NAME?seed=7&speed=10&baud=0&machine=drum&fault=jam@12,double@30`, `bingopanel://NAME` or
    `bingoprinter://NAME?speed=50`.

    Raises:
        ValueError: A value is not what it should be, or an option is not known.
    """
    parts = urlsplit(url)
    query = {key: values[-1] for key, values in parse_qs(parts.query).items()}
    values: dict[str, Any] = {"kind": _KINDS.get(parts.scheme, "extractor")}
    if parts.netloc:
        values["name"] = parts.netloc
    for key, text in query.items():
        if key not in _READERS:
            msg = f"unknown option {key!r} in {url}"
            raise ValueError(msg)
        values[key] = _READERS[key](text)
    return checked(Options(**values))


def checked(options: Options) -> Options:
    """
    Return the options if they make sense.

    Raises:
        ValueError: They do not.
    """
    if options.machine not in MIXERS:
        msg = f"not a machine: {options.machine!r}; known: {', '.join(MIXERS)}"
        raise ValueError(msg)
    faults = [parse_fault(item) for item in filter(None, options.fault.split(","))]
    if strange := {fault.name for fault in faults} & NOT_THEIRS[options.machine]:
        msg = f"a machine of kind {options.machine} has no fault {', '.join(strange)}"
        raise ValueError(msg)
    if options.speed <= 0 or options.baud < 0:
        msg = f"speed must be above 0 and baud not below: {options}"
        raise ValueError(msg)
    return options


_KINDS = {"bingopanel": "panel", "bingoprinter": "printer"}
_READERS = {"seed": int, "speed": float, "baud": int, "fault": str, "machine": str}
