/**
 * Cross margin of a user's futures account (trading-rules.md section 4). Initial margin is computed
 * on demand from positions and open orders, so that it depends on what is, never on the way there:
 *
 *   equity     = balance + funding due + Σ unrealised profit and loss at mark
 *   required   = Σ per instrument ( exposure ÷ leverage + taker fees of open orders )
 *   free       = equity − hold − required
 *
 * In one-way mode the exposure is the larger of the two sides that the position and the open orders
 * could reach; orders count against an opposite position only beyond its size. In hedge mode both
 * sides add up. Position values are at entry, order values at their margin prices.
 */
import type { User } from "../accounts/user.ts";
import { type Instrument, valueAt } from "../instruments/instrument.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import {
  dividedRoundedUp,
  feeRoundedUp,
  maxAtoms,
  minus,
  plus,
  proportionRoundedUp,
} from "../money/arithmetic.ts";
import { type Atoms, ZERO_ATOMS } from "../money/units.ts";
import { dueFundingOf } from "../positions/due-funding.ts";
import { isHedgeIn } from "../positions/exposure.ts";
import { LONG, SHORT } from "../positions/position-table.ts";
import type { State } from "../state.ts";

/** Index of the wallet that a user's orders in an instrument draw on. */
export function walletOf(user: User, instrument: Instrument): number {
  if (user.accountKind === "unified") return WALLET_INDEX.unified;
  return instrument.classicWallet;
}

/** True for wallets whose balance also backs futures positions. */
export function isMarginWallet(wallet: number): boolean {
  return (
    wallet === WALLET_INDEX.usdt_futures ||
    wallet === WALLET_INDEX.usdc_futures ||
    wallet === WALLET_INDEX.coin_futures ||
    wallet === WALLET_INDEX.unified
  );
}

/** Unrealised profit and loss of one position at the mark price; zero while there is no mark. */
export function unrealisedOf(state: State, row: number, side: number): Atoms {
  const at = row * 2 + side;
  const size = state.positions.size.get(at);
  if (size === 0) return ZERO_ATOMS;
  const index = state.positions.instrument.get(row);
  const instrument = state.instruments[index] as Instrument;
  const mark = state.prices[index]?.mark ?? 0;
  if (mark === 0) return ZERO_ATOMS;
  const now = valueAt(instrument, mark, size);
  const open = state.positions.openValue.get(at);
  return (side === LONG) !== instrument.isInverse ? minus(now, open) : minus(open, now);
}

/** Initial margin of the positions of a row. */
export function positionMarginOf(state: State, row: number): Atoms {
  const { openValue, leverage } = state.positions;
  const value = plus(openValue.get(row * 2 + LONG), openValue.get(row * 2 + SHORT));
  return dividedRoundedUp(value, leverage.get(row));
}

/** The value one side of a one-way row could reach: its position, or orders beyond the other. */
function oneWayExposure(state: State, row: number, side: number): Atoms {
  const positions = state.positions;
  const at = row * 2 + side;
  const opposite = positions.size.get(row * 2 + (1 - side));
  const orderLots = positions.orderLots.get(at);
  if (opposite === 0) return plus(positions.openValue.get(at), positions.orderValue.get(at));
  if (orderLots <= opposite) return ZERO_ATOMS;
  const beyond = (orderLots - opposite) as typeof orderLots;
  return proportionRoundedUp(positions.orderValue.get(at), beyond, orderLots);
}

/** Initial margin of a row with its open orders and their fees. */
export function requiredMarginOf(state: State, row: number): Atoms {
  const positions = state.positions;
  const instrument = state.instruments[positions.instrument.get(row)] as Instrument;
  const user = state.users[positions.user.get(row)] as User;
  const orderValue = plus(
    positions.orderValue.get(row * 2 + LONG),
    positions.orderValue.get(row * 2 + SHORT),
  );
  const exposure = isHedgeIn(user, instrument)
    ? plus(
        plus(positions.openValue.get(row * 2 + LONG), positions.openValue.get(row * 2 + SHORT)),
        orderValue,
      )
    : maxAtoms(oneWayExposure(state, row, LONG), oneWayExposure(state, row, SHORT));
  const margin = dividedRoundedUp(exposure, positions.leverage.get(row));
  return orderValue === 0n ? margin : plus(margin, feeRoundedUp(orderValue, instrument.takerRate));
}

export type MarginFigures = {
  readonly balance: Atoms;
  readonly hold: Atoms;
  readonly unrealisedPnl: Atoms;
  readonly positionMargin: Atoms;
  /** Positions and open orders together. */
  readonly requiredMargin: Atoms;
  /** What new exposure may use; below zero when the account is short of margin. */
  readonly free: Atoms;
  /** What may leave the account: as `free`, but unrealised profit does not count. */
  readonly transferable: Atoms;
};

/** The margin figures of one ledger account that backs futures positions. */
export function marginOf(state: State, user: User, account: number): MarginFigures {
  const { ledger, positions } = state;
  const wallet = ledger.walletOf(account);
  const currency = ledger.currencyOf(account);
  let unrealisedPnl = ZERO_ATOMS;
  let due = ZERO_ATOMS;
  let positionMargin = ZERO_ATOMS;
  let requiredMargin = ZERO_ATOMS;
  for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
    const instrument = state.instruments[positions.instrument.get(row)] as Instrument;
    if (instrument.settle !== currency || walletOf(user, instrument) !== wallet) continue;
    unrealisedPnl = plus(unrealisedPnl, unrealisedOf(state, row, LONG));
    unrealisedPnl = plus(unrealisedPnl, unrealisedOf(state, row, SHORT));
    due = plus(due, dueFundingOf(state, row));
    positionMargin = plus(positionMargin, positionMarginOf(state, row));
    requiredMargin = plus(requiredMargin, requiredMarginOf(state, row));
  }
  const balance = ledger.balance(account);
  const hold = ledger.hold(account);
  const equity = plus(plus(balance, due), unrealisedPnl);
  const free = minus(minus(equity, hold), requiredMargin);
  const profit = maxAtoms(unrealisedPnl, ZERO_ATOMS);
  return {
    balance,
    hold,
    unrealisedPnl,
    positionMargin,
    requiredMargin,
    free,
    transferable: minus(free, profit),
  };
}
