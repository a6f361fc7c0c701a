/** Orders of peer-to-peer trading, by the rules as written in decision 0066. */

import { unreachable } from "../../../src/core/base/assert.ts";
import type { Rejection } from "../../../src/core/base/rejections.ts";
import type { Command, CommandOf } from "../../../src/core/commands/commands.ts";
import { P2P_COMMANDS } from "../../../src/core/commands/p2p-command-fields.ts";
import { ceilDiv } from "./naive-amounts.ts";
import type { Mover } from "./naive-deposits.ts";
import { hasFreeze, isKeptApart } from "./naive-freezes.ts";
import { spendableOf } from "./naive-money.ts";
import {
  addAccount,
  addMethod,
  createAd,
  heldBy,
  type NaiveAd,
  type NaiveP2pOrder,
  presentPrice,
  removeAccount,
  setAdStatus,
  setFiat,
  setLevel,
  setMerchant,
  setToken,
  settleEscrow,
  tellAd,
  updateAd,
} from "./naive-p2p.ts";
import type { NaiveUser } from "./naive-records.ts";
import { isHeldFor } from "./naive-review.ts";
import type { NaiveState } from "./naive-state.ts";
import { judgeLeavingUnit } from "./naive-units.ts";

const TAKEN_MAX = 10;
const EXPIRIES_PER_TICK = 64;

function openOrders(state: NaiveState): NaiveP2pOrder[] {
  return state.p2p.orders.filter(({ status }) => status !== "completed" && status !== "cancelled");
}

function tellOrder(state: NaiveState, order: NaiveP2pOrder): void {
  const { ad, id, ...fields } = order;
  state.outcome.id = id;
  state.emit("p2p_order_changed", { ...fields, orderId: id, adId: ad });
}

/** The ad of an order, unless it was removed. */
function adOf(state: NaiveState, order: NaiveP2pOrder): NaiveAd | undefined {
  return state.p2p.ads.find((one) => one.id === order.ad && one.status !== "removed");
}

function judgeAccess(state: NaiveState, user: NaiveUser, ad: NaiveAd): Rejection | undefined {
  if (isHeldFor(state, user)) return "account_under_review";
  if (state.frozen.has(user.index) || isKeptApart(state, user.index)) return "account_frozen";
  const owner = state.userAt(ad.user);
  if (owner.parent === user.parent) return "p2p_own_ad";
  const { fiats, merchants, tokens } = state.p2p;
  const isShut =
    fiats[ad.fiat]?.usdRateE8 === 0n ||
    tokens.every((one) => one.currency !== ad.currency) ||
    merchants.every((one) => one.user !== owner.index) ||
    isHeldFor(state, owner) ||
    isKeptApart(state, owner.index) ||
    hasFreeze(state, owner.index, "login") ||
    state.frozen.has(owner.index);
  return isShut ? "p2p_ad_unavailable" : undefined;
}

function judgeCount(state: NaiveState, user: NaiveUser, ad: NaiveAd): Rejection | undefined {
  const open = openOrders(state);
  const own = open.filter((one) => {
    const taker = one.maker === one.seller ? one.buyer : one.seller;
    return state.userAt(taker).parent === user.parent;
  });
  if (own.some((one) => one.ad === ad.id)) return "p2p_order_exists";
  const level = state.p2p.merchants.find((one) => one.user === ad.user)?.level;
  const limits = state.p2p.levels.find((one) => one.level === level);
  const ofAd = open.filter((one) => one.ad === ad.id).length;
  const ofMaker = open.filter((one) => one.maker === ad.user).length;
  const isFull =
    own.length >= TAKEN_MAX ||
    ofAd >= (limits?.adOrdersMax ?? 0) ||
    ofMaker >= (limits?.ordersMax ?? 0);
  return isFull ? "p2p_orders_limit_reached" : undefined;
}

