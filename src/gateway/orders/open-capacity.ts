/**
 * How much of a futures instrument an account can still open, reckoned as the core reckons margin
 * (trading-rules.md section 4): value at the margin price ÷ leverage, and the taker fee.
 */
import { type Instrument, valueAt } from "../../core/instruments/instrument.ts";
import {
  bandAbove,
  bandBelow,
  bufferedFeeRoundedUp,
  dividedRoundedUp,
  feeRoundedUp,
  maxAtoms,
  plus,
} from "../../core/money/arithmetic.ts";
import { type Atoms, type Lots, lots, type Ticks, ZERO_ATOMS } from "../../core/money/units.ts";
import type { Side } from "../../core/vocabulary.ts";
import type { PrivateContext } from "../http/endpoint.ts";

const E6 = 1_000_000n;

export interface OpenTerms {
  readonly instrument: Instrument;
  readonly side: Side;
  /** At which the margin of an order is reckoned. */
  readonly price: Ticks;
  readonly leverage: number;
  /** A market order needs the instrument's openCostUpRatio beside its cost. */
  readonly isMarket: boolean;
}

/** Margin and fee of opening `size`, with the buffers of opening. */
export function openCost(terms: OpenTerms, size: Lots): Atoms {
  if (size === 0) return ZERO_ATOMS;
  const { instrument, isMarket, leverage, price } = terms;
  const { costUpRatio, feeUpRatio } = instrument.limits;
  const value = valueAt(instrument, price, size);
  const fee = bufferedFeeRoundedUp(value, instrument.takerRate, feeUpRatio);
  const cost = plus(dividedRoundedUp(value, leverage), fee);
  return isMarket ? plus(cost, feeRoundedUp(cost, costUpRatio)) : cost;
}

/** The most lots whose margin and fee `budget` pays. */
function lotsPaidBy(terms: OpenTerms, budget: bigint): number {
  const { instrument, price, leverage } = terms;
  if (budget <= 0n) return 0;
  const { isInverse, atomsPerTickLot, atomTicksPerLot } = instrument;
  // Value of a lot = top ÷ bottom; cost = value × (1 ÷ leverage + rate) and its buffers.
  const top = isInverse ? atomTicksPerLot : BigInt(price) * atomsPerTickLot;
  const bottom = isInverse ? BigInt(price) : 1n;
  const times = BigInt(leverage);
  const { costUpRatio, feeUpRatio } = instrument.limits;
  const share = E6 * E6 + BigInt(instrument.takerRate) * (E6 + BigInt(feeUpRatio)) * times;
  const whole = share * (E6 + BigInt(terms.isMarket ? costUpRatio : 0));
  const most = (budget * times * E6 * E6 * E6 * bottom) / (top * whole);
  let size = Number(most > BigInt(instrument.sizeLotsMax) ? instrument.sizeLotsMax : most);
  // Roundings up may cost a few atoms more than the fraction says.
  while (size > 0 && openCost(terms, lots(size)) > budget) size -= 1;
  return size;
}

/**
 * The price at which the margin of a limit order is reckoned: its limit or the best it would meet,
 * whichever is worth more.
 */
function limitPrice(
  context: PrivateContext,
  instrument: Instrument,
  side: Side,
  limit: Ticks,
): Ticks {
  const book = context.exchange.live.books.of(instrument.index);
  const met = side === "buy" ? book.asks.bestPrice : book.bids.bestPrice;
  const isCrossing = met !== 0 && (side === "buy" ? limit >= met : limit <= met);
  if (!isCrossing) return limit;
  const isLimitWorse = instrument.isInverse ? limit < met : limit > met;
  return isLimitWorse ? limit : met;
}

/**
 * The same of a market order: of the levels that its size reaches within the price band the one
 * that is worth most, the mark price where it meets nobody; 0 when there is neither.
 */
function reachedPrice(
  context: PrivateContext,
  instrument: Instrument,
  side: Side,
  size: Lots,
): Ticks {
  const { accounts, live } = context.exchange;
  const { mark } = accounts.prices(instrument);
  const isBuy = side === "buy";
  const book = live.books.of(instrument.index);
  const levels = isBuy ? book.asks : book.bids;
  const { buyLimitRatio, sellLimitRatio } = instrument;
  const bound = isBuy ? bandAbove(mark, buyLimitRatio) : bandBelow(mark, sellLimitRatio);
  const isInReach = (price: Ticks): boolean =>
    bound === 0 || (isBuy ? price <= bound : price >= bound);
  const best = levels.bestPrice;
  if (best === 0 || !isInReach(best)) return mark;
  // Farther levels are worth less to who sells for money, or pays in coins for dollars.
  if (isBuy === instrument.isInverse) return best;
  let reached = best;
  let left: number = size;
  for (let rank = 0; left > 0 && rank < levels.count; rank++) {
    const price = levels.priceAt(rank);
    if (!isInReach(price)) break;
    reached = price;
    left -= levels.sizeAt(rank);
  }
  return reached;
}

