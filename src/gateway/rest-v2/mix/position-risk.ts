/** Maintenance margin of positions, from their tiers (trading-rules.md section 4). */
import { type Instrument, valueAt } from "../../../core/instruments/instrument.ts";
import { positionTiersOf } from "../../../core/instruments/position-tiers.ts";
import { formatRatio } from "../../../core/money/decimals.ts";
import type { Atoms } from "../../../core/money/units.ts";
import type { PositionRead } from "../../../core/reads.ts";
import type { Principal } from "../../auth/principal.ts";
import type { ExchangeAccess } from "../../exchange-access.ts";
import { FUTURES_WALLETS } from "../shared/wallets.ts";

const E6 = 1_000_000n;
const RATIO_DIGITS = 8;

/** Value of a position at mark, in atoms of settle (inverse) or quote; at entry without a mark. */
function positionValue(position: PositionRead): Atoms {
  const { instrument, mark, size, openValue } = position;
  return mark === 0 ? openValue : valueAt(instrument, mark, size);
}

/** The value that tiers are bounded by, in whole quote coins. */
function tierValueOf(exchange: ExchangeAccess, position: PositionRead): bigint {
  const { instrument, size } = position;
  if (instrument.isInverse) {
    return (BigInt(size) * BigInt(instrument.lotStep)) / 10n ** BigInt(instrument.sizeDecimals);
  }
  const decimals = exchange.accounts.currencyAt(instrument.quote)?.decimals ?? 0;
  return positionValue(position) / 10n ** BigInt(decimals);
}

/** The maintenance rate of a position in millionths; that of the last tier beyond all tiers. */
export function maintenanceRateE6(exchange: ExchangeAccess, position: PositionRead): number {
  const tiers = positionTiersOf(position.instrument);
  const value = tierValueOf(exchange, position);
  const tier = tiers.find(({ valueMax }) => value <= BigInt(valueMax)) ?? tiers.at(-1);
  return tier?.maintenanceRateE6 ?? 0;
}

/** Maintenance margin with the fee of closing, in settle atoms, rounded up. */
function maintenanceOf(exchange: ExchangeAccess, position: PositionRead): bigint {
  const rate = maintenanceRateE6(exchange, position) + position.instrument.takerRate;
  return (positionValue(position) * BigInt(rate) + E6 - 1n) / E6;
}

/** The caller's positions that draw on one wallet in one currency. */
export function positionsBacked(
  exchange: ExchangeAccess,
  principal: Principal,
  by: { readonly wallet: string; readonly currency: number },
): PositionRead[] {
  return exchange.accounts
    .positions(principal.userIndex)
    .filter(
      ({ instrument }) =>
        instrument.settle === by.currency && FUTURES_WALLETS[instrument.category] === by.wallet,
    );
}

/**
 * Maintenance margin of all positions ÷ equity, as a fraction: 1 means that the equity no longer
 * covers them. `0` without positions, and with no equity left `1`.
 */
export function riskRateText(
  exchange: ExchangeAccess,
  positions: readonly PositionRead[],
  equity: bigint,
): string {
  let maintenance = 0n;
  for (const position of positions) maintenance += maintenanceOf(exchange, position);
  if (maintenance === 0n) return "0";
  return equity <= 0n ? "1" : formatRatio(maintenance, equity, RATIO_DIGITS);
}

/** The currency account behind an instrument of the caller. */
export function backingOf(instrument: Instrument): { wallet: string; currency: number } {
  return { wallet: FUTURES_WALLETS[instrument.category], currency: instrument.settle };
}
