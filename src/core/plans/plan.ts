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
import type { ExitChange, ExitTerms } from "../commands/commands.ts";
import { type Atoms, type Lots, NO_PRICE, type Ticks, ZERO_ATOMS } from "../money/units.ts";
import type { TrailGroup } from "./trail-tracker.ts";

/** Where a take-profit or stop-loss acts. `trigger` 0 is none, `price` 0 a market order. */
export type Exit = { readonly trigger: Ticks; readonly by: TriggerSource; readonly price: Ticks };

/** Take-profit and stop-loss that an opening order brings with it. */
export type Exits = { readonly profit: Exit; readonly loss: Exit };

export const NO_EXIT: Exit = { trigger: NO_PRICE, by: "last", price: NO_PRICE };
export const NO_EXITS: Exits = { profit: NO_EXIT, loss: NO_EXIT };

export function exitsOf(flat: ExitTerms): Exits {
  return {
    profit: { trigger: flat.profitTrigger, by: flat.profitBy, price: flat.profitPrice },
    loss: { trigger: flat.lossTrigger, by: flat.lossBy, price: flat.lossPrice },
  };
}

export function flatExits({ loss, profit }: Exits): ExitTerms {
  return {
    profitTrigger: profit.trigger,
    profitBy: profit.by,
    profitPrice: profit.price,
    lossTrigger: loss.trigger,
    lossBy: loss.by,
    lossPrice: loss.price,
  };
}

/** `old` where a change leaves it, else what the change says. */
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

export function areSameExits(one: Exits, other: Exits): boolean {
  return isSameExit(one.profit, other.profit) && isSameExit(one.loss, other.loss);
}

function isSameExit(one: Exit, other: Exit): boolean {
  return one.trigger === other.trigger && one.by === other.by && one.price === other.price;
}

/** What a change of a plan may change. */
export type PlanTerms = {
  readonly triggerBy: TriggerSource;
  readonly triggerPrice: Ticks;
  /** Of trailing kinds: the retreat that fires, in ten-thousandths of the best price; else 0. */
  readonly callbackE4: number;
  readonly orderType: OrderType;
  readonly price: Ticks;
  /** 0 for the whole position, and where `quoteAmount` gives a spot market buy. */
  readonly size: Lots;
  readonly quoteAmount: Atoms;
  readonly exits: Exits;
};

/** The terms of a plan that does what an exit says with so much. */
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
 * `waiting` for the trigger price; `tracking` the best price of a trailing plan from then on;
 * `fired`, to be placed by the next tick.
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
  /** What its order will draw on: `default`, or on spot `unified_margin`. */
  readonly backing: OrderBacking;
  readonly clientOrderId: string;
  /** The opening order whose exit this is; 0 when the user placed it. */
  readonly parentOrderId: number;
  readonly createdAtMs: number;
  terms: PlanTerms;
  /** The other one of a take-profit and stop-loss placed together; 0 for none. */
  twin: number;
  phase: PlanPhase;
  /** While waiting: acts when the price comes up to the trigger, not down to it. */
  isRising: boolean;
  /** Place in its heap while waiting. */
  heapAt: number;
  /** While tracking. */
  group: TrailGroup | undefined;
};

/** Take-profit and stop-loss kinds, which live no longer than the position they close. */
export function isPositionBound(kind: PlanKind): boolean {
  return PLAN_KIND_TRAITS[kind].isPositionBound;
}

/** Kinds that follow a price and fire on its retreat. */
export function isTrailing(kind: PlanKind): boolean {
  return PLAN_KIND_TRAITS[kind].isTrailing;
}

/** Kinds that close all there is of a position, whatever its size. */
export function isWholePosition(kind: PlanKind): boolean {
  return PLAN_KIND_TRAITS[kind].isWholePosition;
}
