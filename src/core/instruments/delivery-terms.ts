/** Phases of dated contracts before and after their delivery time. */
import { DELIVERY_CLOSING_MS } from "../base/limits.ts";
import type { Rejection } from "../base/rejections.ts";
import type { Instrument } from "./instrument.ts";

/**
 * Phases of a contract. `near` is the last ten minutes, in which positions can only be closed
 * (rest-v3.md, enumerations); `delivered` begins at the delivery time.
 */
export const DELIVERY_PHASES = ["perpetual", "trading", "near", "delivered"] as const;
export type DeliveryPhase = (typeof DELIVERY_PHASES)[number];

export function deliveryPhaseOf(
  { deliveryAtMs }: Pick<Instrument, "deliveryAtMs">,
  timeMs: number,
): DeliveryPhase {
  if (deliveryAtMs === 0) return "perpetual";
  if (timeMs >= deliveryAtMs) return "delivered";
  return timeMs >= deliveryAtMs - DELIVERY_CLOSING_MS ? "near" : "trading";
}

/** Whether the delivery time has come. Trading ends then, and the next tick changes the status. */
export function hasEnded(
  { deliveryAtMs }: Pick<Instrument, "deliveryAtMs">,
  timeMs: number,
): boolean {
  return deliveryAtMs !== 0 && timeMs >= deliveryAtMs;
}

/** Returns why an instrument that executes nothing takes no orders: for now, or for good. */
export function haltRefusal(
  instrument: Pick<Instrument, "deliveryAtMs">,
  timeMs: number,
): Rejection {
  return hasEnded(instrument, timeMs) ? "instrument_delivered" : "instrument_halted";
}
