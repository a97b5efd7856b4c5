"""A reader on a real pseudo-terminal under a stable name, which can be unplugged and plugged again."""

import os
import pty
import tty


class LineReader:
    """What stands on the other end of a port that the host only listens to."""

    def __init__(self, link):
        self.link = link
        self._master = self._slave = None

    def plug(self):
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        beside = self.link.with_suffix(".new")
        beside.symlink_to(os.ttyname(self._slave))
        beside.replace(self.link)

    def unplug(self):
        self.link.unlink(missing_ok=True)
        for descriptor in (self._master, self._slave):
            if descriptor is not None:
                os.close(descriptor)
        self._master = self._slave = None

    def say(self, text, end=b"\r"):
        os.write(self._master, text.encode("latin-1") + end)
