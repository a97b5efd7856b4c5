// The machine drawn: sphere, tube, reader, and a ball on its way. It moves gently, or not at all where motion is unwelcome.
import { Balls } from "./balls.js";

const WIDTH = 840;
const HEIGHT = 720;
const SPHERE = { x: 330, y: 400, r: 290 };
const BALL = 25;
const READER = { x: 722, y: 232, r: 84 };
const FRAME_MS = 1000 / 30;
const LIFT_MS = 700;
// Up out of the sphere, over, and down to the reader.
const TUBE = [[SPHERE.x, SPHERE.y - SPHERE.r + 30], [SPHERE.x, 78], [SPHERE.x + 40, 44], [READER.x - 40, 44], [READER.x, 84], [READER.x, READER.y]];

export class Stage {
  constructor(canvas) {
    this.canvas = canvas;
    this.pen = canvas.getContext("2d");
    this.balls = new Balls(SPHERE.r, BALL);
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    this.told = null;
    this.lift = null;
    this.turn = 0;
    this.last = 0;
    this.colours();
    this.calm.addEventListener("change", () => this.show(this.told));
    matchMedia("(prefers-color-scheme: light)").addEventListener("change", () => this.colours());
    document.fonts.ready.then(() => this.show(this.told));
    requestAnimationFrame((now) => this.frame(now));
  }

  colours() {
    const style = getComputedStyle(document.documentElement);
    const of = (name) => style.getPropertyValue(name).trim();
    this.ink = { accent: of("--accent"), line: of("--line"), text: of("--text"), dim: of("--text-dim"), surface: of("--surface-2"), bad: of("--bad-fill"), focus: of("--focus") };
  }

  /** Takes how the machine is. A ball that has just come out is seen on its way. */
  show(told) {
    const before = this.told;
    this.told = told;
    if (!told) return;
    const changed = this.balls.keep(told.inside);
    const fell = before && told.order.length === before.order.length + 1 && told.order.length > 0;
    if (fell && !this.calm.matches) this.lift = { at: performance.now(), ball: told.order[told.order.length - 1].ball };
    if (!before && !this.whirls()) this.balls.rest();
    if (this.calm.matches) {
      if (changed || !before) this.balls.rest();
      this.draw();
    }
  }

  whirls() {
    return Boolean(this.told && this.told.powered && this.told.force.value > 0);
  }

  frame(now) {
    requestAnimationFrame((then) => this.frame(then));
    if (this.calm.matches || !this.told || document.hidden || now - this.last < FRAME_MS - 2) return;
    const seconds = Math.min(0.05, (now - this.last) / 1000);
    this.last = now;
    const force = this.whirls() ? Math.min(1, this.told.force.value / this.told.force.nominal) : 0;
    this.turn += seconds * force * 2.2;
    for (let step = 0; step < 2; step += 1) this.balls.step(seconds / 2, force, this.told.machine);
    this.draw(now);
  }

  draw(now = performance.now()) {
    const { pen } = this;
    pen.clearRect(0, 0, WIDTH, HEIGHT);
    this.foot();
    this.inside();
    if (this.told.machine === "drum") this.ribs();
    for (const ball of this.balls.list) this.ball(SPHERE.x + ball.x, SPHERE.y + ball.y, BALL, ball.number, Math.sin(ball.turn) * 0.5);
    this.glass();
    this.tube();
    this.reader(now);
  }

  foot() {
    const { pen } = this;
    pen.fillStyle = this.ink.surface;
    pen.strokeStyle = this.ink.line;
    pen.lineWidth = 2;
    pen.beginPath();
    pen.moveTo(SPHERE.x - 92, SPHERE.y + SPHERE.r - 24);
    pen.lineTo(SPHERE.x + 92, SPHERE.y + SPHERE.r - 24);
    pen.lineTo(SPHERE.x + 150, HEIGHT - 6);
    pen.lineTo(SPHERE.x - 150, HEIGHT - 6);
    pen.closePath();
    pen.fill();
    pen.stroke();
  }

  inside() {
    const { pen } = this;
    const depth = pen.createRadialGradient(SPHERE.x - 80, SPHERE.y - 110, 40, SPHERE.x, SPHERE.y, SPHERE.r);
    depth.addColorStop(0, "rgba(120, 190, 215, 0.20)");
    depth.addColorStop(0.7, "rgba(40, 100, 125, 0.20)");
    depth.addColorStop(1, "rgba(10, 45, 60, 0.42)");
    pen.fillStyle = depth;
    circle(pen, SPHERE.x, SPHERE.y, SPHERE.r);
    pen.fill();
  }

  ribs() {
    const { pen } = this;
    pen.strokeStyle = this.ink.line;
    pen.lineWidth = 3;
    for (let rib = 0; rib < 9; rib += 1) {
      const wide = Math.cos(this.turn + (rib * Math.PI) / 9);
      pen.beginPath();
      pen.ellipse(SPHERE.x, SPHERE.y, Math.abs(wide) * SPHERE.r, SPHERE.r, 0, 0, 2 * Math.PI);
      pen.stroke();
    }
  }

