/**
 * Futures exposure of a user in an instrument: one row holds the margin mode, the long and the
 * short position (one-way mode uses one at a time) and the sums of the user's open orders there.
 * A row lives from its first use. `base/position-handle.ts` has the handles of rows and positions.
 */

import { assert } from "../base/assert.ts";
import {
  FIRST_ROW,
  isLongPosition,
  LONG_AND_SHORT,
  longOf,
  NO_ROW,
  type PositionIndex,
  type PositionRow,
  positionAt,
  rowAfter,
  rowOf,
  shortOf,
} from "../base/position-handle.ts";
import { MARGIN_MODES } from "../base/vocabulary.ts";
import { IS_ISOLATED, wordFlags } from "../base/word-traits.ts";
import { RecordTable } from "../money/records.ts";
import { SlotIndex, tagOf } from "../money/slot-index.ts";
import {
  type Atoms,
  type Lots,
  NO_PRICE,
  type Ticks,
  type TimeMs,
  ZERO_ATOMS,
  ZERO_LOTS,
} from "../money/units.ts";
import { CounterpartyTable } from "./counterparty-table.ts";
import { PriceRange } from "./price-range.ts";

/** By index of the margin mode. */
const IS_ISOLATED_MODE = wordFlags(MARGIN_MODES, (word) => IS_ISOLATED[word]);

const ROW_RADIX = 4096;

/** Shifts of a slot that give the place of its record, by table, in bytes. */
const ROW_SHIFT = 6;
const SUMS_SHIFT = 6;
const HISTORY_SHIFT = 7;

export class PositionTable {
  readonly #rows = new RecordTable<PositionRow>(ROW_SHIFT);
  readonly user = this.#rows.halves(0);
  readonly instrument = this.#rows.halves(1);
  /** Next row of the same user, in the order of instruments. */
  readonly userNext = this.#rows.halves<PositionRow>(2);
  /** Index of the row's margin mode in `MARGIN_MODES`. */
  readonly marginMode = this.#rows.halves(3);
  /** Account that `findFuturesAccount` found last; 0 before. Not part of snapshots. */
  readonly account = this.#rows.halves(4);
  /** Kept by `row-need.ts`, in settle atoms, and the epoch that it belongs to. Not in snapshots. */
  readonly need = this.#rows.numbers(4);
  readonly needEpoch = this.#rows.numbers(5);
  readonly #longMarginAccount = this.#rows.halves(5);
  readonly #shortMarginAccount = this.#rows.halves(6);

  /**
   * What every check of an order reads: one cache line per position. Values are in settle atoms,
   * sizes of open orders are those that remain.
   */
  readonly #sums = new RecordTable<PositionIndex>(SUMS_SHIFT);
  readonly size = this.#sums.numbers<Lots>(0);
  readonly openNotional = this.#sums.money<Atoms>(1);
  /** Open orders that may open: remaining sizes and values at their margin prices, per side. */
  readonly orderLots = this.#sums.numbers<Lots>(2);
  readonly orderNotional = this.#sums.money<Atoms>(3);
  /** Open orders that only close the long (sells) or the short (buys): remaining sizes. */
  readonly closingLots = this.#sums.numbers<Lots>(4);
  /**
   * Open loss of the orders that may open, per side, and the mark price that it belongs to; no
   * order of the side has a worse price than the far one. Kept by `open-loss.ts` alone.
   */
  readonly openLoss = this.#sums.money<Atoms>(5);
  readonly lossMark = this.#sums.halves<Ticks>(12);
  readonly farPrice = this.#sums.halves<Ticks>(13);
  /** Per side, whether held or not; equal unless isolated and hedged. */
  readonly leverage = this.#sums.halves(14);
  /** 1: margin is added automatically before an isolated position would be liquidated. */
  readonly autoMargin = this.#sums.halves(15);

