/** Orders on ads of peer-to-peer trading (decision 0066). */
import { areDealsFrozen, isLoginRefused } from "../accounts/freezes.ts";
import { isUnderReview } from "../accounts/review-user.ts";
import type { User } from "../accounts/user.ts";
import { P2P_TAKER_ORDERS_MAX } from "../base/limits.ts";
import type { Rejection } from "../base/rejections.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { outflowRefusal } from "../institutional/unit-refusals.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { spendable } from "../margin/coverage.ts";
import { feeRoundedUp, minus } from "../money/arithmetic.ts";
import { type Atoms, atoms, ZERO_ATOMS } from "../money/units.ts";
import { type Emit, nextId, ordinaryUser, type State, userAt } from "../state.ts";
import { ownP2pAccount } from "./p2p-accounts.ts";
import { emitAd, emitOrder, moveEscrow } from "./p2p-escrow.ts";
import type { P2pAccount, P2pOrder } from "./p2p-order.ts";
import { p2pPrice, p2pQuantity } from "./p2p-price.ts";
import type { P2pAd } from "./p2p-state.ts";

type Placing = DraftOf<"place_p2p_order">;

const MINUTE_MS = 60_000;

/** Whether anybody can order from an ad now, apart from its price. */
export function isP2pAdOpen(state: State, ad: P2pAd): boolean {
  const { fiats, merchants, tokens } = state.p2p;
  const owner = userAt(state, ad.user);
  const isOffered = fiats[ad.fiat]?.usdRateE8 !== 0n && tokens.has(ad.currency);
  const isBarred = isLoginRefused(owner) || areDealsFrozen(owner);
  const isFree = !isBarred && !isUnderReview(state, owner);
  return ad.status === "published" && isOffered && isFree && merchants.has(ad.user);
}

/** Why a user may not order from an ad at all. */
function accessRefusal(state: State, user: User, ad: P2pAd): Rejection | undefined {
  if (isUnderReview(state, user)) return "account_under_review";
  if (user.status === "frozen" || areDealsFrozen(user)) return "account_frozen";
  // Orders between accounts of one owner would produce statistics without a trade.
  if (userAt(state, ad.user).parent === user.parent) return "p2p_own_ad";
  return isP2pAdOpen(state, ad) ? undefined : "p2p_ad_unavailable";
}

/** Whether the present price is worse for the taker than the one that the taker has seen. */
function isWorse(ad: P2pAd, price: Atoms, seen: Atoms): boolean {
  return ad.side === "sell" ? price > seen : price < seen;
}

/** Payment account of the seller, `undefined` if the ad does not allow it. */
function paidAccountOf(
  state: State,
  ad: P2pAd,
  { account, user }: Placing,
): P2pAccount | undefined {
  const { payments } = ad.terms;
  if (ad.side === "sell") {
    const id = account === 0 ? payments[0] : account;
    return id === undefined || !payments.includes(id) ? undefined : state.p2p.accounts.get(id);
  }
  const own = ownP2pAccount(state, user, account);
  return own !== undefined && payments.includes(own.method) ? own : undefined;
}

/** Takers keep coins of merchants in orders that they do not pay: their number is bounded. */
function countRefusal(state: State, user: User, ad: P2pAd): Rejection | undefined {
  const { orders } = state.p2p;
  let taken = 0;
  for (let index = user.parent; index !== 0; index = userAt(state, index).familyNext) {
    const own = orders.takenBy(index);
    for (const order of own) if (order.ad === ad.id) return "p2p_order_exists";
    taken += own.size;
  }
  const level = state.p2p.merchants.get(ad.user)?.level ?? "starter";
  const { adOrdersMax, ordersMax } = state.p2p.levels[level];
  const isAdFull = orders.countOfAd(ad.id) >= adOrdersMax;
  const isMakerFull = orders.countOfMaker(ad.user) >= ordersMax;
  return taken >= P2P_TAKER_ORDERS_MAX || isAdFull || isMakerFull
    ? "p2p_orders_limit_reached"
    : undefined;
}

/** Quantity and fee of an order; `undefined` if the ad or the fee leaves no such quantity. */
export function p2pOrderSize(
  state: State,
  ad: P2pAd,
  { amount, price }: { readonly amount: Atoms; readonly price: Atoms },
): { readonly quantity: Atoms; readonly fee: Atoms } | undefined {
  if (amount < ad.terms.amountMin || amount > ad.terms.amountMax) return undefined;
  const wanted = p2pQuantity(state, ad.currency, amount, price);
  if (wanted > ad.free) return undefined;
  const quantity = atoms(wanted);
  const token = state.p2p.tokens.get(ad.currency);
  const fee = token === undefined ? ZERO_ATOMS : feeRoundedUp(quantity, token.fee);
  return quantity > fee ? { quantity, fee } : undefined;
}

/**
 * Emits `p2p_ad_changed` and `p2p_order_changed`, for a buy ad after `funds_moved` from the taker
 * into escrow; or `command_rejected`. The order trades at the present price of the ad, which is not
 * worse for the taker than the stated one.
 */
export function placeP2pOrder(state: State, command: Placing, emit: Emit): void {
  const reject = (reason: Rejection): void => rejectCommand(state, command.user, reason, emit);
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return reject("user_not_found");
  if (user.realm !== "live") return reject("realm_mismatch");
  const ad = state.p2p.ads.get(command.ad);
  if (ad === undefined || ad.status !== "published") return reject("p2p_ad_not_found");
  const barred = accessRefusal(state, user, ad);
  if (barred !== undefined) return reject(barred);
  const price = p2pPrice(state, ad, ad.terms);
  if (price === undefined) return reject("p2p_price_missing");
  if (isWorse(ad, price, command.price)) return reject("p2p_price_changed");
  const sizes = p2pOrderSize(state, ad, { amount: command.amount, price });
  if (sizes === undefined) return reject("p2p_amount_out_of_bounds");
  const account = paidAccountOf(state, ad, command);
  if (account === undefined) return reject("p2p_account_not_found");
  const full = countRefusal(state, user, ad);
  if (full !== undefined) return reject(full);
  const { currency, fiat, id: adId } = ad;
  const isSell = ad.side === "sell";
  const wallet = state.ledger.find(user.index, WALLET_INDEX.funding, currency);
  const isCovered = isSell || spendable(state, user, wallet) >= sizes.quantity;
  if (!isCovered) return reject("insufficient_available");
  const line = isSell
    ? undefined
    : outflowRefusal(state, user, { currency, amount: sizes.quantity });
  if (line !== undefined) return reject(line);
  // From here on the order must succeed: nothing below may reject.
  if (!isSell) {
    const change = { before: ZERO_ATOMS, after: sizes.quantity };
    moveEscrow(state, { user: user.index, currency }, change, emit);
  }
  ad.free = minus(ad.free, sizes.quantity);
  const payByMs = state.timeMs + ad.terms.payMinutes * MINUTE_MS;
  const order: P2pOrder = {
    ...{ id: nextId(state), ad: adId, maker: ad.user, currency, fiat, price, account },
    ...{ buyer: isSell ? user.index : ad.user, seller: isSell ? ad.user : user.index },
    ...{ amount: command.amount, ...sizes, remark: ad.terms.remark },
    ...{ createdAtMs: state.timeMs, payByMs, paidAtMs: 0, appealedAtMs: 0 },
    status: "pending_payment",
  };
  state.p2p.orders.add(order);
  state.p2p.nextExpiryMs = Math.min(state.p2p.nextExpiryMs, payByMs);
  state.outcome.id = order.id;
  emitAd(state, ad, emit);
  emitOrder(order, emit);
}
