import type { LiquidationRow } from "../projections/history/liquidation-record-tables.ts";
import type { LiveAccounts } from "../projections/live/live-accounts.ts";
import { currencyCode } from "./listings.ts";
import { amountText, usdE8Text } from "./texts.ts";

/**
 * Returns the coin of the figures of a liquidation of positions, and how to write them: US dollars
 * for a unified account, otherwise the coin of its margin.
 */
export function liquidationMoney(
  accounts: LiveAccounts,
  { currency, scope }: Pick<LiquidationRow, "currency" | "scope">,
): { readonly coin: string; readonly text: (amount: bigint) => string } {
  if (scope === "unified") return { coin: "USD", text: usdE8Text };
  const text = (amount: bigint): string => amountText(accounts, currency, amount);
  return { coin: currencyCode(accounts, currency), text };
}
