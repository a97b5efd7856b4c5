"""
What the program writes about itself: one line a message, nothing in it that a terminal would obey, and no secret.

Every line goes through here, uvicorn's included. Nothing ever writes a body; what an address or an exception may carry
(the token `k`, passwords, PINs, codes) is blacked out. A line of a request has the request's number.
"""

from __future__ import annotations

import json
import logging
import re
import unicodedata
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime
from secrets import token_hex
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from typing_extensions import override

LONGEST: Final = 4_000
_SECRET_NAMES: Final = r"k|password|second_password|old_password|new_password1?2?|pin|token|secret|sessionid|csrftoken|csrfmiddlewaretoken|__Host-[a-z]+|approval|document|claimant_document"  # noqa: E501, S105
# name=value of an address or a form, 'name': 'value' of JSON and of Python; the value up to what ends it.
_SECRETS: Final = re.compile(
    rf"""(?<![A-Za-z0-9_])(["']?(?:{_SECRET_NAMES})["']?\s*(?:=|:|%3[dD])\s*)("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^\s&;,"'<>\])}}]+)""",
    re.IGNORECASE,
)
_BLACKED: Final = r"\1***"
# Controls, formats (right-to-left and its like), halves of characters, private ones, line and paragraph ends.
_UNSAFE: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})

_number: ContextVar[str] = ContextVar("request_number", default="")


def plain(text: str) -> str:
    r"""Write a text so that no reader and no terminal takes it for more than text: what is unsafe becomes \xNN."""
    short = text if len(text) <= LONGEST else text[:LONGEST] + "…"
    if short.isascii() and short.isprintable():
        return short.replace("\\", "\\\\")
    return "".join(_written(sign) for sign in short)


def _written(sign: str) -> str:
    if sign == "\\":
        return "\\\\"
    if unicodedata.category(sign) not in _UNSAFE:
        return sign
    number = ord(sign)
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"  # noqa: PLR2004


def blacked_out(text: str) -> str:
    """Take the values of secrets out of a text."""
    return _SECRETS.sub(_BLACKED, text)


def _message(record: logging.LogRecord) -> str:
    try:
        told = record.getMessage()
    except Exception:  # noqa: BLE001 - whatever it is, a log line must not stop a deed
        # A line whose arguments do not fit is a mistake of the program, and still worth reading.
        told = f"{record.msg} {record.args!r}"
    return blacked_out(told)


def _traceback(record: logging.LogRecord, formatter: logging.Formatter) -> str:
    return blacked_out(formatter.formatException(record.exc_info)) if record.exc_info else ""


def _at(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


class PlainLines(logging.Formatter):
    """A line for people; a traceback's own lines stay lines, indented, so that none can pass for a message."""

    @override
    def format(self, record: logging.LogRecord) -> str:
        number = _number.get()
        head = f"{_at(record)} {record.levelname} {plain(record.name)}{f' [{number}]' if number else ''} "
        lines = [head + plain(_message(record))]
        lines += ["    " + plain(line) for line in _traceback(record, self).split("\n") if line]
        return "\n".join(lines)


class JsonLines(logging.Formatter):
    """One JSON object a line, ASCII only."""

    @override
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {"at": _at(record), "level": record.levelname, "logger": record.name}
        if number := _number.get():
            line["request"] = number
        line["message"] = plain(_message(record))
        if trace := _traceback(record, self):
            line["traceback"] = [plain(one) for one in trace.split("\n")]
        return json.dumps(line, ensure_ascii=True)


def request_number(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Give each request a number of the hall's own making, in its log lines and in its answer."""

    def answer(request: HttpRequest) -> HttpResponse:
        number = token_hex(8)
        token = _number.set(number)
        try:
            response = get_response(request)
        finally:
            _number.reset(token)
        response.headers["X-Request-ID"] = number
        return response

    return answer
