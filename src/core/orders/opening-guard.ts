/**
 * The opening guard (trading-rules.md section 2.1, code 45121): while the market is far from the
 * mark price, an order that would trade at once is refused if it left a risk rate above 90 %.
 *
 * The exchange publishes no measure. Here the order counts as filled, whole, at the farthest price
 * it reaches in the book now; the market is far when that price is more than 1 % from the mark.
 * Then, with the order's size valued at mark against that price, and its taker fee:
 *
 *   crossed    maintenance of the account ÷ ( equity + gain − fee )
 *   isolated   maintenance of the side ÷ ( its equity + margin taken + gain of what opens )
 */
import type { User } from "../accounts/user.ts";
import { type Currency, type Instrument, valueAt } from "../instruments/instrument.ts";
import { usdDown, usdRateOf } from "../instruments/usd-price.ts";
import { OPENING_DEVIATION_E6, OPENING_RISK_PERCENT_MAX } from "../limits.ts";
import { accountRisk, isolatedRisk, maintenanceOf } from "../margin/maintenance.ts";
import { unifiedFiguresOf } from "../margin/unified-margin.ts";
import { positionsMaintenanceUsd } from "../margin/unified-risk.ts";
import { crosses, reachedPrice } from "../matching/crossing.ts";
import { dividedRoundedUp, feeRoundedUp, minus, plus } from "../money/arithmetic.ts";
import { type Atoms, type Lots, NO_PRICE, type Ticks } from "../money/units.ts";
import type { OrderBook } from "../order-book/order-book.ts";
import { futuresAccount } from "../positions/backing.ts";
import { isHedgeIn, openedSide } from "../positions/exposure.ts";
import type { Rejection } from "../rejections.ts";
import type { State } from "../state.ts";
import { indexIn, REALMS } from "../vocabulary.ts";

/** An order that may open, as the guard sees it. */
export type OpeningOrder = {
  readonly isBuy: boolean;
  /** The worst price it may trade at. */
  readonly limit: Ticks;
  readonly size: Lots;
};

/** What there is and what there must be, in one unit or another. */
type RiskAfter = { readonly equity: bigint; readonly maintenance: bigint };

/** What a size bought or sold at `price` is worth at `mark` beyond its price. */
function gainOf(
  instrument: Instrument,
  isBuy: boolean,
  size: Lots,
  prices: { readonly price: Ticks; readonly mark: Ticks },
): Atoms {
  const at = valueAt(instrument, prices.price, size);
  const now = valueAt(instrument, prices.mark, size);
  return isBuy !== instrument.isInverse ? minus(now, at) : minus(at, now);
}

/** Reads something off the state as it is with these sizes, and puts the old ones back. */
function withSizes<T>(state: State, row: number, sizes: readonly Lots[], read: () => T): T {
  const { size } = state.positions;
  const before = [size.get(row * 2), size.get(row * 2 + 1)] as const;
  size.set(row * 2, sizes[0] ?? before[0]);
  size.set(row * 2 + 1, sizes[1] ?? before[1]);
  const result = read();
  size.set(row * 2, before[0]);
  size.set(row * 2 + 1, before[1]);
  return result;
}

/** What an order makes of a row: how much of it opens, and the sizes held then. */
type Outcome = { readonly opened: Lots; readonly sizes: readonly [Lots, Lots] };

function outcomeOf(state: State, row: number, order: OpeningOrder): Outcome {
  const { positions } = state;
  const user = state.users[positions.user.get(row)] as User;
  const instrument = state.instruments[positions.instrument.get(row)] as Instrument;
  const side = openedSide(order.isBuy);
  const sizes: [Lots, Lots] = [positions.size.get(row * 2), positions.size.get(row * 2 + 1)];
  const opposite = sizes[1 - side] as Lots;
  const closed = isHedgeIn(user, instrument) ? 0 : Math.min(opposite, order.size);
  const opened = (order.size - closed) as Lots;
  sizes[1 - side] = (opposite - closed) as Lots;
  sizes[side] = ((sizes[side] as Lots) + opened) as Lots;
  return { opened, sizes };
}

