/** Balances of the funding account, as both dialects show them. */
import type { Currency } from "../core/instruments/instrument.ts";
import { plus } from "../core/money/arithmetic.ts";
import { type Atoms, ZERO_ATOMS } from "../core/money/units.ts";
import type { LiveAccounts } from "../projections/live/live-accounts.ts";

export interface FundingBalance {
  readonly currency: Currency;
  readonly available: Atoms;
  /** Held, or in escrow for own ads and orders of peer-to-peer trading (decision 0066). */
  readonly frozen: Atoms;
  readonly balance: Atoms;
}

/** Returns the balances of a user that are not zero; of one coin also zero. */
export function fundingBalances(
  accounts: LiveAccounts,
  user: number,
  named?: Currency,
): readonly FundingBalance[] {
  const escrowed = accounts.p2p.escrowedOf(user);
  const reads =
    named === undefined
      ? accounts.balances(user, "funding")
      : [accounts.balance(user, "funding", named)];
  return reads
    .map(({ available, balance, currency, hold }) => {
      const ofDeals = escrowed.get(currency.index) ?? ZERO_ATOMS;
      const frozen = plus(hold, ofDeals);
      return { currency, available, frozen, balance: plus(balance, ofDeals) };
    })
    .filter(({ balance }) => named !== undefined || balance !== 0n);
}
