/** Open orders of peer-to-peer trading and the accounts to which they are paid (decision 0066). */
import type { P2pOrderStatus } from "../base/vocabulary.ts";
import type { Atoms } from "../money/units.ts";

/** An account of a user outside the exchange, to which others pay. */
export type P2pAccount = {
  readonly id: number;
  readonly user: number;
  readonly method: number;
  readonly holder: string;
  readonly details: string;
};

/** An order that has not ended; the escrow has its quantity. */
export type P2pOrder = {
  readonly id: number;
  readonly ad: number;
  readonly buyer: number;
  readonly seller: number;
  /** Publisher of the ad: the buyer or the seller. */
  readonly maker: number;
  readonly currency: number;
  readonly fiat: number;
  readonly price: Atoms;
  readonly amount: Atoms;
  readonly quantity: Atoms;
  readonly fee: Atoms;
  /** Copy of the payment account of the seller. */
  readonly account: P2pAccount;
  readonly remark: string;
  readonly createdAtMs: number;
  readonly payByMs: number;
  paidAtMs: number;
  appealedAtMs: number;
  status: P2pOrderStatus;
};
