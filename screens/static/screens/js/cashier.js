// The cash desk: cards given out and brought back, leftovers, prizes against their cards, money and deposits.
import { joinDeposits } from "./cashier/deposits.js";
import { joinFloor } from "./cashier/floor.js";
import { joinLate } from "./cashier/late.js";
import { joinLeftovers } from "./cashier/leftovers.js";
import { comingBack, givingOut } from "./cashier/people.js";
import { joinPrinter } from "./cashier/printer.js";
import { drawPrizes } from "./cashier/prizes.js";
import { joinRefunds } from "./cashier/refunds.js";
import { joinScanner } from "./cashier/scan.js";
import { drawTill } from "./cashier/till.js";
import { House } from "./staff/house.js";

const house = new House(update);
const parts = [joinFloor, joinRefunds, joinLate, joinLeftovers, joinDeposits, joinPrinter].map((join) => join(house));

function update() {
  for (const part of parts) part();
  drawPrizes(house);
  // What has to be done now stands first: after the draw that is paying.
  document.body.dataset.now = house.mine.refunds?.open && !comingBack(house.board) ? "refund" : house.mine.payable?.length && !givingOut(house.board) && !comingBack(house.board) ? "pay" : "cards";
  drawTill(house);
}

joinScanner(house);
house.start();
