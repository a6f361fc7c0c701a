/** Plans: orders that wait for a price, and exits of orders and positions. */

import { CALLBACK_E4_MAX, CALLBACK_E4_MIN } from "../../../src/core/base/limits.ts";
import {
  ORDER_TYPE_CHANGES,
  TRIGGER_SOURCE_CHANGES,
  TRIGGER_SOURCES,
} from "../../../src/core/base/vocabulary.ts";
import type { AmendPlan, CommandDraft, DraftOf } from "../../../src/core/commands/commands.ts";
import {
  atoms,
  lots,
  NO_PRICE,
  ticks,
  ZERO_ATOMS,
  ZERO_LOTS,
} from "../../../src/core/money/units.ts";
import { digitsOf } from "../naive/naive-client-ids.ts";
import { NO_EXITS } from "../naive/naive-plans.ts";
import {
  isHedged,
  type NaiveExits,
  type NaiveInstrument,
  type NaivePlan,
  type NaivePosition,
} from "../naive/naive-records.ts";
import { unifiedMarginOrder } from "./debt-draws.ts";
import { draft } from "./draft.ts";
import { type Draw, type Draws, goesByDigits } from "./draws.ts";
import { ORDER_DRAWS } from "./order-draws.ts";

/** Take-profit, stop-loss or both around a price; mostly on the right side of it. */
function exitsAround(
  draws: Draws,
  instrument: NaiveInstrument,
  at: { readonly isLong: boolean; readonly price: number },
): NaiveExits {
  const { profile, random } = draws;
  const reach = profile.spread * 2;
  const away = (isAbove: boolean): number => {
    const distance = random.chance(93) ? random.between(1, reach) : -random.below(4);
    return Math.max(1, at.price + (isAbove === at.isLong ? distance : -distance));
  };
  const limit = (): number => (random.chance(70) ? 0 : draws.price(instrument));
  const which = random.weighted({ both: 60, profit: 20, loss: 20 });
  const profit = { profitTrigger: away(true), profitPrice: limit() };
  const loss = { lossTrigger: away(false), lossPrice: limit() };
  return {
    ...NO_EXITS,
    ...(which === "loss" ? {} : profit),
    ...(which === "profit" ? {} : loss),
    profitBy: random.pick(TRIGGER_SOURCES),
    lossBy: random.pick(TRIGGER_SOURCES),
  };
}

/** The terms of an order, for something that is more than an order. */
function anOrder(draws: Draws): Omit<DraftOf<"place_order">, "kind"> {
  const { kind: _, ...terms } = ORDER_DRAWS.place_order(draws);
  return terms;
}

/** An opening order that brings exits. */
function withExits(draws: Draws): CommandDraft {
  const order = anOrder(draws);
  const instrument = draws.state.instrumentAt(order.instrument);
  const isSpot = !instrument.isFutures;
  const side = isSpot || order.positionSide === "long" ? "buy" : order.side;
  const opening = order.positionSide === "short" ? "sell" : side;
  const price = order.price === 0 ? draws.middleOf(instrument) : order.price;
  const exits = exitsAround(draws, instrument, { isLong: opening === "buy", price });
  const isByQuote = isSpot && order.orderType === "market";
  const amount = BigInt(price) * instrument.scale * BigInt(draws.size());
  return draft("place_order", {
    ...order,
    exits,
    side: opening,
    reduceOnly: false,
    size: isByQuote ? 0 : order.size || draws.size(),
    quoteAmount: isByQuote ? amount : 0n,
  });
}

function callback(draws: Draws): number {
  const { random } = draws;
  return random.chance(60)
    ? random.pick([CALLBACK_E4_MIN, 150, 200, CALLBACK_E4_MAX])
    : random.between(CALLBACK_E4_MIN, CALLBACK_E4_MAX);
}

function plan(draws: Draws): CommandDraft {
  const { random } = draws;
  const order = anOrder(draws);
  const instrument = draws.state.instrumentAt(order.instrument);
  if (instrument.isFutures && random.chance(15)) return moving(draws);
  const isTrailing = instrument.isFutures && random.chance(40);
  const triggerPrice = draws.price(instrument);
  const price = order.price === 0 ? triggerPrice : order.price;
  const mayOpen = !order.reduceOnly && (instrument.isFutures || order.side === "buy");
  const brings = mayOpen && random.chance(25);
  const exits = exitsAround(draws, instrument, { isLong: order.side === "buy", price });
  return draft("place_plan", {
    ...order,
    exits: brings ? exits : undefined,
    ...(isTrailing ? { orderType: "market" as const, price: 0 } : {}),
    planKind: isTrailing ? "trailing" : "normal",
    triggerBy: random.pick(TRIGGER_SOURCES),
    triggerPrice,
    callbackE4: isTrailing ? callback(draws) : 0,
  });
}

function position(draws: Draws): NaivePosition | undefined {
  const { positions } = draws.state;
  return positions.length === 0 ? undefined : draws.random.pick(positions);
}

