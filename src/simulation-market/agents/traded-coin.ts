import { MODEL_COINS, type ModelCoin } from "../../market-model/coins.ts";
import type { Product } from "../../market-model/outside-market.ts";
import { underlyingOf } from "../../market-model/underlying.ts";
import type { InstrumentFacts } from "../market-port.ts";

const COINS = new Map(MODEL_COINS.map((coin) => [coin.code, coin]));

/** Returns the coin of a currency in the table of the generated market, if it has one. */
export function modelCoinOf(currencyCode: string): ModelCoin | undefined {
  return COINS.get(underlyingOf(currencyCode));
}

/** Whether an instrument trades with practice coins or in the demo realm. */
export function isPractice({ category, realm }: InstrumentFacts): boolean {
  return realm !== "live" || /^s.+_futures$/.test(category);
}

/** Returns the product of an instrument in the terms of the outside market. */
export function productOf({ category, deliveryAtMs }: InstrumentFacts): Product {
  if (deliveryAtMs !== 0) return "dated";
  switch (category) {
    case "spot":
      return "spot";
    case "usdt_futures":
    case "susdt_futures":
      return "usdt";
    case "usdc_futures":
    case "susdc_futures":
      return "usdc";
    case "coin_futures":
    case "scoin_futures":
      return "coin";
    default:
      throw new Error(`every category is a product, got ${String(category satisfies never)}`);
  }
}
