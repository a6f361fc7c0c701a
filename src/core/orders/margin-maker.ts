/**
 * The guard of resting orders on margin (decision 0035): an order that would lose against the index
 * is closed instead of filled if its account cannot bear the open loss of its orders. The index may
 * have moved since they were placed.
 */
import type { User } from "../accounts/user.ts";
import { unreachable } from "../base/assert.ts";
import { elementAt } from "../base/list.ts";
import { ORDER_BACKINGS } from "../base/vocabulary.ts";
import { BACKING_TRAITS } from "../base/word-traits.ts";
import {
  accountInstrumentOf,
  hasLoan,
  type MarginAccount,
  walletOfBacking,
} from "../lending/margin-account.ts";
import { isLossBorne, unifiedOpenLossUsd } from "../lending/spot-open-loss.ts";
import { unifiedRiskOf } from "../margin/unified-risk.ts";
import { ZERO_ATOMS } from "../money/units.ts";
import { instrumentAt, pricesAt, type State, userAt } from "../state.ts";

/** By index of the backing. */
const LENDERS = ORDER_BACKINGS.map((word) => BACKING_TRAITS[word].lender);

/** Whether a resting order on margin buys above the index or sells below it. */
export function isMarginFillGuarded(state: State, slot: number): boolean {
  const { orders } = state;
  if (!orders.isOnMargin(slot)) return false;
  const { index } = pricesAt(state, orders.instrument(slot));
  if (index === 0) return false;
  const price = orders.price(slot);
  return orders.isBuy(slot) ? price > index : price < index;
}

/**
 * Whether the account behind a resting order bears its fill. After the loss of all its resting
 * orders at their prices, a unified account must keep the maintenance margin that it needs before
 * the fill, and a margin account with debt must stay below its liquidation level. Orders that pay
 * with their user's own funds always can.
 */
export function bearsMarginFill(state: State, slot: number): boolean {
  const { orders } = state;
  const lender = elementAt(LENDERS, orders.backing(slot));
  switch (lender) {
    case "none":
      return true;
    case "unified_account":
      return bearsLosses(state, userAt(state, orders.user(slot)));
    case "margin_account": {
      const account = marginAccountOf(state, slot);
      return !hasLoan(state, account) || isLossBorne(state, account, ZERO_ATOMS);
    }
    default:
      return unreachable(lender);
  }
}

/** Whether a unified account keeps its maintenance margin after the loss of its resting orders. */
function bearsLosses(state: State, user: User): boolean {
  const { equity, maintenance } = unifiedRiskOf(state, user);
  return equity - unifiedOpenLossUsd(state, user) >= maintenance;
}

/** The margin account that an order draws on. */
function marginAccountOf(state: State, slot: number): MarginAccount {
  const { orders } = state;
  const backing = orders.backing(slot);
  return {
    user: userAt(state, orders.user(slot)),
    wallet: walletOfBacking(backing),
    instrument: accountInstrumentOf(backing, instrumentAt(state, orders.instrument(slot))),
  };
}
