import type Big from "big.js";
import type { Position } from "../../accounts/model.ts";

/**
 * Returns the equity of a coin without the profit of some positions, at present mark prices.
 *
 * Balances are reported when something is booked; mark prices move between two reports. So the
 * profit that is taken out is the reported one, and that of the other positions of the coin is
 * replaced by the present one.
 */
export function equityWithout(
  equity: Big,
  positions: readonly Position[],
  isLeftOut: (position: Position) => boolean,
): Big {
  return positions.reduce((all, position) => {
    const reported = all.minus(position.reportedGain || "0");
    return isLeftOut(position) ? reported : reported.plus(position.unrealised || "0");
  }, equity);
}
