// The list of simulated panels: beside each, what the hall itself says of it.
import { t, word } from "../../screens/js/labels.js";
import { House } from "../../screens/js/staff/house.js";

function said(device) {
  return t(`panel.hall.${device.link}`, { why: word("why", device.message) });
}

function draw(house) {
  document.querySelectorAll("[data-panel]").forEach((one) => {
    const device = house.devices.find((each) => each.code === one.dataset.panel);
    const words = one.querySelector("[data-hall]");
    words.hidden = !device;
    if (!device) return;
    words.textContent = said(device);
    words.dataset.link = device.link;
  });
}

new House(draw).start();
