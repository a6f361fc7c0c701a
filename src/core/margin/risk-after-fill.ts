import { assert } from "../base/assert.ts";
import {
  LONG,
  type LongOrShort,
  oppositeSide,
  type PositionIndex,
  type PositionRow,
  positionAt,
  rowOf,
} from "../base/position-handle.ts";
import { indexIn, REALMS } from "../base/vocabulary.ts";
import { type Instrument, notionalAt, tradingFeeAt } from "../instruments/instrument.ts";
import { usdDown, usdRateOf } from "../instruments/usd-price.ts";
import { dividedRoundedUp, minus, plus } from "../money/arithmetic.ts";
import { type Atoms, type Lots, lots, type Ticks, ZERO_LOTS } from "../money/units.ts";
import { futuresAccount } from "../positions/backing.ts";
import { isHedgeIn, openedSide } from "../positions/exposure.ts";
import { currencyAt, instrumentAt, instrumentOfRow, markAt, type State, userAt } from "../state.ts";
import {
  accountMaintenance,
  crossedMaintenanceOf,
  isolatedRisk,
  maintenanceOfSizes,
  type Sizes,
} from "./maintenance.ts";
import { accountEquity } from "./margin.ts";
import { unifiedFiguresOf } from "./unified-margin.ts";
import { positionsMaintenanceUsd } from "./unified-risk.ts";

/** A fill of an order that may open, as it would be. */
export type FillAhead = { readonly isBuy: boolean; readonly price: Ticks; readonly size: Lots };

/** Equity and maintenance, both in settle atoms or both in 10^-8 US dollars. */
export type RiskAfter = { readonly equity: bigint; readonly maintenance: bigint };

/** Gain at `mark` of a size bought or sold at `price`, in settle atoms. */
function gainOf(
  instrument: Instrument,
  isBuy: boolean,
  size: Lots,
  prices: { readonly price: Ticks; readonly mark: Ticks },
): Atoms {
  const position = notionalAt(instrument, prices.price, size);
  const now = notionalAt(instrument, prices.mark, size);
  return isBuy !== instrument.isInverse ? minus(now, position) : minus(position, now);
}

/** Effect of a fill on a row: the size that closes and opens, and the sizes held afterwards. */
export type Outcome = {
  readonly closed: Lots;
  readonly opened: Lots;
  readonly sizes: Sizes;
};

/** The outcome of a fill of an order that may open. */
export function outcomeOf(
  state: State,
  row: PositionRow,
  order: Pick<FillAhead, "isBuy" | "size">,
): Outcome {
  const { positions } = state;
  const user = userAt(state, positions.user.get(row));
  const instrument = instrumentOfRow(state, row);
  const side = openedSide(order.isBuy);
  const own = positions.size.get(positionAt(row, side));
  const opposite = positions.size.get(positionAt(row, oppositeSide(side)));
  const closed = lots(isHedgeIn(user, instrument) ? 0 : Math.min(opposite, order.size));
  const opened = lots(order.size - closed);
  const [raised, lowered] = [lots(own + opened), lots(opposite - closed)];
  const sizes: Sizes = side === LONG ? [raised, lowered] : [lowered, raised];
  return { closed, opened, sizes };
}

/** Margin that an isolated position takes from the futures account for the opened size. */
export function marginTaken(
  state: State,
  position: PositionIndex,
  price: Ticks,
  opened: Lots,
): Atoms {
  const { positions } = state;
  const instrument = instrumentOfRow(state, rowOf(position));
  const leverage = positions.leverage.get(position);
  const held = positions.openNotional.get(position);
  const value = plus(held, notionalAt(instrument, price, opened));
  const taken = minus(dividedRoundedUp(value, leverage), dividedRoundedUp(held, leverage));
  assert(taken >= 0n, "a fill that opens takes margin and returns none");
  return taken;
}

function isolatedAfter(
  state: State,
  row: PositionRow,
  terms: {
    readonly side: LongOrShort;
    readonly outcome: Outcome;
    readonly price: Ticks;
    mark: Ticks;
  },
): RiskAfter {
  const { outcome, side } = terms;
  const instrument = instrumentOfRow(state, row);
  const taken = marginTaken(state, positionAt(row, side), terms.price, outcome.opened);
  const gain = gainOf(instrument, side === 0, outcome.opened, terms);
  const { equity } = isolatedRisk(state, row, side);
  const none = ZERO_LOTS;
  const held = outcome.sizes[side] ?? none;
  const sizes: Sizes = side === LONG ? [held, none] : [none, held];
  const maintenance = maintenanceOfSizes(state, instrument, sizes, terms.mark);
  return { equity: equity + taken + gain, maintenance };
}

function crossedAfter(
  state: State,
  row: PositionRow,
  change: { readonly sizes: Sizes; readonly gain: Atoms; readonly mark: Ticks },
): RiskAfter {
  const { positions } = state;
  const user = userAt(state, positions.user.get(row));
  const instrument = instrumentOfRow(state, row);
  const { gain, mark, sizes } = change;
  const amount = maintenanceOfSizes(state, instrument, sizes, mark);
  if (user.isUnified) {
    const coin = currencyAt(state, instrument.settle);
    const gained = usdDown(usdRateOf(state, indexIn(REALMS, user.realm), coin), gain);
    const { debtMaintenanceUsd, effectiveUsd } = unifiedFiguresOf(state, user);
    const maintenance = positionsMaintenanceUsd(state, user, (other) =>
      other === row ? amount : crossedMaintenanceOf(state, other),
    );
    return { equity: effectiveUsd + gained, maintenance: maintenance + debtMaintenanceUsd };
  }
  const account = futuresAccount(state, row);
  const equity = accountEquity(state, user, account) + gain;
  return { equity, maintenance: accountMaintenance(state, user, account, { row, amount }) };
}

/** Equity and maintenance after a fill of an order that may open, in atoms or US dollars. */
export function riskAfterFill(
  state: State,
  row: PositionRow,
  fill: FillAhead,
  outcome: Outcome = outcomeOf(state, row, fill),
): RiskAfter {
  const { isBuy, price, size } = fill;
  assert(outcome.opened > 0, "the risk after a fill is that of a fill that opens");
  const index = state.positions.instrument.get(row);
  const instrument = instrumentAt(state, index);
  const mark = markAt(state, index);
  if (state.positions.isIsolated(row)) {
    return isolatedAfter(state, row, { side: openedSide(isBuy), outcome, price, mark });
  }
  const fee = tradingFeeAt(instrument, price, size, instrument.takerRate);
  const gain = minus(gainOf(instrument, isBuy, size, { price, mark }), fee);
  return crossedAfter(state, row, { sizes: outcome.sizes, gain, mark });
}
