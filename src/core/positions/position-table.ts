/**
 * Futures exposure of a user in an instrument: one row holds the margin mode, the long and the
 * short position (one-way mode uses one at a time) and the sums of the user's open orders there.
 * A row lives from its first use. `base/position-handle.ts` has the handles of rows and positions.
 */

import { assert } from "../base/assert.ts";
import {
  FIRST_ROW,
  LONG_AND_SHORT,
  longOf,
  NO_ROW,
  type PositionIndex,
  type PositionRow,
  positionAt,
  rowAfter,
  shortOf,
} from "../base/position-handle.ts";
import { MARGIN_MODES } from "../base/vocabulary.ts";
import { IS_ISOLATED, wordFlags } from "../base/word-traits.ts";
import { BigInt64Column, Float64Column, Int32Column, Uint8Column } from "../money/columns.ts";
import { IntMap } from "../money/int-map.ts";
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

export class PositionTable {
  readonly user = new Int32Column<number, PositionRow>();
  readonly instrument = new Int32Column<number, PositionRow>();
  /** Index of the row's margin mode in `MARGIN_MODES`. */
  readonly marginMode = new Uint8Column<PositionRow>();
  /** Next row of the same user, in the order of instruments. */
  readonly userNext = new Int32Column<PositionRow, PositionRow>();

  /** Per side, whether held or not; equal unless isolated and hedged. */
  readonly leverage = new Int32Column<number, PositionIndex>();
  /** 1: margin is added automatically before an isolated position would be liquidated. */
  readonly autoMargin = new Uint8Column<PositionIndex>();

  /** Per position. Values are in settle atoms. */
  readonly id = new Float64Column<number, PositionIndex>();
  readonly size = new Float64Column<Lots, PositionIndex>();
  readonly openNotional = new BigInt64Column<Atoms, PositionIndex>();
  readonly openedSize = new Float64Column<Lots, PositionIndex>();
  readonly openedNotional = new BigInt64Column<Atoms, PositionIndex>();
  readonly closedSize = new Float64Column<Lots, PositionIndex>();
  readonly closedNotional = new BigInt64Column<Atoms, PositionIndex>();
  readonly realisedPnl = new BigInt64Column<Atoms, PositionIndex>();
  readonly openFee = new BigInt64Column<Atoms, PositionIndex>();
  readonly closeFee = new BigInt64Column<Atoms, PositionIndex>();
  /** Prices of the fills that opened and closed the position; inverse contracts only. */
  readonly openPrices = new PriceRange();
  readonly closePrices = new PriceRange();
  readonly openedAtMs = new Float64Column<TimeMs, PositionIndex>();
  /** Funding received less funding paid, and the number of the last settlement taken. */
  readonly funding = new BigInt64Column<Atoms, PositionIndex>();
  readonly fundingTaken = new Float64Column<number, PositionIndex>();

  /** Open orders that may open: remaining sizes and values at their margin prices, per side. */
  readonly orderLots = new Float64Column<Lots, PositionIndex>();
  readonly orderNotional = new BigInt64Column<Atoms, PositionIndex>();
  /** Open orders that only close the long (sells) or the short (buys): remaining sizes. */
  readonly closingLots = new Float64Column<Lots, PositionIndex>();

  /** Users on the other side of the fills that opened each position. */
  readonly counterparties = new CounterpartyTable();
  /**
   * Open loss of the orders that may open, per side, and the mark price that it belongs to; no
   * order of the side has a worse price than the far one. Kept by `open-loss.ts` alone.
   */
  readonly openLoss = new BigInt64Column<Atoms, PositionIndex>();
  readonly lossMark = new Int32Column<Ticks, PositionIndex>();
  readonly farPrice = new Int32Column<Ticks, PositionIndex>();

  readonly #index = new IntMap();
  #end = FIRST_ROW;

  /** One past the last row. Rows are numbered from 1 in order of first use. */
  get end(): PositionRow {
    return this.#end;
  }

  /** Returns the row of a user in an instrument, or `NO_ROW`. */
  find(user: number, instrument: number): PositionRow {
    return this.#index.get(user * ROW_RADIX + instrument) as PositionRow;
  }

  /** Creates a row. The caller links it into the user's list. */
  add(user: number, instrument: number, leverage: number): PositionRow {
    assert(this.find(user, instrument) === 0, "a user has one row in an instrument");
    assert(leverage > 0, "a row of positions has a leverage");
    const row = this.#end;
    this.#end = rowAfter(row, 1);
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
    this.#index.set(user * ROW_RADIX + instrument, row);
    return row;
  }

  isIsolated(row: PositionRow): boolean {
    return IS_ISOLATED_MODE[this.marginMode.get(row)] === 1;
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