function methodOf(state: NaiveState, ad: NaiveAd, command: CommandOf<"place_p2p_order">) {
  const { accounts } = state.p2p;
  if (ad.side === "buy") {
    const own = accounts.find((one) => one.id === command.account && one.user === command.user);
    return own !== undefined && ad.payments.includes(own.method) ? own.method : undefined;
  }
  const wanted = command.account === 0 ? ad.payments[0] : command.account;
  return accounts.find((one) => one.id === wanted && ad.payments.includes(one.id))?.method;
}

/** Quantity and fee, `undefined` where the ad has no room for them. */
function sizes(state: NaiveState, ad: NaiveAd, amount: bigint, price: bigint) {
  const unit = 10n ** BigInt(state.currencies[ad.currency]?.decimals ?? 0);
  const quantity = (amount * unit) / price;
  const feeE6 = state.p2p.tokens.find((one) => one.currency === ad.currency)?.feeE6 ?? 0;
  const fee = ceilDiv(quantity * BigInt(feeE6), 1_000_000n);
  const isOk = amount >= ad.amountMin && amount <= ad.amountMax && quantity <= ad.free;
  return isOk && quantity - fee > 0n ? { quantity, fee } : undefined;
}

function place(state: NaiveState, command: CommandOf<"place_p2p_order">, move: Mover): void {
  const user = state.ordinary(command.user);
  if (user === undefined) return state.rejectCommand(command.user, "user_not_found");
  const refuse = (reason: Rejection): void => state.rejectCommand(user.index, reason);
  if (user.realm === "demo") return refuse("realm_mismatch");
  const ad = state.p2p.ads.find((one) => one.id === command.ad && one.status === "published");
  if (ad === undefined) return refuse("p2p_ad_not_found");
  const bar = judgeAccess(state, user, ad);
  if (bar !== undefined) return refuse(bar);
  const price = presentPrice(state, ad);
  if (price === undefined) return refuse("p2p_price_missing");
  const gain = ad.side === "sell" ? command.price - price : price - command.price;
  if (gain < 0n) return refuse("p2p_price_changed");
  const size = sizes(state, ad, command.amount, price);
  if (size === undefined) return refuse("p2p_amount_out_of_bounds");
  const method = methodOf(state, ad, command);
  if (method === undefined) return refuse("p2p_account_not_found");
  const full = judgeCount(state, user, ad);
  if (full !== undefined) return refuse(full);
  const { currency, fiat, remark } = ad;
  const isSell = ad.side === "sell";
  if (!isSell && spendableOf(state, user, "funding", currency) < size.quantity) {
    return refuse("insufficient_available");
  }
  const moved = { wallet: "funding", currency, amount: size.quantity } as const;
  const line = isSell ? undefined : judgeLeavingUnit(state, user.index, undefined, moved);
  if (line !== undefined) return refuse(line);
  if (!isSell) settleEscrow(state, { user: user.index, currency }, size.quantity, move);
  ad.free -= size.quantity;
  const order: NaiveP2pOrder = {
    ...{ id: state.nextId(), ad: ad.id, maker: ad.user, currency, fiat, price, method, remark },
    ...{ buyer: isSell ? user.index : ad.user, seller: isSell ? ad.user : user.index },
    ...{ amount: command.amount, ...size, createdAtMs: state.timeMs },
    ...{ payByMs: state.timeMs + ad.payMinutes * 60_000, paidAtMs: 0, appealedAtMs: 0 },
    status: "pending_payment",
  };
  state.p2p.orders.push(order);
  tellAd(state, ad);
  tellOrder(state, order);
}

function finish(state: NaiveState, order: NaiveP2pOrder, move: Mover): void {
  const { buyer, currency, fee, quantity } = order;
  const escrow = state.account(0, "p2p_escrow", currency, undefined);
  const to = state.account(buyer, "funding", currency, undefined);
  move(escrow, to, { reason: "p2p_release", amount: quantity - fee });
  const fees = state.account(0, "fees", currency, undefined);
  if (fee > 0n) move(escrow, fees, { reason: "p2p_fee", amount: fee });
  order.status = "completed";
  const ad = adOf(state, order);
  if (ad !== undefined) tellAd(state, ad);
  tellOrder(state, order);
}

