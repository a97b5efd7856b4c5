// The receipt of an additional prize: one key, to print it.
document.querySelector("#print").addEventListener("click", () => window.print());
