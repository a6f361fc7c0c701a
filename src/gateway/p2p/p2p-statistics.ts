/** Statistics of users in peer-to-peer trading, computed from the orders that the history keeps. */
import { formatRatio } from "../../core/money/decimals.ts";
import type { P2pStatisticsRow } from "../../projections/history/p2p-tables.ts";
import type { ExchangeAccess } from "../exchange-access.ts";
import { DAY_MS } from "../http/time-range.ts";

const RECENT_DAYS = 30;
const RATE_DECIMALS = 4;
const MINUTE_MS = 60_000n;

const NO_ORDERS = {
  ...{ completed: 0, bought: 0, ended: 0, undisputed: 0 },
  ...{ recentCompleted: 0, recentBought: 0, recentEnded: 0 },
  ...{ recentPayMs: 0, recentReleaseMs: 0 },
} as const;

/** Numbers of orders; rates are shares with four decimals; times are in minutes. */
export type P2pStatistics = {
  readonly completed: number;
  readonly bought: number;
  readonly sold: number;
  readonly completedRate: string;
  readonly positiveRate: string;
  readonly recentCompleted: number;
  readonly recentBought: number;
  readonly recentSold: number;
  readonly recentCompletedRate: string;
  readonly recentPayMinutes: string;
  readonly recentReleaseMinutes: string;
};

function shareOf(part: number, whole: number): string {
  return whole === 0 ? "0" : formatRatio(BigInt(part), BigInt(whole), RATE_DECIMALS);
}

function minutesOf(sumMs: number, count: number): string {
  return count === 0 ? "0" : formatRatio(BigInt(sumMs), BigInt(count) * MINUTE_MS, 2);
}

function figuresOf(row: Omit<P2pStatisticsRow, "user">): P2pStatistics {
  const recentSold = row.recentCompleted - row.recentBought;
  return {
    completed: row.completed,
    bought: row.bought,
    sold: row.completed - row.bought,
    completedRate: shareOf(row.completed, row.ended),
    positiveRate: shareOf(row.undisputed, row.ended),
    recentCompleted: row.recentCompleted,
    recentBought: row.recentBought,
    recentSold,
    recentCompletedRate: shareOf(row.recentCompleted, row.recentEnded),
    recentPayMinutes: minutesOf(row.recentPayMs, row.recentBought),
    recentReleaseMinutes: minutesOf(row.recentReleaseMs, recentSold),
  };
}

/** Returns a function that gives the statistics of each of at most a page of users. */
export async function p2pStatisticsOf(
  { commands, history }: Pick<ExchangeAccess, "commands" | "history">,
  users: readonly number[],
): Promise<(user: number) => P2pStatistics> {
  const recentFromMs = commands.nowMs() - RECENT_DAYS * DAY_MS;
  const distinct = [...new Set(users)];
  const rows =
    distinct.length === 0
      ? []
      : (await history.p2pStatistics({ users: distinct, recentFromMs })).rows;
  const byUser = new Map(rows.map((row) => [row.user, figuresOf(row)]));
  const none = figuresOf(NO_ORDERS);
  return (user) => byUser.get(user) ?? none;
}