function callOff(state: NaiveState, order: NaiveP2pOrder, move: Mover): void {
  order.status = "cancelled";
  const ad = adOf(state, order);
  if (ad !== undefined) ad.free += order.quantity;
  const isKept = ad !== undefined && heldBy(ad) > 0n;
  const seller = { user: order.seller, currency: order.currency };
  if (!isKept) settleEscrow(state, seller, -order.quantity, move);
  if (ad !== undefined) tellAd(state, ad);
  tellOrder(state, order);
}

function step(state: NaiveState, command: CommandOf<"step_p2p_order">, move: Mover): void {
  const { order: id, step: what, user } = command;
  const order = openOrders(state).find((one) => one.id === id);
  if (order === undefined || (order.buyer !== user && order.seller !== user)) {
    return state.rejectCommand(user, "p2p_order_not_found");
  }
  const { status } = order;
  const isBuyer = order.buyer === user;
  const isInTime = status === "pending_payment" && state.timeMs < order.payByMs;
  const isPaid = status === "pending_release";
  const isAllowed = {
    pay: isBuyer && isInTime,
    cancel: isBuyer && isInTime,
    release: !isBuyer && (isPaid || status === "in_appeal"),
    appeal: isPaid,
  }[what];
  if (!isAllowed) return state.rejectCommand(user, "p2p_order_status_blocked");
  switch (what) {
    case "release":
      if (isHeldFor(state, state.userAt(order.seller))) {
        return state.rejectCommand(user, "account_under_review");
      }
      if (hasFreeze(state, order.seller, "transfersOut", "withdrawals")) {
        return state.rejectCommand(user, "account_frozen");
      }
      return finish(state, order, move);
    case "cancel":
      return callOff(state, order, move);
    case "pay":
      order.status = "pending_release";
      order.paidAtMs = state.timeMs;
      return tellOrder(state, order);
    case "appeal":
      order.status = "in_appeal";
      order.appealedAtMs = state.timeMs;
      return tellOrder(state, order);
    default:
      return unreachable(what);
  }
}

function resolve(state: NaiveState, command: CommandOf<"resolve_p2p_order">, move: Mover): void {
  const order = openOrders(state).find((one) => one.id === command.order);
  if (order === undefined) return state.rejectCommand(0, "p2p_order_not_found");
  if (order.status !== "in_appeal") return state.rejectCommand(0, "p2p_order_status_blocked");
  if (command.isReleased) finish(state, order, move);
  else callOff(state, order, move);
}

/** A tick calls off unpaid orders whose time is over, so many at once. */
export function expireP2p(state: NaiveState, move: Mover): void {
  const over = state.p2p.orders.filter(
    (one) => one.status === "pending_payment" && one.payByMs <= state.timeMs,
  );
  for (const order of over.slice(0, EXPIRIES_PER_TICK)) callOff(state, order, move);
}

const KINDS = Object.keys(P2P_COMMANDS) as readonly string[];

type P2pCommand = Extract<Command, { kind: keyof typeof P2P_COMMANDS }>;

export function isP2p(command: Command): command is P2pCommand {
  return KINDS.includes(command.kind);
}

/** Applies one of them. */
export function dispatchP2p(state: NaiveState, command: P2pCommand, move: Mover): void {
  switch (command.kind) {
    case "set_p2p_fiat":
      return setFiat(state, command);
    case "set_p2p_token":
      return setToken(state, command);
    case "add_p2p_method":
      return addMethod(state, command);
    case "set_p2p_level":
      return setLevel(state, command);
    case "set_p2p_merchant":
      return setMerchant(state, command);
    case "add_p2p_account":
      return addAccount(state, command);
    case "remove_p2p_account":
      return removeAccount(state, command);
    case "create_p2p_ad":
      return createAd(state, command, move);
    case "update_p2p_ad":
      return updateAd(state, command, move);
    case "set_p2p_ad_status":
      return setAdStatus(state, command, move);
    case "place_p2p_order":
      return place(state, command, move);
    case "step_p2p_order":
      return step(state, command, move);
    case "resolve_p2p_order":
      return resolve(state, command, move);
    default:
      return unreachable(command);
  }
}
