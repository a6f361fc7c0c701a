/**
 * Futures exposure of a user in an instrument: one row holds the margin mode, the long and the
 * short position (one-way mode uses one at a time) and the sums of the user's open orders there.
 * A row lives from its first use; columns of the two positions are indexed by `row * 2 + side`.
 */

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

/** By index of the margin mode. */
const IS_ISOLATED_MODE = wordFlags(MARGIN_MODES, (word) => IS_ISOLATED[word]);

export const LONG = 0;
export const SHORT = 1;

/** Word of a position's side, `LONG` or `SHORT`. */
export function positionSideOf(side: number): "long" | "short" {
  return side === LONG ? "long" : "short";
}

const ROW_RADIX = 4096;

export class PositionTable {
  readonly user = new Int32Column();
  readonly instrument = new Int32Column();
  /** Index of the row's margin mode in `MARGIN_MODES`. */
  readonly marginMode = new Uint8Column();
  /** Next row of the same user, in the order of instruments. */
  readonly userNext = new Int32Column();

  /** Per side (row * 2 + side), whether held or not; equal unless isolated and hedged. */
  readonly leverage = new Int32Column();
  /** 1: margin is added by itself before an isolated position would be liquidated. */
  readonly autoMargin = new Uint8Column();

  /** Per position (row * 2 + side). Values are in settle atoms. */
  readonly id = new Float64Column();
  readonly size = new Float64Column<Lots>();
  readonly openValue = new BigInt64Column<Atoms>();
  readonly openedSize = new Float64Column<Lots>();
  readonly openedValue = new BigInt64Column<Atoms>();
  readonly closedSize = new Float64Column<Lots>();
  readonly closedValue = new BigInt64Column<Atoms>();
  readonly realisedPnl = new BigInt64Column<Atoms>();
  readonly openFee = new BigInt64Column<Atoms>();
  readonly closeFee = new BigInt64Column<Atoms>();
  readonly openedAtMs = new Float64Column<TimeMs>();
  /** Funding received less funding paid, and the number of the last settlement taken. */
  readonly funding = new BigInt64Column<Atoms>();
  readonly fundingTaken = new Float64Column();

  /** Open orders that may open: remaining sizes and values at their margin prices, per side. */
  readonly orderLots = new Float64Column<Lots>();
  readonly orderValue = new BigInt64Column<Atoms>();
  /** Open orders that only close the long (sells) or the short (buys): remaining sizes. */
  readonly closingLots = new Float64Column<Lots>();

  /** Other sides of the fills that opened each position. */
  readonly counterparties = new CounterpartyTable();
  /**
   * Open loss of the orders that may open, per side, and the mark price that it belongs to; no
   * order of the side has a worse price than the far one. Kept by `open-loss.ts` alone.
   */
  readonly openLoss = new BigInt64Column<Atoms>();
  readonly lossMark = new Int32Column<Ticks>();
  readonly farPrice = new Int32Column<Ticks>();

  readonly #index = new IntMap();
  #end = 1;

  /** One past the last row; rows are numbered from 1 in order of first use. */
  get end(): number {
    return this.#end;
  }

  /** The row of a user in an instrument, or 0. */
  find(user: number, instrument: number): number {
    return this.#index.get(user * ROW_RADIX + instrument);
  }

  /** A new row; the caller links it into the user's list. */
  add(user: number, instrument: number, leverage: number): number {
    const row = this.#end++;
    this.user.set(row, user);
    this.instrument.set(row, instrument);
    this.marginMode.set(row, 0);
    this.userNext.set(row, 0);
    for (const side of [LONG, SHORT]) {
      const at = row * 2 + side;
      this.clear(at);
      this.leverage.set(at, leverage);
      this.autoMargin.set(at, 0);
      this.orderLots.set(at, ZERO_LOTS);
      this.orderValue.set(at, ZERO_ATOMS);
      this.closingLots.set(at, ZERO_LOTS);
      this.openLoss.set(at, ZERO_ATOMS);
      this.lossMark.set(at, NO_PRICE);
      this.farPrice.set(at, NO_PRICE);
    }
    this.#index.set(user * ROW_RADIX + instrument, row);
    return row;
  }

  isIsolated(row: number): boolean {
    return IS_ISOLATED_MODE[this.marginMode.get(row)] === 1;
  }

  /** Whether a row holds a position or an open order. */
  isBusy(row: number): boolean {
    const [long, short] = [row * 2, row * 2 + 1];
    const { closingLots, orderLots, size } = this;
    const held = size.get(long) + size.get(short);
    const ordered = orderLots.get(long) + orderLots.get(short);
    return held + ordered + closingLots.get(long) + closingLots.get(short) > 0;
  }

  /** Empties a position: its life is over. */
  clear(at: number): void {
    this.id.set(at, 0);
    this.size.set(at, ZERO_LOTS);
    this.openValue.set(at, ZERO_ATOMS);
    this.openedSize.set(at, ZERO_LOTS);
    this.openedValue.set(at, ZERO_ATOMS);
    this.closedSize.set(at, ZERO_LOTS);
    this.closedValue.set(at, ZERO_ATOMS);
    this.realisedPnl.set(at, ZERO_ATOMS);
    this.openFee.set(at, ZERO_ATOMS);
    this.closeFee.set(at, ZERO_ATOMS);
    this.openedAtMs.set(at, 0 as TimeMs);
    this.funding.set(at, ZERO_ATOMS);
    this.fundingTaken.set(at, 0);
    this.counterparties.clear(at);
  }
}
