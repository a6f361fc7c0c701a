/** Coins, amounts and words of requests on loans against a pledge. */
import { Type } from "typebox";
import type { LoanPeriod, PledgedRepayment } from "../../core/base/vocabulary.ts";
import type { Currency } from "../../core/instruments/instrument.ts";
import { parseUnits } from "../../core/money/decimals.ts";
import { ATOMS_MAX, type Atoms, atoms } from "../../core/money/units.ts";
import type { PledgeRecordsQuery } from "../../projections/history/queries.ts";
import { idOfWire } from "../../wire/ids.ts";
import type { EndpointContext, PrivateContext } from "../http/endpoint.ts";
import { coin, id, integer, limit, timestampMs } from "../http/fields.ts";
import type { ApiVersion } from "../http/parameter-errors.ts";
import { DAY_MS, timeRange } from "../http/time-range.ts";
import { rejectionError } from "../rejection-codes.ts";

export const PERIOD_WORDS: Readonly<Record<LoanPeriod, string>> = {
  flexible: "FLEXIBLE",
  short: "SEVEN",
  long: "THIRTY",
};

export const METHOD_WORDS: Readonly<Record<PledgedRepayment, string>> = {
  wallet: "borrowed_coin",
  pledge: "collateral",
};

/** Returns the borrowed coin; throws 80003, on both versions, for an unknown one. */
export function loanCoinOf({ exchange }: EndpointContext, name: string): Currency {
  const currency = exchange.accounts.currency(name);
  if (currency === undefined) throw rejectionError("pledged_loan_not_offered", "v3");
  return currency;
}

/** Returns the pledged coin; throws 80004, on both versions, for an unknown one. */
export function pledgeCoinOf({ exchange }: EndpointContext, name: string): Currency {
  const currency = exchange.accounts.currency(name);
  if (currency === undefined) throw rejectionError("pledge_not_accepted", "v3");
  return currency;
}

/** Returns an amount in atoms; throws for more decimals than the coin has, and beyond 64 bits. */
export function amountOf(
  context: EndpointContext,
  text: string | undefined,
  { currency, name }: { readonly currency: Currency; readonly name: string },
): Atoms {
  if (text === undefined) return atoms(0n);
  const amount = parseUnits(text, currency.decimals);
  if (amount === undefined || amount > ATOMS_MAX) throw context.errors.wrong(name);
  return atoms(amount);
}

const PAGE_MAX = 10_000;
/** Longest span of one query, and age of the oldest records, in days. */
const SPAN_DAYS_MAX = 30;
const AGE_DAYS_MAX = 90;

const page = Type.Optional(integer({ min: 1, max: PAGE_MAX, default: 1 }));

/** The number of a page has another name on each version. */
const PAGE_FIELD = { v2: { pageNo: page }, v3: { pageNum: page } };

/** Fields of all lists of records; the times are required (rest-v3.md, Crypto loan). */
export function recordFields(version: ApiVersion) {
  return {
    orderId: Type.Optional(id()),
    pledgeCoin: Type.Optional(coin()),
    startTime: timestampMs({ description: "Not before 90 days ago" }),
    endTime: timestampMs({ description: "At most 30 days after startTime" }),
    pageSize: limit({ default: 20, max: 100 }),
    ...(PAGE_FIELD[version] as { readonly pageNo: typeof page; readonly pageNum: typeof page }),
  };
}

interface RecordRequest {
  readonly orderId?: string;
  readonly loanCoin?: string;
  readonly pledgeCoin?: string;
  readonly startTime: number;
  readonly endTime: number;
  readonly pageNo?: number;
  readonly pageNum?: number;
  readonly pageSize: number;
}

/** Returns the query for records of the account; throws for an unknown coin or invalid times. */
export function recordQuery(
  context: PrivateContext,
  request: RecordRequest,
): Omit<PledgeRecordsQuery, "kinds"> {
  const { loanCoin, orderId, pageSize, pledgeCoin } = request;
  const { errors, exchange, principal } = context;
  const nowMs = exchange.commands.nowMs();
  const rules = { errors, nowMs, spanDaysMax: SPAN_DAYS_MAX, ageDaysMax: AGE_DAYS_MAX };
  const { fromMs, toMs } = timeRange(request, rules);
  return {
    fromMs: Math.max(fromMs, nowMs - AGE_DAYS_MAX * DAY_MS),
    toMs,
    idLessThan: undefined,
    limit: pageSize,
    page: request.pageNo ?? request.pageNum ?? 1,
    user: principal.userIndex,
    loanId: orderId === undefined ? undefined : (idOfWire(orderId) ?? 0),
    currency: loanCoin === undefined ? undefined : loanCoinOf(context, loanCoin).index,
    pledgeCurrency: pledgeCoin === undefined ? undefined : pledgeCoinOf(context, pledgeCoin).index,
  };
}
