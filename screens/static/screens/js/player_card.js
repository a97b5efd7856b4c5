// The card just issued: printed, or looked at with a telephone; it is not shown again.
document.querySelector("#print")?.addEventListener("click", () => window.print());
