/**
 * Spot orders of the exchange that sell the collateral of a margin account or buy back borrowed
 * coins: immediate, up to a price that the caller sets. The checks of users' orders do not apply.
 */
import { assert } from "../base/assert.ts";
import type { Side } from "../base/vocabulary.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { marginWalletAt } from "../lending/loan-account.ts";
import { ledgerAccountOf, type MarginAccount } from "../lending/margin-account.ts";
import { type Atoms, type Lots, NO_PRICE, type Ticks } from "../money/units.ts";
import type { Emit, State } from "../state.ts";
import { enterSpotOrder, recordOrder, reserveSpot } from "./enter-order.ts";
import { executeOrder } from "./execute-order.ts";
import { spotReservation } from "./requested-order.ts";

/** Sale or purchase that unwinds a margin account. */
export type ForcedOrder = {
  readonly account: MarginAccount;
  readonly instrument: Instrument;
  readonly side: Side;
  /** Size sold, in lots; 0 for a purchase. */
  readonly size: Lots;
  /** Amount spent, in quote atoms; 0 for a sale. */
  readonly quoteAmount: Atoms;
  /** Worst price in ticks. */
  readonly limit: Ticks;
};

/** Places a market order that the account covers. Emits `order_accepted` and its execution. */
export function placeForcedOrder(state: State, order: ForcedOrder, emit: Emit): void {
  const { account, instrument, limit, quoteAmount, side, size } = order;
  const backing = marginWalletAt(account.wallet);
  const isSized = size > 0;
  assert(isSized === (side === "sell"), "a forced sale has a size, a forced purchase none");
  const command = {
    kind: "place_order",
    user: account.user.index,
    instrument: instrument.index,
    side,
    orderType: "market",
    timeInForce: "ioc",
    positionSide: "net",
    reduceOnly: false,
    stpMode: "none",
    price: NO_PRICE,
    size,
    quoteAmount,
    clientOrderId: "",
    source: "system",
    exits: undefined,
    margin: { backing, loanType: "normal" },
    opening: undefined,
  } as const;
  const coin = side === "buy" ? instrument.quote : instrument.base;
  const slot = recordOrder(state, command);
  const payAccount = ledgerAccountOf(state, account, coin);
  reserveSpot(state, slot, payAccount, spotReservation(instrument, command));
  enterSpotOrder(state, slot, emit);
  executeOrder(state, slot, limit, emit);
}
