/** Spot orders on margin accounts: what they miss is borrowed first. */

import type { Side, Wallet } from "../../../src/core/base/vocabulary.ts";
import type { PlaceOrder } from "../../../src/core/commands/commands.ts";
import { worthOf } from "./naive-amounts.ts";
import { metBy, passingOf } from "./naive-book.ts";
import { collateralBand, judgeBorrowing, judgeCollateralPrice } from "./naive-debts.ts";
import { bandOf } from "./naive-guard.ts";
import {
  availableAt,
  isUnwinding,
  judgeLoan,
  lend,
  type Place,
  placeOf,
  termsFor,
} from "./naive-lending.ts";
import { execute } from "./naive-matching.ts";
import { bargainAt, hasDebtAt, isBorne, lossIn } from "./naive-open-loss.ts";
import { accept, type Margin, rejectOrder } from "./naive-orders.ts";
import { referenceOf } from "./naive-prices.ts";
import { type NaiveInstrument, type NaiveUser, remainingOf } from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";

/** What an order reserves, in the coin it pays with. */
export function neededFor(instrument: NaiveInstrument, command: PlaceOrder): bigint {
  const { price, quoteAmount, side, size } = command;
  if (quoteAmount !== 0n) return quoteAmount;
  if (side === "buy") return worthOf(instrument, price, size);
  return BigInt(size) * instrument.baseAtomsPerLot;
}

/** How far a market order may go with borrowed money: no farther than both bands allow. */
export function borrowingLimit(instrument: NaiveInstrument, side: Side): number {
  const limit = collateralBand(instrument, side);
  if (referenceOf(instrument) === 0) return limit;
  const band = bandOf(instrument, side);
  return side === "buy" ? Math.min(limit, band) : Math.max(limit, band);
}

/** In a unified account: what is missing becomes a debt when the order fills. */
function placeOnUnified(
  state: NaiveState,
  user: NaiveUser,
  command: PlaceOrder,
  margin: Margin,
): void {
  const instrument = state.instrumentAt(command.instrument);
  const { base, quote } = instrument;
  const { side } = command;
  const price = command.orderType === "market" ? borrowingLimit(instrument, side) : command.price;
  const [paid, bought] = side === "buy" ? [quote, base] : [base, quote];
  const bySize = side === "buy" && command.quoteAmount === 0n;
  const gain = bySize ? { gain: BigInt(command.size) * instrument.baseAtomsPerLot } : {};
  const request = { paid, bought, side, price, more: neededFor(instrument, command), ...gain };
  const refusal =
    margin.loanType === "normal"
      ? (judgeCollateralPrice(instrument, side, price) ??
        judgeBorrowing(state, user, instrument, request))
      : "margin_not_supported";
  if (refusal !== undefined) return rejectOrder(state, command, refusal);
  execute(state, accept(state, command, 0), price);
}

/** On margin: what is missing is borrowed, at least the coin's minimum, if the order may. */
export function placeOnMargin(
  state: NaiveState,
  user: NaiveUser,
  command: PlaceOrder,
  margin: Margin,
): void {
  if (margin.backing === "unified_margin") return placeOnUnified(state, user, command, margin);
  const instrument = state.instrumentAt(command.instrument);
  const { base, quote } = instrument;
  const part = margin.backing === "isolated_margin" ? instrument.index + 1 : 0;
  const place = placeOf(state, user, margin.backing as Wallet, part);
  const isOpen =
    place !== undefined &&
    termsFor(state, place, base) !== undefined &&
    termsFor(state, place, quote) !== undefined;
  if (!isOpen || instrument.isFutures) return rejectOrder(state, command, "margin_not_supported");
  if (isUnwinding(state, place)) {
    return rejectOrder(state, command, "account_unwinding");
  }
  const currency = command.side === "buy" ? quote : base;
  const missing = neededFor(instrument, command) - availableAt(state, place, currency);
  if (missing > 0n && !margin.loanType.startsWith("auto_borrow")) {
    return rejectOrder(state, command, "insufficient_available");
  }
  const isOwn = missing <= 0n && !hasDebtAt(state, place);
  if (isOwn) {
    const { orderType, price, side } = command;
    const limit = orderType === "market" ? bandOf(instrument, side) : price;
    return execute(state, accept(state, command, 0), limit);
  }
  const worst = worstPrice(state, command);
  const orderLoss = worst === 0 ? undefined : orderLossAt(state, place, command, worst);
  const mispriced =
    judgeCollateralPrice(instrument, command.side, worst) ??
    (orderLoss === undefined ? "collateral_price_missing" : undefined);
  if (mispriced !== undefined) return rejectOrder(state, command, mispriced);
  if (missing > 0n) {
    const least = termsFor(state, place, currency)?.amountMin ?? 0n;
    const amount = missing < least ? least : missing;
    const request = { place, currency, amount, orderLoss: orderLoss ?? 0n };
    const refusal = judgeLoan(state, request);
    if (refusal !== undefined) return rejectOrder(state, command, refusal);
    lend(state, request, true);
  } else if ((orderLoss ?? 0n) > 0n && !isBorne(state, place, orderLoss ?? 0n)) {
    return rejectOrder(state, command, "collateral_insufficient");
  }
  execute(state, accept(state, command, 0), worst);
}

/** Its own price, or the last one in the band that a market order would trade at; 0 for none. */
function worstPrice(state: NaiveState, command: PlaceOrder): number {
  if (command.price !== 0) return command.price;
  const instrument = state.instrumentAt(command.instrument);
  const band = borrowingLimit(instrument, command.side);
  let worst = 0;
  let size: number = command.size;
  let money: bigint = command.quoteAmount;
  const passing = passingOf(state, command);
  const way = { instrument: instrument.index, side: command.side, limit: band, passing };
  for (const order of metBy(state, way)) {
    const isFull = command.quoteAmount > 0n ? money <= 0n : size <= 0;
    if (isFull) break;
    worst = order.price;
    size -= remainingOf(order);
    money -= worthOf(instrument, order.price, remainingOf(order));
  }
  return worst === 0 ? band : worst;
}

function orderLossAt(
  state: NaiveState,
  place: Place,
  { quoteAmount, side, size, instrument: index }: PlaceOrder,
  price: number,
): bigint | undefined {
  const instrument = state.instrumentAt(index);
  const perLot = BigInt(price) * instrument.scale;
  const bargain =
    quoteAmount > 0n
      ? { side, paid: quoteAmount, received: (quoteAmount * instrument.baseAtomsPerLot) / perLot }
      : bargainAt(instrument, side, price, size);
  return lossIn(state, place, instrument, bargain);
}
