import { type ModelCoin, modelCoin } from "../../market-model/coins.ts";
import { type Product, productOf as productOfCategory } from "../../market-model/outside-market.ts";
import { underlyingOf } from "../../market-model/underlying.ts";
import type { InstrumentFacts } from "../market-port.ts";

/** Returns the coin of a currency in the table of the generated market, if it has one. */
export function modelCoinOf(currencyCode: string): ModelCoin | undefined {
  return modelCoin(underlyingOf(currencyCode));
}

/** Whether an instrument trades with practice coins or in the demo realm. */
export function isPractice({ category, realm }: InstrumentFacts): boolean {
  return realm !== "live" || /^s.+_futures$/.test(category);
}

/** Returns the product of an instrument in the terms of the outside market. */
export function productOf({ category, deliveryAtMs }: InstrumentFacts): Product {
  return productOfCategory({ category, isPerpetual: deliveryAtMs === 0 });
}
