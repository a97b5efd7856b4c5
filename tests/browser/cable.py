"""A cable between some screens and the hall, which can be pulled out while a game is on."""

import socket
import threading
from contextlib import suppress

CHUNK = 65_536


class Cable:
    """Carries bytes to a port of this machine and back; pulled, it carries nothing and says nothing."""

    def __init__(self, port):
        self.port, self.pulled, self.ends = port, False, []
        self.plug = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.plug.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        with suppress(OSError):
            while True:
                here, _ = self.plug.accept()
                there = socket.create_connection(("127.0.0.1", self.port))
                self.ends += [here, there]
                for one, other in ((here, there), (there, here)):
                    threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one, other):
        with suppress(OSError):
            while data := one.recv(CHUNK):
                if self.pulled:
                    return
                other.sendall(data)
            other.shutdown(socket.SHUT_WR)

    def pull(self):
        """Pull it out: what is connected hears nothing more, not even that it has ended."""
        self.pulled = True

    def put_back(self):
        """Put it back; what was connected before is lost."""
        self._drop()
        self.pulled = False

    def end(self):
        """Close all ends."""
        self.plug.close()
        self._drop()

    def _drop(self):
        for end in self.ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self.ends.clear()
