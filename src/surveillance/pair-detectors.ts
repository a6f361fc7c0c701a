/**
 * Detectors on the trades of two users with each other: self-matching of linked accounts, wash
 * trades and fast profit. Each detector evaluates the sums of one pair in one instrument.
 */

import type { Finding } from "./alerts.ts";
import type { Figures } from "./figures.ts";
import type { ObservedMarket } from "./observed-market.ts";
import type { PairFlow, UserFlows } from "./pair-flows.ts";

export type PairContext = {
  readonly figures: Figures;
  readonly market: ObservedMarket;
  readonly users: UserFlows;
  /** Total volume, recorded as that of user 0. */
  readonly totals: UserFlows;
};

/** Returns the share of a pair's value in the volume of one of its users, in percent. */
function sharePercent({ users }: PairContext, flow: PairFlow, user: number): number {
  const volume = users.valueUsd(user, flow.instrument, flow.window);
  return volume === 0 ? 0 : (flow.valueUsd * 100) / volume;
}

/** Whether a pair exceeds a threshold of value, so that the detectors must run. */
export function exceedsThreshold(figures: Figures, flow: PairFlow): boolean {
  const { valueUsd } = flow;
  return (
    valueUsd >= figures.selfValueMin ||
    valueUsd >= figures.washValueMin ||
    valueUsd >= figures.profitValueMin
  );
}

type PairFinding = Pick<Finding, "kind" | "valueUsd" | "measures" | "users">;

function pairFinding(flow: PairFlow, linkedBy: readonly string[], finding: PairFinding): Finding {
  const { high, instrument, low } = flow;
  return { ...finding, key: `${instrument} ${low} ${high}`, instrument, linkedBy, isAdded: false };
}

/**
 * Detects trades between accounts of one group with different main accounts. Ignores pairs linked
 * only by their own wash trades: the wash trade alert covers them.
 */
export function detectSelfMatching(
  context: PairContext,
  flow: PairFlow,
  linkedBy: readonly string[] | undefined,
): Finding | undefined {
  const { selfTradesMin, selfValueMin } = context.figures;
  if (linkedBy === undefined || linkedBy.every((kind) => kind === "wash_trades")) return undefined;
  if (flow.trades < selfTradesMin || flow.valueUsd < selfValueMin) return undefined;
  const shares = [flow.low, flow.high].map((user) => sharePercent(context, flow, user));
  return pairFinding(flow, linkedBy, {
    kind: "self_matching",
    users: [flow.low, flow.high],
    valueUsd: flow.valueUsd,
    measures: { trades: flow.trades, sharePercent: Math.max(...shares) },
  });
}

/**
 * Whether a pair trades with each other far more than by chance. Independent traders meet in
 * proportion to their market shares: chance = volume of one × volume of the other ÷ total volume.
 * For a pair that is nearly the whole market this comparison is meaningless, and the result is
 * true.
 */
function isAboveChance({ figures, totals, users }: PairContext, flow: PairFlow): boolean {
  const { high, instrument, low, valueUsd, window } = flow;
  const all = totals.valueUsd(0, instrument, window);
  if (valueUsd * 100 >= all * figures.washMarketPercentMin) return true;
  const lowUsd = users.valueUsd(low, instrument, window);
  const highUsd = users.valueUsd(high, instrument, window);
  return valueUsd * all >= lowUsd * highUsd * figures.washTimesChanceMin;
}

/**
 * Detects round trips with almost no change of position, between two users who trade mostly with
 * each other and far more than by chance. Operator users quote to all traders and are excluded.
 */
export function detectWashTrades(
  context: PairContext,
  flow: PairFlow,
  linkedBy: readonly string[],
): Finding | undefined {
  const { figures, market } = context;
  const { boughtLots, high, low, soldLots } = flow;
  if (flow.valueUsd < figures.washValueMin || flow.turns < figures.washTurnsMin) return undefined;
  if (market.source.isOperatorUser(low) || market.source.isOperatorUser(high)) return undefined;
  const netPercent = (Math.abs(boughtLots - soldLots) * 100) / (boughtLots + soldLots);
  if (netPercent > figures.washNetPercentMax) return undefined;
  const shares = [low, high].map((user) => sharePercent(context, flow, user));
  const minShare = Math.min(...shares);
  if (minShare < figures.washSharePercentMin || !isAboveChance(context, flow)) return undefined;
  return pairFinding(flow, linkedBy, {
    kind: "wash_trading",
    users: [low, high],
    valueUsd: flow.valueUsd,
    measures: { trades: flow.trades, turns: flow.turns, netPercent, sharePercent: minShare },
  });
}

/**
 * Detects profit from one counterparty: the result of the pair's trades, with the remaining size at
 * the mark price (futures) or the index (spot), which the pair's own trades do not determine alone.
 */
export function detectFastProfit(
  context: PairContext,
  flow: PairFlow,
  linkedBy: readonly string[],
): Finding | undefined {
  const { figures, market } = context;
  const gain = market.gainUsd(flow.instrument, flow);
  const profit = Math.abs(gain);
  if (profit < figures.profitValueMin) return undefined;
  const percent = (profit * 100) / flow.valueUsd;
  if (percent < figures.profitPercentMin) return undefined;
  const users = gain > 0 ? [flow.low, flow.high] : [flow.high, flow.low];
  if (market.source.isOperatorUser(users[0] as number)) return undefined;
  return pairFinding(flow, linkedBy, {
    kind: "fast_profit",
    users,
    valueUsd: profit,
    measures: { trades: flow.trades, tradedUsd: flow.valueUsd, profitPercent: percent },
  });
}
