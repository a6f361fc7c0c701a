/**
 * Liquidation price of a classic user's position if an order opened it at a price: as
 * `liquidationPriceOf`, with the order's size, value, margin and taker fee (trading-rules.md
 * section 4). Writes nothing; the user may never have traded the instrument.
 */

import type { User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import { elementAt } from "../base/list.ts";
import {
  LONG,
  LONG_AND_SHORT,
  type LongOrShort,
  oppositeSide,
  type PositionRow,
  positionAt,
} from "../base/position-handle.ts";
import { type Instrument, notionalAt, tradingFeeAt } from "../instruments/instrument.ts";
import { dividedRoundedUp, minus, plus, proportionRoundedDown } from "../money/arithmetic.ts";
import {
  type Atoms,
  type Lots,
  lots,
  NO_PRICE,
  type Ticks,
  ZERO_ATOMS,
  ZERO_LOTS,
} from "../money/units.ts";
import { walletOf } from "../positions/backing.ts";
import { isHedgeIn } from "../positions/exposure.ts";
import { markAt, type State } from "../state.ts";
import { type Excess, firstFailing } from "./liquidation-price.ts";
import {
  accountRisk,
  crossedMaintenanceAt,
  isolatedBacking,
  maintenanceOfSizes,
  type Sizes,
  tierRateOf,
} from "./maintenance.ts";
import { unrealisedOfRow } from "./margin.ts";

/** An order that opens: `side` is LONG or SHORT. */
export type Opening = {
  readonly side: LongOrShort;
  readonly size: Lots;
  readonly price: Ticks;
  /** Leverage that the user has set, or the default. */
  readonly leverage: number;
};

type Position = { readonly size: Lots; readonly openNotional: Atoms };

/** Long and short position after the order, and the profit that its closing part realised. */
type After = { readonly held: readonly [Position, Position]; readonly realised: Atoms };

const NO_POSITION: Position = { size: ZERO_LOTS, openNotional: ZERO_ATOMS };

function heldAt(state: State, row: PositionRow, side: LongOrShort): Position {
  if (row === 0) return NO_POSITION;
  const position = positionAt(row, side);
  return {
    size: state.positions.size.get(position),
    openNotional: state.positions.openNotional.get(position),
  };
}

function profitOf(instrument: Instrument, side: LongOrShort, now: Atoms, open: Atoms): Atoms {
  return (side === LONG) !== instrument.isInverse ? minus(now, open) : minus(open, now);
}

/** Positions after the order; in one-way mode it closes the opposite side first. */
function positionsAfter(
  state: State,
  row: PositionRow,
  instrument: Instrument,
  terms: { readonly opening: Opening; readonly isHedge: boolean },
): After {
  const { price, side, size } = terms.opening;
  const own = heldAt(state, row, side);
  const other = heldAt(state, row, oppositeSide(side));
  const closed = lots(terms.isHedge ? 0 : Math.min(other.size, size));
  const opened = lots(size - closed);
  const part =
    closed === 0 ? ZERO_ATOMS : proportionRoundedDown(other.openNotional, closed, other.size);
  const raised: Position = {
    size: lots(own.size + opened),
    openNotional:
      opened === 0
        ? own.openNotional
        : plus(own.openNotional, notionalAt(instrument, price, opened)),
  };
  const lowered: Position = {
    size: lots(other.size - closed),
    openNotional: minus(other.openNotional, part),
  };
  const realised =
    closed === 0
      ? ZERO_ATOMS
      : profitOf(instrument, oppositeSide(side), notionalAt(instrument, price, closed), part);
  return { held: side === LONG ? [raised, lowered] : [lowered, raised], realised };
}

/** Excess of equity over maintenance of the positions of one risk check. */
function excessOf(
  state: State,
  instrument: Instrument,
  held: readonly [Position, Position],
  funds: Atoms,
): Excess {
  return (price) => {
    let equity = funds;
    for (const side of LONG_AND_SHORT) {
      const { openNotional, size } = held[side];
      if (size === 0) continue;
      equity = plus(
        equity,
        profitOf(instrument, side, notionalAt(instrument, price, size), openNotional),
      );
    }
    const sizes: Sizes = [held[0].size, held[1].size];
    return minus(equity, maintenanceOfSizes(state, instrument, sizes, price));
  };
}

/** Equity of a crossed account without a row, less the maintenance of the other rows. */
function fundsBeside(state: State, user: User, instrument: Instrument, row: PositionRow): Atoms {
  const account = state.ledger.find(user.index, walletOf(user, instrument), instrument.settle);
  const { equity, maintenance } = accountRisk(state, user, account);
  if (row === 0) return minus(equity, maintenance);
  const mark = markAt(state, instrument.index);
  const own = unrealisedOfRow(state, row);
  const rest = minus(maintenance, crossedMaintenanceAt(state, row, mark));
  return minus(minus(equity, own), rest);
}

/** Liquidation price in ticks; 0 if no mark price liquidates the position or none would be open. */
export function liquidationPriceAfter(
  state: State,
  user: User,
  instrument: Instrument,
  opening: Opening,
): Ticks {
  const row = state.positions.find(user.index, instrument.index);
  const { price, side, size } = opening;
  const isHedge = isHedgeIn(user, instrument);
  const { held, realised } = positionsAfter(state, row, instrument, { opening, isHedge });
  const position = elementAt(held, side);
  if (position.size === 0) return NO_PRICE;
  const isIsolated = row !== 0 && state.positions.isIsolated(row);
  const checked: readonly [Position, Position] = isIsolated
    ? side === LONG
      ? [position, NO_POSITION]
      : [NO_POSITION, position]
    : held;
  const fee = tradingFeeAt(instrument, price, size, instrument.takerRate);
  const before = heldAt(state, row, side).openNotional;
  const taken = minus(
    dividedRoundedUp(position.openNotional, opening.leverage),
    dividedRoundedUp(before, opening.leverage),
  );
  assert(taken >= 0n, "an opening takes margin and returns none");
  const funds = isIsolated
    ? plus(isolatedBacking(state, row, side), taken)
    : minus(plus(fundsBeside(state, user, instrument, row), realised), fee);
  const sizes = { long: checked[0].size, short: checked[1].size };
  const maintenanceRate = tierRateOf(state, instrument, sizes);
  return firstFailing(state, instrument, {
    sizes,
    maintenanceRate,
    excess: excessOf(state, instrument, checked, funds),
  });
}
