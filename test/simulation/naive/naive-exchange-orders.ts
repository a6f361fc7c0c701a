/** Orders that the exchange makes of itself. */
import type { OrderSource, PositionSide, Side } from "../../../src/core/base/vocabulary.ts";
import { worthOf } from "./naive-amounts.ts";
import { marginModeOf } from "./naive-margin.ts";
import { closeOrder, execute, fillOrder } from "./naive-matching.ts";
import { leverageOf } from "./naive-money.ts";
import { isHedged, type NaiveOrder, type NaivePosition } from "./naive-records.ts";
import { orderSizing } from "./naive-sizing.ts";
import type { NaiveState } from "./naive-state.ts";

type Terms = {
  readonly user: number;
  readonly instrument: number;
  readonly side: Side;
  readonly positionSide: PositionSide;
  readonly reduceOnly: boolean;
  /** 0: a market order. */
  readonly price: number;
  readonly size: number;
  readonly source: OrderSource;
};

function enter(state: NaiveState, terms: Terms): NaiveOrder {
  const user = state.userAt(terms.user);
  const instrument = state.instrumentAt(terms.instrument);
  const order: NaiveOrder = {
    ...terms,
    id: state.nextId(),
    orderType: terms.price === 0 ? "market" : "limit",
    timeInForce: "ioc",
    stpMode: "none",
    backing: "default",
    loanType: "normal",
    sizingPriceE6: orderSizing(instrument, terms),
    clientOrderId: "",
    quoteAmount: 0n,
    filled: 0,
    filledNotional: 0n,
    fillPriceMin: 0,
    fillPriceMax: 0,
    feeTotal: 0n,
    exits: undefined,
    exitPlans: { profit: 0, loss: 0 },
    place: undefined,
  };
  state.orders.push(order);
  const { id, filled: _, feeTotal: ___, place: ____, ...rest } = order;
  const { filledNotional: __, fillPriceMax: _max, fillPriceMin: _min, ...shown } = rest;
  const side = order.positionSide === "short" ? "short" : "long";
  state.emit("order_accepted", {
    ...shown,
    orderId: id,
    leverage: leverageOf(user, instrument, side),
    marginMode: marginModeOf(user, instrument),
  });
  return order;
}

function closing(
  state: NaiveState,
  position: NaivePosition,
): Omit<Terms, "price" | "size" | "source"> {
  const instrument = state.instrumentAt(position.instrument);
  const hedged = isHedged(state.userAt(position.user), instrument);
  return {
    user: position.user,
    instrument: position.instrument,
    side: position.side === "long" ? "sell" : "buy",
    positionSide: hedged ? position.side : "net",
    reduceOnly: !hedged,
  };
}

function fillAt(
  state: NaiveState,
  order: NaiveOrder,
  price: number,
  paysAs: "taker" | "maker",
): void {
  const instrument = state.instrumentAt(order.instrument);
  const { size } = order;
  const value = worthOf(instrument, price, size);
  const tradeId = state.nextId();
  fillOrder(state, instrument, { order, role: "maker", paysAs, tradeId, price, size, value });
  closeOrder(state, order, "filled");
}

/** Closes a part of a position at a price outside the book; answers the order's id. */
export function closeOutside(
  state: NaiveState,
  position: NaivePosition,
  terms: {
    readonly price: number;
    readonly size: number;
    readonly source: OrderSource;
    readonly paysAs: "taker" | "maker";
  },
): number {
  const { paysAs, price, size, source } = terms;
  const order = enter(state, { ...closing(state, position), price: 0, size, source });
  fillAt(state, order, price, paysAs);
  return order.id;
}

/** Closes in the book what it takes up to a price; answers the order's id. */
export function closeInside(
  state: NaiveState,
  position: NaivePosition,
  terms: { readonly price: number; readonly size: number; readonly source: OrderSource },
): number {
  const order = enter(state, { ...closing(state, position), ...terms });
  execute(state, order, terms.price);
  return order.id;
}

/** The insurance fund's user opens a position at a price outside the book. */
export function openForFund(
  state: NaiveState,
  fund: number,
  terms: {
    readonly instrument: number;
    readonly side: "long" | "short";
    readonly price: number;
    readonly size: number;
  },
): void {
  const { instrument, price, size } = terms;
  const order = enter(state, {
    user: fund,
    instrument,
    side: terms.side === "long" ? "buy" : "sell",
    positionSide: "net",
    reduceOnly: false,
    price,
    size,
    source: "system",
  });
  fillAt(state, order, price, "maker");
}
