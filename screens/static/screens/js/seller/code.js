// What a scanner gives, as a card: the printed code of digits, or a reference as people type it. The house judges.

const CODE = /^1(\d{5})([012])(\d{7})(\d{1,12})(\d{8})$/;
const TYPED = /^(?:([A-Z]{1,3})[-\s]?(\d{1,12})\s*[-/]\s*)?(\d{1,7})(?:\s+[A-Z0-9]{4})?$/;
// What a scanner may put before the text to name the kind of code, as "]Q3".
const SYMBOLOGY = /^\][A-Z]\d/;
// Where the keyboard's layout has another sign for the bracket, only the rest of the name comes. A typed reference may
// begin so too ("A1-104"), so without its bracket a name is taken off nothing but a printed code.
const BARE_SYMBOLOGY = /^[A-Z]\d(?=\d{20})/;
const LETTERS = 27;

/** "A" out of 1, "AB" out of 29: digits of base 27, none of them zero. */
function letterOf(value) {
  let letter = "";
  for (let left = value; left > 0; left = Math.floor(left / LETTERS)) {
    letter = String.fromCharCode(64 + (left % LETTERS)) + letter;
  }
  return letter;
}

/** {card, letter, ident} of a scanned text, letter and ident "" where it names no series; null when it is no card. */
export function readCard(text) {
  // A scanner set for another keyboard writes ' for - and - for /.
  const bare = String(text).trim().toUpperCase().replace(SYMBOLOGY, "").replace(BARE_SYMBOLOGY, "").replace(/'/g, "-");
  const code = CODE.exec(bare);
  if (code) return { card: Number(code[3]), letter: letterOf(Number(code[1])), ident: code[4] };
  const typed = TYPED.exec(bare);
  if (!typed || Number(typed[3]) < 1) return null;
  return { card: Number(typed[3]), letter: typed[1] || "", ident: typed[2] || "" };
}
