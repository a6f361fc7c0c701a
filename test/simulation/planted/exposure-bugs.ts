/** Rows of positions and the sums of open orders in them; orders that follow others. */
import type { PlantedBug } from "./planted-bug.ts";

export const EXPOSURE_BUGS: readonly PlantedBug[] = [
  {
    name: "positions are listed as they were opened",
    file: "core/positions/exposure.ts",
    find: "instrument.get(next) < instrument.get(row)",
    replace: "next < 0",
  },
  {
    name: "the first leverage may exceed the instrument's largest",
    file: "core/positions/exposure.ts",
    find: "Math.min(LEVERAGE_DEFAULT, instrument.leverageMax)",
    replace: "LEVERAGE_DEFAULT",
  },
  {
    name: "closing orders that have left still count",
    file: "core/positions/exposure.ts",
    find: "positions.closingLots.get(position) + sign * size",
    replace: "positions.closingLots.get(position) + (sign === 1 ? size : 0)",
  },
  {
    name: "a replacement forgets its self-trade mode",
    file: "core/orders/replace-order.ts",
    find: "elementAt(STP_MODES, orders.stpMode(slot))",
    replace: '(STP_MODES.length > 0 ? "none" : "cancel_both")',
  },
];
