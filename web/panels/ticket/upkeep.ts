import Big from "big.js";
import type { Position } from "../../accounts/model.ts";
import { COIN_DECIMALS } from "./collateral.ts";
import { valueAt } from "./liquidation.ts";

/** Value at the mark price, in the settlement coin. */
function valueAtMark({ entryPrice, face, markPrice, size }: Position): Big {
  const isInverse = face !== "";
  const price = Big(markPrice || entryPrice || "0");
  return price.lte(0) ? Big(0) : valueAt(Big((isInverse ? face : size) || "0"), price, isInverse);
}

/**
 * Returns the maintenance margin of crossed positions at their mark prices, in the coin in which
 * all of them are settled: of long and short of an instrument the larger one. `takerRateOf` adds
 * the closing fee of an instrument, by its key.
 */
export function upkeepOf(
  positions: readonly Position[],
  takerRateOf: (instrumentKey: string) => number,
): Big {
  const upkeeps = new Map<string, Big>();
  for (const position of positions) {
    const { instrumentKey, maintenanceRate } = position;
    const rate = Big(maintenanceRate || "0").plus(takerRateOf(instrumentKey));
    const upkeep = valueAtMark(position).times(rate).round(COIN_DECIMALS, Big.roundUp);
    const known = upkeeps.get(instrumentKey);
    if (known === undefined || upkeep.gt(known)) upkeeps.set(instrumentKey, upkeep);
  }
  return [...upkeeps.values()].reduce((all, upkeep) => all.plus(upkeep), Big(0));
}
