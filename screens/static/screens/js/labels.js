// The page's words: the json_script "labels" is {lang: {key: text}}.

function read() {
  const node = document.getElementById("labels");
  try {
    return node ? JSON.parse(node.textContent) : {};
  } catch (error) {
    return {};
  }
}

const words = read();
let current = document.documentElement.lang || "es";

function table(lang) {
  return words[lang] || words[String(lang).slice(0, 2)] || words[Object.keys(words)[0]] || {};
}

export function language() {
  return current;
}

export function languages() {
  return Object.keys(words);
}

export function setLanguage(lang) {
  current = lang;
  document.documentElement.lang = lang;
}

// True when the page has this key: lets a code the page does not know be shown as it came.
export function knows(key) {
  return key in table(current);
}

// t("cards_sold", {n: 2}): placeholders are {n}; with `n` the keys cards_sold.one / cards_sold.other come first.
export function t(key, params) {
  const texts = table(current);
  let text = texts[key];
  if (params && "n" in params) {
    const plural = texts[key + (Number(params.count !== undefined ? params.count : params.n) === 1 ? ".one" : ".other")];
    text = plural === undefined ? text : plural;
  }
  if (text === undefined) {
    return key;
  }
  return params ? text.replace(/\{(\w+)\}/g, (all, name) => (name in params ? String(params[name]) : all)) : text;
}

// A server code in words: word("pause", "claim"); the code itself when the page has no word for it.
export function word(family, code) {
  const key = family + "." + code;
  return knows(key) ? t(key) : String(code);
}
