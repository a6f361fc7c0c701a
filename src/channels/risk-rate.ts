/** Risk of positions and of the accounts behind them (trading-rules.md section 4). */
import { formatRatio } from "../core/money/decimals.ts";

const RATIO_DIGITS = 8;

/**
 * Maintenance margin ÷ equity, as a fraction: 1 means that the equity no longer covers it. `0`
 * without positions, and with no equity left `1`.
 */
export function riskRateText(risk: {
  readonly equity: bigint;
  readonly maintenance: bigint;
}): string {
  const { equity, maintenance } = risk;
  if (maintenance === 0n) return "0";
  return equity <= 0n ? "1" : formatRatio(maintenance, equity, RATIO_DIGITS);
}
