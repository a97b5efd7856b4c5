"""What each screen shows, read off the page, and what it ought to show by the journal."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from json import loads

WORDS = {
    "none": "Cerrada",
    "preparing": "Comprobaciones de apertura",
    "no_game": "Aún no hay partida",
    "selling": "Cartones a la venta",
    "ready": "Venta cerrada",
    "drawing": "Extrayendo bolas",
    "checking": "Comprobando un cartón",
    "won": "Bingo",
    "paying": "Pago de premios",
    "closed": "Partida terminada",
}
SCENES = {
    "selling": "sale",
    "ready": "ready",
    "drawing": "draw",
    "checking": "check",
    "won": "won",
    "paying": "won",
    "closed": "closed",
}
IN_PLAY = ("draw", "check", "won")

_PILL = """pill: document.querySelector("#bar-state").textContent"""
_NUMBERS = """const numbers = (css) => [...document.querySelectorAll(css)].map((one) => Number(one.textContent));"""
_WALL = """() => {
  const ordinal = (lamp) => Number(lamp.lastChild.textContent);
  const lit = [...document.querySelectorAll(".lamp-on")].sort((a, b) => ordinal(a) - ordinal(b));
  return {
    scene: document.querySelector("#stage").dataset.scene,
    called: lit.map((lamp) => Number(lamp.firstChild.textContent)),
    ball: Number(document.querySelector("#ball-number").textContent),
    counter: Number(document.querySelector("#counter").textContent),
  };
}"""
_STAFF = f"() => ({{{_PILL}}})"
READ = {
    "sala": _WALL,
    "sala_ca": _WALL,
    "overlay": f"""() => {{
      {_NUMBERS}
      const ball = document.querySelector("#ball");
      return {{
        scene: document.querySelector("#stage").dataset.scene,
        ball: ball.hidden ? 0 : Number(ball.textContent),
        before: numbers(".lasts li"),
      }};
    }}""",
    "jugador1": f"""() => {{
      {_NUMBERS}
      const live = !document.querySelector("#live").hidden;
      return {{
        scene: document.querySelector("#play").dataset.scene,
        ball: live ? Number(document.querySelector("#ball").textContent) || 0 : 0,
        before: live ? numbers("#past li") : [],
        hits: live ? [...new Set(numbers("#cards .cell-hit"))].sort((a, b) => a - b) : [],
      }};
    }}""",
    "mesa": f"() => {{ {_NUMBERS} return {{ {_PILL}, called: numbers('.order li:not(.is-uncalled)').reverse() }}; }}",
    "locutor": f"() => {{ {_NUMBERS} return {{ {_PILL}, last: numbers('#said strong, #said li') }}; }}",
    "venta1": _STAFF,
    "venta2": _STAFF,
    "caja": _STAFF,
    "sala_dir": f"""() => {{
      const rows = [...document.querySelectorAll("#now > dl > div")];
      const called = rows.find((row) => row.firstChild.textContent === "Bolas cantadas");
      return {{ {_PILL}, counter: called ? Number(called.lastChild.textContent) : 0 }};
    }}""",
}


@dataclass
class Row:
    """One event of the journal."""

    position: int
    session_no: int
    stream: str
    kind: str
    payload: dict
    hash: str


@dataclass
class Journal:
    """The rows of the journal, and what follows from them alone."""

    rows: list = field(default_factory=list)

    @classmethod
    def read(cls, database):
        """Read it from the hall's file, beside the running hall."""
        query = "SELECT position, session_no, stream, kind, payload, hash FROM records_event ORDER BY position"
        with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=20)) as file:
            return cls([Row(*rest, loads(payload), hash_) for *rest, payload, hash_ in file.execute(query)])

    def upto(self, position):
        """Give the journal as it stood at a position."""
        return Journal([row for row in self.rows if row.position <= position])

    def of(self, kind):
        """Give the payloads of one kind, in order."""
        return [row.payload for row in self.rows if row.kind == kind]

    @property
    def head(self):
        """The position of the last row."""
        return self.rows[-1].position if self.rows else 0

    @property
    def called(self):
        """The numbers called aloud, in order."""
        return [ball["number"] for ball in self.of("BallCalled")]

    @property
    def drawn(self):
        """The numbers that fell, in order."""
        return [ball["number"] for ball in self.of("BallDrawn")]

    @property
    def state(self):
        """The game's state, or the session's while there is no game; moved by the rows alone."""
        state = "none"
        for row in self.rows:
            state = self._after(state, row.kind)
        return state

    @staticmethod
    def _after(state, kind):
        if state == "none":
            # Matrices and series come in before any session.
            return "preparing" if kind in {"EquipmentChecked", "BallsCounted", "StaffPosted"} else "none"
        moves = {
            "SessionOpened": "no_game",
            "SaleOpened": "selling",
            "SaleClosed": "ready",
            "BallDrawn": "drawing" if state == "ready" else state,
            "ClaimRaised": "checking",
            "PlayResumed": "drawing",
            "BingoClosed": "won",
            "PrizePaid": "paying",
            "GameClosed": "closed",
            "SessionClosed": "none",
        }
        return moves.get(kind, state)

    @property
    def scene(self):
        """What the walls and the terminals play."""
        if self.state == "ready" and self.of("DrawStarted"):
            return "draw"
        return SCENES.get(self.state, "idle")


def expected(name, journal, own=()):
    """Tell what a screen must show; `own` are the numbers on the player's cards."""
    called, scene = journal.called, journal.scene
    live = scene in IN_PLAY
    last = called[-1] if called else 0
    past = called[-2::-1] if len(called) > 1 else []
    pill = {"pill": WORDS[journal.state]}
    if name in ("sala", "sala_ca"):
        told = {"called": called, "ball": last, "counter": len(called)}
        return {"scene": scene} | (told if scene != "idle" else {})
    if name == "overlay":
        return {"scene": scene, "ball": last if live else 0, "before": past[:5] if live else []}
    if name == "jugador1":
        hits = sorted({*called} & {*own}) if live else []
        return {"scene": scene, "ball": last if live else 0, "before": past[:6] if live else [], "hits": hits}
    if name == "mesa":
        return pill | {"called": called}
    if name == "locutor":
        return pill | {"last": called[::-1][:7]}
    if name == "sala_dir":
        return pill | ({"counter": len(called)} if journal.state != "none" else {})
    return pill


def wrong(name, page, journal, own=()):
    """Tell how a screen differs from the journal; {} when it does not."""
    shown = page.evaluate(READ[name])
    ought = expected(name, journal, own)
    return {key: (shown[key], value) for key, value in ought.items() if shown[key] != value}
