import type { MarginAccountKey } from "../../../core/reads/loan-reads.ts";
import { rateE6Text } from "../../../wire/texts.ts";
import type { PrivateContext } from "../../http/endpoint.ts";

/**
 * Returns (debts + maintenance) ÷ assets as text; 0 without debts, empty while a price is missing.
 */
export function riskText(context: PrivateContext, place: MarginAccountKey): string {
  const risk = context.exchange.accounts.lending.risk(place);
  return risk === undefined ? "" : rateE6Text(risk.riskE6);
}
