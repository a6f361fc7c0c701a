import { Type } from "typebox";
import type { ExitTerms } from "../../core/commands/commands.ts";
import type { ListedInstrument } from "../listings.ts";
import { knownPriceText } from "../texts.ts";
import { ORDER_TYPE_WORDS, type OrderTypeWord } from "../words/order-words.ts";
import { TRIGGERS_V3 } from "../words/plan-words.ts";

function exitType(trigger: number, limit: number): "" | OrderTypeWord {
  if (trigger === 0) return "";
  return limit === 0 ? ORDER_TYPE_WORDS.market : ORDER_TYPE_WORDS.limit;
}

const textOrNull = () => Type.Union([Type.String(), Type.Null()]);

/** Members of an order in REST, which are null, not empty, where the order brings no exits. */
export const ORDER_EXIT_FIELDS = {
  takeProfit: Type.Union([Type.String(), Type.Null()], {
    description: "Of exits that the order brings: null without any, empty without this one",
  }),
  tpTriggerBy: textOrNull(),
  tpOrderType: textOrNull(),
  tpLimitPrice: textOrNull(),
  stopLoss: textOrNull(),
  slTriggerBy: textOrNull(),
  slOrderType: textOrNull(),
  slLimitPrice: textOrNull(),
};

const NO_EXITS = {
  takeProfit: null,
  tpTriggerBy: null,
  tpOrderType: null,
  tpLimitPrice: null,
  stopLoss: null,
  slTriggerBy: null,
  slOrderType: null,
  slLimitPrice: null,
};

/** The exits of an order in REST. */
export function orderExitMembers(instrument: ListedInstrument, exits: ExitTerms) {
  const hasExits = exits.profitTrigger !== 0 || exits.lossTrigger !== 0;
  return hasExits ? exitMembers(instrument, exits) : NO_EXITS;
}

/** Take-profit and stop-loss of an order or plan; members of an absent one are empty. */
export function exitMembers(instrument: ListedInstrument, exits: ExitTerms) {
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
