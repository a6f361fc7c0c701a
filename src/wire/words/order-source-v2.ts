/** Sources of orders, in the order lists of futures on v2. */
import {
  ORDER_SOURCES,
  ORDER_TYPES,
  type OrderSource,
  type OrderType,
  SIDES,
  type Side,
} from "../../core/base/vocabulary.ts";
import { FORCED_WORDS, orderSourceV2 } from "./order-words.ts";

/** Properties of an order that its source word depends on. */
interface SourcedOrder {
  readonly orderType: OrderType;
  readonly side: Side;
  readonly source: OrderSource;
}

/** Returns the source word of an order; a delivery names the position that it closed. */
export function mixOrderSource({ orderType, side, source }: SourcedOrder): string {
  return FORCED_WORDS[source]?.sources?.[side] ?? orderSourceV2(source, orderType);
}

function everyOrder(): SourcedOrder[] {
  return ORDER_SOURCES.flatMap((source) =>
    ORDER_TYPES.flatMap((orderType) => SIDES.map((side) => ({ source, orderType, side }))),
  );
}

/** Returns the filter of the history that finds every order of a source word. */
export function ordersOfSource(word: string) {
  const orders = everyOrder().filter((order) => mixOrderSource(order) === word);
  return {
    sources: [...new Set(orders.map(({ source }) => source))],
    orderTypes: [...new Set(orders.map(({ orderType }) => orderType))],
    sides: [...new Set(orders.map(({ side }) => side))],
  };
}
