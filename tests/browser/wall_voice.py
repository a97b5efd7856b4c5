"""A hall board that speaks, alone in a browser: the real page and scripts, frames by hand, clips of known lengths."""

import json
import time
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlsplit

from django.template.loader import render_to_string

from screens.labels import labels_for
from sessions.journal import codec
from sessions.rules.board import public_board
from tests.voices import beep

STATIC = Path(__file__).parents[2] / "screens" / "static"
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".woff2": "font/woff2"}
PATIENCE_SECONDS = 40
HOST = "http://hall.test"
POLICY = "default-src 'self'; img-src 'self' data:; connect-src 'self' ws: wss:"
# What sounds is written down where the browser is told to sound it; its own voice is one that takes 60 ms. `newest` is
# the ball called last when the page took the clip up, which is when it has it decoded: it sounds that much later.
LISTEN = """
performance.setResourceTimingBufferSize(1000);
window.clips = []; window.speech = []; window.calls = []; window.newest = 0;
const {decodeAudioData} = BaseAudioContext.prototype;
BaseAudioContext.prototype.decodeAudioData = function (...clip) {
  window.newest = Number(document.getElementById("spoken").textContent);
  return decodeAudioData.apply(this, clip);
};
const {start, stop} = AudioBufferSourceNode.prototype;
AudioBufferSourceNode.prototype.start = function (...when) {
  const ms = Math.round(this.buffer.duration * 1000);
  this.told = {ms, newest: window.newest, from: performance.now(), to: 0, cut: false};
  window.clips.push(this.told);
  this.addEventListener("ended", () => { this.told.to = performance.now(); });
  return start.apply(this, when);
};
AudioBufferSourceNode.prototype.stop = function (...when) { this.told.cut = true; return stop.apply(this, when); };
Object.defineProperty(window, "speechSynthesis", {value: {
  speak(words) {
    window.speech.push({text: words.text, lang: words.lang, volume: words.volume});
    setTimeout(() => words.onend && words.onend(), 60);
  },
  cancel() {},
}});
addEventListener("DOMContentLoaded", () => {
  new MutationObserver(() => {
    window.calls.push({number: Number(document.getElementById("spoken").textContent), at: performance.now()});
  }).observe(document.getElementById("spoken"), {childList: true});
});
"""


def length(name, lang):
    """Give the length in milliseconds by which a clip is known: balls about a third of a second, Catalan 7 more."""
    signals = {"claim": 600, "line": 700, "bingo": 800, "pause": 900, "resume": 1_000, "correction": 500}
    return (signals[name] if name in signals else 300 + 2 * int(name)) + (1 if lang == "ca" else 0)


