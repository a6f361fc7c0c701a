import type { OrderExits } from "../../projections/live/order-exits.ts";
import type { ListedInstrument } from "../listings.ts";
import { knownPriceText } from "../texts.ts";
import { ORDER_TYPE_WORDS, type OrderTypeWord } from "../words/order-words.ts";
import { TRIGGERS_V3 } from "../words/plan-words.ts";

function exitType(trigger: number, limit: number): "" | OrderTypeWord {
  if (trigger === 0) return "";
  return limit === 0 ? ORDER_TYPE_WORDS.market : ORDER_TYPE_WORDS.limit;
}

/** Take-profit and stop-loss of an order or plan; members of an absent one are empty. */
export function exitMembers(instrument: ListedInstrument, exits: OrderExits) {
  const { lossBy, lossPrice, lossTrigger, profitBy, profitPrice, profitTrigger } = exits;
  return {
    takeProfit: knownPriceText(instrument, profitTrigger),
    tpTriggerBy: profitTrigger === 0 ? ("" as const) : TRIGGERS_V3[profitBy],
    tpOrderType: exitType(profitTrigger, profitPrice),
    tpLimitPrice: knownPriceText(instrument, profitPrice),
    stopLoss: knownPriceText(instrument, lossTrigger),
    slTriggerBy: lossTrigger === 0 ? ("" as const) : TRIGGERS_V3[lossBy],
    slOrderType: exitType(lossTrigger, lossPrice),
    slLimitPrice: knownPriceText(instrument, lossPrice),
  };
}
