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

type Done = { readonly orderId: number; readonly fillId: number };

function fillAt(
  state: NaiveState,
  order: NaiveOrder,
  price: number,
  paysAs: "taker" | "maker" | "none",
): Done {
  const instrument = state.instrumentAt(order.instrument);
  const { size } = order;
  const value = worthOf(instrument, price, size);
  const tradeId = state.nextId();
  const fill = { order, role: "maker", paysAs, tradeId, price, size, value } as const;
  const fillId = fillOrder(state, instrument, fill);
  closeOrder(state, order, "filled");
  return { orderId: order.id, fillId };
}

/** Closes a part of a position at a price outside the book. */
export function closeOutside(
  state: NaiveState,
  position: NaivePosition,
  terms: {
    readonly price: number;
    readonly size: number;
    readonly source: OrderSource;
    readonly paysAs: "taker" | "maker" | "none";
  },
): Done {
  const { paysAs, price, size, source } = terms;
  const order = enter(state, { ...closing(state, position), price: 0, size, source });
  return fillAt(state, order, price, paysAs);
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

/** Terms of an order that opens a position outside the book. */
export function openingTerms(
  state: NaiveState,
  index: number,
  position: { instrument: number; side: "long" | "short"; price: number; size: number },
): Terms {
  const { instrument, price, side, size } = position;
  return {
    user: index,
    instrument,
    side: side === "long" ? "buy" : "sell",
    positionSide: isHedged(state.userAt(index), state.instrumentAt(instrument)) ? side : "net",
    reduceOnly: false,
    price,
    size,
    source: "system",
  };
}

/** A user opens a position at a price outside the book, without a fee. */
export function openOutside(
  state: NaiveState,
  user: number,
  position: Parameters<typeof openingTerms>[2],
): Done {
  const order = enter(state, openingTerms(state, user, position));
  return fillAt(state, order, position.price, "none");
}
