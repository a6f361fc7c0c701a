/** Fields that several events of plans share. */
import { ORDER_TYPES, TRIGGER_SOURCES } from "../base/vocabulary.ts";
import type { Fields } from "../commands/schema.ts";

/** Terms of a plan that an amendment may change, as in the commands. */
export const PLAN_TERMS = {
  triggerBy: TRIGGER_SOURCES,
  triggerPrice: "ticks",
  callbackE4: "int",
  orderType: ORDER_TYPES,
  price: "ticks",
  size: "lots",
  quoteAmount: "money",
  profitTrigger: "ticks",
  profitBy: TRIGGER_SOURCES,
  profitPrice: "ticks",
  lossTrigger: "ticks",
  lossBy: TRIGGER_SOURCES,
  lossPrice: "ticks",
} as const satisfies Fields;
