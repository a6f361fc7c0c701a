/** Decisions on disputes of peer-to-peer trading. */
import type { Act } from "../acts/asked-act.ts";

/** A row of `GET /admin/v1/p2p/orders`, as far as it is shown. */
export type P2pOrder = {
  readonly id: string;
  readonly buyer: string;
  readonly seller: string;
  readonly coin: string;
  readonly fiat: string;
  readonly price: string;
  readonly amount: string;
  readonly quantity: string;
  readonly status: "pending_payment" | "pending_release" | "in_appeal";
  readonly method: string;
  readonly createdAt: string;
  readonly payBy: string;
  readonly paidAt: string;
  readonly appealedAt: string;
};

/** Returns the act that decides on an order in appeal: the coins go to the buyer or back. */
export function appealDecision(order: P2pOrder, isReleased: boolean, onDone: () => void): Act {
  const { buyer, coin, id, quantity, seller } = order;
  return {
    title: isReleased ? "Release to the buyer" : "Return to the seller",
    effects: [
      isReleased
        ? `${quantity} ${coin} go from the escrow to the buyer ${buyer}.`
        : `${quantity} ${coin} go from the escrow back to the seller ${seller}.`,
      `The payment of ${order.amount} ${order.fiat} took place outside the exchange, if at all.`,
      "The decision ends the order and cannot be taken back.",
    ],
    method: "POST",
    path: `/p2p/orders/${id}/decision`,
    body: { isReleased },
    repeat: `${quantity} ${coin}`,
    done: () => `The order is decided: the coins go to the ${isReleased ? "buyer" : "seller"}`,
    onDone,
  };
}
