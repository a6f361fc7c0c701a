/** Fields that several commands about orders share. */
import type { Fields } from "./schema.ts";
import {
  LOAN_TYPES,
  ORDER_BACKINGS,
  ORDER_SOURCES,
  ORDER_TYPES,
  POSITION_SIDES,
  SIDES,
  STP_MODES,
  TIMES_IN_FORCE,
  TRIGGER_SOURCES,
} from "./vocabulary.ts";

/** What an order needs, whether it is placed now or by a plan later. */
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

/** What an amendment of an order names. */
export const AMEND_FIELDS = {
  user: "int",
  orderId: "int",
  clientOrderId: "text",
  price: "ticks",
  size: "lots",
  autoCancel: "flag",
} as const satisfies Fields;

/** What a replacement of an order names. */
export const REPLACE_FIELDS = {
  user: "int",
  instrument: "int",
  orderId: "int",
  clientOrderId: "text",
  price: "ticks",
  size: "lots",
  newClientOrderId: "text",
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

/** A spot order that draws on a margin wallet: it has no position. */
export const MARGIN_ORDER_FIELDS = {
  user: "int",
  instrument: "int",
  side: SIDES,
  orderType: ORDER_TYPES,
  timeInForce: TIMES_IN_FORCE,
  stpMode: STP_MODES,
  price: "ticks",
  size: "lots",
  quoteAmount: "money",
  clientOrderId: "text",
  source: ORDER_SOURCES,
  backing: ORDER_BACKINGS,
  loanType: LOAN_TYPES,
} as const satisfies Fields;
