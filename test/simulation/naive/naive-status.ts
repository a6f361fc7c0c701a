/** What the status of an instrument allows, by the written rule (decision 0094). */
import type { Rejection } from "../../../src/core/base/rejections.ts";
import type { InstrumentStatus, TimeInForce } from "../../../src/core/base/vocabulary.ts";
import { type ClosingTerms, isClosing } from "./naive-records.ts";

type WithStatus = { readonly isFutures: boolean; readonly status: InstrumentStatus };

/** Orders meet, plans are placed and positions are liquidated. */
export function isExecuting({ status }: WithStatus): boolean {
  return ["online", "reduce_only"].includes(status);
}

/** Why an order is neither placed nor amended. */
export function judgeStatus(
  { isFutures, status }: WithStatus,
  order: ClosingTerms & { readonly timeInForce: TimeInForce },
): Rejection | undefined {
  if (status === "halted" || status === "offline") return "instrument_halted";
  if (status === "post_only" && order.timeInForce !== "post_only") return "instrument_post_only";
  if (status !== "reduce_only") return undefined;
  return isFutures && isClosing(order) ? undefined : "instrument_reduce_only";
}
