/** Coins, amounts and words of requests on loans against a pledge. */
import { Type } from "typebox";
import type { LoanPeriod, PledgedRepayment } from "../../../core/base/vocabulary.ts";
import type { Currency } from "../../../core/instruments/instrument.ts";
import { parseUnits } from "../../../core/money/decimals.ts";
import { ATOMS_MAX, type Atoms, atoms } from "../../../core/money/units.ts";
import type { PledgeRecordsQuery } from "../../../projections/history/queries.ts";
import { idOfWire } from "../../../wire/ids.ts";
import type { PrivateContext } from "../../http/endpoint.ts";
import { coin, id, integer, limit, timestampMs } from "../../http/fields.ts";
import { rejectionError } from "../../rejection-codes.ts";
import { historyPage } from "../paging.ts";

export const PERIOD_WORDS: Readonly<Record<LoanPeriod, string>> = {
  flexible: "FLEXIBLE",
  short: "SEVEN",
  long: "THIRTY",
};

export const METHOD_WORDS: Readonly<Record<PledgedRepayment, string>> = {
  wallet: "borrowed_coin",
  pledge: "collateral",
};

export const READ_ACCESS = { kind: "private", permission: "uta_mgt_read" } as const;
export const WRITE_ACCESS = { kind: "private", permission: "uta_mgt_write" } as const;
export const LOAN_LIMIT = { perSecond: 10, per: "uid" } as const;

/** Returns the borrowed coin; throws 80003 for an unknown one. */
export function loanCoinOf({ exchange }: PrivateContext, name: string): Currency {
  const currency = exchange.accounts.currency(name);
  if (currency === undefined) throw rejectionError("pledged_loan_not_offered", "v3");
  return currency;
}

/** Returns the pledged coin; throws 80004 for an unknown one. */
export function pledgeCoinOf({ exchange }: PrivateContext, name: string): Currency {
  const currency = exchange.accounts.currency(name);
  if (currency === undefined) throw rejectionError("pledge_not_accepted", "v3");
  return currency;
}

/** Returns an amount in atoms; throws for more decimals than the coin has, and beyond 64 bits. */
export function amountOf(
  context: PrivateContext,
  text: string | undefined,
  { currency, name }: { readonly currency: Currency; readonly name: string },
): Atoms {
  if (text === undefined) return atoms(0n);
  const amount = parseUnits(text, currency.decimals);
  if (amount === undefined || amount > ATOMS_MAX) throw context.errors.wrong(name);
  return atoms(amount);
}

const PAGE_MAX = 10_000;

/** Fields of all lists of records; the times are required (rest-v3.md, Crypto loan). */
export const RECORD_FIELDS = {
  orderId: Type.Optional(id()),
  pledgeCoin: Type.Optional(coin()),
  startTime: timestampMs({ description: "Not before 90 days ago" }),
  endTime: timestampMs({ description: "At most 30 days after startTime" }),
  pageNum: integer({ min: 1, max: PAGE_MAX, default: 1 }),
  pageSize: limit({ default: 20, max: 100 }),
};

interface RecordRequest {
  readonly orderId?: string;
  readonly loanCoin?: string;
  readonly pledgeCoin?: string;
  readonly startTime: number;
  readonly endTime: number;
  readonly pageNum: number;
  readonly pageSize: number;
}

/** Returns the query for records of the account; throws for an unknown coin or invalid times. */
export function recordQuery(
  context: PrivateContext,
  request: RecordRequest,
): Omit<PledgeRecordsQuery, "kinds"> {
  const { endTime, loanCoin, orderId, pageNum, pageSize, pledgeCoin, startTime } = request;
  return {
    ...historyPage(context, { startTime, endTime, limit: pageSize }),
    page: pageNum,
    user: context.principal.userIndex,
    loanId: orderId === undefined ? undefined : (idOfWire(orderId) ?? 0),
    currency: loanCoin === undefined ? undefined : loanCoinOf(context, loanCoin).index,
    pledgeCurrency: pledgeCoin === undefined ? undefined : pledgeCoinOf(context, pledgeCoin).index,
  };
}
