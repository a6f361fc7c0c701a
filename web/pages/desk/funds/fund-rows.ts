/** Funds of the exchange, as the admin API lists them. */

export type Realm = "live" | "demo";

/** A row of `GET /admin/v1/insurance-funds`. */
export type InsuranceFund = {
  readonly realm: Realm;
  readonly coin: string;
  readonly balance: string;
  /** Share of the trading fees in the coin. */
  readonly feeShare: string;
  /** Largest payment in an hour for accounts without positions; "0": no limit. */
  readonly drawMax: string;
  readonly drawn: string;
};

/** A row of `GET /admin/v1/lending-pools`. */
export type LendingPool = {
  readonly realm: Realm;
  readonly coin: string;
  /** Available and lent. */
  readonly funds: string;
  /** Loss at which it stops lending; empty without a limit. */
  readonly drawMax: string;
  readonly isPaused: boolean;
  readonly drawn: string;
};

/** A row of `GET /admin/v1/insurance-funds/movements`. */
export type FundMovement = {
  readonly id: string;
  readonly time: string;
  readonly uid: string;
  readonly isAgent: boolean;
  readonly liquidationId: string;
  readonly reason: string;
  readonly coin: string;
  /** Above zero if the fund received it. */
  readonly amount: string;
};

/** Funds that the operator endows and withdraws from. */
export type FundName = "insurance_fund" | "lending_pool";

export type NamedFund = {
  readonly realm: Realm;
  readonly coin: string;
  readonly fund: FundName;
  /** What the fund has. */
  readonly balance: string;
};

/** A fund in the words of people. */
export function fundText({ coin, fund, realm }: Omit<NamedFund, "balance">): string {
  const kind = fund === "insurance_fund" ? "insurance fund" : "lending pool";
  return `${coin} ${kind}${realm === "demo" ? " (demo)" : ""}`;
}
