/** Limits of single orders, and how the operator changes them, by the written rule (0096). */
import type { Rejection } from "../../../src/core/base/rejections.ts";
import type { CommandOf } from "../../../src/core/commands/commands.ts";
import { least, worthOf } from "./naive-amounts.ts";
import type { NaiveInstrument, NaiveOrderLimits } from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";

const ATOMS_MAX = 2n ** 63n - 1n;
const EXACT_MAX = 2 ** 53 - 1;

/** What the instrument was listed with, and every later limits up to the present ones. */
function limitsEver(instrument: NaiveInstrument): readonly NaiveOrderLimits[] {
  return [...instrument.earlierLimits, instrument];
}

/** The largest order that any limits allowed. */
export function largestEver(instrument: NaiveInstrument): number {
  return Math.max(...limitsEver(instrument).map(({ sizeLotsMax }) => sizeLotsMax));
}

/** The minima that apply: of orders that can only close, at most those of the listing. */
function minimaOf(instrument: NaiveInstrument, isClosing: boolean) {
  const { sizeLotsMin, valueMin } = instrument;
  const listed = limitsEver(instrument)[0];
  if (!isClosing || listed === undefined) return { sizeLotsMin, valueMin };
  return {
    sizeLotsMin: Math.min(sizeLotsMin, listed.sizeLotsMin),
    valueMin: least(valueMin, listed.valueMin),
  };
}

export function judgeSize(
  instrument: NaiveInstrument,
  size: number,
  terms: { readonly isMarket: boolean; readonly price: number; readonly isClosing: boolean },
): Rejection | undefined {
  const isClosing = terms.isClosing && instrument.isFutures;
  const { sizeLotsMin, valueMin } = minimaOf(instrument, isClosing);
  if (size < sizeLotsMin) return "size_below_minimum";
  const max = terms.isMarket ? instrument.sizeLotsMarketMax : instrument.sizeLotsMax;
  if (size > max) return "size_above_maximum";
  if (terms.price === 0 || instrument.isInverse) return undefined;
  return worthOf(instrument, terms.price, size) < valueMin ? "value_below_minimum" : undefined;
}

/** Whether every amount of a largest order at the highest price fits 64 bits. */
function isInRange(instrument: NaiveInstrument, sizeMax: number): boolean {
  const { baseAtomsPerLot, isInverse, priceMax, scale } = instrument;
  const amounts = isInverse
    ? [BigInt(sizeMax) * scale * 2n]
    : [BigInt(sizeMax) * scale * BigInt(priceMax), BigInt(sizeMax) * baseAtomsPerLot];
  return amounts.every((amount) => amount <= ATOMS_MAX);
}

export function setOrderLimits(state: NaiveState, command: CommandOf<"set_order_limits">): void {
  const { buyLimitRatioE6, sellLimitRatioE6, sizeLotsMax, sizeLotsMin, valueMin } = command;
  const { instrument: index, sizeLotsMarketMax } = command;
  const instrument = state.instruments[index];
  if (instrument === undefined) return state.rejectCommand(0, "instrument_not_found");
  const { isInverse, scale } = instrument;
  const isBad =
    sizeLotsMin < 1 ||
    sizeLotsMarketMax < sizeLotsMin ||
    sizeLotsMax < sizeLotsMarketMax ||
    sizeLotsMax > EXACT_MAX / 1024 ||
    !isInRange(instrument, sizeLotsMax) ||
    valueMin < 0n ||
    (!isInverse && valueMin > BigInt(EXACT_MAX) * scale) ||
    buyLimitRatioE6 > 3_000_000 ||
    sellLimitRatioE6 >= 1_000_000;
  if (isBad) return state.rejectCommand(0, "order_limits_out_of_bounds");
  const { earlierLimits, ...present } = instrument;
  earlierLimits.push(present);
  const limits = {
    ...{ sizeLotsMin, sizeLotsMax, sizeLotsMarketMax, valueMin },
    ...{ buyLimitRatioE6, sellLimitRatioE6 },
  };
  Object.assign(instrument, limits);
  state.emit("order_limits_changed", { instrument: index, ...limits });
}