@dataclass
class Wall:
    """
    The page, and what it is told and asks for.

    `lost` clips are not found, `long` ones have other lengths; `formulas` answers what is asked after an event of a
    kind, `held` has the kinds whose answer waits, and then those answers.
    """

    page: object
    languages: tuple = ("es",)
    mode: str = "all"
    lost: tuple = ()
    long: dict = field(default_factory=dict)
    listed: bool = True
    formulas: dict = field(default_factory=dict)
    held: list = field(default_factory=list)
    asked: list = field(default_factory=list)
    position: int = 1
    socket: object = None

    def open(self, board):
        """Show the page, and the game as it stands."""
        self.page.add_init_script(LISTEN)
        self.page.route(f"{HOST}/**", self._serve)
        self.page.route_web_socket("ws://hall.test/ws/hall/**", self._join)
        self.page.goto(f"{HOST}/sala/")
        self.wait(lambda: self.socket)
        self.tell(board)
        return self

    def wait(self, what):
        """Wait, letting the browser's messages in, until something is so."""
        end = time.monotonic() + PATIENCE_SECONDS
        while not what():
            assert time.monotonic() < end, f"waited in vain for {what}"
            self.page.wait_for_timeout(10)

    def until(self, expression):
        """Wait until something is so in the page: its policy lets no text be run there that waits by itself."""
        self.wait(partial(self.page.evaluate, expression))

    def tell(self, board, kind="", *, skip=0, **event):
        """Send a frame of the next event; `skip` events were lost before it."""
        self.position += 1 + skip
        told = {"kind": kind, "stream": "game:1:1", **event} if kind else None
        hall = {"code": "h", "name": "Sala", "language": "es"}
        session = {"session_no": 1, "state": "open", "pace": 0, "last_game": 0}
        plain = codec.encode(public_board(board))
        frame = {"type": "board", "epoch": 1, "position": self.position, "at": "2026-11-30T20:00:00+00:00"}
        self.socket.send(json.dumps({**frame, "hall": hall, "session": session, "board": plain, "event": told}))

    def clips(self, count=0):
        """Give what has sounded, once there are so many that have ended: length, from, to, cut."""
        if count:
            script = f"clips.length >= {count} && clips.slice(0, {count}).every((one) => one.to)"
            self.until(script)
        return self.page.evaluate("clips")

    def lengths(self, count=0):
        """Give the lengths of what has sounded, by which clips are known."""
        return [one["ms"] for one in self.clips(count)]

    def speech(self, count):
        """Give what the browser's own voice was told to say, once it is so many sentences."""
        self.until(f"speech.length >= {count}")
        return self.page.evaluate("speech")

    def quiet(self):
        """Wait until nothing sounds, long enough for anything that waits to begin."""
        self.until("clips.every((one) => one.to)")
        self.page.wait_for_timeout(150)

    def _join(self, socket):
        self.socket = socket

    def _serve(self, route):
        path = urlsplit(route.request.url).path
        self.asked.append(route.request.url.removeprefix(HOST))
        if path == "/sala/":
            route.fulfill(body=self._page(), content_type="text/html", headers={"Content-Security-Policy": POLICY})
        elif path == "/sala/voz/" and self.listed:
            route.fulfill(json={lang: self._list(lang) for lang in self.languages})
        elif path == "/sala/voz/dicho/":
            kind = route.request.url.partition("event=")[2].partition("&")[0]
            said = {"said": self.formulas.get(kind, [])}
            if kind in self.held:
                self.held.append(lambda: route.fulfill(json=said))
            else:
                route.fulfill(json=said)
        elif path.startswith("/sala/voz/"):
            name = path.rsplit("/", 2)[1]
            if name in self.lost or not self.listed:
                route.fulfill(status=404)
            else:
                route.fulfill(body=beep(self._length(path)), content_type="audio/wav")
        else:
            self._static(route, path)

    def _static(self, route, path):
        file = STATIC / path.removeprefix("/static/")
        if file.is_file():
            route.fulfill(body=file.read_bytes(), content_type=TYPES[file.suffix])
        else:
            route.fulfill(status=404)

    def _length(self, path):
        *_, lang, name, _end = path.split("/")
        return int(name) if lang == "frase" else self.long.get(name) or length(name, lang)

    @staticmethod
    def _list(lang):
        names = [*(str(n) for n in range(1, 91)), "claim", "line", "bingo", "pause", "resume", "correction"]
        return {n: {"name": n, "lang": lang, "text": f"{lang} {n}", "src": f"/sala/voz/{lang}/{n}/"} for n in names}

    def _page(self):
        words = {"hall": SimpleNamespace(name="Sala", language="es"), "token": "t", "languages": list(self.languages)}
        labels = labels_for("hall", self.languages)
        voice = {"voice": self.mode, "voice_languages": ",".join(self.languages), "volume": 50}
        return render_to_string("screens/hall.html", {**words, "labels": labels, "anim": False, **voice})


def formula(ms, *, lang="es", text="formula"):
    """Give a sentence whose clip is so many milliseconds long."""
    return {"name": "", "lang": lang, "text": text, "src": f"/sala/voz/frase/{ms}/"}
