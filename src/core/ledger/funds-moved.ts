/** The event that reports a posting outside fills. */

import { assert } from "../base/assert.ts";
import { type MoveReason, WALLETS, wordAt } from "../base/vocabulary.ts";
import type { Atoms } from "../money/units.ts";
import { type Emit, nextId, type State } from "../state.ts";

/** A posting from one ledger account to another. */
export type FundsMove = {
  readonly from: number;
  readonly to: number;
  readonly amount: Atoms;
  readonly reason: MoveReason;
  readonly clientTransferId: string;
};

/**
 * Emits `funds_moved` with the balances after the posting, which the caller has made. Returns the
 * id of the movement.
 */
export function emitFundsMoved(state: State, move: FundsMove, emit: Emit): number {
  const { ledger } = state;
  const { from, to } = move;
  assert(move.amount > 0n, "a reported movement has a positive amount");
  assert(from !== to, "a reported movement is between two accounts");
  const transferId = nextId(state);
  emit.write("funds_moved", {
    transferId,
    reason: move.reason,
    currency: ledger.currencyOf(from),
    amount: move.amount,
    fromUser: ledger.userOf(from),
    fromWallet: wordAt(WALLETS, ledger.walletOf(from)),
    fromBalance: ledger.balance(from),
    toUser: ledger.userOf(to),
    toWallet: wordAt(WALLETS, ledger.walletOf(to)),
    toBalance: ledger.balance(to),
    fromInstrument: ledger.instrumentOf(from),
    toInstrument: ledger.instrumentOf(to),
    clientTransferId: move.clientTransferId,
  });
  return transferId;
}
