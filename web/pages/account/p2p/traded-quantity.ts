import Big from "big.js";

/** Returns the quantity of a token for an amount of fiat, rounded down as the exchange does. */
export function tradedQuantity(amount: string, price: string, precision: number): string {
  const quantity = new Big(amount).times(new Big(10).pow(precision)).div(price);
  return quantity.round(0, Big.roundDown).div(new Big(10).pow(precision)).toFixed();
}
