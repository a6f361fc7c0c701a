/** What an order came of, in the order lists of futures on v2. */
import {
  ORDER_SOURCES,
  ORDER_TYPES,
  type OrderSource,
  type OrderType,
  SIDES,
  type Side,
} from "../../core/base/vocabulary.ts";
import { orderSourceV2 } from "./order-words.ts";

/** What the word is made of. */
interface SourcedOrder {
  readonly orderType: OrderType;
  readonly side: Side;
  readonly source: OrderSource;
}

/** A delivery names the position that it closed; all orders of a liquidation have one word. */
export function mixOrderSource({ orderType, side, source }: SourcedOrder): string {
  if (source === "liquidation" || source === "reduction") return "liquidation";
  if (source !== "delivery") return orderSourceV2(source, orderType);
  return side === "sell" ? "delivery_close_long" : "delivery_close_short";
}

function everyOrder(): SourcedOrder[] {
  return ORDER_SOURCES.flatMap((source) =>
    ORDER_TYPES.flatMap((orderType) => SIDES.map((side) => ({ source, orderType, side }))),
  );
}

/** The filter of the history that finds every order of a source word. */
export function ordersOfSource(word: string) {
  const orders = everyOrder().filter((order) => mixOrderSource(order) === word);
  return {
    sources: [...new Set(orders.map(({ source }) => source))],
    orderTypes: [...new Set(orders.map(({ orderType }) => orderType))],
    sides: [...new Set(orders.map(({ side }) => side))],
  };
}
