/**
 * Orders of the exchange that sell or buy back the collateral of a margin account: immediate, and
 * bounded by a price that whoever places them has found. They pass no checks of users' orders.
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

export type ForcedOrder = {
  readonly account: MarginAccount;
  readonly instrument: Instrument;
  readonly side: Side;
  /** What is sold; 0 for a purchase. */
  readonly size: Lots;
  /** What is spent; 0 for a sale. */
  readonly quoteAmount: Atoms;
  /** The worst price. */
  readonly limit: Ticks;
};

/** Emits what accepting and executing a market order brings. The account has what it pays. */
export function placeForcedOrder(state: State, order: ForcedOrder, emit: Emit): void {
  const { account, instrument, limit, quoteAmount, side, size } = order;
  const backing = marginWalletAt(account.wallet);
  assert(size > 0 === (side === "sell"), "a forced sale has a size, a forced purchase none");
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
  } as const;
  const coin = side === "buy" ? instrument.quote : instrument.base;
  const slot = recordOrder(state, command);
  const money = ledgerAccountOf(state, account, coin);
  reserveSpot(state, slot, money, spotReservation(instrument, command));
  enterSpotOrder(state, slot, emit);
  executeOrder(state, slot, limit, emit);
}