/** The price at which the margin of an order is reckoned; without a limit a market order. */
export function marginPrice(
  context: PrivateContext,
  order: {
    readonly instrument: Instrument;
    readonly side: Side;
    readonly limit: Ticks;
    readonly size: Lots;
  },
): Ticks {
  const { instrument, limit, side, size } = order;
  return limit === 0
    ? reachedPrice(context, instrument, side, size)
    : limitPrice(context, instrument, side, limit);
}

/** Lots that need no margin, and the margin that comes back with them. */
type Closable = { readonly size: number; readonly margin: Atoms };

/** What closes a position of the other side and so needs no margin: one-way mode only. */
function closableByOrder(
  context: PrivateContext,
  { instrument, side }: Pick<OpenTerms, "instrument" | "side">,
): Closable {
  const { accounts, live } = context.exchange;
  const user = context.principal.userIndex;
  const none = { size: 0, margin: ZERO_ATOMS };
  if (accounts.isHedge(user, instrument.category)) return none;
  const opposite = accounts
    .positions(user)
    .find(
      (position) =>
        position.instrument === instrument &&
        position.positionSide === (side === "buy" ? "short" : "long"),
    );
  if (opposite === undefined) return none;
  let ordered = 0;
  for (const order of live.orders.openOf(user)) {
    if (order.instrument === instrument.index && order.side === side) ordered += order.remaining;
  }
  // Orders against the position have taken their part of it, and of the margin it sets free.
  if (ordered > 0) return { size: Math.max(0, opposite.size - ordered), margin: ZERO_ATOMS };
  // Isolated margin comes back with the fill alone.
  const margin = opposite.marginMode === "crossed" ? opposite.margin : ZERO_ATOMS;
  return { size: opposite.size, margin };
}

/**
 * The largest order that `free` margin, tiers and the share of the open interest allow, at most
 * `largest`; never more than really passes. Without a limit it is a market order, of which a lot
 * costs more the farther it reaches.
 */
export function openCapacity(
  context: PrivateContext,
  order: Omit<OpenTerms, "price" | "isMarket"> & { readonly limit: Ticks },
  free: Atoms,
  largest: Lots,
): Lots {
  const { instrument, limit, side } = order;
  const isMarket = limit === 0;
  const positionSide = side === "buy" ? "long" : "short";
  const user = context.principal.userIndex;
  const closable = closableByOrder(context, order);
  const paidFrom = (price: Ticks): number =>
    Math.min(capacityAt({ ...order, price, isMarket }, free, closable), largest);
  const isPassing = (count: number): boolean => {
    const size = lots(count);
    const price = marginPrice(context, { ...order, size });
    const opening = { positionSide, size, price } as const;
    return (
      count <= paidFrom(price) && context.exchange.accounts.isOpenable(user, instrument, opening)
    );
  };
  let high = paidFrom(marginPrice(context, { ...order, size: lots(1) }));
  if (high === 0 || isPassing(high)) return lots(high);
  let low = 0;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isPassing(middle)) low = middle;
    else high = middle - 1;
  }
  return lots(low);
}

/** The largest order of the terms, all of it at one price. */
function capacityAt(terms: OpenTerms, free: Atoms, { margin, size }: Closable): Lots {
  if (terms.price === 0) return lots(0);
  const { instrument, price } = terms;
  const fee = size === 0 ? ZERO_ATOMS : feeOf(instrument, price, lots(size));
  const beyond = lotsPaidBy(terms, maxAtoms(free, ZERO_ATOMS) + margin - fee);
  return lots(Math.min(size + beyond, instrument.sizeLotsMax));
}

function feeOf(instrument: Instrument, price: Ticks, size: Lots): Atoms {
  const value = valueAt(instrument, price, size);
  return bufferedFeeRoundedUp(value, instrument.takerRate, instrument.limits.feeUpRatio);
}
