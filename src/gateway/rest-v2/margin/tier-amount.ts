import type { LoanTermsRead } from "../../../core/reads/loan-reads.ts";
import { amountText } from "../../../wire/texts.ts";
import type { PrivateContext } from "../../http/endpoint.ts";

export function tierAmount(context: PrivateContext, terms: LoanTermsRead, tier: number): string {
  const amount = terms.tiers[tier]?.amountMax ?? 0n;
  return amountText(context.exchange.accounts, terms.currency, amount);
}