function isolatedAfter(
  state: State,
  row: number,
  terms: { readonly side: number; readonly outcome: Outcome; readonly price: Ticks; mark: Ticks },
): RiskAfter {
  const { positions } = state;
  const { outcome, side } = terms;
  const at = row * 2 + side;
  const instrument = state.instruments[positions.instrument.get(row)] as Instrument;
  const leverage = positions.leverage.get(at);
  const held = positions.openValue.get(at);
  const value = plus(held, valueAt(instrument, terms.price, outcome.opened));
  const taken = minus(dividedRoundedUp(value, leverage), dividedRoundedUp(held, leverage));
  const gain = gainOf(instrument, side === 0, outcome.opened, terms);
  const { equity } = isolatedRisk(state, row, side);
  const maintenance = withSizes(state, row, outcome.sizes, () => maintenanceOf(state, row, side));
  return { equity: equity + taken + gain, maintenance };
}

function crossedAfter(
  state: State,
  row: number,
  change: { readonly sizes: readonly Lots[]; readonly gain: Atoms },
): RiskAfter {
  const { currencies, instruments, positions, users } = state;
  const user = users[positions.user.get(row)] as User;
  const { gain, sizes } = change;
  if (user.accountKind === "unified") {
    const { settle } = instruments[positions.instrument.get(row)] as Instrument;
    const coin = currencies[settle] as Currency;
    const gained = usdDown(usdRateOf(state, indexIn(REALMS, user.realm), coin), gain);
    const { debtMaintenanceUsd, effectiveUsd } = unifiedFiguresOf(state, user);
    const read = () => positionsMaintenanceUsd(state, user);
    const maintenance = withSizes(state, row, sizes, read) + debtMaintenanceUsd;
    return { equity: effectiveUsd + gained, maintenance };
  }
  const account = futuresAccount(state, row);
  const { equity } = accountRisk(state, user, account);
  const read = () => accountRisk(state, user, account).maintenance;
  return { equity: equity + gain, maintenance: withSizes(state, row, sizes, read) };
}

/** The farthest price an order reaches now, if that is far from the mark price. */
function farPrice(state: State, instrument: Instrument, order: OpeningOrder): Ticks {
  const book = state.books[instrument.index] as OrderBook;
  const mark = state.prices[instrument.index]?.mark ?? NO_PRICE;
  if (mark === NO_PRICE || !crosses(book, order.isBuy, order.limit)) return NO_PRICE;
  const price = reachedPrice(book, order.isBuy, order);
  const deviation = Math.abs(price - mark) * 1_000_000;
  return deviation > mark * OPENING_DEVIATION_E6 ? price : NO_PRICE;
}

/** Why an order that may open a position of the row is too risky now, if it is. */
export function openingRefusal(
  state: State,
  row: number,
  order: OpeningOrder,
): Rejection | undefined {
  const { positions } = state;
  const index = positions.instrument.get(row);
  const instrument = state.instruments[index] as Instrument;
  const price = farPrice(state, instrument, order);
  if (price === NO_PRICE) return undefined;
  const outcome = outcomeOf(state, row, order);
  if (outcome.opened === 0) return undefined;
  const mark = state.prices[index]?.mark ?? NO_PRICE;
  const fee = feeRoundedUp(valueAt(instrument, price, order.size), instrument.takerRate);
  const { equity, maintenance } = positions.isIsolated(row)
    ? isolatedAfter(state, row, { side: openedSide(order.isBuy), outcome, price, mark })
    : crossedAfter(state, row, {
        sizes: outcome.sizes,
        gain: minus(gainOf(instrument, order.isBuy, order.size, { price, mark }), fee),
      });
  const isRisky = maintenance * 100n > equity * BigInt(OPENING_RISK_PERCENT_MAX);
  return isRisky ? "opening_too_risky" : undefined;
}
