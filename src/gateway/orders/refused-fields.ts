/**
 * Fields of order requests that are refused. They ask for an order that the endpoint cannot place:
 * if they were ignored, the order would execute at once, without its protection or on the wrong
 * side. The list is closed; every other unknown field is ignored, because it changes nothing.
 */
import type { TUnsafe } from "typebox";
import { refused } from "../http/fields.ts";
import type { RejectionDialect } from "../rejection-codes.ts";

/** Dialects of requests that place orders. */
export type OrderDialect = Exclude<RejectionDialect, "transfer">;

interface Refusal {
  /** The order endpoints on which the field is refused. */
  readonly on: readonly OrderDialect[];
  /** Values that ask for what the order is without the field; compared without regard to case. */
  readonly harmless?: readonly string[];
  /** What the client can do instead; part of the message. */
  readonly advice: string;
}

const ALL = ["v2_spot", "v2_mix", "margin", "v3"] as const;
const V2 = ["v2_spot", "v2_mix", "margin"] as const;
const NOT_NO = ["no", "false"];
/** A price of 0 names no exit. */
const NO_PRICE_SENT = ["0"];

const TRIGGERED = "orders that wait for a price are placed on the endpoints of trigger orders";
const TRAILING = "trailing orders are placed on the endpoints of trigger orders";
const EXIT = "not the name of a take-profit or stop-loss of this endpoint";
const SPOT_ALONE = "not for a spot order";

/** Each field with the endpoints on which it would change the order and is not supported. */
export const REFUSED_FIELDS: Readonly<Record<string, Refusal>> = {
  // Triggers: the order would execute at once.
  triggerPrice: { on: ["v2_mix", "margin", "v3"], harmless: NO_PRICE_SENT, advice: TRIGGERED },
  stopPrice: { on: ALL, harmless: NO_PRICE_SENT, advice: TRIGGERED },
  executePrice: { on: ALL, harmless: NO_PRICE_SENT, advice: TRIGGERED },
  activationPrice: { on: ALL, harmless: NO_PRICE_SENT, advice: TRAILING },
  trailingTriggerPrice: { on: ALL, harmless: NO_PRICE_SENT, advice: TRAILING },
  trailingPercent: { on: ALL, advice: TRAILING },
  trailingAmount: { on: ALL, advice: TRAILING },
  callbackRatio: { on: ALL, advice: TRAILING },
  callbackRate: { on: ALL, advice: TRAILING },
  // Exits under the name of another endpoint: the position would have none.
  takeProfit: { on: V2, harmless: NO_PRICE_SENT, advice: EXIT },
  stopLoss: { on: V2, harmless: NO_PRICE_SENT, advice: EXIT },
  takeProfitPrice: { on: ALL, harmless: NO_PRICE_SENT, advice: EXIT },
  stopLossPrice: { on: ALL, harmless: NO_PRICE_SENT, advice: EXIT },
  stopSurplusTriggerPrice: { on: ALL, harmless: NO_PRICE_SENT, advice: EXIT },
  stopLossTriggerPrice: { on: ALL, harmless: NO_PRICE_SENT, advice: EXIT },
  presetTakeProfitPrice: {
    on: ["v2_mix", "margin", "v3"],
    harmless: NO_PRICE_SENT,
    advice: EXIT,
  },
  presetStopSurplusPrice: {
    on: ["v2_spot", "margin", "v3"],
    harmless: NO_PRICE_SENT,
    advice: EXIT,
  },
  presetStopLossPrice: { on: ["margin", "v3"], harmless: NO_PRICE_SENT, advice: EXIT },
  // Time in force under the name of the other dialect: the order would be good till cancelled.
  force: { on: ["v3"], harmless: ["gtc"], advice: "the field is called timeInForce" },
  timeInForce: { on: V2, harmless: ["gtc"], advice: "the field is called force" },
  postOnly: { on: ALL, harmless: NOT_NO, advice: "the time in force is called post_only" },
  // What the order may do to positions and loans.
  reduceOnly: { on: ["v2_spot", "margin"], harmless: NOT_NO, advice: SPOT_ALONE },
  tradeSide: { on: ["v2_spot", "margin", "v3"], advice: "use side, posSide and reduceOnly" },
  holdSide: { on: ["v3"], advice: "the field is called posSide" },
  marginMode: { on: ["v2_spot"], advice: "margin orders have endpoints of their own" },
  loanType: {
    on: ["v2_spot", "v2_mix", "v3"],
    harmless: ["normal"],
    advice: "loans by order exist on classic margin only",
  },
};

/**
 * Returns the fields that the order requests of one dialect refuse, for their schemas; of trigger
 * orders, which have triggers of their own, those among `names`.
 */
export function refusedFields(
  dialect: OrderDialect,
  names: readonly string[] = Object.keys(REFUSED_FIELDS),
): Record<string, TUnsafe<undefined>> {
  const fields = Object.entries(REFUSED_FIELDS).filter(
    ([name, { on }]) => on.includes(dialect) && names.includes(name),
  );
  return Object.fromEntries(
    fields.map(([name, { advice, harmless = [] }]) => [name, refused({ advice, harmless })]),
  );
}
