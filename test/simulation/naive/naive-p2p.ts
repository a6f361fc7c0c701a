/** Peer-to-peer trading, by the rules as written in decision 0066: terms, merchants and ads. */

import { CREDIT_ATOMS_MAX } from "../../../src/core/base/limits.ts";
import type { Rejection } from "../../../src/core/base/rejections.ts";
import type { P2pAdStatus, P2pOrderStatus } from "../../../src/core/base/vocabulary.ts";
import type { CommandOf } from "../../../src/core/commands/commands.ts";
import { ceilDiv } from "./naive-amounts.ts";
import { isPriced } from "./naive-debts.ts";
import type { Mover } from "./naive-deposits.ts";
import { isKeptApart } from "./naive-freezes.ts";
import { spendableOf } from "./naive-money.ts";
import type { NaiveUser } from "./naive-records.ts";
import { isHeldFor } from "./naive-review.ts";
import type { NaiveState } from "./naive-state.ts";
import { dollarsOf } from "./naive-unified.ts";
import { judgeLeavingUnit } from "./naive-units.ts";

type Terms<C> = Omit<C, "kind" | "seq" | "timeMs">;
type Fiat = Terms<CommandOf<"set_p2p_fiat">>;
type Limits = Terms<CommandOf<"set_p2p_level">>;

export type NaiveP2pAccount = Terms<CommandOf<"add_p2p_account">> & { readonly id: number };

export type NaiveAd = Omit<Terms<CommandOf<"create_p2p_ad">>, "quantity"> & {
  readonly id: number;
  readonly createdAtMs: number;
  status: P2pAdStatus;
  free: bigint;
};

export type NaiveP2pOrder = {
  readonly id: number;
  readonly ad: number;
  readonly buyer: number;
  readonly seller: number;
  readonly maker: number;
  readonly currency: number;
  readonly fiat: number;
  readonly price: bigint;
  readonly amount: bigint;
  readonly quantity: bigint;
  readonly fee: bigint;
  readonly method: number;
  readonly remark: string;
  readonly createdAtMs: number;
  readonly payByMs: number;
  paidAtMs: number;
  appealedAtMs: number;
  status: P2pOrderStatus;
};

export class NaiveP2p {
  readonly fiats: Fiat[] = [];
  tokens: Terms<CommandOf<"set_p2p_token">>[] = [];
  readonly methods: string[] = [];
  levels: Limits[] = [
    { level: "starter", sellAdsMax: 2, buyAdsMax: 2, adUsdMax: 10_000, ...both(5, 10) },
    { level: "advanced", sellAdsMax: 5, buyAdsMax: 5, adUsdMax: 100_000, ...both(10, 30) },
    { level: "master", sellAdsMax: 10, buyAdsMax: 10, adUsdMax: 1_000_000, ...both(50, 200) },
  ];
  merchants: Terms<CommandOf<"set_p2p_merchant">>[] = [];
  accounts: NaiveP2pAccount[] = [];
  /** Removed ones included, oldest first. */
  readonly ads: NaiveAd[] = [];
  /** All orders ever, oldest first. */
  readonly orders: NaiveP2pOrder[] = [];
}

function both(adOrdersMax: number, ordersMax: number) {
  return { adOrdersMax, ordersMax };
}

const CONTROLS = ["\n", "\t", "\u0000", "\u202e"];

function isClean(text: string, most: number): boolean {
  return text.length <= most && !CONTROLS.some((one) => text.includes(one));
}

export function isNameOk(text: string): boolean {
  return text !== "" && isClean(text, 64) && !text.startsWith(" ") && !text.endsWith(" ");
}

function isSet(numbers: readonly number[], most: number, isOk: (one: number) => boolean): boolean {
  const distinct = numbers.filter((one, at) => numbers.indexOf(one) === at);
  return numbers.length > 0 && numbers.length <= most && distinct.length === numbers.length
    ? numbers.every(isOk)
    : false;
}

