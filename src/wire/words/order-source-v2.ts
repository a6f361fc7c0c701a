/** Sources of orders, in the order lists of futures on v2. */
import {
  ORDER_SOURCES,
  ORDER_TYPES,
  type OrderSource,
  type OrderType,
  SIDES,
  type Side,
} from "../../core/base/vocabulary.ts";
import { orderSourceV2 } from "./order-words.ts";

/** Properties of an order that its source word depends on. */
interface SourcedOrder {
  readonly orderType: OrderType;
  readonly side: Side;
  readonly source: OrderSource;
}

/** All orders of a liquidation have one word. */
const LIQUIDATION = { buy: "liquidation", sell: "liquidation" } as const;

/** Undefined for sources whose orders have the word of `orderSourceV2`. */
const FORCED_SOURCES: Readonly<Record<OrderSource, Readonly<Record<Side, string>> | undefined>> = {
  api: undefined,
  web: undefined,
  system: undefined,
  normal_plan: undefined,
  trailing_plan: undefined,
  profit_plan: undefined,
  loss_plan: undefined,
  moving_plan: undefined,
  position_profit_plan: undefined,
  position_loss_plan: undefined,
  delivery: { sell: "delivery_close_long", buy: "delivery_close_short" },
  liquidation: LIQUIDATION,
  reduction: LIQUIDATION,
  offset: undefined,
  deleveraging: undefined,
};

/** Returns the source word of an order; a delivery names the position that it closed. */
export function mixOrderSource({ orderType, side, source }: SourcedOrder): string {
  return FORCED_SOURCES[source]?.[side] ?? orderSourceV2(source, orderType);
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
