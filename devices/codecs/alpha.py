"""
Packets of the Alpha sign protocol (M-Protocol), which BetaBrite and many other LED signs speak.

`NUL x5  SOH  type  address(2)  STX  command  [ETX  sum(4 hex)]  EOT`; the sum is that of all bytes from STX to ETX.
A sign shows TEXT files; a TEXT file may call a STRING file. Writing a TEXT file blanks the sign, writing a STRING
file does not: so the text is set once and only the string changes with each ball.

Source: Alpha Sign Communications Protocol, Adaptive Micro Systems 9708-8061, 5 (packets), 6.1, 6.2 and 6.4 (files).
"""

NUL, SOH, STX, ETX, EOT, ESC = b"\x00", b"\x01", b"\x02", b"\x03", b"\x04", b"\x1b"
TEXT_LABEL, STRING_LABEL = b"A", b"1"
STRING_MAX = 125
_SYNC = NUL * 5
_TEXT_BYTES = 64
_MIDDLE_LINE, _HOLD, _CALL_STRING = b"\x20", b"b", b"\x10"


def alpha_packet(command: bytes, *, sign_type: str = "Z", address: str = "00", checksum: bool = True) -> bytes:
    """Return the packet of one command; type `Z` and address `00` are every sign on the line."""
    block = STX + command
    if checksum:
        block += ETX
        block += f"{sum(block) & 0xFFFF:04X}".encode()
    return _SYNC + SOH + sign_type.encode("ascii") + address.encode("ascii") + block + EOT


def memory_command() -> bytes:
    """Return the command that divides a sign's memory anew: one text, shown always, and one string for it to call."""
    text = TEXT_LABEL + b"AL" + f"{_TEXT_BYTES:04X}".encode() + b"FF00"
    string = STRING_LABEL + b"BL" + f"{STRING_MAX:04X}".encode() + b"0000"
    return b"E$" + text + string


def text_command() -> bytes:
    """Return the command that writes the text: it holds still and calls the string."""
    return b"A" + TEXT_LABEL + ESC + _MIDDLE_LINE + _HOLD + _CALL_STRING + STRING_LABEL


def string_command(text: str) -> bytes:
    """Return the command that writes the string: printable ASCII, cut to 125 characters."""
    fit = "".join(char if " " <= char <= "~" else " " for char in text)[:STRING_MAX]
    return b"G" + STRING_LABEL + fit.encode("ascii")
