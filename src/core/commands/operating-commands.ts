/** Commands of the operator about the running of the exchange (decision 0089). */
import { ADMIN_ROLES, WALLETS } from "../base/vocabulary.ts";
import type { GroupedFields } from "./schema.ts";

export const OPERATING_COMMANDS = {
  /**
   * Keeps a setting of the parts outside the core, which gives it no meaning: a limit, a threshold.
   * An empty value removes it.
   */
  set_setting: { name: "text", value: "text" },

  /**
   * Issues an admin token or replaces the one of this name. `digest` is the SHA-256 of the token,
   * which is not kept; `expiresAtMs` is 0 for never.
   */
  set_admin_token: { name: "text", role: ADMIN_ROLES, digest: "bytes", expiresAtMs: "int" },

  remove_admin_token: { name: "text" },

  /**
   * Holds the index price of an instrument, whatever prices arrive, until the price 0 releases it.
   */
  hold_index_price: { instrument: "int", price: "ticks" },

  /**
   * Credits (above 0) or debits (below 0) an account from or to the outside world: the wallet of a
   * user, or a fund of the exchange, whose users are the exchange's own. `reference` names a ticket
   * or the event that it corrects.
   */
  adjust_balance: {
    user: "int",
    wallet: WALLETS,
    currency: "int",
    amount: "money",
    reference: "text",
  },

  /** Approves or declines an adjustment that waits for a second person. */
  decide_adjustment: { adjustment: "int", isApproved: "flag" },

  /** Value in US dollars that one person may adjust in a UTC day alone; 0 for no limit. */
  set_adjustment_rules: { fourEyesUsd: "int" },
} as const satisfies Readonly<Record<string, GroupedFields>>;

/** Commands by which the operator undoes what can be undone (decision 0093). */
export const CORRECTION_COMMANDS = {
  /**
   * Corrects the price of a trade: the difference to `fairPrice` moves from the side that gained to
   * the other, positions and orders stay. The facts of the trade are those of the history. Fees are
   * what each side paid in the coin of the difference. The insurance fund pays at most `fundMax` of
   * what the side that gained can no longer pay.
   */
  bust_trade: {
    instrument: "int",
    tradeId: "int",
    buyer: "int",
    seller: "int",
    price: "ticks",
    fairPrice: "ticks",
    size: "lots",
    buyerFee: "money",
    sellerFee: "money",
    fundMax: "money",
    reference: "text",
  },

  /** Returns to a liquidated user a part of the surplus that the insurance fund received. */
  refund_liquidation: {
    user: "int",
    wallet: WALLETS,
    currency: "int",
    liquidationId: "int",
    amount: "money",
    reference: "text",
  },
} as const satisfies Readonly<Record<string, GroupedFields>>;
