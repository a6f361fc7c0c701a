/** Corrections of trades and refunds of liquidations. */
import type { PlantedBug } from "./planted-bug.ts";

export const CORRECTION_BUGS: readonly PlantedBug[] = [
  {
    name: "a trade is corrected twice",
    file: "core/operating/bust-trade.ts",
    find: "if (!isKnown || state.operating.correctedTrades.has(tradeId)) return",
    replace: "if (!isKnown) return",
  },
  {
    name: "the correction of an inverse trade returns fees when its notional grows",
    file: "core/operating/bust-trade.ts",
    find: "terms.isBuyerPaid !== isInverse ? difference",
    replace: "terms.isBuyerPaid ? difference",
  },
  {
    name: "a refund is not counted",
    file: "core/operating/refund-liquidation.ts",
    find: "take.refunded = plus(take.refunded, amount);",
    replace: "",
  },
];
