/** Bytes of positions, of the settings of their rows and of position tiers. */

import { assert } from "../base/assert.ts";
import { type ByteReader, BytesDamaged, type ByteWriter } from "../base/bytes.ts";
import { LEVERAGE_DEFAULT } from "../base/limits.ts";
import {
  isLongPosition,
  longOf,
  type PositionIndex,
  type PositionRow,
  rowOf,
  shortOf,
} from "../base/position-handle.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { type PositionTier, positionTiersFrom } from "../instruments/position-tiers.ts";
import type { MoneyField } from "../money/records.ts";
import { type Atoms, atoms, lots, type TimeMs, ticks } from "../money/units.ts";
import { instrumentOfRow, type State } from "../state.ts";
import type { Counterparty } from "./counterparty-table.ts";
import { changeOpenInterest, ensureRow } from "./exposure.ts";

export function writeTiers(out: ByteWriter, tiers: readonly PositionTier[]): void {
  out.varint(tiers.length);
  for (const { leverageMax, maintenanceRate, valueMax } of tiers) {
    out.varint(valueMax);
    out.varint(leverageMax);
    out.varint(maintenanceRate);
  }
}

export function readTiers(
  from: ByteReader,
  instrument: Instrument,
  settleDecimals: number,
): readonly PositionTier[] {
  const valueMaxes: number[] = [];
  const leverageMaxes: number[] = [];
  const maintenanceRatesE6: number[] = [];
  const count = from.varint();
  for (let i = 0; i < count; i++) {
    valueMaxes.push(from.varint());
    leverageMaxes.push(from.varint());
    maintenanceRatesE6.push(from.varint());
  }
  const terms = { valueMaxes, leverageMaxes, maintenanceRatesE6 };
  const tiers = positionTiersFrom(instrument, terms, settleDecimals);
  if (tiers === undefined) throw new BytesDamaged(`tiers of ${instrument.symbol} are a table`);
  return tiers;
}

/** Whether a snapshot keeps a row: it has a position, or settings that differ from the defaults. */
function isUsedRow(state: State, row: PositionRow): boolean {
  const { positions } = state;
  const instrument = instrumentOfRow(state, row);
  const byDefault = Math.min(LEVERAGE_DEFAULT, instrument.leverageMax);
  if (positions.isIsolated(row)) return true;
  return [longOf(row), shortOf(row)].some(
    (position) =>
      positions.leverage.get(position) !== byDefault || positions.id.get(position) !== 0,
  );
}

export function writePositions(state: State, out: ByteWriter): void {
  const { positions } = state;
  for (const user of state.users) {
    const rows: PositionRow[] = [];
    for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
      if (isUsedRow(state, row)) rows.push(row);
    }
    out.varint(rows.length);
    for (const row of rows) {
      out.varint(positions.instrument.get(row));
      out.u8(positions.marginMode.get(row));
      for (const position of [longOf(row), shortOf(row)]) {
        out.varint(positions.leverage.get(position));
        out.u8(positions.autoMargin.get(position));
        writePosition(state, position, out);
      }
    }
  }
}

/** Asserts the sizes of a position, before it is written and after it is read. */
function assertSizesAgree({ positions }: State, position: PositionIndex): void {
  const { closedSize, openedSize, size } = positions;
  assert(
    size.get(position) === openedSize.get(position) - closedSize.get(position),
    "the size of a position is what was opened less what was closed",
  );
}

/** Columns of money amounts, in the order in which the bytes of a position hold them. */
function moneyColumnsOf({ positions }: State): readonly MoneyField<Atoms, PositionIndex>[] {
  return [
    positions.openNotional,
    positions.openedNotional,
    positions.closedNotional,
    positions.realisedPnl,
    positions.openFee,
    positions.closeFee,
    positions.funding,
  ];
}

function writePosition(state: State, position: PositionIndex, out: ByteWriter): void {
  const { positions } = state;
  out.varint(positions.id.get(position));
  if (positions.id.get(position) === 0) return;
  assertSizesAgree(state, position);
  out.varint(positions.openedAtMs.get(position));
  out.varint(positions.size.get(position));
  out.varint(positions.openedSize.get(position));
  out.varint(positions.closedSize.get(position));
  out.varint(positions.fundingTaken.get(position));
  for (const column of moneyColumnsOf(state)) out.i64(column.get(position));
  for (const { max, min } of [positions.openPrices, positions.closePrices]) {
    out.varint(min.get(position));
    out.varint(max.get(position));
  }
  const counterparties = positions.counterparties.of(position);
  out.varint(counterparties.length);
  for (const { size, timeMs, user } of counterparties) {
    for (const value of [user, size, timeMs]) out.varint(value);
  }
}

function listedInstrument(state: State, index: number): Instrument {
  const instrument = state.instruments[index];
  if (instrument === undefined) throw new BytesDamaged(`a listed instrument, got ${index}`);
  return instrument;
}

export function readPositions(state: State, from: ByteReader): void {
  const { positions } = state;
  for (const user of state.users) {
    const rows = from.varint();
    for (let i = 0; i < rows; i++) {
      const row = ensureRow(state, user, listedInstrument(state, from.varint()));
      positions.marginMode.set(row, from.u8());
      for (const position of [longOf(row), shortOf(row)]) {
        positions.leverage.set(position, from.varint());
        positions.autoMargin.set(position, from.u8());
        readPosition(state, position, from);
      }
    }
  }
}

function readPosition(state: State, position: PositionIndex, from: ByteReader): void {
  const { positions } = state;
  const id = from.varint();
  if (id === 0) return;
  positions.id.set(position, id);
  positions.openedAtMs.set(position, from.varint() as TimeMs);
  const size = lots(from.varint());
  positions.size.set(position, size);
  const instrument = positions.instrument.get(rowOf(position));
  if (isLongPosition(position)) changeOpenInterest(state, instrument, size);
  positions.openedSize.set(position, lots(from.varint()));
  positions.closedSize.set(position, lots(from.varint()));
  assertSizesAgree(state, position);
  positions.fundingTaken.set(position, from.varint());
  for (const column of moneyColumnsOf(state)) {
    column.set(position, atoms(from.i64()));
  }
  for (const range of [positions.openPrices, positions.closePrices]) {
    const min = ticks(from.varint());
    range.set(position, min, ticks(from.varint()));
  }
  const counterparties: Counterparty[] = [];
  for (let count = from.varint(); count > 0; count--) {
    const user = from.varint();
    counterparties.push({ user, size: lots(from.varint()), timeMs: from.varint() });
  }
  positions.counterparties.restore(position, counterparties);
}
