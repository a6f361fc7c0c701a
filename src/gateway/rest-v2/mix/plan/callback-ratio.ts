import { stepsOf } from "../../../orders/order-units.ts";
import { rejectionError } from "../../../rejection-codes.ts";

/** Parses a percentage with at most two decimals to ten-thousandths; throws 40053 for any other. */
export function callbackE4Of(percent: string): number {
  const value = stepsOf(percent, { decimals: 2, step: 1, max: Number.MAX_SAFE_INTEGER });
  if (typeof value !== "number" || value === 0) {
    throw rejectionError("callback_out_of_range", "v2_mix");
  }
  return value;
}