/** A trailing exit of a position. */
function moving(draws: Draws): CommandDraft {
  const { random, state } = draws;
  const held = position(draws);
  if (held === undefined) return plan(draws);
  const { instrument: index, side, size, user } = held;
  const instrument = state.instrumentAt(index);
  const isHedge = isHedged(state.userAt(user), instrument);
  return draft("place_plan", {
    exits: undefined,
    margin: undefined,
    opening: undefined,
    user,
    instrument: index,
    planKind: "moving",
    triggerBy: random.pick(TRIGGER_SOURCES),
    triggerPrice: draws.price(instrument),
    callbackE4: callback(draws),
    side: side === "long" ? "sell" : "buy",
    orderType: "market",
    timeInForce: "gtc",
    positionSide: isHedge ? side : "net",
    reduceOnly: !isHedge,
    stpMode: "none",
    price: 0,
    size: random.chance(90) ? 1 + random.below(size) : size + 1,
    quoteAmount: 0n,
    clientOrderId: draws.clientOrderId(),
    source: "api",
  });
}

function exits(draws: Draws): CommandDraft {
  const { random, state } = draws;
  const held = position(draws);
  if (held === undefined) return withExits(draws);
  const instrument = state.instrumentAt(held.instrument);
  const at = { isLong: held.side === "long", price: draws.middleOf(instrument) };
  const size = (): number =>
    random.chance(45) ? 0 : random.chance(92) ? 1 + random.below(held.size) : held.size + 1;
  return draft("place_exits", {
    ...exitsAround(draws, instrument, at),
    user: held.user,
    instrument: held.instrument,
    positionSide: held.side,
    stpMode: random.chance(85) ? "none" : "cancel_maker",
    source: random.pick(["api", "web"] as const),
    profitSize: size(),
    profitClientOrderId: draws.clientOrderId(held.user, "plan"),
    lossSize: size(),
    lossClientOrderId: draws.clientOrderId(held.user, "plan"),
    margin: undefined,
    sizing: draws.sizing(instrument, held.size),
  });
}

/** A MARGIN buy that brings exits; now and then a sale, which may not. */
function marginWithExits(draws: Draws): CommandDraft {
  const { kind: _, ...drawn } = unifiedMarginOrder(draws);
  const instrument = draws.state.instrumentAt(drawn.instrument);
  const isMarket = drawn.orderType === "market";
  const price = isMarket ? draws.middleOf(instrument) : drawn.price;
  const size = drawn.size || draws.size();
  return draft("place_order", {
    ...drawn,
    exits: exitsAround(draws, instrument, { isLong: true, price }),
    side: draws.random.chance(95) ? "buy" : drawn.side,
    size: isMarket ? 0 : size,
    quoteAmount: isMarket ? BigInt(price) * instrument.scale * BigInt(size) : 0n,
  });
}

/** What an order on margin waits for, some of it exits of its own. */
function marginPlan(draws: Draws): CommandDraft {
  const { random } = draws;
  const { kind: _, ...drawn } = unifiedMarginOrder(draws);
  const instrument = draws.state.instrumentAt(drawn.instrument);
  const triggerPrice = draws.price(instrument);
  const price = drawn.price === 0 ? triggerPrice : drawn.price;
  const brings = drawn.side === "buy" && random.chance(30);
  return draft("place_plan", {
    ...drawn,
    exits: brings ? exitsAround(draws, instrument, { isLong: true, price }) : undefined,
    planKind: "normal",
    triggerBy: random.pick(TRIGGER_SOURCES),
    triggerPrice,
    callbackE4: 0,
  });
}

/** Selling what was bought, mostly on margin, or buying back what was sold. */
function marginExits(draws: Draws): CommandDraft {
  const { random, state } = draws;
  const { clientOrderId, instrument: index, side, user } = unifiedMarginOrder(draws);
  const instrument = state.instrumentAt(index);
  const at = { isLong: side === "sell", price: draws.middleOf(instrument) };
  const exits = exitsAround(draws, instrument, at);
  const stpMode = random.chance(85) ? "none" : "cancel_maker";
  const source = random.pick(["api", "web"] as const);
  const size = draws.size() * random.pick([1, 1, 5]);
  const isLossAlone = exits.profitTrigger === 0;
  return draft("place_exits", {
    ...exits,
    ...{ user, instrument: index, positionSide: "net", stpMode, source },
    profitSize: size,
    profitClientOrderId: isLossAlone ? "" : clientOrderId,
    lossSize: size,
    lossClientOrderId: isLossAlone ? clientOrderId : "",
    margin: { side, backing: random.chance(75) ? "unified_margin" : "default" },
  });
}

function pending(draws: Draws): NaivePlan | undefined {
  const { plans } = draws.state;
  return plans.length === 0 ? undefined : draws.random.pick(plans);
}

/** The ids of a plan as a client gives them. */
function named(draws: Draws, one: NaivePlan) {
  if (one.clientOrderId === "" && goesByDigits(one.id)) {
    return { user: one.user, planId: 0, clientOrderId: digitsOf(one.id) };
  }
  const byClientId = one.clientOrderId !== "" && draws.random.chance(40);
  return {
    user: one.user,
    planId: byClientId ? 0 : one.id,
    clientOrderId: byClientId ? one.clientOrderId : "",
  };
}

