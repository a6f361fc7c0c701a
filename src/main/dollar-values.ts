/** Values in US dollars as numbers, for displays and thresholds; the core computes in atoms. */
import { indexIn, REALMS, type Realm } from "../core/base/vocabulary.ts";
import { type Instrument, notionalAt } from "../core/instruments/instrument.ts";
import { usdDown, usdRateOf } from "../core/instruments/usd-price.ts";
import type { Lots } from "../core/money/units.ts";
import { pricesAt, type State } from "../core/state.ts";

const USD_E8 = 1e8;

/** Value of an amount in atoms at the index; 0 for an unknown coin or one without a price. */
export function amountUsd(state: State, realm: Realm, currency: number, amount: bigint): number {
  const coin = state.currencies[currency];
  if (coin === undefined) return 0;
  return Number(usdDown(usdRateOf(state, indexIn(REALMS, realm), coin), amount)) / USD_E8;
}

/** Value of a size of a futures instrument at mark; 0 while a price is missing. */
export function sizeUsd(state: State, instrument: Instrument, size: Lots): number {
  const { mark } = pricesAt(state, instrument.index);
  if (mark === 0) return 0;
  const { realm, settle } = instrument;
  return amountUsd(state, realm, settle, notionalAt(instrument, mark, size));
}