  glass() {
    const { pen } = this;
    const shine = pen.createRadialGradient(SPHERE.x - 105, SPHERE.y - 135, 10, SPHERE.x - 105, SPHERE.y - 135, 150);
    shine.addColorStop(0, "rgba(255, 255, 255, 0.30)");
    shine.addColorStop(1, "rgba(255, 255, 255, 0)");
    pen.fillStyle = shine;
    circle(pen, SPHERE.x - 105, SPHERE.y - 135, 150);
    pen.fill();
    pen.strokeStyle = "rgba(255, 255, 255, 0.55)";
    pen.lineWidth = 9;
    pen.lineCap = "round";
    pen.beginPath();
    pen.arc(SPHERE.x, SPHERE.y, SPHERE.r - 20, 1.08 * Math.PI, 1.3 * Math.PI);
    pen.stroke();
    pen.strokeStyle = "rgba(150, 200, 220, 0.75)";
    pen.lineWidth = 5;
    circle(pen, SPHERE.x, SPHERE.y, SPHERE.r);
    pen.stroke();
  }

  tube() {
    const { pen } = this;
    pen.lineJoin = "round";
    pen.lineCap = "butt";
    for (const [width, colour] of [[66, "rgba(150, 200, 220, 0.75)"], [58, this.ink.surface], [58, "rgba(90, 160, 185, 0.22)"]]) {
      pen.lineWidth = width;
      pen.strokeStyle = colour;
      pen.beginPath();
      pen.moveTo(TUBE[0][0], TUBE[0][1]);
      pen.lineTo(TUBE[1][0], TUBE[1][1]);
      pen.quadraticCurveTo(SPHERE.x, 44, TUBE[2][0], TUBE[2][1]);
      pen.lineTo(TUBE[3][0], TUBE[3][1]);
      pen.quadraticCurveTo(READER.x, 44, TUBE[4][0], TUBE[4][1]);
      pen.lineTo(READER.x, READER.y - READER.r + 6);
      pen.stroke();
    }
  }

  reader(now) {
    const { pen, told } = this;
    const order = told.order;
    const fault = told.state === "FAULT" || told.faults.indexOf("READER") >= 0;
    pen.fillStyle = this.ink.surface;
    pen.strokeStyle = fault ? this.ink.bad : this.ink.line;
    pen.lineWidth = fault ? 8 : 4;
    circle(pen, READER.x, READER.y, READER.r + 12);
    pen.fill();
    pen.stroke();
    if (this.lift && now - this.lift.at < LIFT_MS) {
      const [x, y] = along((now - this.lift.at) / LIFT_MS);
      this.ball(x, y, BALL + 2, this.lift.ball, 0);
      return;
    }
    this.lift = null;
    const shown = order.length > 0 && told.state !== "RETURNING";
    if (shown) this.ball(READER.x, READER.y, READER.r, order[order.length - 1].ball, 0);
  }

  ball(x, y, r, number, lean) {
    const { pen } = this;
    pen.save();
    pen.translate(x, y);
    pen.rotate(lean);
    const body = pen.createRadialGradient(-r * 0.35, -r * 0.4, r * 0.1, 0, 0, r);
    body.addColorStop(0, "#ffffff");
    body.addColorStop(0.72, "#f3ead6");
    body.addColorStop(1, "#b9a987");
    pen.fillStyle = body;
    circle(pen, 0, 0, r);
    pen.fill();
    pen.strokeStyle = this.ink.accent;
    pen.lineWidth = Math.max(2, r * 0.11);
    circle(pen, 0, 0, r * 0.72);
    pen.stroke();
    pen.fillStyle = "#14100a";
    pen.font = "800 " + Math.round(r * 0.92) + "px \"Barlow Condensed\", sans-serif";
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(String(number), 0, r * 0.06);
    pen.restore();
  }
}

function circle(pen, x, y, r) {
  pen.beginPath();
  pen.arc(x, y, r, 0, 2 * Math.PI);
}

/** A place on the tube's way, `part` of it done. */
function along(part) {
  const lengths = TUBE.slice(1).map((to, at) => Math.hypot(to[0] - TUBE[at][0], to[1] - TUBE[at][1]));
  let left = part * lengths.reduce((sum, one) => sum + one, 0);
  for (let at = 0; at < lengths.length; at += 1) {
    if (left <= lengths[at]) {
      const share = left / lengths[at];
      return [TUBE[at][0] + (TUBE[at + 1][0] - TUBE[at][0]) * share, TUBE[at][1] + (TUBE[at + 1][1] - TUBE[at][1]) * share];
    }
    left -= lengths[at];
  }
  return TUBE[TUBE.length - 1];
}