  /** What only fills, funding and reports read and write. Values are in settle atoms. */
  readonly #history = new RecordTable<PositionIndex>(HISTORY_SHIFT);
  readonly id = this.#history.numbers(0);
  readonly openedSize = this.#history.numbers<Lots>(1);
  readonly openedNotional = this.#history.money<Atoms>(2);
  readonly closedSize = this.#history.numbers<Lots>(3);
  readonly closedNotional = this.#history.money<Atoms>(4);
  readonly realisedPnl = this.#history.money<Atoms>(5);
  readonly openFee = this.#history.money<Atoms>(6);
  readonly closeFee = this.#history.money<Atoms>(7);
  readonly openedAtMs = this.#history.numbers<TimeMs>(8);
  /** Funding received less funding paid, and the number of the last settlement taken. */
  readonly funding = this.#history.money<Atoms>(9);
  readonly fundingTaken = this.#history.numbers(10);
  /** Prices of the fills that opened and closed the position; inverse contracts only. */
  readonly openPrices = new PriceRange(this.#history.halves(22), this.#history.halves(23));
  readonly closePrices = new PriceRange(this.#history.halves(24), this.#history.halves(25));

  /** Users on the other side of the fills that opened each position. */
  readonly counterparties = new CounterpartyTable();

  readonly #index = new SlotIndex();
  #end = FIRST_ROW;

  /** One past the last row. Rows are numbered from 1 in order of first use. */
  get end(): PositionRow {
    return this.#end;
  }

  /** Returns the row of a user in an instrument, or `NO_ROW`. */
  find(user: number, instrument: number): PositionRow {
    const tag = tagOf(user * ROW_RADIX + instrument);
    let row = this.#index.find(tag) as PositionRow;
    while (
      row !== NO_ROW &&
      !(this.user.get(row) === user && this.instrument.get(row) === instrument)
    ) {
      row = this.#index.findAfter(tag, row) as PositionRow;
    }
    return row;
  }

  /** Reads a row and its sums, for `LookAhead`; the number returned means nothing. */
  readAhead(row: PositionRow): number {
    const far = this.farPrice.get(longOf(row)) + this.farPrice.get(shortOf(row));
    return this.user.get(row) + far;
  }

  /** Creates a row. The caller links it into the user's list. */
  add(user: number, instrument: number, leverage: number): PositionRow {
    assert(this.find(user, instrument) === 0, "a user has one row in an instrument");
    assert(leverage > 0, "a row of positions has a leverage");
    const row = this.#end;
    this.#end = rowAfter(row, 1);
    this.#rows.open(row);
    this.#sums.open(shortOf(row));
    this.#history.open(shortOf(row));
    this.user.set(row, user);
    this.instrument.set(row, instrument);
    this.marginMode.set(row, 0);
    this.userNext.set(row, NO_ROW);
    for (const side of LONG_AND_SHORT) {
      const position = positionAt(row, side);
      this.clear(position);
      this.leverage.set(position, leverage);
      this.autoMargin.set(position, 0);
      this.orderLots.set(position, ZERO_LOTS);
      this.orderNotional.set(position, ZERO_ATOMS);
      this.closingLots.set(position, ZERO_LOTS);
      this.openLoss.set(position, ZERO_ATOMS);
      this.lossMark.set(position, NO_PRICE);
      this.farPrice.set(position, NO_PRICE);
    }
    this.#index.add(tagOf(user * ROW_RADIX + instrument), row);
    return row;
  }

  isIsolated(row: PositionRow): boolean {
    return IS_ISOLATED_MODE[this.marginMode.get(row)] === 1;
  }

  /** Account of a position's isolated margin that was found last; 0 before. Not in snapshots. */
  marginAccount(position: PositionIndex): number {
    const field = isLongPosition(position) ? this.#longMarginAccount : this.#shortMarginAccount;
    return field.get(rowOf(position));
  }

  setMarginAccount(position: PositionIndex, account: number): void {
    const field = isLongPosition(position) ? this.#longMarginAccount : this.#shortMarginAccount;
    field.set(rowOf(position), account);
  }

  /** Whether a row holds a long or a short position. */
  isHeld(row: PositionRow): boolean {
    return this.size.get(longOf(row)) > 0 || this.size.get(shortOf(row)) > 0;
  }

  /** Whether a row holds a position or an open order. */
  isBusy(row: PositionRow): boolean {
    const [long, short] = [longOf(row), shortOf(row)];
    const { closingLots, orderLots, size } = this;
    const held = size.get(long) + size.get(short);
    const ordered = orderLots.get(long) + orderLots.get(short);
    return held + ordered + closingLots.get(long) + closingLots.get(short) > 0;
  }

  /** Resets the figures of a position that has ended. */
  clear(position: PositionIndex): void {
    this.id.set(position, 0);
    this.size.set(position, ZERO_LOTS);
    this.openNotional.set(position, ZERO_ATOMS);
    this.openedSize.set(position, ZERO_LOTS);
    this.openedNotional.set(position, ZERO_ATOMS);
    this.closedSize.set(position, ZERO_LOTS);
    this.closedNotional.set(position, ZERO_ATOMS);
    this.realisedPnl.set(position, ZERO_ATOMS);
    this.openFee.set(position, ZERO_ATOMS);
    this.closeFee.set(position, ZERO_ATOMS);
    this.openPrices.clear(position);
    this.closePrices.clear(position);
    this.openedAtMs.set(position, 0 as TimeMs);
    this.funding.set(position, ZERO_ATOMS);
    this.fundingTaken.set(position, 0);
    this.counterparties.clear(position);
  }
}
