/** Bodies of requests of v3 from what a person wrote: pure functions. */
import type { Category } from "../../state/instrument.ts";
import { newClientId } from "../client-id.ts";
import type { ExitPrices, MarginMode, NewOrder, NewPlan, TriggerBy } from "../model.ts";

/** Category of v3; spot with borrowed coins has one of its own. */
export function wireCategory(category: Category, marginMode: MarginMode = "spot"): string {
  return category === "spot" && marginMode !== "spot" ? "MARGIN" : category.toUpperCase();
}

/** Members that have a text. */
function present(members: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const entries = Object.entries(members).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, value]],
  );
  return Object.fromEntries(entries);
}

type Terms = Omit<NewOrder, "timeInForce" | "stpMode">;

function termsOf(order: Terms): Record<string, string> {
  return present({
    category: wireCategory(order.category, order.marginMode),
    symbol: order.symbol,
    side: order.side,
    qty: order.amount ?? order.size,
    posSide: order.positionSide,
    reduceOnly: order.reduceOnly === true && order.positionSide === undefined ? "yes" : undefined,
    takeProfit: order.takeProfit,
    stopLoss: order.stopLoss,
    clientOid: order.clientId ?? newClientId(),
  });
}

/** Body of `place-order`. */
export function placeBody(order: NewOrder): Record<string, string> {
  const isLimit = order.type === "limit";
  return {
    ...termsOf(order),
    ...present({
      orderType: order.type,
      price: isLimit ? order.price : undefined,
      timeInForce: isLimit ? order.timeInForce : undefined,
      stpMode: order.stpMode,
      marginMode: order.marginMode === "spot" ? undefined : order.marginMode,
    }),
  };
}

/** Word of v3 for what triggers a plan. */
export function triggerWord(by: TriggerBy): string {
  return by === "last" ? "market" : "mark";
}

/** Body of `place-strategy-order` for a trigger order. */
export function triggerBody(plan: NewPlan): Record<string, string> {
  return {
    ...termsOf(plan),
    ...present({
      type: "trigger",
      triggerBy: triggerWord(plan.triggerBy),
      triggerPrice: plan.triggerPrice,
      triggerOrderType: plan.type,
      triggerOrderPrice: plan.type === "limit" ? plan.price : undefined,
    }),
  };
}

/** Exits of a request that changes them: 0 removes one. */
export function changedExits({ stopLoss, takeProfit }: Partial<ExitPrices>) {
  return {
    ...(takeProfit === undefined ? {} : { takeProfit: takeProfit === "" ? "0" : takeProfit }),
    ...(stopLoss === undefined ? {} : { stopLoss: stopLoss === "" ? "0" : stopLoss }),
  };
}

/** Exits of a request that makes new ones. */
export function newExits({ stopLoss, takeProfit }: ExitPrices): Record<string, string> {
  return present({ takeProfit, stopLoss });
}
