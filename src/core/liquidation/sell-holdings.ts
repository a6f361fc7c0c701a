/**
 * What the insurance funds hold is sold, a bounded order per instrument and second: within the
 * price band, and at no price that would leave the fund below zero. A fund that falls below its own
 * maintenance margin has its positions deleveraged.
 */
import { exchangeUserOf, type User } from "../accounts/user.ts";
import { isIndexFresh } from "../instruments/index-freshness.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { FUND_SALE_INTERVAL_MS, FUND_SALES_PER_TICK } from "../limits.ts";
import { bankruptcyPriceOf, lossLimitOf } from "../margin/bankruptcy-price.ts";
import { accountRisk } from "../margin/maintenance.ts";
import { NO_PRICE, type Ticks } from "../money/units.ts";
import { closeInBook, closeOffBook } from "../orders/exchange-order.ts";
import { marketLimit } from "../orders/order-checks.ts";
import { LONG, SHORT } from "../positions/position-table.ts";
import { backstopFund, fundOf } from "../settlement/insurance-fund.ts";
import type { Emit, State } from "../state.ts";
import { reachInBook, withinRange } from "./close-at-bankruptcy.ts";
import { deleverage } from "./deleverage.ts";
import { isAtRisk } from "./risk-scope.ts";

/** Of two limits the one that asks for more: the higher for a sale of a long. */
function stricter(side: number, one: Ticks, other: Ticks): Ticks {
  return (side === LONG ? Math.max(one, other) : Math.min(one, other)) as Ticks;
}

/** Where closing leaves the fund nothing. */
function limitOf(state: State, instrument: Instrument, at: number): Ticks {
  const { realm, settle } = instrument;
  const balance = state.ledger.balance(fundOf(state, realm, settle));
  return withinRange(instrument, at & 1, lossLimitOf(state, at >> 1, at & 1, balance));
}

function sell(state: State, instrument: Instrument, at: number, emit: Emit): void {
  const side = at & 1;
  const isBuy = side !== LONG;
  const band = marketLimit(state, instrument, isBuy);
  const limit = stricter(side, limitOf(state, instrument, at), band);
  const { size } = reachInBook(state, instrument, {
    isBuy,
    limit,
    size: state.positions.size.get(at),
  });
  if (size > 0) closeInBook(state, at, { price: limit, size, source: "system" }, emit);
}

/** Answers whether holders of the other side have still to be found or closed. */
function deleverageHolding(state: State, instrument: Instrument, at: number, emit: Emit): boolean {
  const { positions } = state;
  const side = at & 1;
  const bankruptcy = withinRange(instrument, side, bankruptcyPriceOf(state, at >> 1, side));
  const price = stricter(side, limitOf(state, instrument, at), bankruptcy);
  const terms = { liquidationId: 0, price, size: positions.size.get(at) };
  for (const size of deleverage(state, at, terms, emit) ?? []) {
    closeOffBook(state, at, { price, size, source: "deleveraging", fee: "none" }, emit);
  }
  return positions.size.get(at) > 0;
}

/** Lowers what a fund holds in an instrument; answers whether it must go on at once. */
function lowerHolding(state: State, instrument: Instrument, emit: Emit): boolean {
  const { positions, prices, users } = state;
  const { index, realm, settle } = instrument;
  const owner = users[exchangeUserOf(realm)] as User;
  const row = positions.find(owner.index, index);
  if (row === 0) return false;
  const at = positions.size.get(row * 2 + LONG) > 0 ? row * 2 + LONG : row * 2 + SHORT;
  if (positions.size.get(at) === 0) return false;
  if (!isIndexFresh(state, index) || instrument.status !== "online") return false;
  if ((prices[index]?.mark ?? NO_PRICE) === NO_PRICE) return false;
  const isBroke = isAtRisk(accountRisk(state, owner, fundOf(state, realm, settle)));
  let isLeft = false;
  if (isBroke) isLeft = deleverageHolding(state, instrument, at, emit);
  else sell(state, instrument, at, emit);
  backstopFund(state, realm, settle, emit);
  return isLeft;
}

/** A piece of the round over all instruments, which begins once a second. */
export function sellHoldings(state: State, emit: Emit): void {
  const { instruments, liquidations } = state;
  if (liquidations.fundsCursor === 0) {
    if (state.timeMs < liquidations.fundsActAtMs) return;
    liquidations.fundsActAtMs = state.timeMs + FUND_SALE_INTERVAL_MS;
    liquidations.fundsCursor = 1;
  }
  for (let left = FUND_SALES_PER_TICK; left > 0; ) {
    const instrument = instruments[liquidations.fundsCursor - 1];
    if (instrument === undefined) {
      liquidations.fundsCursor = 0;
      return;
    }
    const seq = state.lastId;
    if (lowerHolding(state, instrument, emit)) return;
    liquidations.fundsCursor += 1;
    if (state.lastId !== seq) left -= 1;
  }
}
