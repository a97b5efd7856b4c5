"""
Regular expressions that a hall writes into a device's settings, and that must never hold up a port.

Python's matcher tries one way after another; a pattern such as `(a+)+` has more ways than there are seconds. So a
pattern is refused unless all the ways it can go through a line are few: a group may be optional and never repeated,
nothing looks about or back, and choices multiply to no more than a million for the longest line.

Source: docs/devices/line.md, "The pattern".
"""

import re

LONGEST_LINE = 128
"""Bytes of a line without its end; a longer one is damaged, and never meets a pattern."""
LONGEST_PATTERN = 200
_MOST_WAYS = 1_000_000

_GROUP = re.compile(r"\((?:\?:|\?P<[a-z_]+>|(?!\?))")
_ATOM = re.compile(r"\[\^?\]?(?:\\.|[^\]\\])*\]|\\[^1-9]|[^\\\[\]*+?{}()|]")
_QUANTIFIER = re.compile(r"(?:[*+?]|\{(?P<least>[0-9]*)(?P<comma>,?)(?P<most>[0-9]*)\})[?+]?")


class PatternRefused(ValueError):
    """A pattern that is none, or that could take too long."""


def compile_pattern(
    text: str, *, needs: frozenset[str] = frozenset(), may: frozenset[str] = frozenset()
) -> re.Pattern[str]:
    """
    Return a pattern for lines of at most 128 bytes, to be used with `fullmatch`.

    Args:
        text: What the hall wrote, at most 200 characters.
        needs: Named groups that must be there.
        may: Named groups that may be there too.

    Raises:
        PatternRefused: It is no regular expression, could take too long, or has other groups.
    """
    if len(text) > LONGEST_PATTERN or not text.isprintable():
        msg = f"a pattern has at most {LONGEST_PATTERN} printable characters: {text[:40]!r}"
        raise PatternRefused(msg)
    try:
        pattern = re.compile(text, re.ASCII)
    except (re.error, OverflowError, RecursionError) as error:
        msg = f"no pattern: {text!r}: {error}"
        raise PatternRefused(msg) from error
    if (ways := _ways_of(text)) > _MOST_WAYS:
        msg = f"a line could be tried in {ways} ways, more than {_MOST_WAYS}: {text!r}"
        raise PatternRefused(msg)
    names = frozenset(pattern.groupindex)
    if not needs <= names or not names <= needs | may:
        msg = f"named groups must be {sorted(needs)}, and may be {sorted(may)}: {text!r}"
        raise PatternRefused(msg)
    return pattern


def _ways_of(text: str) -> int:
    """Return a bound on the ways through the longest line: the product of all the choices written."""
    ways, at, after_group = 1, 0, False
    while at < len(text):
        if match := _GROUP.match(text, at):
            after_group = False
        elif text[at] == ")":
            after_group, at = True, at + 1
            continue
        elif text[at] == "|":
            ways *= 2
            after_group, at = False, at + 1
            continue
        elif match := _QUANTIFIER.match(text, at):
            ways *= _choices_of(match, text, after_group=after_group)
        elif match := _ATOM.match(text, at):
            after_group = False
        else:
            msg = f"not allowed in a pattern, at character {at + 1}: {text!r}"
            raise PatternRefused(msg)
        at = match.end()
    return ways


def _choices_of(match: re.Match[str], text: str, *, after_group: bool) -> int:
    """Return how many lengths a repetition can have in one line."""
    sign = match[0][0]
    if sign == "{":
        least = int(match["least"] or 0)
        most = int(match["most"] or LONGEST_LINE) if match["comma"] else least
    else:
        least, most = {"*": (0, LONGEST_LINE), "+": (1, LONGEST_LINE), "?": (0, 1)}[sign]
    if after_group and (least, most) != (0, 1):
        msg = f"a group may be optional, never repeated: {text!r}"
        raise PatternRefused(msg)
    return min(most, LONGEST_LINE) - min(least, LONGEST_LINE) + 1