export function setFiat(state: NaiveState, command: CommandOf<"set_p2p_fiat">): void {
  const { fiats, methods } = state.p2p;
  const at = fiats.findIndex((one) => one.code === command.code);
  const known = fiats[at];
  const areRatiosOk =
    command.floatMinE6 > 0 &&
    command.fixedMinE6 > 0 &&
    command.floatMaxE6 >= command.floatMinE6 &&
    command.fixedMaxE6 >= command.fixedMinE6 &&
    command.floatMaxE6 <= 10_000_000 &&
    command.fixedMaxE6 <= 10_000_000;
  const isOk =
    (known !== undefined || fiats.length < 200) &&
    command.code.length >= 3 &&
    command.code.length <= 8 &&
    [...command.code].every((letter) => letter >= "A" && letter <= "Z") &&
    command.decimals <= 4 &&
    (known === undefined || command.decimals === known.decimals) &&
    command.usdRateE8 >= 0n &&
    command.usdRateE8 <= 10n ** 15n &&
    command.amountMin >= 1n &&
    command.amountMax >= command.amountMin &&
    command.amountMax <= CREDIT_ATOMS_MAX &&
    areRatiosOk &&
    isSet(command.payMinutes, 10, (one) => one > 0 && one <= 1_440) &&
    isSet(command.methods, 20, (one) => one < methods.length);
  if (!isOk) return state.rejectCommand(0, "p2p_terms_out_of_bounds");
  const index = known === undefined ? fiats.length : at;
  fiats[index] = { ...command };
  state.outcome.id = index;
  state.emit("p2p_terms_changed", { terms: "fiat", index });
}

export function setToken(state: NaiveState, command: CommandOf<"set_p2p_token">): void {
  const { currency, feeE6, quantityMax, quantityMin } = command;
  if (currency >= state.currencies.length) return state.rejectCommand(0, "currency_not_found");
  const isOk =
    quantityMin >= 1n &&
    quantityMax >= quantityMin &&
    quantityMax * 4n <= CREDIT_ATOMS_MAX &&
    feeE6 <= 100_000;
  if (quantityMax !== 0n && !isOk) return state.rejectCommand(0, "p2p_terms_out_of_bounds");
  const others = state.p2p.tokens.filter((one) => one.currency !== currency);
  state.p2p.tokens = quantityMax === 0n ? others : [...others, command];
  state.emit("p2p_terms_changed", { terms: "token", index: currency });
}

export function addMethod(state: NaiveState, { name }: CommandOf<"add_p2p_method">): void {
  const { methods } = state.p2p;
  if (methods.includes(name) || methods.length >= 200 || !isNameOk(name)) {
    return state.rejectCommand(0, "p2p_terms_out_of_bounds");
  }
  const index = methods.push(name) - 1;
  state.outcome.id = index;
  state.emit("p2p_terms_changed", { terms: "method", index });
}

export function setLevel(state: NaiveState, command: CommandOf<"set_p2p_level">): void {
  const { adOrdersMax, adUsdMax, buyAdsMax, level, ordersMax, sellAdsMax } = command;
  const most = Math.max(adOrdersMax, buyAdsMax, ordersMax, sellAdsMax);
  if (most > 1_000 || adUsdMax > 1_000_000_000) {
    return state.rejectCommand(0, "p2p_terms_out_of_bounds");
  }
  const { p2p } = state;
  p2p.levels = p2p.levels.map((one) => (one.level === level ? command : one));
  const index = p2p.levels.findIndex((one) => one.level === level);
  state.emit("p2p_terms_changed", { terms: "level", index });
}

export function setMerchant(state: NaiveState, command: CommandOf<"set_p2p_merchant">): void {
  const { level, nickName } = command;
  const user = state.ordinary(command.user);
  if (user === undefined || user.parent !== user.index) {
    return state.rejectCommand(command.user, "user_not_found");
  }
  if (user.realm === "demo") return state.rejectCommand(user.index, "realm_mismatch");
  const others = state.p2p.merchants.filter((one) => one.user !== user.index);
  if (level !== "none") {
    if (!isNameOk(nickName)) return state.rejectCommand(user.index, "p2p_text_out_of_bounds");
    const name = nickName.toUpperCase();
    if (others.some((one) => one.nickName.toUpperCase() === name)) {
      return state.rejectCommand(user.index, "p2p_name_taken");
    }
  }
  state.p2p.merchants = level === "none" ? others : [...others, command];
  state.emit("p2p_merchant_changed", { user: user.index, level, nickName });
}

