/**
 * The escrow of peer-to-peer trading (decision 0066): one account of the exchange per coin, which
 * has what published sell ads offer and what open orders trade.
 */
import { exchangeUserOf } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import type { MoveReason } from "../base/vocabulary.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { minus } from "../money/arithmetic.ts";
import { type Atoms, ZERO_ATOMS } from "../money/units.ts";
import type { Emit, State } from "../state.ts";
import { moveFunds } from "../transfers/move-funds.ts";
import type { P2pOrder } from "./p2p-order.ts";
import type { P2pAd } from "./p2p-state.ts";

/** Account from which users trade: the funding wallet. */
export function p2pWalletOf(state: State, user: number, currency: number): number {
  return state.ledger.account(user, WALLET_INDEX.funding, currency);
}

export function p2pEscrowOf(state: State, currency: number): number {
  return state.ledger.account(exchangeUserOf("live"), WALLET_INDEX.p2p_escrow, currency);
}

/** What the escrow has for an ad besides its orders. */
export function escrowedBy(ad: Pick<P2pAd, "side" | "status" | "free">): Atoms {
  return ad.side === "sell" && ad.status === "published" ? ad.free : ZERO_ATOMS;
}

function move(
  state: State,
  { amount, from, reason, to }: { from: number; to: number; amount: Atoms; reason: MoveReason },
  emit: Emit,
): void {
  if (amount > 0n) moveFunds(state, { from, to, amount, reason, clientTransferId: "" }, emit);
}

/** Moves coins of a user into escrow, which the caller has checked, or back. */
export function moveEscrow(
  state: State,
  owner: { readonly user: number; readonly currency: number },
  change: { readonly before: Atoms; readonly after: Atoms },
  emit: Emit,
): void {
  const { after, before } = change;
  if (before === after) return;
  const wallet = p2pWalletOf(state, owner.user, owner.currency);
  const escrow = p2pEscrowOf(state, owner.currency);
  if (after > before) {
    const amount = minus(after, before);
    move(state, { from: wallet, to: escrow, amount, reason: "p2p_hold" }, emit);
  } else {
    const amount = minus(before, after);
    move(state, { from: escrow, to: wallet, amount, reason: "p2p_return" }, emit);
  }
}

/** Pays the buyer of an order and the fee of the exchange. */
export function releaseEscrow(state: State, order: P2pOrder, emit: Emit): void {
  const { buyer, currency, fee, quantity } = order;
  assert(fee < quantity, "a fee leaves something for the buyer");
  const from = p2pEscrowOf(state, currency);
  const to = p2pWalletOf(state, buyer, currency);
  move(state, { from, to, amount: minus(quantity, fee), reason: "p2p_release" }, emit);
  const fees = state.ledger.account(exchangeUserOf("live"), WALLET_INDEX.fees, currency);
  move(state, { from, to: fees, amount: fee, reason: "p2p_fee" }, emit);
}

/** Methods of payment of an ad, by index, each once. */
export function p2pMethodsOf(state: State, ad: P2pAd): readonly number[] {
  const { payments } = ad.terms;
  if (ad.side === "buy") return payments;
  const methods = payments.map((id) => state.p2p.accounts.get(id)?.method ?? 0);
  return [...new Set(methods)];
}

/** Emits `p2p_ad_changed`. */
export function emitAd(state: State, ad: P2pAd, emit: Emit): void {
  const { createdAtMs, currency, fiat, free, id, side, sold, status, terms, user } = ad;
  const { amountMax, amountMin, payMinutes, premiumE6, price, priceType } = terms;
  emit.write("p2p_ad_changed", {
    ...{ adId: id, user, side, currency, fiat, priceType, price, premiumE6 },
    ...{ amountMin, amountMax, payMinutes, free, sold, status, createdAtMs },
    methods: p2pMethodsOf(state, ad).join(","),
  });
}

/** Emits `p2p_order_changed`. */
export function emitOrder(order: P2pOrder, emit: Emit): void {
  const { account, ad, id, ...fields } = order;
  emit.write("p2p_order_changed", { ...fields, orderId: id, adId: ad, method: account.method });
}
