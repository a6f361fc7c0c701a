/**
 * Maintenance margin and risk (trading-rules.md section 4, decision 0019):
 *
 *   maintenance = ceil( value at mark × ( rate of the tier + taker rate ) )
 *
 * Crossed, the long and the short of an instrument together choose the tier and the larger
 * maintenance counts; the account is at risk as a whole. Isolated, each position has its own tier
 * and risk. Without a mark price, values are those at entry.
 */

import type { User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import {
  LONG,
  type LongOrShort,
  longOf,
  oppositeOf,
  type PositionIndex,
  type PositionRow,
  positionAt,
  rowOf,
  SHORT,
  shortOf,
} from "../base/position-handle.ts";
import { type Instrument, notionalAt } from "../instruments/instrument.ts";
import { type PositionTier, tierAt } from "../instruments/position-tiers.ts";
import { feeRoundedUp, maxAtoms, plus } from "../money/arithmetic.ts";
import {
  type Atoms,
  type Lots,
  NO_PRICE,
  type RateE6,
  rateE6,
  type Ticks,
  ZERO_ATOMS,
} from "../money/units.ts";
import { backingAccount, isolatedMarginOf } from "../positions/backing.ts";
import { dueFundingAt } from "../positions/due-funding.ts";
import { instrumentOfRow, markAt, markOfRow, type State, userAt } from "../state.ts";
import { crossedGainOf, drawsOn, notionalOfPosition, unrealisedAt } from "./margin.ts";

/** Notional of a position in settle atoms at the mark price. */
export function positionNotionalOf(state: State, row: PositionRow, side: LongOrShort): Atoms {
  const instrument = instrumentOfRow(state, row);
  const mark = markAt(state, instrument.index);
  return notionalOfPosition(state, instrument, positionAt(row, side), mark);
}

/**
 * Measure that selects the tier of a position: its notional if linear, its size in quote coin if
 * inverse; crossed, of both positions of its row together.
 */
function tierMeasureAt(
  state: State,
  instrument: Instrument,
  position: PositionIndex,
  price: Ticks,
): bigint {
  const { positions } = state;
  const isAlone = positions.isIsolated(rowOf(position));
  const other = oppositeOf(position);
  if (instrument.isInverse) {
    return BigInt(positions.size.get(position) + (isAlone ? 0 : positions.size.get(other)));
  }
  const notional = notionalOfPosition(state, instrument, position, price);
  return isAlone ? notional : notional + notionalOfPosition(state, instrument, other, price);
}

/** Tier of a measure; the last tier above all bounds. */
function tierOfMeasure(state: State, instrument: Instrument, measure: bigint): PositionTier {
  assert(measure >= 0n, "tiers measure a size or notional of 0 or more");
  const tiers = state.tiers[instrument.index] ?? [];
  const tier = tierAt(tiers, measure) ?? tiers.at(-1);
  assert(tier !== undefined, "a futures instrument has position tiers");
  return tier;
}

/** The tier of a position at a price. */
export function tierOfPosition(
  state: State,
  row: PositionRow,
  side: LongOrShort,
  price: Ticks = markOfRow(state, row),
): PositionTier {
  const instrument = instrumentOfRow(state, row);
  const measure = tierMeasureAt(state, instrument, positionAt(row, side), price);
  return tierOfMeasure(state, instrument, measure);
}

/** Maintenance rate of the tier that sizes are in together at mark, in millionths. */
export function tierRateOf(
  state: State,
  instrument: Instrument,
  sizes: { readonly long: Lots; readonly short: Lots },
): RateE6 {
  const lots = (sizes.long + sizes.short) as Lots;
  const mark = markAt(state, instrument.index);
  const measure =
    instrument.isInverse || mark === 0 ? BigInt(lots) : notionalAt(instrument, mark, lots);
  return tierOfMeasure(state, instrument, measure).maintenanceRate;
}

/** Maintenance rate of the position's tier, in millionths; without the fee. */
export function maintenanceRateOf(state: State, row: PositionRow, side: LongOrShort): RateE6 {
  return tierOfPosition(state, row, side).maintenanceRate;
}

/** Maintenance margin of one position at a price, with the taker fee of closing it. */
export function maintenanceAt(
  state: State,
  row: PositionRow,
  side: LongOrShort,
  price: Ticks,
): Atoms {
  const instrument = instrumentOfRow(state, row);
  const value = notionalOfPosition(state, instrument, positionAt(row, side), price);
  if (value === 0n) return ZERO_ATOMS;
  const measure = tierMeasureAt(state, instrument, positionAt(row, side), price);
  return maintenanceOfNotional(state, instrument, { value, measure });
}

/** Maintenance of a value in the tier of a measure, with the taker fee of closing it. */
export function maintenanceOfNotional(
  state: State,
  instrument: Instrument,
  { measure, value }: { readonly value: Atoms; readonly measure: bigint },
): Atoms {
  const { maintenanceRate } = tierOfMeasure(state, instrument, measure);
  return feeRoundedUp(value, rateE6(maintenanceRate + instrument.takerRate));
}

/** Maintenance margin of one position at mark, with the taker fee of closing it. */
export function maintenanceOf(state: State, row: PositionRow, side: LongOrShort): Atoms {
  return maintenanceAt(state, row, side, markOfRow(state, row));
}

/** Maintenance of a crossed row at a price: of long and short the larger one. */
export function crossedMaintenanceAt(state: State, row: PositionRow, price: Ticks): Atoms {
  const instrument = instrumentOfRow(state, row);
  const { size } = state.positions;
  const long = notionalOfPosition(state, instrument, longOf(row), price);
  const short = notionalOfPosition(state, instrument, shortOf(row), price);
  const value = maxAtoms(long, short);
  if (value === 0n) return ZERO_ATOMS;
  const measure = instrument.isInverse
    ? BigInt(size.get(longOf(row)) + size.get(shortOf(row)))
    : long + short;
  return maintenanceOfNotional(state, instrument, { value, measure });
}

/** Maintenance of a crossed row at mark. */
export function crossedMaintenanceOf(state: State, row: PositionRow): Atoms {
  return crossedMaintenanceAt(state, row, markOfRow(state, row));
}

/** Sizes of the long and of the short position of a row. */
export type Sizes = readonly [Lots, Lots];

/** Maintenance of positions of these sizes at a price above 0: of the two the larger one. */
export function maintenanceOfSizes(
  state: State,
  instrument: Instrument,
  sizes: Sizes,
  price: Ticks,
): Atoms {
  assert(price !== NO_PRICE, "the maintenance of sizes is computed at a known price");
  const long = sizes[LONG] === 0 ? ZERO_ATOMS : notionalAt(instrument, price, sizes[LONG]);
  const short = sizes[SHORT] === 0 ? ZERO_ATOMS : notionalAt(instrument, price, sizes[SHORT]);
  const measure = instrument.isInverse ? BigInt(sizes[LONG] + sizes[SHORT]) : long + short;
  return maintenanceOfNotional(state, instrument, { value: maxAtoms(long, short), measure });
}

/** Equity and maintenance margin; liquidation begins when equity is below maintenance. */
export type Risk = { readonly equity: Atoms; readonly maintenance: Atoms };

/** Maintenance assumed for a row instead of its own, for what-if checks. */
export type AssumedMaintenance = { readonly row: PositionRow; readonly amount: Atoms };

/** Maintenance margin of the crossed positions that an account backs. */
export function accountMaintenance(
  state: State,
  user: User,
  account: number,
  assumed: AssumedMaintenance,
): Atoms {
  const { positions } = state;
  assert(!positions.isIsolated(assumed.row), "an assumed maintenance is that of a crossed row");
  let maintenance = ZERO_ATOMS;
  for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
    if (positions.isIsolated(row) || !drawsOn(state, user, row, account)) continue;
    const own = row === assumed.row ? assumed.amount : crossedMaintenanceOf(state, row);
    maintenance = plus(maintenance, own);
  }
  return maintenance;
}