export function addAccount(state: NaiveState, command: CommandOf<"add_p2p_account">): void {
  const { details, holder, method } = command;
  const user = state.ordinary(command.user);
  if (user === undefined) return state.rejectCommand(command.user, "user_not_found");
  const refuse = (reason: Rejection): void => state.rejectCommand(user.index, reason);
  if (user.realm === "demo") return refuse("realm_mismatch");
  if (method >= state.p2p.methods.length) return refuse("p2p_payment_not_allowed");
  if (!isNameOk(holder) || details.length === 0 || !isClean(details, 512)) {
    return refuse("p2p_text_out_of_bounds");
  }
  const own = state.p2p.accounts.filter((one) => one.user === user.index);
  if (own.length >= 10) return refuse("p2p_accounts_limit_reached");
  const id = state.nextId();
  state.outcome.id = id;
  state.p2p.accounts.push({ id, user: user.index, method, holder, details });
  state.emit("p2p_account_added", { accountId: id, user: user.index, method });
}

export function removeAccount(state: NaiveState, command: CommandOf<"remove_p2p_account">): void {
  const { account: id, user } = command;
  const { p2p } = state;
  if (!p2p.accounts.some((one) => one.id === id && one.user === user)) {
    return state.rejectCommand(user, "p2p_account_not_found");
  }
  const isUsed = p2p.ads.some(
    (one) => one.side === "sell" && one.status !== "removed" && one.payments.includes(id),
  );
  if (isUsed) return state.rejectCommand(user, "p2p_account_in_use");
  p2p.accounts = p2p.accounts.filter((one) => one.id !== id);
  state.emit("p2p_account_removed", { accountId: id, user });
}

/** Fiat atoms for a whole coin, from a fresh index price. */
export function exchangeRate(
  state: NaiveState,
  user: NaiveUser,
  { currency, fiat }: { readonly currency: number; readonly fiat: number },
): bigint | undefined {
  if (!isPriced(state, user, currency)) return undefined;
  const [top, bottom] = dollarsOf(state, user, currency);
  const terms = state.p2p.fiats[fiat];
  const coin = state.currencies[currency];
  if (terms === undefined || coin === undefined) return undefined;
  const unit = 10n ** BigInt(coin.decimals) * 10n ** BigInt(terms.decimals);
  const rate = (top * unit * terms.usdRateE8) / (bottom * 10n ** 16n);
  return rate > 0n && rate < 2n ** 63n ? rate : undefined;
}

export function presentPrice(state: NaiveState, ad: NaiveAd): bigint | undefined {
  if (ad.priceType === "fixed") return ad.price;
  const rate = exchangeRate(state, state.userAt(ad.user), ad);
  if (rate === undefined) return undefined;
  const price = (rate * BigInt(ad.premiumE6)) / 1_000_000n;
  return price > 0n && price < 2n ** 63n ? price : undefined;
}

function judgeTerms(state: NaiveState, ad: NaiveAd): Rejection | undefined {
  const { p2p } = state;
  const fiat = p2p.fiats[ad.fiat];
  if (fiat === undefined || fiat.usdRateE8 === 0n) return "p2p_fiat_not_offered";
  if (!p2p.tokens.some((one) => one.currency === ad.currency)) return "p2p_token_not_offered";
  const { amountMax, amountMin, payMinutes, payments, remark, tradeTerms } = ad;
  const isWithin = amountMin >= fiat.amountMin && amountMax <= fiat.amountMax;
  if (!isWithin || amountMin > amountMax) return "p2p_ad_out_of_bounds";
  if (!fiat.payMinutes.includes(payMinutes)) return "p2p_ad_out_of_bounds";
  if (!isClean(remark, 512) || !isClean(tradeTerms, 512)) return "p2p_text_out_of_bounds";
  const own = p2p.accounts.filter((one) => one.user === ad.user);
  const arePaymentsOk = isSet(payments, 20, (payment) => {
    if (ad.side === "buy") return fiat.methods.includes(payment);
    const account = own.find((one) => one.id === payment);
    return account !== undefined && fiat.methods.includes(account.method);
  });
  if (!arePaymentsOk) return "p2p_payment_not_allowed";
  const rate = exchangeRate(state, state.userAt(ad.user), ad);
  if (rate === undefined) return "p2p_price_missing";
  if (ad.priceType === "floating") {
    const isOk = ad.premiumE6 >= fiat.floatMinE6 && ad.premiumE6 <= fiat.floatMaxE6;
    return isOk ? undefined : "p2p_price_out_of_bounds";
  }
  const priceE6 = ad.price * 1_000_000n;
  const isLow = priceE6 < rate * BigInt(fiat.fixedMinE6);
  return isLow || priceE6 > rate * BigInt(fiat.fixedMaxE6) ? "p2p_price_out_of_bounds" : undefined;
}