function amendment(draws: Draws): CommandDraft {
  const { random, state } = draws;
  const one = pending(draws);
  if (one === undefined) return plan(draws);
  const instrument = state.instrumentAt(one.instrument);
  const price = draws.price(instrument);
  const around = exitsAround(draws, instrument, { isLong: one.side === "buy", price });
  const change = draft("amend_plan", {
    ...named(draws, one),
    triggerBy: random.chance(70) ? "keep" : random.pick(TRIGGER_SOURCE_CHANGES),
    triggerPrice: random.chance(30) ? 0 : price,
    callbackE4: one.callbackE4 > 0 && random.chance(50) ? callback(draws) : 0,
    orderType: random.chance(80) ? "keep" : random.pick(ORDER_TYPE_CHANGES),
    price: one.orderType === "limit" && random.chance(40) ? draws.price(instrument) : 0,
    size: random.chance(60) ? 0 : draws.size(),
    quoteAmount: one.quoteAmount > 0n && random.chance(50) ? one.quoteAmount + 7n : 0n,
    exits: { ...around, setsProfit: random.chance(15), setsLoss: random.chance(15) },
  });
  const isOfOtherType = change.orderType !== "keep" && change.orderType !== one.orderType;
  const isSpotBuy = !instrument.isFutures && one.side === "buy" && one.planKind === "normal";
  return isOfOtherType && isSpotBuy
    ? { ...change, ...otherTerms(change, instrument, price) }
    : change;
}

/** What a spot buy states after a change between limit and market. */
function otherTerms({ orderType, size }: AmendPlan, instrument: NaiveInstrument, price: number) {
  return orderType === "market"
    ? { price: NO_PRICE, size: ZERO_LOTS, quoteAmount: atoms(instrument.valueMin + 7n) }
    : {
        price: ticks(price),
        size: size === 0 ? lots(instrument.sizeLotsMin) : size,
        quoteAmount: ZERO_ATOMS,
      };
}

/** Other exits for an open order, or none any more. */
function exitsOfOrder(draws: Draws): CommandDraft {
  const { random, state } = draws;
  const bringing = state.orders.filter(({ exits }) => exits !== undefined);
  const order = bringing.length > 0 && random.chance(60) ? random.pick(bringing) : draws.order();
  if (order === undefined) return withExits(draws);
  const instrument = state.instrumentAt(order.instrument);
  const at = { isLong: order.side === "buy", price: order.price };
  const around = exitsAround(draws, instrument, at);
  const wanted = random.chance(85) ? around : NO_EXITS;
  return draft("amend_order", {
    ...draws.named(order),
    price: random.chance(60) ? 0 : draws.price(instrument),
    size: random.chance(60) ? 0 : draws.size(),
    autoCancel: random.chance(15),
    exits: { ...wanted, setsProfit: random.chance(70), setsLoss: random.chance(70) },
  });
}

/** An order in the place of another, with other exits. */
function replacement(draws: Draws): CommandDraft {
  const { random, state } = draws;
  const change = exitsOfOrder(draws);
  if (change.kind !== "amend_order") return change;
  const order = state.orders.find(({ id }) => id === change.orderId) ?? draws.order();
  if (order === undefined) return change;
  const instrument = state.instrumentAt(order.instrument);
  const { kind: _, autoCancel: __, ...terms } = change;
  return draft("replace_order", {
    ...terms,
    ...draws.named(order),
    instrument: order.instrument,
    price: random.chance(50) ? 0 : draws.price(instrument),
    size: random.chance(50) ? 0 : draws.size(),
    newClientOrderId: draws.clientOrderId(),
  });
}

function cancellation(draws: Draws): CommandDraft {
  const one = pending(draws);
  if (one === undefined) return plan(draws);
  return draft("cancel_plan", { ...named(draws, one), withPaired: draws.random.chance(40) });
}

function cancellations(draws: Draws): CommandDraft {
  const { random } = draws;
  const planKinds = random.chance(50) ? [] : [random.below(7), random.below(7)];
  const scope = draws.scope();
  const one = pending(draws);
  if (one !== undefined && random.chance(70)) {
    scope.user = one.user;
    scope.category = draws.state.instrumentAt(one.instrument).category;
    scope.instrument = random.chance(50) ? one.instrument + 1 : 0;
  }
  return draft("cancel_plans", { ...scope, planKinds });
}

export const PLAN_DRAWS = {
  place_order_with_exits: withExits,
  place_margin_order_with_exits: marginWithExits,
  place_margin_plan: marginPlan,
  place_margin_exits: marginExits,
  place_plan: plan,
  place_exits: exits,
  amend_plan: amendment,
  amend_order_with_exits: exitsOfOrder,
  replace_order_with_exits: replacement,
  cancel_plan: cancellation,
  cancel_plans: cancellations,
} as const satisfies Readonly<Record<string, Draw>>;
