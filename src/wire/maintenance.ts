/** Notional and maintenance margin of positions (trading-rules.md section 4). */
import { type Instrument, notionalAt } from "../core/instruments/instrument.ts";
import type { PositionRead } from "../core/reads/account-reads.ts";

const E6 = 1_000_000n;

/** Returns the notional at mark price in atoms, of quote when linear, of settle when inverse. */
export function positionValue({ instrument, mark, size, openNotional }: PositionRead): bigint {
  return mark === 0 ? openNotional : notionalAt(instrument, mark, size);
}

/** Returns the maintenance margin without closing fee, in settle atoms, rounded up. */
export function maintenanceMargin(position: PositionRead): bigint {
  const rate = BigInt(position.maintenanceRate);
  return (positionValue(position) * rate + E6 - 1n) / E6;
}

/** Returns the position with the larger maintenance margin of each instrument. */
export function decisivePositions(positions: readonly PositionRead[]): PositionRead[] {
  const decisive = new Map<Instrument, PositionRead>();
  for (const position of positions) {
    const other = decisive.get(position.instrument);
    if (other !== undefined && maintenanceMargin(other) >= maintenanceMargin(position)) continue;
    decisive.set(position.instrument, position);
  }
  return [...decisive.values()];
}