/** Equity against maintenance of a futures account, over its crossed positions, in one pass. */
export function accountRisk(state: State, user: User, account: number): Risk {
  const { ledger, positions } = state;
  assert(
    account === 0 || ledger.userOf(account) === user.index,
    "the risk of an account is its owner's",
  );
  let equity = ledger.balance(account);
  let maintenance = ZERO_ATOMS;
  for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
    if (!positions.isHeld(row) || positions.isIsolated(row)) continue;
    if (!drawsOn(state, user, row, account)) continue;
    equity = plus(equity, crossedGainOf(state, row));
    maintenance = plus(maintenance, crossedMaintenanceOf(state, row));
  }
  return { equity, maintenance };
}

/** The margin of an isolated position with the funding that is due to it. */
export function isolatedBacking(state: State, row: PositionRow, side: LongOrShort): Atoms {
  assert(state.positions.isIsolated(row), "only an isolated position has a backing of its own");
  const margin = isolatedMarginOf(state, row, side);
  return plus(margin, dueFundingAt(state, positionAt(row, side)));
}

/** Margin with unrealised profit and loss against maintenance of one isolated position. */
export function isolatedRisk(state: State, row: PositionRow, side: LongOrShort): Risk {
  const margin = isolatedBacking(state, row, side);
  const mark = markOfRow(state, row);
  return {
    equity: plus(margin, unrealisedAt(state, row, side, mark)),
    maintenance: maintenanceAt(state, row, side, mark),
  };
}

/** Risk of a position: its own if isolated, else that of its account. */
export function riskOf(state: State, row: PositionRow, side: LongOrShort): Risk {
  const { positions } = state;
  if (positions.isIsolated(row)) return isolatedRisk(state, row, side);
  const user = userAt(state, positions.user.get(row));
  return accountRisk(state, user, backingAccount(state, row, side));
}

/** Whether liquidation begins (trading-rules.md section 5). */
export function isLiquidatable(risk: Risk): boolean {
  return risk.equity < risk.maintenance;
}
