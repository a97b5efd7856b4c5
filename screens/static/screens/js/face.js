// A card's face: 3 rows, 9 columns (1-9, 10-19 ... 80-90), five numbers a row.

export function columnOf(number) {
  return Math.min(Math.floor(number / 10), 8);
}

function asSet(called) {
  return called instanceof Set ? called : new Set(called || []);
}

// Which numbers are still missing for the prize: of the nearest row (line) or of the whole face (bingo).
export function missingFor(rows, called, prize) {
  const out = asSet(called);
  const byRow = rows.map((row) => row.filter((number) => !out.has(number)));
  if (prize === "line") {
    return byRow.reduce((best, row) => (row.length < best.length ? row : best));
  }
  return byRow.reduce((all, row) => all.concat(row), []);
}

// Draws the face once. Mark it afterwards with markFace; it is cheap to call at every ball.
export function face(rows) {
  const grid = document.createElement("div");
  grid.className = "face";
  grid.setAttribute("role", "img");
  rows.forEach((row, rowIndex) => {
    const byColumn = {};
    row.forEach((number) => { byColumn[columnOf(number)] = number; });
    for (let column = 0; column < 9; column += 1) {
      const cell = document.createElement("span");
      const number = byColumn[column];
      cell.className = number ? "cell" : "cell cell-blank";
      cell.dataset.row = String(rowIndex);
      if (number) {
        cell.dataset.number = String(number);
        cell.textContent = String(number);
      }
      grid.appendChild(cell);
    }
  });
  grid.faceRows = rows;
  grid.setAttribute("aria-label", rows.map((row) => row.join(" ")).join(", "));
  return grid;
}

// options: {last: number, missing: [numbers crossed out], wanted: [numbers ringed]}
export function markFace(grid, called, options) {
  const out = asSet(called);
  const opts = options || {};
  const missing = asSet(opts.missing);
  const wanted = asSet(opts.wanted);
  const full = grid.faceRows.map((row) => row.every((number) => out.has(number)));
  Array.from(grid.children).forEach((cell) => {
    const number = Number(cell.dataset.number || 0);
    if (!number) {
      return;
    }
    const hit = out.has(number);
    cell.classList.toggle("cell-hit", hit);
    cell.classList.toggle("cell-last", hit && number === opts.last);
    cell.classList.toggle("cell-miss", !hit && missing.has(number));
    cell.classList.toggle("cell-wanted", !hit && wanted.has(number));
    cell.classList.toggle("cell-row", full[Number(cell.dataset.row)]);
  });
  return grid;
}
