/** What the status of an instrument allows, by the written rule (decision 0094). */
import type { Rejection } from "../../../src/core/base/rejections.ts";
import type { InstrumentStatus, TimeInForce } from "../../../src/core/base/vocabulary.ts";
import { type ClosingTerms, isClosing } from "./naive-records.ts";

type WithStatus = {
  readonly isFutures: boolean;
  readonly status: InstrumentStatus;
  readonly deliveryAtMs: number;
};

/** The delivery time has come: nothing trades any more, whatever the status still says. */
function hasEnded(timeMs: number, { deliveryAtMs }: WithStatus): boolean {
  return deliveryAtMs > 0 && deliveryAtMs <= timeMs;
}

/** Why plans and exits are refused where nothing is executed. */
export function haltReason(timeMs: number, instrument: WithStatus): Rejection {
  return hasEnded(timeMs, instrument) ? "instrument_delivered" : "instrument_halted";
}

/** Orders meet, plans are placed and positions are liquidated. */
export function isExecuting({ status }: WithStatus): boolean {
  return ["online", "reduce_only"].includes(status);
}

/** Why an order is neither placed nor amended. */
export function judgeStatus(
  timeMs: number,
  instrument: WithStatus,
  order: ClosingTerms & { readonly timeInForce: TimeInForce },
): Rejection | undefined {
  const { isFutures, status } = instrument;
  if (hasEnded(timeMs, instrument)) return "instrument_delivered";
  if (status === "halted" || status === "offline") return "instrument_halted";
  if (status === "post_only" && order.timeInForce !== "post_only") return "instrument_post_only";
  if (status !== "reduce_only") return undefined;
  return isFutures && isClosing(order) ? undefined : "instrument_reduce_only";
}
