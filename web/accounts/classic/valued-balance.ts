import Big from "big.js";
import type { Balance } from "../model.ts";

const DECIMALS = 8;

/**
 * Returns a balance with its value in USDT where the list of its wallet has none; `priceOf` returns
 * the price of a coin in USDT. Unchanged for coins without a price.
 */
export function valuedBalance(
  balance: Balance,
  priceOf: (coin: string) => string | undefined,
): Balance {
  const { coin, equity, value } = balance;
  const price = coin === "USDT" ? "1" : (priceOf(coin) ?? "");
  if (value !== "" || price === "") return balance;
  return { ...balance, value: Big(equity).times(price).round(DECIMALS).toFixed() };
}
