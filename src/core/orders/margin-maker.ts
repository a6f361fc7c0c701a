/**
 * The guard of resting orders on margin (decision 0035): a fill that loses against the index is
 * refused to an account that cannot bear the open loss of its orders, however the index has moved
 * since they were placed. The order is then ended instead of filled.
 */

import {
  accountInstrumentOf,
  type MarginAccount,
  owesAnything,
  walletOfBacking,
} from "../lending/margin-account.ts";
import { isLossBorne, unifiedOpenLossUsd } from "../lending/spot-open-loss.ts";
import { unifiedRiskOf } from "../margin/unified-risk.ts";
import { ZERO_ATOMS } from "../money/units.ts";
import { instrumentAt, pricesAt, type State, userAt } from "../state.ts";

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
 * Whether the account behind a resting order can bear the fill: with all of its resting orders
 * filled at their prices a margin account stays below the liquidation level, and a unified account
 * keeps the maintenance margin that it needs before the fill. Accounts that owe nothing, and orders
 * that pay with what their user has, always can.
 */
export function bearsMarginFill(state: State, slot: number): boolean {
  const { orders } = state;
  const backing = orders.backing(slot);
  if (!orders.isOnMargin(slot)) return true;
  const user = userAt(state, orders.user(slot));
  if (orders.isOnUnifiedMargin(slot)) {
    const { equity, maintenance } = unifiedRiskOf(state, user);
    return equity - unifiedOpenLossUsd(state, user) >= maintenance;
  }
  const instrument = instrumentAt(state, orders.instrument(slot));
  const account: MarginAccount = {
    user,
    wallet: walletOfBacking(backing),
    instrument: accountInstrumentOf(backing, instrument),
  };
  return !owesAnything(state, account) || isLossBorne(state, account, ZERO_ATOMS);
}
