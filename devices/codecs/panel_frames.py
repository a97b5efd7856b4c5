"""
Number panel frames: the whole panel in one BX/1 frame, `P bm=<23 hex> last=47 o=13 [t=TEXT]`.

Level-triggered: no sequence number and no answer, the next frame heals a lost one.

Source: docs/devices/panels.md, "frame".
"""

import re

from devices.codecs.bx1_frames import encode_frame
from devices.codecs.bx1_messages import MessageDamaged, bitmap_of, numbers_of
from devices.codecs.panel_state import PanelState, plain_text

_BODY = re.compile(r"P bm=(\S{23}) last=(\d{1,2}) o=(\d{1,2})(?: t=([A-Z0-9.-]{1,32}))?(?: \S+=\S+)*")
_UNSAFE = re.compile(r"[^A-Z0-9.-]+")
_TEXT_MAX = 32


def encode_panel(state: PanelState) -> bytes:
    """Return the frame of a panel. The text is cut to 32 of A-Z, 0-9, dot and dash."""
    text = _UNSAFE.sub("-", plain_text(state.text).replace(",", ".")).strip("-")[:_TEXT_MAX]
    body = f"P bm={bitmap_of(state.called)} last={state.last or 0} o={state.ordinal}"
    return encode_frame(f"{body} t={text}" if text else body)


def parse_panel(body: str) -> PanelState:
    """
    Read a panel frame's body.

    Raises:
        MessageDamaged: It is not a panel frame.
    """
    if (match := _BODY.fullmatch(body)) is None:
        raise MessageDamaged(body)
    bitmap, last, ordinal, text = match.groups()
    return PanelState(numbers_of(bitmap), int(last), int(ordinal), text or "")
