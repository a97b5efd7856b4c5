// The minutes on the screen: one key prints them.
document.querySelector("#print").addEventListener("click", () => window.print());
