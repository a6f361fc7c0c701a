import type { AccountSummary, Balance, Position, TradeSettings } from "../../accounts/model.ts";
import type { CollateralRow } from "./collateral.ts";
import type { Tier } from "./tier.ts";

/** What is known about an account. */
export type Known = {
  readonly settings: TradeSettings;
  readonly tiers: readonly Tier[];
  readonly positions: readonly Position[];
  readonly balances: readonly Balance[];
  readonly summary: AccountSummary | undefined;
  /** What coins count for on unified accounts; empty while it is unknown. */
  readonly collateralRates: readonly CollateralRow[];
  /** Maintenance margin of debts of a unified account; empty for coins that are not lent. */
  readonly loanTiersOf: (coin: string) => readonly Tier[];
  /** Fee at which a position of an instrument is closed, by its key. */
  readonly takerRateOf: (instrumentKey: string) => number;
  readonly markPrice: string;
  /** Index price of the market in dollars; empty while it is unknown. */
  readonly indexPrice: string;
};