/** What the escrow has for an ad besides its orders. */
export function heldBy(ad: NaiveAd | undefined): bigint {
  return ad?.side === "sell" && ad.status === "published" ? ad.free : 0n;
}

function judgePublication(
  state: NaiveState,
  user: NaiveUser,
  ad: NaiveAd,
  held: bigint,
): Rejection | undefined {
  const merchant = state.p2p.merchants.find((one) => one.user === user.index);
  if (merchant === undefined) return "p2p_not_merchant";
  if (isHeldFor(state, user)) return "account_under_review";
  if (state.frozen.has(user.index) || isKeptApart(state, user.index)) return "account_frozen";
  const limits = state.p2p.levels.find((one) => one.level === merchant.level);
  if (limits === undefined) throw new Error("each level has limits");
  const others = state.p2p.ads.filter(
    (one) => one.user === user.index && one.status === "published" && one.id !== ad.id,
  );
  const sameSide = others.filter((one) => one.side === ad.side);
  const most = ad.side === "sell" ? limits.sellAdsMax : limits.buyAdsMax;
  if (sameSide.length >= most) return "p2p_ads_limit_reached";
  const [top, bottom] = dollarsOf(state, user, ad.currency);
  const dollars = ceilDiv(ad.free * top, bottom);
  if (ad.free === 0n || dollars > BigInt(limits.adUsdMax) * 10n ** 8n) {
    return "p2p_ad_out_of_bounds";
  }
  const needed = heldBy(ad) - held;
  if (spendableOf(state, user, "funding", ad.currency) < needed) return "insufficient_available";
  if (needed <= 0n) return undefined;
  const moved = { wallet: "funding", currency: ad.currency, amount: needed } as const;
  return judgeLeavingUnit(state, user.index, undefined, moved);
}

export function tellAd(state: NaiveState, ad: NaiveAd): void {
  const done = state.p2p.orders.filter((one) => one.ad === ad.id && one.status === "completed");
  const methods =
    ad.side === "buy"
      ? ad.payments
      : ad.payments.map((id) => state.p2p.accounts.find((one) => one.id === id)?.method ?? 0);
  state.emit("p2p_ad_changed", {
    ...{ adId: ad.id, user: ad.user, side: ad.side, currency: ad.currency, fiat: ad.fiat },
    ...{ priceType: ad.priceType, price: ad.price, premiumE6: ad.premiumE6, free: ad.free },
    ...{ amountMin: ad.amountMin, amountMax: ad.amountMax, payMinutes: ad.payMinutes },
    sold: done.reduce((sum, one) => sum + one.quantity, 0n),
    ...{ status: ad.status, createdAtMs: ad.createdAtMs },
    methods: methods.filter((one, at) => methods.indexOf(one) === at).join(","),
  });
}

/** Moves what an escrow has more or less than before, from or to the user's funding wallet. */
export function settleEscrow(
  state: NaiveState,
  owner: { readonly user: number; readonly currency: number },
  change: bigint,
  move: Mover,
): void {
  const wallet = state.account(owner.user, "funding", owner.currency, undefined);
  const escrow = state.account(0, "p2p_escrow", owner.currency, undefined);
  if (change > 0n) move(wallet, escrow, { reason: "p2p_hold", amount: change });
  if (change < 0n) move(escrow, wallet, { reason: "p2p_return", amount: -change });
}

function keep(state: NaiveState, ad: NaiveAd, held: bigint, move: Mover): void {
  const { ads } = state.p2p;
  const at = ads.findIndex((one) => one.id === ad.id);
  if (at === -1) ads.push(ad);
  else ads[at] = ad;
  settleEscrow(state, ad, heldBy(ad) - held, move);
  state.outcome.id = ad.id;
  tellAd(state, ad);
}

function isSizeOk(state: NaiveState, currency: number, quantity: bigint): boolean {
  const token = state.p2p.tokens.find((one) => one.currency === currency);
  return token !== undefined && quantity >= token.quantityMin && quantity <= token.quantityMax;
}

