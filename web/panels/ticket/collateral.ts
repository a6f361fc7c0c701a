/** What coins count for as margin of a unified account. */
import Big from "big.js";

/** A row of `GET /api/v3/market/discount-rate`: shares of an amount, each from a bound on. */
export type CollateralRow = {
  readonly coin: string;
  readonly list: readonly { readonly tierStartValue: string; readonly discountRate: string }[];
};

/** Returns the amount of a coin that counts; a debt counts in full. */
export function countedOf(rows: readonly CollateralRow[], coin: string, amount: Big): Big {
  if (amount.lte(0)) return amount;
  const tiers = rows.find((row) => row.coin === coin)?.list ?? [];
  return tiers.reduce((counted, { discountRate, tierStartValue }, at) => {
    const next = tiers[at + 1]?.tierStartValue;
    const end = next === undefined || amount.lt(next) ? amount : Big(next);
    const part = end.minus(tierStartValue);
    return part.gt(0) ? counted.plus(part.times(discountRate)) : counted;
  }, Big(0));
}
