import type { MarginAccountKey } from "../../../core/reads/loan-reads.ts";
import type { PrivateContext } from "../../http/endpoint.ts";
import { type MarginMode, marginPlace } from "./margin-mode.ts";

/** Returns one account of the mode, or all isolated accounts. */
export function placesAsked(
  context: PrivateContext,
  mode: MarginMode,
  symbolAsked: string | undefined,
): readonly MarginAccountKey[] {
  if (!mode.isIsolated || symbolAsked !== undefined) {
    return [marginPlace(context, mode, symbolAsked)];
  }
  const { accounts } = context.exchange;
  return accounts
    .instrumentsOf(context.realm, "spot")
    .filter((instrument) => accounts.lending.terms(context.realm, instrument).length > 0)
    .map((instrument) => marginPlace(context, mode, instrument.symbol));
}