export function createAd(
  state: NaiveState,
  command: CommandOf<"create_p2p_ad">,
  move: Mover,
): void {
  const user = state.ordinary(command.user);
  if (user === undefined) return state.rejectCommand(command.user, "user_not_found");
  const refuse = (reason: Rejection): void => state.rejectCommand(user.index, reason);
  const { ads, merchants } = state.p2p;
  if (!merchants.some((one) => one.user === user.index)) return refuse("p2p_not_merchant");
  const own = ads.filter((one) => one.user === user.index && one.status !== "removed");
  if (own.length >= 100) return refuse("p2p_ads_limit_reached");
  const { quantity, kind: _kind, seq: _seq, timeMs, ...terms } = command;
  const ad: NaiveAd = {
    ...terms,
    price: terms.priceType === "fixed" ? terms.price : (0n as typeof terms.price),
    premiumE6: terms.priceType === "fixed" ? 0 : terms.premiumE6,
    ...{ id: 0, createdAtMs: timeMs, status: "published", free: quantity },
  };
  const refusal = judgeTerms(state, ad);
  if (refusal !== undefined) return refuse(refusal);
  if (!isSizeOk(state, ad.currency, quantity)) return refuse("p2p_ad_out_of_bounds");
  const bar = judgePublication(state, user, ad, 0n);
  if (bar !== undefined) return refuse(bar);
  keep(state, { ...ad, id: state.nextId() }, 0n, move);
}

function ownAd(state: NaiveState, user: number, id: number): NaiveAd | undefined {
  return state.p2p.ads.find(
    (one) => one.id === id && one.user === user && one.status !== "removed",
  );
}

export function updateAd(
  state: NaiveState,
  command: CommandOf<"update_p2p_ad">,
  move: Mover,
): void {
  const user = state.ordinary(command.user);
  if (user === undefined) return state.rejectCommand(command.user, "user_not_found");
  const refuse = (reason: Rejection): void => state.rejectCommand(user.index, reason);
  const known = ownAd(state, user.index, command.ad);
  if (known === undefined) return refuse("p2p_ad_not_found");
  const priceType = command.priceType === "keep" ? known.priceType : command.priceType;
  const ad: NaiveAd = { ...known, priceType };
  if (command.price !== 0n) ad.price = command.price;
  if (command.premiumE6 !== 0) ad.premiumE6 = command.premiumE6;
  if (priceType === "fixed") ad.premiumE6 = 0;
  else ad.price = 0n as typeof ad.price;
  if (command.amountMin !== 0n) ad.amountMin = command.amountMin;
  if (command.amountMax !== 0n) ad.amountMax = command.amountMax;
  if (command.payMinutes !== 0) ad.payMinutes = command.payMinutes;
  if (command.payments.length > 0) ad.payments = command.payments;
  if (command.quantity !== 0n) ad.free = command.quantity;
  ad.remark = command.remark;
  ad.tradeTerms = command.tradeTerms;
  const refusal = judgeTerms(state, ad);
  if (refusal !== undefined) return refuse(refusal);
  if (command.quantity !== 0n && !isSizeOk(state, ad.currency, command.quantity)) {
    return refuse("p2p_ad_out_of_bounds");
  }
  const isOut = ad.status === "published";
  const bar = isOut ? judgePublication(state, user, ad, heldBy(known)) : undefined;
  if (bar !== undefined) return refuse(bar);
  keep(state, ad, heldBy(known), move);
}

export function setAdStatus(
  state: NaiveState,
  command: CommandOf<"set_p2p_ad_status">,
  move: Mover,
): void {
  const user = state.ordinary(command.user);
  if (user === undefined) return state.rejectCommand(command.user, "user_not_found");
  const refuse = (reason: Rejection): void => state.rejectCommand(user.index, reason);
  const known = ownAd(state, user.index, command.ad);
  if (known === undefined) return refuse("p2p_ad_not_found");
  if (known.status === command.status) return refuse("p2p_ad_status_blocked");
  const ad: NaiveAd = { ...known, status: command.status };
  if (command.status === "published") {
    const refusal = judgeTerms(state, ad) ?? judgePublication(state, user, ad, 0n);
    if (refusal !== undefined) return refuse(refusal);
  }
  keep(state, ad, heldBy(known), move);
}
