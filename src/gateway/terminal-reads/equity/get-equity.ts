import { Type } from "typebox";
import { formatRatio } from "../../../core/money/decimals.ts";
import type { UserRead } from "../../../core/reads/account-reads.ts";
import { DAY_END_DAYS_MAX } from "../../../projections/history/limits.ts";
import { DAY_MS } from "../../../projections/history/statement-tables.ts";
import { dayText } from "../../../projections/history/utc-day.ts";
import { AccountValues } from "../../../wire/account-values.ts";
import { uidOf } from "../../auth/uid.ts";
import { defineEndpoint, type PrivateContext } from "../../http/endpoint.ts";
import { timestampMs, yesNo } from "../../http/fields.ts";
import { wireError } from "../../http/wire-error.ts";
import { callingMain } from "../../users/sub-accounts.ts";
import { namedAccount, UID_FIELD } from "../story-account.ts";
import { type Days, VALUE_DECIMALS } from "./closing-prices.ts";
import { type DaySums, equityDays } from "./equity-days.ts";

const DAYS_DEFAULT = 30;
/** Accounts of one answer: the main account and its newest sub-accounts. */
const ACCOUNTS_MAX = 50;
const SHOWN_DECIMALS = 8;

function usdText(value: bigint): string {
  return formatRatio(value, 10n ** BigInt(VALUE_DECIMALS), SHOWN_DECIMALS);
}

/** Returns the present equity of an account, in 10^-20 dollars. */
function presentEquity({ exchange }: PrivateContext, user: UserRead): bigint {
  const values = new AccountValues(exchange.accounts, user);
  const funding = values.balances("funding");
  if (user.accountKind === "unified") return values.unified() + funding;
  return values.balances("spot") + values.futures() + values.margin() + funding;
}

/** Returns the days that have ended in a period; throws the errors of a wrong one. */
function daysOf(
  context: PrivateContext,
  { from, to }: { readonly from?: number; readonly to?: number },
): Days {
  const nowMs = context.exchange.commands.nowMs();
  const lastDay = Math.floor(nowMs / DAY_MS) - 1;
  const toDay = Math.min(to === undefined ? lastDay : Math.floor(to / DAY_MS), lastDay);
  const fromDay = from === undefined ? toDay - DAYS_DEFAULT + 1 : Math.floor(from / DAY_MS);
  if (from !== undefined && from > (to ?? nowMs)) throw context.errors.startAfterEnd();
  if (toDay - fromDay >= DAY_END_DAYS_MAX) throw context.errors.spanTooLong(DAY_END_DAYS_MAX);
  return { fromDay, toDay };
}

/** Returns the accounts that a request adds up, and whether these are all. */
function accountsOf(
  context: PrivateContext,
  { uid, withSubAccounts }: { readonly uid?: string; readonly withSubAccounts: boolean },
): { readonly users: readonly UserRead[]; readonly areAll: boolean } {
  const { accounts } = context.exchange;
  const index = namedAccount(context, uid);
  const family = withSubAccounts ? accounts.subAccountsOf(callingMain(context).index) : [];
  const user = accounts.user(index);
  if (user === undefined) throw wireError("40013");
  const users = [user, ...family.filter((one) => one !== user)];
  return { users: users.slice(0, ACCOUNTS_MAX), areAll: users.length <= ACCOUNTS_MAX };
}

export const getEquity = defineEndpoint({
  method: "GET",
  paths: ["/terminal/v1/equity"],
  version: "v3",
  summary: "Equity per day in US dollars, and now",
  description:
    "At the end of each UTC day that has ended: balances of all wallets at the day's closing " +
    "index prices, less debts of margin accounts with interest, plus the unrealised profit of " +
    "futures at closing mark prices. Debts of unified accounts are balances below zero. Not " +
    "included: amounts held by open withdrawals, peer-to-peer orders and pledges, loans against " +
    "pledges and institutional loans, and funding that is not settled. A coin without a price on " +
    "a day counts nothing and is named in unpriced. At most 366 days, the last 30 by default; " +
    "none before the oldest account was created.",
  access: { kind: "private", permission: ["read", "uta_mgt_read"], accounts: "any" },
  limit: { perSecond: 1, per: "uid" },
  settles: true,
  request: Type.Object({
    from: Type.Optional(timestampMs({ description: "A time in the first day" })),
    to: Type.Optional(timestampMs({ description: "A time in the last day" })),
    withSubAccounts: yesNo({ default: false, description: "Adds up all accounts of the caller" }),
    ...UID_FIELD,
  }),
  response: Type.Object({
    list: Type.Array(
      Type.Object({
        day: Type.String({ description: "UTC day, such as 2026-01-31" }),
        time: Type.String({ description: "End of the day, in ms since 1970" }),
        equity: Type.String(),
        balances: Type.String(),
        debts: Type.String(),
        unrealisedPnl: Type.String(),
      }),
    ),
    now: Type.Object({ time: Type.String(), equity: Type.String() }),
    uids: Type.Array(Type.String(), { description: "Accounts that are added up" }),
    unpriced: Type.Array(Type.String()),
    isComplete: Type.Boolean({ description: "Whether no account and no change is left out" }),
  }),
  async handle(context, request) {
    const asked = daysOf(context, request);
    const { areAll, users } = accountsOf(context, request);
    const created = Math.min(...users.map(({ createdAtMs }) => createdAtMs));
    const days = { ...asked, fromDay: Math.max(asked.fromDay, Math.floor(created / DAY_MS)) };
    const total = new Map<number, DaySums>();
    const unpriced = new Set<string>();
    let isComplete = areAll;
    for (const { index } of days.toDay < days.fromDay ? [] : users) {
      const account = await equityDays(context.exchange, index, days);
      for (const name of account.unpriced) unpriced.add(name);
      isComplete &&= account.isComplete;
      for (const [day, { balances, debts, unrealised }] of account.sums) {
        const sums = total.get(day) ?? { balances: 0n, debts: 0n, unrealised: 0n };
        sums.balances += balances;
        sums.debts += debts;
        sums.unrealised += unrealised;
        total.set(day, sums);
      }
    }
    const present = users.reduce((sum, user) => sum + presentEquity(context, user), 0n);
    return {
      list: [...total].map(([day, { balances, debts, unrealised }]) => ({
        day: dayText(day),
        time: String((day + 1) * DAY_MS),
        equity: usdText(balances - debts + unrealised),
        balances: usdText(balances),
        debts: usdText(debts),
        unrealisedPnl: usdText(unrealised),
      })),
      now: { time: String(context.exchange.commands.nowMs()), equity: usdText(present) },
      uids: users.map(({ index }) => uidOf(index)),
      unpriced: [...unpriced].sort(),
      isComplete,
    };
  },
});
