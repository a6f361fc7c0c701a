/** Ads of merchants: created, changed, published, delisted and removed (decision 0066). */
import { areDealsFrozen } from "../accounts/freezes.ts";
import { isUnderReview } from "../accounts/review-user.ts";
import type { User } from "../accounts/user.ts";
import { P2P_ADS_MAX, P2P_PAYMENTS_MAX } from "../base/limits.ts";
import type { Rejection } from "../base/rejections.ts";
import { indexIn, REALMS } from "../base/vocabulary.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { outflowRefusal } from "../institutional/unit-refusals.ts";
import { usdRateOf, usdUp } from "../instruments/usd-price.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { spendable } from "../margin/coverage.ts";
import { type Atoms, ZERO_ATOMS } from "../money/units.ts";
import { currencyAt, type Emit, nextId, ordinaryUser, type State } from "../state.ts";
import { ownP2pAccount } from "./p2p-accounts.ts";
import { emitAd, escrowedBy, moveEscrow } from "./p2p-escrow.ts";
import { p2pExchangeRate } from "./p2p-price.ts";
import type { P2pAd, P2pAdTerms, P2pFiat } from "./p2p-state.ts";
import { isP2pText } from "./p2p-text.ts";

const E6 = 1_000_000n;
const USD_E8 = 100_000_000n;

function priceRefusal(state: State, ad: P2pAd, fiat: P2pFiat): Rejection | undefined {
  const rate = p2pExchangeRate(state, ad);
  if (rate === undefined) return "p2p_price_missing";
  const { premiumE6, price, priceType } = ad.terms;
  const isBounded =
    priceType === "fixed"
      ? price * E6 >= rate * BigInt(fiat.fixedMinE6) && price * E6 <= rate * BigInt(fiat.fixedMaxE6)
      : premiumE6 >= fiat.floatMinE6 && premiumE6 <= fiat.floatMaxE6;
  return isBounded ? undefined : "p2p_price_out_of_bounds";
}

function arePaymentsAllowed(state: State, ad: P2pAd, fiat: P2pFiat): boolean {
  const { payments } = ad.terms;
  const isCounted = payments.length >= 1 && payments.length <= P2P_PAYMENTS_MAX;
  if (!isCounted || new Set(payments).size !== payments.length) return false;
  return payments.every((payment) => {
    const method = ad.side === "buy" ? payment : ownP2pAccount(state, ad.user, payment)?.method;
    return method !== undefined && fiat.methods.includes(method);
  });
}

/** Why the terms of an ad are not allowed, whatever its status. */
function termsRefusal(state: State, ad: P2pAd): Rejection | undefined {
  const fiat = state.p2p.fiats[ad.fiat];
  if (fiat === undefined || fiat.usdRateE8 === 0n) return "p2p_fiat_not_offered";
  if (!state.p2p.tokens.has(ad.currency)) return "p2p_token_not_offered";
  const { amountMax, amountMin, payMinutes, remark, tradeTerms } = ad.terms;
  const isBounded =
    amountMin >= fiat.amountMin &&
    amountMin <= amountMax &&
    amountMax <= fiat.amountMax &&
    fiat.payMinutes.includes(payMinutes);
  if (!isBounded) return "p2p_ad_out_of_bounds";
  if (!isP2pText(remark) || !isP2pText(tradeTerms)) return "p2p_text_out_of_bounds";
  if (!arePaymentsAllowed(state, ad, fiat)) return "p2p_payment_not_allowed";
  return priceRefusal(state, ad, fiat);
}

/** Whether a new quantity lies within the bounds of its coin. */
function isQuantityAllowed(state: State, currency: number, quantity: Atoms): boolean {
  const token = state.p2p.tokens.get(currency);
  if (token === undefined) return false;
  return quantity >= token.quantityMin && quantity <= token.quantityMax;
}

