/**
 * Prices of peer-to-peer ads, in fiat atoms per whole coin, rounded down:
 *
 *   exchange rate = index price of the coin in US dollars × price of a dollar in the fiat currency.
 */
import { indexIn, REALMS } from "../base/vocabulary.ts";
import { isUsdRateFresh, usdRateOf } from "../instruments/usd-price.ts";
import { ATOMS_MAX, type Atoms, atoms } from "../money/units.ts";
import { currencyAt, type State } from "../state.ts";
import type { P2pAd, P2pAdTerms } from "./p2p-state.ts";

const E16 = 10n ** 16n;
const E6 = 1_000_000n;
const LIVE = indexIn(REALMS, "live");

/** Coin and fiat currency of an ad. */
export type P2pPair = Pick<P2pAd, "currency" | "fiat">;

function within(value: bigint): Atoms | undefined {
  return value > 0n && value <= ATOMS_MAX ? atoms(value) : undefined;
}

/** Exchange rate of a coin that is listed, `undefined` without a fresh index price. */
export function p2pExchangeRate(state: State, { currency, fiat }: P2pPair): Atoms | undefined {
  const terms = state.p2p.fiats[fiat];
  const coin = currencyAt(state, currency);
  if (terms === undefined || !isUsdRateFresh(state, LIVE, coin)) return undefined;
  const { bottom, top } = usdRateOf(state, LIVE, coin);
  const scale = 10n ** BigInt(coin.decimals + terms.decimals);
  return within((top * scale * terms.usdRateE8) / (bottom * E16));
}

/** Present price of terms; `undefined` for a floating price without a fresh index price. */
export function p2pPrice(state: State, pair: P2pPair, terms: P2pAdTerms): Atoms | undefined {
  switch (terms.priceType) {
    case "fixed":
      return terms.price;
    case "floating": {
      const rate = p2pExchangeRate(state, pair);
      return rate === undefined ? undefined : within((rate * BigInt(terms.premiumE6)) / E6);
    }
  }
}

/** Quantity of a coin that an amount of a fiat currency buys, rounded down. */
export function p2pQuantity(state: State, currency: number, amount: Atoms, price: Atoms): bigint {
  return (amount * 10n ** BigInt(currencyAt(state, currency).decimals)) / price;
}
