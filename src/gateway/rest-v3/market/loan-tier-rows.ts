import { type Static, Type } from "typebox";
import type { Currency } from "../../../core/instruments/instrument.ts";
import type { LoanTermsRead } from "../../../core/reads/loan-reads.ts";
import { coinText, rateE6Text } from "../../../wire/texts.ts";

/** Tier of the loans of a coin. */
export const loanTierRow = Type.Object({
  tier: Type.String(),
  minTierValue: Type.String({ description: "Debt in the coin" }),
  maxTierValue: Type.String(),
  leverage: Type.String(),
  mmr: Type.String({ description: "Maintenance margin rate" }),
});

/** Returns the tiers of loans of a coin in a unified account, the smallest debts first. */
export function loanTierRows(
  currency: Currency,
  terms: LoanTermsRead,
): Static<typeof loanTierRow>[] {
  return terms.tiers.map((tier, at) => ({
    tier: String(at + 1),
    minTierValue: coinText(currency, terms.tiers[at - 1]?.amountMax ?? 0n),
    maxTierValue: coinText(currency, tier.amountMax),
    leverage: String(tier.leverage),
    mmr: rateE6Text(tier.maintenanceRate),
  }));
}
