/** Spot orders on margin accounts: what they miss is borrowed first. */
import type { PlaceMarginOrder, PlaceMarginOrderWithExits } from "../../../src/core/commands.ts";
import type { Wallet } from "../../../src/core/vocabulary.ts";
import { collateralBand, judgeBorrowing, judgeCollateralPrice } from "./naive-debts.ts";
import { availableAt, isUnwinding, judgeLoan, lend, placeOf, termsFor } from "./naive-lending.ts";
import { execute } from "./naive-matching.ts";
import { worthOf } from "./naive-money.ts";
import { type AnyPlacing, accept, type Margin, placeOrder, rejectOrder } from "./naive-orders.ts";
import type { NaiveInstrument, NaiveState, NaiveUser } from "./naive-state.ts";

/** What an order reserves, in the coin it pays with. */
export function neededFor(instrument: NaiveInstrument, command: AnyPlacing): bigint {
  const { price, quoteAmount, side, size } = command;
  if (quoteAmount !== 0n) return quoteAmount;
  if (side === "buy") return worthOf(instrument, price, size);
  return BigInt(size) * instrument.baseAtomsPerLot;
}

/** In a unified account: what is missing becomes a debt when the order fills. */
function placeOnUnified(
  state: NaiveState,
  user: NaiveUser,
  command: AnyPlacing,
  margin: Margin,
): void {
  const instrument = state.instrumentAt(command.instrument);
  const { base, quote } = instrument;
  const { side } = command;
  const price = command.orderType === "market" ? collateralBand(instrument, side) : command.price;
  const [paid, bought] = side === "buy" ? [quote, base] : [base, quote];
  const bySize = side === "buy" && command.quoteAmount === 0n;
  const gain = bySize ? { gain: BigInt(command.size) * instrument.baseAtomsPerLot } : {};
  const wish = { paid, bought, side, price, more: neededFor(instrument, command), ...gain };
  const refusal =
    margin.loanType === "normal"
      ? (judgeCollateralPrice(instrument, side, price) ??
        judgeBorrowing(state, user, instrument, wish))
      : "margin_not_supported";
  if (refusal !== undefined) return rejectOrder(state, command, refusal);
  execute(state, accept(state, command, 0, margin), price);
}

/** On margin: what is missing is borrowed, at least the coin's minimum, if the order may. */
export function placeOnMargin(
  state: NaiveState,
  user: NaiveUser,
  command: AnyPlacing,
  margin: Margin,
): void {
  const instrument = state.instrumentAt(command.instrument);
  const { base, quote } = instrument;
  if (margin.backing === "unified_margin") return placeOnUnified(state, user, command, margin);
  const part = margin.backing === "isolated_margin" ? instrument.index + 1 : 0;
  const place = placeOf(state, user, margin.backing as Wallet, part);
  const isOpen =
    place !== undefined &&
    termsFor(state, place, base) !== undefined &&
    termsFor(state, place, quote) !== undefined;
  if (!isOpen || instrument.isFutures) return rejectOrder(state, command, "margin_not_supported");
  if (command.source !== "system" && isUnwinding(state, place)) {
    return rejectOrder(state, command, "account_unwinding");
  }
  const currency = command.side === "buy" ? quote : base;
  const missing = neededFor(instrument, command) - availableAt(state, place, currency);
  if (missing > 0n) {
    if (!margin.loanType.startsWith("auto_borrow")) {
      return rejectOrder(state, command, "insufficient_available");
    }
    const least = termsFor(state, place, currency)?.amountMin ?? 0n;
    const wish = { place, currency, amount: missing < least ? least : missing };
    const refusal = judgeLoan(state, wish);
    if (refusal !== undefined) return rejectOrder(state, command, refusal);
    lend(state, wish, true);
  }
  execute(state, accept(state, command, 0, margin), command.price);
}

export function placeMarginOrder(state: NaiveState, command: PlaceMarginOrder): void {
  const { backing, loanType, ...terms } = command;
  const net = { kind: "place_order", positionSide: "net", reduceOnly: false } as const;
  placeOrder(state, { ...terms, ...net }, { backing, loanType });
}

export function placeMarginOrderWithExits(
  state: NaiveState,
  command: PlaceMarginOrderWithExits,
): void {
  const { backing, loanType, ...terms } = command;
  const net = { kind: "place_order_with_exits", positionSide: "net", reduceOnly: false } as const;
  const order: AnyPlacing = { ...terms, ...net };
  if (backing !== "unified_margin") return rejectOrder(state, order, "exits_not_allowed");
  placeOrder(state, order, { backing, loanType });
}
