// Ninety balls in a sphere, as a flat circle: they fly while there is air or the drum turns, else they lie in a heap.

const GRAVITY = 900;
const BOUNCE = 0.72;
const STILL_BOUNCE = 0.2;
const HEAP_TIMES = 6;
const REST_STEPS = 260;
const STEP_SECONDS = 1 / 60;

export class Balls {
  constructor(radius, ballRadius) {
    this.radius = radius;
    this.ballRadius = ballRadius;
    this.list = [];
  }

  /** Keeps those that are inside; new ones fall in from above. Tells whether anything has changed. */
  keep(numbers) {
    const wanted = new Set(numbers);
    const before = this.list.length;
    this.list = this.list.filter((ball) => wanted.delete(ball.number));
    const gone = before !== this.list.length;
    for (const number of wanted) {
      const angle = Math.random() * Math.PI * 2;
      const away = Math.sqrt(Math.random()) * (this.radius - 2 * this.ballRadius);
      this.list.push({ number, x: Math.cos(angle) * away, y: Math.sin(angle) * away, vx: 0, vy: 0, turn: Math.random() * 6.3 });
    }
    return gone || wanted.size > 0;
  }

  /** Lets them lie down, without being watched. */
  rest() {
    for (let step = 0; step < REST_STEPS; step += 1) this.step(STEP_SECONDS, 0, "air");
  }

  /** Moves them on by some seconds; `force` 0 (nothing turns) to 1. */
  step(seconds, force, kind) {
    for (const ball of this.list) {
      ball.vy += GRAVITY * seconds;
      if (force > 0) (kind === "drum" ? carry : blow)(ball, this.radius, force, seconds);
      ball.vx *= 1 - 0.6 * seconds;
      ball.vy *= 1 - 0.6 * seconds;
      ball.x += ball.vx * seconds;
      ball.y += ball.vy * seconds;
      ball.turn += (ball.vx / this.ballRadius) * seconds;
    }
    const bounce = force > 0 ? BOUNCE : STILL_BOUNCE;
    // A heap presses on its lowest balls: they are parted more than once, or they would lie in each other.
    for (let time = force > 0 ? 1 : HEAP_TIMES; time > 0; time -= 1) {
      this.part(bounce);
      this.hold(bounce);
    }
  }

  /** Balls that overlap push each other apart; the list is ordered by height, so each looks at few others. */
  part(bounce) {
    const size = 2 * this.ballRadius;
    const list = this.list.slice().sort((one, other) => one.y - other.y);
    for (let at = 0; at < list.length; at += 1) {
      for (let next = at + 1; next < list.length && list[next].y - list[at].y < size; next += 1) {
        touch(list[at], list[next], size, bounce);
      }
    }
  }

  hold(bounce) {
    const most = this.radius - this.ballRadius;
    for (const ball of this.list) {
      const away = Math.hypot(ball.x, ball.y);
      if (away <= most) continue;
      const nx = ball.x / away;
      const ny = ball.y / away;
      ball.x = nx * most;
      ball.y = ny * most;
      const out = ball.vx * nx + ball.vy * ny;
      if (out > 0) {
        ball.vx -= (1 + bounce) * out * nx;
        ball.vy -= (1 + bounce) * out * ny;
      }
    }
  }
}

/** A jet from below lifts what is over it, and everything is whirled about. */
function blow(ball, radius, force, seconds) {
  const low = ball.y / radius;
  if (Math.abs(ball.x) < radius * 0.5 && low > 0) ball.vy -= 4600 * force * seconds * (0.5 + low);
  ball.vx += (Math.random() - 0.5) * 11000 * force * seconds;
  ball.vy += (Math.random() - 0.5) * 11000 * force * seconds;
}

/** The wall takes along what lies on it, up to where it falls. */
function carry(ball, radius, force, seconds) {
  const away = Math.hypot(ball.x, ball.y) || 1;
  if (away < radius * 0.55) return;
  const speed = 330 * force;
  ball.vx += ((-ball.y / away) * -speed - ball.vx) * 5 * seconds;
  ball.vy += ((ball.x / away) * -speed - ball.vy) * 5 * seconds;
}

function touch(one, other, size, bounce) {
  const dx = other.x - one.x;
  const dy = other.y - one.y;
  const apart = Math.hypot(dx, dy) || 0.01;
  if (apart >= size) return;
  const nx = dx / apart;
  const ny = dy / apart;
  const push = (size - apart) / 2;
  one.x -= nx * push;
  one.y -= ny * push;
  other.x += nx * push;
  other.y += ny * push;
  const closing = (one.vx - other.vx) * nx + (one.vy - other.vy) * ny;
  if (closing <= 0) return;
  const give = (closing * (1 + bounce)) / 2;
  one.vx -= give * nx;
  one.vy -= give * ny;
  other.vx += give * nx;
  other.vy += give * ny;
}
