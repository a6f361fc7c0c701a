/** The events of liquidation, deleveraging and insurance funds; a part of `EVENTS`. */

import {
  DELEVERAGE_REASONS,
  FUND_MOVE_REASONS,
  LIQUIDATION_OUTCOMES,
  LIQUIDATION_SCOPES,
  LIQUIDATION_STEPS,
  LIQUIDATION_TAKERS,
  POSITION_SIDES,
  WALLETS,
} from "../base/vocabulary.ts";
import type { Fields } from "../commands/schema.ts";

export const LIQUIDATION_EVENTS = {
  /**
   * An isolated position or an account has fallen below its maintenance margin. `instrument` is an
   * index + 1 and `mark` its mark price, both 0 for an account. Figures are in `currency`, of a
   * unified account in 10^-8 US dollars.
   */
  liquidation_started: {
    liquidationId: "int",
    user: "int",
    scope: LIQUIDATION_SCOPES,
    wallet: WALLETS,
    currency: "int",
    instrument: "int",
    positionSide: POSITION_SIDES,
    mark: "ticks",
    equity: "money",
    maintenance: "money",
  },

  /**
   * A step lowered a position by `size` in one order against `taker`. `price` is that of netting,
   * takeover and deleveraging, or the limit in the book.
   */
  position_liquidated: {
    liquidationId: "int",
    user: "int",
    instrument: "int",
    positionSide: POSITION_SIDES,
    step: LIQUIDATION_STEPS,
    taker: LIQUIDATION_TAKERS,
    orderId: "int",
    mark: "ticks",
    price: "ticks",
    size: "lots",
  },

  /**
   * The position of a holder of the other side was closed by `size`; `user` 0 and 1 are insurance
   * funds. `deficit` is the size that remained to be closed before it.
   */
  position_deleveraged: {
    liquidationId: "int",
    user: "int",
    instrument: "int",
    positionSide: POSITION_SIDES,
    orderId: "int",
    mark: "ticks",
    price: "ticks",
    size: "lots",
    deficit: "lots",
    reason: DELEVERAGE_REASONS,
  },

  /**
   * A posting between a user's account and the insurance fund, into the fund when `isPaidIn`.
   * For a backstop, `user` and `wallet` are the exchange's own. Balances are those after it.
   */
  fund_moved: {
    moveId: "int",
    reason: FUND_MOVE_REASONS,
    isPaidIn: "flag",
    liquidationId: "int",
    user: "int",
    wallet: WALLETS,
    currency: "int",
    amount: "money",
    balance: "money",
    fundBalance: "money",
  },

  liquidation_ended: {
    liquidationId: "int",
    user: "int",
    outcome: LIQUIDATION_OUTCOMES,
    equity: "money",
    maintenance: "money",
  },
} as const satisfies Readonly<Record<string, Fields>>;
