/** What a futures order needs, and why its account refuses it. */
import type { Rejection } from "../../../src/core/base/rejections.ts";
import type { Side } from "../../../src/core/base/vocabulary.ts";
import { feeOf } from "./naive-amounts.ts";
import { bestPrice, metBy, opposite } from "./naive-book.ts";
import { judgeDepth } from "./naive-depth.ts";
import { isAboveShare } from "./naive-limits.ts";
import { isAboveTier } from "./naive-margin.ts";
import {
  availableMargin,
  coversAll,
  type MarginOrder,
  marginOrdersOf,
  requiredMargin,
  walletFor,
} from "./naive-money.ts";
import {
  type NaiveInstrument,
  type NaiveOrder,
  type NaiveUser,
  remainingOf,
} from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";

/** The price at which margin is computed: the worst of limit, best and farthest reach. */
export function marginPriceOf(
  state: NaiveState,
  instrument: NaiveInstrument,
  terms: {
    readonly side: Side;
    readonly limit: number;
    readonly price: number;
    readonly size: number;
    readonly passing?: number | undefined;
  },
): number {
  const { price, side } = terms;
  const makers = metBy(state, { ...terms, instrument: instrument.index });
  if (makers.length === 0) return price || instrument.mark;
  const prices = [bestPrice(state, instrument.index, opposite(side))];
  if (price !== 0) prices.push(price);
  let wanted = terms.size;
  for (const maker of makers) {
    if (wanted <= 0) break;
    prices.push(maker.price);
    wanted -= remainingOf(maker);
  }
  return instrument.isInverse ? Math.min(...prices) : Math.max(...prices);
}

/** Why the account or its tiers refuse that `wanted` joins the other orders, if they do. */
export function judgeMargin(
  state: NaiveState,
  user: NaiveUser,
  instrument: NaiveInstrument,
  change: {
    readonly wanted: MarginOrder;
    readonly instead: NaiveOrder | undefined;
    readonly isMarket: boolean;
  },
): Rejection | undefined {
  const before = marginOrdersOf(state, user.index, instrument.index);
  const rest = marginOrdersOf(state, user.index, instrument.index, change.instead);
  const orders = [...rest, change.wanted];
  const required = requiredMargin(state, user, instrument, orders);
  const more = required - requiredMargin(state, user, instrument, before);
  if (more <= 0n) return undefined;
  const side = change.wanted.side === "buy" ? "long" : "short";
  if (isAboveTier(state, { user, instrument }, side, orders)) return "position_above_tier";
  if (isAboveShare(state, user, instrument, { side, orders })) return "position_above_share";
  const beside = change.isMarket ? feeOf(more, instrument.limits.costUpRatioE6) : 0n;
  const place = { wallet: walletFor(user, instrument), currency: instrument.settle };
  const tentative = { instrument: instrument.index, orders };
  if (!coversAll(state, user, place, tentative, beside)) return "insufficient_margin";
  const { free, unrealised } = availableMargin(state, user, place, tentative);
  const movable = unrealised > 0n ? free - unrealised : free;
  const isIsolated = user.isolated.has(instrument.index);
  if (isIsolated && movable < beside) return "insufficient_margin";
  return judgeDepth(state, user, instrument, { side, orders });
}