/** Why the merchant may not publish an ad, whose terms are allowed. */
function publishRefusal(
  state: State,
  user: User,
  ad: P2pAd,
  escrowed: Atoms,
): Rejection | undefined {
  const merchant = state.p2p.merchants.get(user.index);
  if (merchant === undefined) return "p2p_not_merchant";
  if (isUnderReview(state, user)) return "account_under_review";
  if (user.status === "frozen" || areDealsFrozen(user)) return "account_frozen";
  const limits = state.p2p.levels[merchant.level];
  let published = 0;
  for (const other of state.p2p.ads.values()) {
    const isCounted = other.user === user.index && other.side === ad.side && other.id !== ad.id;
    if (isCounted && other.status === "published") published += 1;
  }
  const most = ad.side === "sell" ? limits.sellAdsMax : limits.buyAdsMax;
  if (published >= most) return "p2p_ads_limit_reached";
  const rate = usdRateOf(state, indexIn(REALMS, "live"), currencyAt(state, ad.currency));
  const isTooLarge = usdUp(rate, ad.free) > BigInt(limits.adUsdMax) * USD_E8;
  if (ad.free <= 0n || isTooLarge) return "p2p_ad_out_of_bounds";
  const needed = escrowedBy(ad) - escrowed;
  const wallet = state.ledger.find(user.index, WALLET_INDEX.funding, ad.currency);
  if (spendable(state, user, wallet) < needed) return "insufficient_available";
  if (needed <= 0n) return undefined;
  return outflowRefusal(state, user, { currency: ad.currency, amount: needed });
}

/** Puts a checked ad in the place of its former self, and its escrow with it. */
function keepAd(state: State, ad: P2pAd, escrowed: Atoms, emit: Emit): void {
  const { ads } = state.p2p;
  if (ad.status === "removed") ads.delete(ad.id);
  else ads.set(ad.id, ad);
  moveEscrow(state, ad, { before: escrowed, after: escrowedBy(ad) }, emit);
  state.outcome.id = ad.id;
  emitAd(state, ad, emit);
}

function adCount(state: State, user: number): number {
  let count = 0;
  for (const ad of state.p2p.ads.values()) if (ad.user === user) count += 1;
  return count;
}

type Creation = DraftOf<"create_p2p_ad">;

function termsOf(command: Creation): P2pAdTerms {
  const { amountMax, amountMin, payMinutes, payments, premiumE6, price, priceType } = command;
  const isFixed = priceType === "fixed";
  return {
    ...{ priceType, price: isFixed ? price : ZERO_ATOMS, premiumE6: isFixed ? 0 : premiumE6 },
    ...{ amountMin, amountMax, payMinutes, payments: [...payments] },
    ...{ remark: command.remark, tradeTerms: command.tradeTerms },
  };
}

/** Emits `funds_moved` into escrow for a sell ad, and `p2p_ad_changed`; or `command_rejected`. */
export function createP2pAd(state: State, command: Creation, emit: Emit): void {
  const reject = (reason: Rejection): void => rejectCommand(state, command.user, reason, emit);
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return reject("user_not_found");
  if (!state.p2p.merchants.has(user.index)) return reject("p2p_not_merchant");
  if (adCount(state, user.index) >= P2P_ADS_MAX) return reject("p2p_ads_limit_reached");
  const { currency, fiat, quantity, side } = command;
  const ad: P2pAd = {
    ...{ id: 0, user: user.index, side, currency, fiat },
    ...{ createdAtMs: state.timeMs, updatedAtMs: state.timeMs, terms: termsOf(command) },
    ...{ status: "published", free: quantity, sold: ZERO_ATOMS },
  };
  const refusal = termsRefusal(state, ad);
  if (refusal !== undefined) return reject(refusal);
  if (!isQuantityAllowed(state, currency, quantity)) return reject("p2p_ad_out_of_bounds");
  const unpublished = publishRefusal(state, user, ad, ZERO_ATOMS);
  if (unpublished !== undefined) return reject(unpublished);
  // From here on the ad must be published: nothing below may reject.
  keepAd(state, { ...ad, id: nextId(state) }, ZERO_ATOMS, emit);
}

