/** Exits of an order as one text, which is empty for most orders. */

import { TRIGGER_SOURCES, type TriggerSource } from "../../core/base/vocabulary.ts";
import type { EventOf } from "../../core/events/events.ts";
import { ticks } from "../../core/money/units.ts";

/** Trigger 0 stands for no exit, price 0 for a market order. */
export type OrderExits = Pick<
  EventOf<"order_exits_set">,
  "profitTrigger" | "profitBy" | "profitPrice" | "lossTrigger" | "lossBy" | "lossPrice"
>;

export const WITHOUT_EXITS: OrderExits = {
  profitTrigger: ticks(0),
  profitBy: "last",
  profitPrice: ticks(0),
  lossTrigger: ticks(0),
  lossBy: "last",
  lossPrice: ticks(0),
};

export function exitsText(exits: OrderExits): string {
  const { lossBy, lossPrice, lossTrigger, profitBy, profitPrice, profitTrigger } = exits;
  if (profitTrigger === 0 && lossTrigger === 0) return "";
  return [profitTrigger, profitBy, profitPrice, lossTrigger, lossBy, lossPrice].join(",");
}

/** Parses a text that `exitsText` returned. */
export function exitsFromText(text: string): OrderExits {
  if (text === "") return WITHOUT_EXITS;
  const parts = text.split(",");
  const price = (index: number) => ticks(Number(parts[index] ?? 0));
  const source = (index: number): TriggerSource =>
    TRIGGER_SOURCES.find((word) => word === parts[index]) ?? "last";
  return {
    profitTrigger: price(0),
    profitBy: source(1),
    profitPrice: price(2),
    lossTrigger: price(3),
    lossBy: source(4),
    lossPrice: price(5),
  };
}
