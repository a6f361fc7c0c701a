/** A plan: an order that waits for a price (trading-rules.md section 2.8). */

import type {
  OrderBacking,
  OrderSource,
  OrderType,
  PlanKind,
  PositionSide,
  Side,
  StpMode,
  TimeInForce,
  TriggerSource,
} from "../base/vocabulary.ts";
import { PLAN_KIND_TRAITS } from "../base/word-traits.ts";
import type { ExitChange } from "../commands/commands.ts";
import { type Exit, type Exits, exitsOf, NO_EXITS } from "../commands/exits.ts";
import type { SizingTerms } from "../commands/order-fields.ts";
import { type Atoms, type Lots, NO_PRICE, type Ticks, ZERO_ATOMS } from "../money/units.ts";

/** Returns the exits after a change; each of the two stays as it is unless the change sets it. */
export function exitsAfter(old: Exits, change: ExitChange | undefined): Exits {
  if (change === undefined) return old;
  const { loss, profit } = exitsOf(change);
  return {
    profit: change.setsProfit ? profit : old.profit,
    loss: change.setsLoss ? loss : old.loss,
  };
}

export function hasExits(exits: Exits): boolean {
  return exits.profit.trigger !== 0 || exits.loss.trigger !== 0;
}

export function areSameExits(a: Exits, b: Exits): boolean {
  return isSameExit(a.profit, b.profit) && isSameExit(a.loss, b.loss);
}

function isSameExit(a: Exit, b: Exit): boolean {
  return a.trigger === b.trigger && a.by === b.by && a.price === b.price;
}

/** Terms of a plan that an amendment may change. */
export type PlanTerms = {
  readonly triggerBy: TriggerSource;
  readonly triggerPrice: Ticks;
  /** Trailing kinds: retreat that fires the plan, in ten-thousandths of the best price; else 0. */
  readonly callbackE4: number;
  readonly orderType: OrderType;
  readonly price: Ticks;
  /** 0 for the whole position, and for a spot market buy by `quoteAmount`. */
  readonly size: Lots;
  readonly quoteAmount: Atoms;
  readonly exits: Exits;
};

const E6 = 1_000_000;

/**
 * Returns the price that converts the lots of an inverse plan to the base coin: that of the
 * command, else the limit price, else the trigger price; 0 on other instruments and without size.
 */
export function sizingPriceOf(
  isInverse: boolean,
  terms: PlanTerms,
  sizing: SizingTerms | undefined,
): number {
  if (!isInverse || terms.size === 0) return 0;
  if (sizing !== undefined && sizing.priceE6 > 0) return sizing.priceE6;
  return (terms.price === NO_PRICE ? terms.triggerPrice : terms.price) * E6;
}

/** Returns the terms of a plan that executes an exit for a size. */
export function exitTerms(exit: Exit, size: Lots): PlanTerms {
  return {
    triggerBy: exit.by,
    triggerPrice: exit.trigger,
    callbackE4: 0,
    orderType: exit.price === 0 ? "market" : "limit",
    price: exit.price,
    size,
    quoteAmount: ZERO_ATOMS,
    exits: NO_EXITS,
  };
}

/**
 * `waiting`: the trigger price has not been reached. `tracking`: a trailing plan follows the best
 * price. `fired`: the next tick places the order.
 */
export type PlanPhase = "waiting" | "tracking" | "fired";

export type Plan = {
  readonly id: number;
  readonly user: number;
  readonly instrument: number;
  readonly kind: PlanKind;
  readonly side: Side;
  readonly timeInForce: TimeInForce;
  readonly positionSide: PositionSide;
  readonly reduceOnly: boolean;
  readonly stpMode: StpMode;
  readonly source: OrderSource;
  /** Wallet that the order will draw on: `default`, or on spot `unified_margin`. */
  readonly backing: OrderBacking;
  readonly clientOrderId: string;
  /** Opening order whose exit the plan is; 0 when the user placed the plan. */
  readonly parentOrderId: number;
  /** As `sizingPriceE6` of an order; 0 for a plan without a size. */
  readonly sizingPriceE6: number;
  readonly createdAtMs: number;
  terms: PlanTerms;
  /** Id of the other plan of a take-profit and stop-loss placed together; 0 for none. */
  pairedId: number;
  phase: PlanPhase;
  /** While waiting: the plan acts when the price rises to the trigger; else when it falls to it. */
  isRising: boolean;
  /** Index in its heap while waiting. */
  heapIndex: number;
  /** Group in which the plan follows the price; `undefined` unless tracking. */
  group: TrailGroup | undefined;
};

/** Trailing plans of one callback ratio with the same best price so far. */
export type TrailGroup = { best: Ticks; readonly callbackE4: number; readonly plans: Set<Plan> };

/** Whether plans of the kind end with the position that they close: take-profit and stop-loss. */
export function isPositionBound(kind: PlanKind): boolean {
  return PLAN_KIND_TRAITS[kind].isPositionBound;
}

/** Whether plans of the kind follow a price and fire on its retreat. */
export function isTrailing(kind: PlanKind): boolean {
  return PLAN_KIND_TRAITS[kind].isTrailing;
}

/** Whether plans of the kind close the whole position, at its size when they execute. */
export function isWholePosition(kind: PlanKind): boolean {
  return PLAN_KIND_TRAITS[kind].isWholePosition;
}
