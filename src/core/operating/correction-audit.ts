/** Audit of corrections: none was made twice, and no refund exceeds what a fund received. */
import { CORRECTED_TRADES_MAX, LIQUIDATION_TAKES_MAX } from "../base/limits.ts";
import type { State } from "../state.ts";

export function checkCorrections(state: State, report: (finding: string) => void): void {
  const { correctedTrades } = state.operating;
  const ids = correctedTrades.ids();
  if (ids.length > CORRECTED_TRADES_MAX) report(`${ids.length} corrected trades are remembered`);
  for (const id of ids) {
    const isInRange = id > correctedTrades.forgottenMax && id <= state.lastId;
    if (!isInRange) report(`corrected trade ${id} is forgotten, or does not exist`);
  }
  const takes = state.fundTakes.all();
  if (takes.length > LIQUIDATION_TAKES_MAX) report(`${takes.length} liquidations are remembered`);
  for (const { liquidationId, refunded, taken } of takes) {
    const isBounded = refunded >= 0n && (refunded === 0n || refunded <= taken);
    if (!isBounded) report(`liquidation ${liquidationId}: ${refunded} of ${taken} are refunded`);
  }
}
