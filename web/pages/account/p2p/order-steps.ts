/** What a party can do with an order of peer-to-peer trading, and what the order waits for. */
import type { OrderStatus, OrderStep, Side } from "./p2p-wire.ts";

type Seen = { readonly side: Side; readonly status: OrderStatus };

const STEPS: Readonly<Record<Side, Readonly<Record<OrderStatus, readonly OrderStep[]>>>> = {
  buy: {
    pending_payment: ["pay", "cancel"],
    pending_release: ["appeal"],
    in_appeal: [],
    completed: [],
    cancelled: [],
  },
  sell: {
    pending_payment: [],
    pending_release: ["release", "appeal"],
    in_appeal: ["release"],
    completed: [],
    cancelled: [],
  },
};

const WORDS: Readonly<Record<Side, Readonly<Record<OrderStatus, string>>>> = {
  buy: {
    pending_payment: "Pay the seller, then say so here",
    pending_release: "The seller checks the payment and releases the coins",
    in_appeal: "The operator of the exchange decides",
    completed: "The coins are in your funding account",
    cancelled: "Cancelled: do not pay",
  },
  sell: {
    pending_payment: "The buyer has to pay; your coins are in escrow",
    pending_release: "The buyer says that you were paid: check it, then release the coins",
    in_appeal: "The operator of the exchange decides; you can still release the coins",
    completed: "The buyer has the coins",
    cancelled: "Cancelled: the coins have returned",
  },
};

/** Returns the steps that the order allows the person now. */
export function stepsOf({ side, status }: Seen): readonly OrderStep[] {
  return STEPS[side][status];
}

/** Returns what the order waits for, as the person reads it. */
export function waitsFor({ side, status }: Seen): string {
  return WORDS[side][status];
}
