/** Fields that several commands about orders share. */

import {
  LOAN_TYPES,
  MARGIN_MODES,
  ORDER_BACKINGS,
  ORDER_SOURCES,
  ORDER_TYPES,
  POSITION_SIDES,
  SIDES,
  STP_MODES,
  TIMES_IN_FORCE,
  TRIGGER_SOURCES,
} from "../base/vocabulary.ts";
import { type Fields, type GroupedFields, omissible, optional } from "./schema.ts";

/** Fields of an order, whether it is placed now or by a plan later. */
export const ORDER_FIELDS = {
  user: "int",
  instrument: "int",
  side: SIDES,
  orderType: ORDER_TYPES,
  timeInForce: TIMES_IN_FORCE,
  positionSide: POSITION_SIDES,
  reduceOnly: "flag",
  stpMode: STP_MODES,
  price: "ticks",
  size: "lots",
  quoteAmount: "money",
  clientOrderId: "text",
  source: ORDER_SOURCES,
} as const satisfies Fields;

/** Take-profit and stop-loss: trigger 0 is none, price 0 a market order. */
export const EXIT_FIELDS = {
  profitTrigger: "ticks",
  profitBy: TRIGGER_SOURCES,
  profitPrice: "ticks",
  lossTrigger: "ticks",
  lossBy: TRIGGER_SOURCES,
  lossPrice: "ticks",
} as const satisfies Fields;

/** New exits: each is replaced where its flag is set, and removed by trigger 0. */
export const EXIT_CHANGE_FIELDS = {
  setsProfit: "flag",
  setsLoss: "flag",
  ...EXIT_FIELDS,
} as const satisfies Fields;

/**
 * Price at which the gateway converted a size in base coin to lots of an inverse contract, in
 * millionths of a tick. The core keeps it with the order, so that rows return the size as it was
 * sent; without it, the limit price is taken, else the mark price.
 */
export const SIZING = omissible({ priceE6: "int" });
export type SizingTerms = { readonly priceE6: number };

/** Margin mode of the position that a futures order opens. */
export const OPENING = omissible({ marginMode: MARGIN_MODES });

/** Margin account that a spot order draws on, and whether the order borrows and repays. */
export const MARGIN_FIELDS = {
  backing: ORDER_BACKINGS,
  loanType: LOAN_TYPES,
} as const satisfies Fields;

/** Groups of an order, whether it is placed now or by a plan later. */
export const GROUPS = {
  exits: optional(EXIT_FIELDS),
  margin: optional(MARGIN_FIELDS),
  sizing: SIZING,
  opening: OPENING,
} as const satisfies GroupedFields;
