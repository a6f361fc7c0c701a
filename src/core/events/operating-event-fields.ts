/** Events of the operator's acts. */
import { WALLETS } from "../base/vocabulary.ts";
import type { Fields } from "../commands/schema.ts";
import { TERMS_EVENTS } from "./terms-event-fields.ts";

export const operatingEvents = <const K extends readonly string[]>(commandKinds: K) =>
  ({
    /**
     * The command is an act of the operator, applied or rejected. `subject` and `instrument`
     * are the index + 1 of the user and of the instrument that it concerned, 0 for none. `parts` is
     * the number of `operator_act_text` events that follow.
     */
    operator_acted: {
      command: commandKinds,
      subject: "int",
      instrument: "int",
      parts: "int",
      actor: "text",
    },

    /**
     * Part of the description of the act, JSON in ASCII: `requestId`, `reason`, `rejection` (empty
     * if applied) and `fields`, those of the command without secrets.
     */
    operator_act_text: { part: "int", text: "text" },

    setting_changed: { name: "text" },
    /** An admin token was issued, replaced or removed. */
    admin_token_changed: { name: "text" },
    /** The index price is held at `price`; 0: it is released. */
    index_price_held: { instrument: "int", price: "ticks" },

    /** An adjustment waits for a second person. `amount` is below 0 for a debit. */
    adjustment_proposed: {
      adjustment: "int",
      user: "int",
      wallet: WALLETS,
      currency: "int",
      amount: "money",
    },
    /** A waiting adjustment was made, by the `funds_moved` before, or declined. */
    adjustment_decided: { adjustment: "int", user: "int", isApproved: "flag" },
    adjustment_rules_changed: { fourEyesUsd: "int" },

    /**
     * The price of a trade was corrected; the `funds_moved` after it move the difference. `paid` is
     * what the side that gained paid, `fundPaid` what the insurance fund added. Fees are those that
     * the exchange returned.
     */
    trade_corrected: {
      tradeId: "int",
      instrument: "int",
      buyer: "int",
      seller: "int",
      price: "ticks",
      fairPrice: "ticks",
      size: "lots",
      isBuyerPaid: "flag",
      paid: "money",
      fundPaid: "money",
      buyerFee: "money",
      sellerFee: "money",
    },

    /** The `funds_moved` after it pays the refund. `refundable` is what may still be refunded. */
    liquidation_refunded: {
      liquidationId: "int",
      user: "int",
      wallet: WALLETS,
      currency: "int",
      amount: "money",
      refundable: "money",
    },
    ...TERMS_EVENTS,
  }) as const satisfies Readonly<Record<string, Fields>>;