/** Returns the ad of a user, `undefined` for that of another. */
export function ownP2pAd(state: State, user: number, id: number): P2pAd | undefined {
  const found = state.p2p.ads.get(id);
  return found?.user === user ? found : undefined;
}

function changedTerms(terms: P2pAdTerms, command: DraftOf<"update_p2p_ad">): P2pAdTerms {
  const { amountMax, amountMin, payMinutes, payments, premiumE6, price } = command;
  const priceType = command.priceType === "keep" ? terms.priceType : command.priceType;
  const isFixed = priceType === "fixed";
  return {
    priceType,
    price: isFixed ? (price === 0n ? terms.price : price) : ZERO_ATOMS,
    premiumE6: isFixed ? 0 : premiumE6 === 0 ? terms.premiumE6 : premiumE6,
    amountMin: amountMin === 0n ? terms.amountMin : amountMin,
    amountMax: amountMax === 0n ? terms.amountMax : amountMax,
    payMinutes: payMinutes === 0 ? terms.payMinutes : payMinutes,
    payments: payments.length === 0 ? terms.payments : [...payments],
    remark: command.remark,
    tradeTerms: command.tradeTerms,
  };
}

/**
 * Emits `funds_moved` for the changed escrow of a published sell ad, and `p2p_ad_changed`; or
 * `command_rejected`. `quantity` is what can be ordered from now on. Open orders keep their terms.
 */
export function updateP2pAd(state: State, command: DraftOf<"update_p2p_ad">, emit: Emit): void {
  const reject = (reason: Rejection): void => rejectCommand(state, command.user, reason, emit);
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return reject("user_not_found");
  const known = ownP2pAd(state, user.index, command.ad);
  if (known === undefined) return reject("p2p_ad_not_found");
  const { quantity } = command;
  const terms = changedTerms(known.terms, command);
  const free = quantity === 0n ? known.free : quantity;
  const ad: P2pAd = { ...known, terms, free, updatedAtMs: state.timeMs };
  const refusal = termsRefusal(state, ad);
  if (refusal !== undefined) return reject(refusal);
  const isSame = quantity === 0n;
  if (!isSame && !isQuantityAllowed(state, ad.currency, quantity)) {
    return reject("p2p_ad_out_of_bounds");
  }
  const escrowed = escrowedBy(known);
  if (ad.status === "published") {
    const unpublished = publishRefusal(state, user, ad, escrowed);
    if (unpublished !== undefined) return reject(unpublished);
  }
  keepAd(state, ad, escrowed, emit);
}

/**
 * Emits `funds_moved` for the escrow of a sell ad, and `p2p_ad_changed`; or `command_rejected`. An
 * ad that has the status already is refused. Open orders of an ad that is delisted or removed go
 * on; a removed ad is forgotten.
 */
export function setP2pAdStatus(
  state: State,
  command: DraftOf<"set_p2p_ad_status">,
  emit: Emit,
): void {
  const reject = (reason: Rejection): void => rejectCommand(state, command.user, reason, emit);
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return reject("user_not_found");
  const known = ownP2pAd(state, user.index, command.ad);
  if (known === undefined) return reject("p2p_ad_not_found");
  if (known.status === command.status) return reject("p2p_ad_status_blocked");
  const ad: P2pAd = { ...known, status: command.status, updatedAtMs: state.timeMs };
  const escrowed = escrowedBy(known);
  if (ad.status === "published") {
    const refusal = termsRefusal(state, ad) ?? publishRefusal(state, user, ad, escrowed);
    if (refusal !== undefined) return reject(refusal);
  }
  keepAd(state, ad, escrowed, emit);
}
