"""How a simulator is started: the same options in a URL, on the command line and in a test."""

from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

from devices.simulators.faults import parse_fault


@dataclass(frozen=True, slots=True)
class Options:
    """
    Options of a simulator.

    `seed` None: balls nobody can foretell. `speed` 1: two seconds a ball. `baud` 0: no pacing.
    """

    name: str = "extractor"
    kind: str = "extractor"
    seed: int | None = None
    speed: float = 1.0
    baud: int = 0
    fault: str = ""

    def arguments(self) -> list[str]:
        """Return the options as the process takes them."""
        return [f"--{key}={value}" for key, value in asdict(self).items() if value is not None]


def options_of(url: str) -> Options:
    """
    Read `bingosim://NAME?seed=7&speed=10&baud=0&fault=jam@12,double@30`, or `bingopanel://NAME`.

    Raises:
        ValueError: A value is not what it should be, or an option is not known.
    """
    parts = urlsplit(url)
    query = {key: values[-1] for key, values in parse_qs(parts.query).items()}
    values: dict[str, Any] = {"kind": "panel" if parts.scheme == "bingopanel" else "extractor"}
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
    for item in filter(None, options.fault.split(",")):
        parse_fault(item)
    if options.speed <= 0 or options.baud < 0:
        msg = f"speed must be above 0 and baud not below: {options}"
        raise ValueError(msg)
    return options


_READERS = {"seed": int, "speed": float, "baud": int, "fault": str}
