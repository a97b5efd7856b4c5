// A scanned address brings the code behind its #, which no server and no log has seen; it does not stay in the history.

const field = document.querySelector("#id_code");
const form = document.querySelector("#enrol");
const SIGNS = /^[A-Z0-9]{8}$/;
const brought = location.hash.slice(1).toUpperCase();

if (SIGNS.test(brought) && !field.value) {
  field.value = brought;
  form.querySelector("button").focus();
}
if (location.hash) {
  history.replaceState(null, "", location.pathname);
}
