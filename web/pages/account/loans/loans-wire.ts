/** Loans against a pledge; the dialects differ in paths and in what they say of the terms. */
import { short } from "../../../numbers/format.ts";
import type { AccountKind } from "../../../state/session.ts";
import { get, post } from "../../../wire/rest.ts";

export type LoanPeriod = "FLEXIBLE" | "SEVEN" | "THIRTY";

/** A coin that is lent. */
export type LentCoin = {
  readonly coin: string;
  /** Rates of a year; the flexible one only on v3. */
  readonly rates: Readonly<Partial<Record<LoanPeriod, string>>>;
  readonly min: string;
  readonly max: string;
};

/** A coin that can be pledged, with its lines: ratios of the debt to the pledge. */
export type PledgeCoin = {
  readonly coin: string;
  readonly initRate: string;
  readonly supRate: string;
  readonly forceRate: string;
  /** Bounds of a new pledge, with their unit. */
  readonly bounds: string;
};

export type LoanTerms = {
  readonly lent: readonly LentCoin[];
  readonly pledged: readonly PledgeCoin[];
};

type Row = Readonly<Record<string, string>>;
type TermRows = { readonly loanInfos: readonly Row[]; readonly pledgeInfos: readonly Row[] };

const ROOTS: Readonly<Record<AccountKind, string>> = {
  classic: "/api/v2/earn/loan/",
  unified: "/api/v3/loan/",
};

/** Paths that differ in their words too. */
const PATHS = {
  classic: {
    coins: "public/coinInfos",
    estimate: "public/hour-interest",
    open: "ongoing-orders",
    revisions: "revise-history",
  },
  unified: {
    coins: "coins",
    estimate: "interest",
    open: "borrow-ongoing",
    revisions: "pledge-rate-history",
  },
} as const;

const path = (kind: AccountKind, what: keyof (typeof PATHS)[AccountKind]): string =>
  ROOTS[kind] + PATHS[kind][what];

/** Returns the terms of the coins. Rejects with `WireFailure`. */
export async function loadLoanTerms(kind: AccountKind): Promise<LoanTerms> {
  const { loanInfos, pledgeInfos } = await get<TermRows>(path(kind, "coins"));
  return { lent: loanInfos.map(lentCoin), pledged: pledgeInfos.map(pledgeCoin) };
}

function lentCoin(row: Row): LentCoin {
  const { coin = "", rate7D = "", rate30D = "", rateFlexible } = row;
  return {
    coin,
    rates: {
      ...(rateFlexible === undefined ? {} : { FLEXIBLE: rateFlexible }),
      SEVEN: rate7D,
      THIRTY: rate30D,
    },
    min: row["minBorrowAmount"] ?? row["min"] ?? "",
    max: row["maxBorrowAmount"] ?? row["max"] ?? "",
  };
}

function pledgeCoin(row: Row): PledgeCoin {
  const { coin = "", initRate = "", supRate = "", forceRate = "" } = row;
  const { maxPledgeAmount, maxUsdt = "", minPledgeAmount, minUsdt = "" } = row;
  const bounds =
    minPledgeAmount === undefined
      ? `worth ${short(minUsdt, 2)} to ${short(maxUsdt, 2)} USDT`
      : `${short(minPledgeAmount)} to ${short(maxPledgeAmount)} ${coin}`;
  return { coin, initRate, supRate, forceRate, bounds };
}

export type LoanRequest = {
  readonly loanCoin: string;
  readonly pledgeCoin: string;
  readonly daily: LoanPeriod;
  /** Decimal text; empty where the exchange shall compute it. */
  readonly pledgeAmount: string;
  readonly loanAmount: string;
};

/** The largest loan for a pledge and its interest of an hour, in the borrowed coin. */
export type LoanEstimate = { readonly loanAmount: string; readonly hourInterest: string };

export function estimateLoan(
  kind: AccountKind,
  { daily, loanCoin, pledgeAmount, pledgeCoin: pledge }: Omit<LoanRequest, "loanAmount">,
): Promise<LoanEstimate> {
  const query = { daily, loanCoin, pledgeCoin: pledge, pledgeAmount };
  return get(path(kind, "estimate"), query);
}

/** Pledges a coin and borrows another. Rejects with `WireFailure`. */
export async function borrow(kind: AccountKind, request: LoanRequest): Promise<void> {
  const { loanAmount, pledgeAmount, ...rest } = request;
  await post(`${ROOTS[kind]}borrow`, {
    ...rest,
    ...(pledgeAmount === "" ? {} : { pledgeAmount }),
    ...(loanAmount === "" ? {} : { loanAmount }),
  });
}

/** An open loan. */
export type OpenLoan = {
  readonly orderId: string;
  readonly loanCoin: string;
  /** Principal that is left. */
  readonly loanAmount: string;
  readonly interestAmount: string;
  readonly hourInterestRate: string;
  readonly pledgeCoin: string;
  readonly pledgeAmount: string;
  /** Debt ÷ pledge; 0 without prices. */
  readonly pledgeRate: string;
  readonly supRate: string;
  readonly forceRate: string;
  readonly borrowTime: string;
  /** Empty for a flexible loan. */
  readonly expireTime: string;
};

export const loadOpenLoans = (kind: AccountKind): Promise<readonly OpenLoan[]> =>
  get(path(kind, "open"));

export type Repayment = {
  readonly orderId: string;
  readonly method: "borrowed_coin" | "collateral";
  /** In the borrowed coin; undefined repays all. */
  readonly amount: string | undefined;
  /** Whether a share of the pledge returns. */
  readonly unlocks: boolean;
};

/** What a repayment paid and what returned. */
export type Repaid = {
  readonly loanCoin: string;
  readonly pledgeCoin: string;
  readonly repayAmount: string;
  readonly repayUnlockAmount: string;
};

/** Repays a loan. Rejects with `WireFailure`. */
export function repay(
  kind: AccountKind,
  { amount, method, orderId, unlocks }: Repayment,
): Promise<Repaid> {
  const share = amount === undefined ? { repayAll: "yes" } : { repayAll: "no", amount };
  const repayUnlock = unlocks ? "yes" : "no";
  return post(`${ROOTS[kind]}repay`, { orderId, method, ...share, repayUnlock });
}

/** Adds to the pledge of a loan or takes a part back; returns the ratio afterwards. */
export async function revisePledge(
  kind: AccountKind,
  terms: {
    readonly orderId: string;
    readonly pledgeCoin: string;
    readonly amount: string;
    readonly reviseType: "IN" | "OUT";
  },
): Promise<string> {
  const revised = await post<{ readonly afterPledgeRate: string }>(
    `${ROOTS[kind]}revise-pledge`,
    terms,
  );
  return revised.afterPledgeRate;
}

/** Lists of what became of loans. */
export type RecordList = "loans" | "repayments" | "revisions" | "reductions";

/** Records of one list, newest first, by their names on the wire. */
export type LoanRecord = Row;

export function loadLoanRecords(
  kind: AccountKind,
  list: RecordList,
  place: {
    readonly startTime: number;
    readonly endTime: number;
    readonly page: number;
    readonly pageSize: number;
  },
): Promise<readonly LoanRecord[]> {
  const { page, ...rest } = place;
  const paths = {
    loans: `${ROOTS[kind]}borrow-history`,
    repayments: `${ROOTS[kind]}repay-history`,
    revisions: path(kind, "revisions"),
    reductions: `${ROOTS[kind]}reduces`,
  };
  return get(paths[list], { ...rest, [kind === "classic" ? "pageNo" : "pageNum"]: page });
}
