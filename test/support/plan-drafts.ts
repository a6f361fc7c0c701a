/** Plans and exits for core tests: market orders by the last price unless told otherwise. */
import type { CommandOf } from "../../src/core/commands.ts";
import type { CoreEvent } from "../../src/core/events.ts";
import { atoms, lots, ticks } from "../../src/core/money/units.ts";
import { type CoreFixture, LINEAR, SPOT } from "./core-fixture.ts";

type Loose<T> = {
  [N in keyof T]?: T[N] extends number ? number : T[N] extends bigint ? bigint : T[N];
};
type Kind =
  | "place_plan"
  | "place_exits"
  | "amend_plan"
  | "place_order_with_exits"
  | "amend_order_with_exits"
  | "replace_order_with_exits"
  | "place_margin_order_with_exits"
  | "place_margin_plan"
  | "place_margin_exits";
type Terms<K extends Kind> = Loose<Omit<CommandOf<K>, "kind" | "seq" | "timeMs">>;

const NO_EXITS = {
  profitTrigger: ticks(0),
  profitBy: "last",
  profitPrice: ticks(0),
  lossTrigger: ticks(0),
  lossBy: "last",
  lossPrice: ticks(0),
} as const;

const ORDER = {
  instrument: LINEAR,
  orderType: "market",
  timeInForce: "gtc",
  positionSide: "net",
  reduceOnly: false,
  stpMode: "none",
  price: ticks(0),
  size: lots(0),
  quoteAmount: atoms(0n),
  clientOrderId: "",
  source: "api",
  ...NO_EXITS,
} as const;

const PLAN = {
  kind: "place_plan",
  planKind: "normal",
  triggerBy: "last",
  callbackE4: 0,
  ...ORDER,
} as const;

type Command<K extends Parameters<CoreFixture["run"]>[0]["kind"]> = Extract<
  Parameters<CoreFixture["run"]>[0],
  { kind: K }
>;

export function placePlan(
  exchange: CoreFixture,
  terms: Terms<"place_plan"> & {
    readonly user: number;
    readonly side: "buy" | "sell";
    readonly triggerPrice: number;
  },
): CoreEvent[] {
  return exchange.run({ ...PLAN, ...terms } as Command<"place_plan">);
}

export function placeExits(
  exchange: CoreFixture,
  terms: Terms<"place_exits"> & { readonly user: number },
): CoreEvent[] {
  return exchange.run({
    kind: "place_exits",
    instrument: LINEAR,
    positionSide: "long",
    stpMode: "none",
    source: "api",
    ...NO_EXITS,
    profitSize: lots(0),
    profitClientOrderId: "",
    lossSize: lots(0),
    lossClientOrderId: "",
    ...terms,
  } as Command<"place_exits">);
}

export function placeWithExits(
  exchange: CoreFixture,
  terms: Terms<"place_order_with_exits"> & {
    readonly user: number;
    readonly side: "buy" | "sell";
  },
): CoreEvent[] {
  const orderType = terms.price === undefined ? "market" : "limit";
  return exchange.run({
    kind: "place_order_with_exits",
    ...ORDER,
    orderType,
    ...terms,
  } as Command<"place_order_with_exits">);
}

export function amendPlan(
  exchange: CoreFixture,
  terms: Terms<"amend_plan"> & { readonly user: number; readonly planId: number },
): CoreEvent[] {
  return exchange.run({
    kind: "amend_plan",
    clientOrderId: "",
    triggerBy: "keep",
    triggerPrice: ticks(0),
    callbackE4: 0,
    orderType: "keep",
    price: ticks(0),
    size: lots(0),
    quoteAmount: atoms(0n),
    setsProfit: false,
    setsLoss: false,
    ...NO_EXITS,
    ...terms,
  } as Command<"amend_plan">);
}

/** A change of the exits of an open order: of those that are named, trigger 0 for none. */
export function amendExits(
  exchange: CoreFixture,
  terms: Terms<"amend_order_with_exits"> & { readonly user: number; readonly orderId: number },
): CoreEvent[] {
  return exchange.run({
    kind: "amend_order_with_exits",
    clientOrderId: "",
    price: ticks(0),
    size: lots(0),
    autoCancel: false,
    setsProfit: terms.profitTrigger !== undefined,
    setsLoss: terms.lossTrigger !== undefined,
    ...NO_EXITS,
    ...terms,
  } as Command<"amend_order_with_exits">);
}

/** Another order in the place of one, with other exits. */
export function replaceWithExits(
  exchange: CoreFixture,
  terms: Terms<"replace_order_with_exits"> & { readonly user: number; readonly orderId: number },
): CoreEvent[] {
  return exchange.run({
    kind: "replace_order_with_exits",
    instrument: LINEAR,
    clientOrderId: "",
    price: ticks(0),
    size: lots(0),
    newClientOrderId: "",
    setsProfit: terms.profitTrigger !== undefined,
    setsLoss: terms.lossTrigger !== undefined,
    ...NO_EXITS,
    ...terms,
  } as Command<"replace_order_with_exits">);
}

const MARGIN_ORDER = {
  instrument: SPOT,
  orderType: "market",
  timeInForce: "gtc",
  stpMode: "none",
  price: ticks(0),
  size: lots(0),
  quoteAmount: atoms(0n),
  clientOrderId: "",
  source: "api",
  backing: "unified_margin",
  loanType: "normal",
  ...NO_EXITS,
} as const;

/** A trigger order of a unified account that may borrow: a market order without a price. */
export function placeMarginPlan(
  exchange: CoreFixture,
  terms: Terms<"place_margin_plan"> & {
    readonly user: number;
    readonly side: "buy" | "sell";
    readonly triggerPrice: number;
  },
): CoreEvent[] {
  const orderType = terms.price === undefined ? "market" : "limit";
  return exchange.run({
    kind: "place_margin_plan",
    triggerBy: "last",
    ...MARGIN_ORDER,
    orderType,
    ...terms,
  } as Command<"place_margin_plan">);
}

/** Take-profit and stop-loss of what was bought or sold on margin. */
export function placeMarginExits(
  exchange: CoreFixture,
  terms: Terms<"place_margin_exits"> & { readonly user: number; readonly side: "buy" | "sell" },
): CoreEvent[] {
  return exchange.run({
    kind: "place_margin_exits",
    instrument: SPOT,
    stpMode: "none",
    source: "api",
    backing: "unified_margin",
    clientOrderId: "",
    ...NO_EXITS,
    ...terms,
  } as Command<"place_margin_exits">);
}

export function placeMarginWithExits(
  exchange: CoreFixture,
  terms: Terms<"place_margin_order_with_exits"> & { readonly user: number },
): CoreEvent[] {
  const orderType = terms.price === undefined ? "market" : "limit";
  return exchange.run({
    kind: "place_margin_order_with_exits",
    ...MARGIN_ORDER,
    side: "buy",
    orderType,
    ...terms,
  } as Command<"place_margin_order_with_exits">);
}
