"""A line to an overlay, on which the test speaks for the house while the page's time stands until it is moved."""

import json

SEEN = "one => one.offsetParent && getComputedStyle(one).visibility === 'visible' ? one.textContent : ''"
# Counts, in the page's own time, when a line was asked for; and what came of it.
COUNTING = """
window.tries = []; window.cuts = 0; window.heard = 0;
const Plain = window.WebSocket;
window.WebSocket = class extends Plain {
  constructor(...given) {
    super(...given);
    window.tries.push(Date.now());
    this.addEventListener("message", () => { window.heard += 1; });
    this.addEventListener("close", () => { window.cuts += 1; });
  }
};
"""


class Line:
    """One page with the wall's token, from a server without a game behind it."""

    def __init__(self, server, chromium, *, size=(1280, 720)):
        self.server = server
        self.context = chromium.new_context(viewport={"width": size[0], "height": size[1]})
        self.page = self.context.new_page()
        self.sockets, self.refuses, self.errors = [], False, []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.clock.install()
        self.page.route_web_socket("**/ws/hall/**", self._connected)
        self.page.add_init_script(COUNTING)

    def _connected(self, socket):
        self.sockets.append(socket)
        if self.refuses:
            socket.close()

    def open(self, query="", page="overlay"):
        """Load the page; its time stands from now on."""
        before = len(self.sockets)
        self.page.goto(f"{self.server.url}/{page}/?k=demo-wall&{query}")
        self.page.wait_for_function("document.fonts.status === 'loaded'")
        self.page.clock.pause_at(self.page.evaluate("Date.now()") / 1_000 + 1)
        self.until(lambda: len(self.sockets) > before)
        return self

    def until(self, what):
        """Let real time pass, and none of the page's, until something is so."""
        for _ in range(1_000):
            if what():
                return
            self.page.wait_for_timeout(10)
        raise AssertionError(what, self.errors)

    def counted(self, name):
        """Give one of the page's counts: `tries`, `cuts`, `heard`."""
        return self.page.evaluate(f"window.{name}")

    def cut(self):
        """Close the line; the page knows it when this returns."""
        before = self.counted("cuts")
        self.sockets[-1].close()
        self.until(lambda: self.counted("cuts") > before)

    def say(self, frame, **more):
        """Let the house say a frame; the page has taken it when this returns."""
        before = self.counted("heard")
        self.sockets[-1].send(json.dumps({**frame, **more}))
        self.until(lambda: self.counted("heard") > before)

    def beat(self, frame):
        """Let the house say that it lives."""
        self.say({"type": "heartbeat", "epoch": frame["epoch"], "position": frame["position"], "at": ""})

    def after(self, ms):
        """Let time pass; gives the ball that is to be seen, "" when there is none."""
        self.page.clock.run_for(ms)
        return self.ball()

    def ball(self):
        """Give the ball that is to be seen."""
        return self.page.locator("#ball-number").evaluate(SEEN)
