/** Texts about the delivery of a contract; empty for a perpetual. */

import { DELIVERY_CLOSING_MS } from "../../core/base/limits.ts";
import { type DeliveryPhase, deliveryPhaseOf } from "../../core/instruments/delivery-terms.ts";
import type { Instrument } from "../../core/instruments/instrument.ts";

const QUARTER_MONTHS = 3;

/** rest-v3.md, enumerations of deliveryStatus. */
const STATUS_OF: Readonly<Record<DeliveryPhase, string>> = {
  perpetual: "",
  trading: "delivery_normal",
  near: "delivery_before",
  delivered: "delivery_period",
};

export type DeliveryWords = {
  /** Wire word of the type of contract. */
  readonly type: "perpetual" | "delivery";
  readonly deliveryStatus: string;
  readonly deliveryTime: string;
  readonly deliveryStartTime: string;
  readonly deliveryPeriod: string;
  /** `-1`, or the time from which positions can only be closed. */
  readonly limitOpenTime: string;
  /** `-1`, or the time at which trading ends. */
  readonly offTime: string;
};

const PERPETUAL: DeliveryWords = {
  type: "perpetual",
  deliveryStatus: "",
  deliveryTime: "",
  deliveryStartTime: "",
  deliveryPeriod: "",
  limitOpenTime: "-1",
  offTime: "-1",
};

function quarterOf(timeMs: number): number {
  const date = new Date(timeMs);
  return date.getUTCFullYear() * 4 + Math.floor(date.getUTCMonth() / QUARTER_MONTHS);
}

type Dated = Pick<Instrument, "deliveryAtMs" | "listedAtMs">;

export function deliveryWordsOf(instrument: Dated, timeMs: number): DeliveryWords {
  const { deliveryAtMs, listedAtMs } = instrument;
  const phase = deliveryPhaseOf(instrument, timeMs);
  if (phase === "perpetual") return PERPETUAL;
  const isThisQuarter = quarterOf(deliveryAtMs) <= quarterOf(timeMs);
  return {
    type: "delivery",
    deliveryStatus: STATUS_OF[phase],
    deliveryTime: String(deliveryAtMs),
    deliveryStartTime: String(listedAtMs),
    deliveryPeriod: isThisQuarter ? "this_quarter" : "next_quarter",
    limitOpenTime: String(deliveryAtMs - DELIVERY_CLOSING_MS),
    offTime: String(deliveryAtMs),
  };
}
