/** The maintenance margin that positions will need (trading-rules.md section 4). */
import { assert } from "../core/assert.ts";
import { valueAt } from "../core/instruments/instrument.ts";
import { positionTiersOf } from "../core/instruments/position-tiers.ts";
import type { PositionRead } from "../core/reads.ts";
import type { LiveAccounts } from "../projections/live/live-accounts.ts";

const E6 = 1_000_000n;

/** Value at the mark price, in atoms: of quote when linear, of settle when inverse. */
export function positionValue({ instrument, mark, size, openValue }: PositionRead): bigint {
  return mark === 0 ? openValue : valueAt(instrument, mark, size);
}

/** The value of a position in whole units of its quote coin, rounded up. */
function quoteUnits(position: PositionRead, accounts: LiveAccounts): bigint {
  const { instrument, size } = position;
  if (instrument.isInverse) {
    const scale = 10n ** BigInt(instrument.sizeDecimals);
    return (BigInt(size) * BigInt(instrument.lotStep) + scale - 1n) / scale;
  }
  const scale = 10n ** BigInt(accounts.currencyAt(instrument.quote)?.decimals ?? 0);
  return (positionValue(position) + scale - 1n) / scale;
}

/** The maintenance rate of the tier that a position lies in, in millionths. */
export function maintenanceRateE6(position: PositionRead, accounts: LiveAccounts): number {
  const tiers = positionTiersOf(position.instrument);
  const value = quoteUnits(position, accounts);
  const tier = tiers.find(({ valueMax }) => value <= BigInt(valueMax)) ?? tiers.at(-1);
  assert(tier !== undefined, "a futures instrument has tiers");
  return tier.maintenanceRateE6;
}

/** Maintenance margin in atoms of the settle coin, rounded up. */
export function maintenanceMargin(position: PositionRead, accounts: LiveAccounts): bigint {
  const rate = BigInt(maintenanceRateE6(position, accounts));
  return (positionValue(position) * rate + E6 - 1n) / E6;
}
