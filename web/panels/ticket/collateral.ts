/** What coins count for as margin of a unified account. */
import Big from "big.js";

/** Decimals of amounts of coins that back positions. */
export const COIN_DECIMALS = 8;

/** Share of an amount that counts above a bound, both as decimal text. */
export type CollateralTier = { readonly tierStartValue: string; readonly discountRate: string };

/** A row of `GET /api/v3/account/eligible-discount-rate`. */
export type CollateralRow = { readonly coin: string; readonly list: readonly CollateralTier[] };

/** Tiers of a coin that counts in full. */
export const WHOLE: readonly CollateralTier[] = [{ tierStartValue: "0", discountRate: "1" }];

/** Returns the tiers of a coin; none where it is no collateral. */
export function collateralOf(
  rows: readonly CollateralRow[],
  coin: string,
): readonly CollateralTier[] {
  return rows.find((row) => row.coin === coin)?.list ?? [];
}

/** Returns the part of an amount that counts, rounded down; a debt counts in full. */
export function countedOf(tiers: readonly CollateralTier[], amount: Big): Big {
  if (amount.lte(0)) return amount;
  const whole = tiers.reduce((counted, { discountRate, tierStartValue }, at) => {
    const next = tiers[at + 1]?.tierStartValue;
    const end = next === undefined || amount.lt(next) ? amount : Big(next);
    const part = end.minus(tierStartValue);
    return part.gt(0) ? counted.plus(part.times(discountRate)) : counted;
  }, Big(0));
  return whole.round(COIN_DECIMALS, Big.roundDown);
}
