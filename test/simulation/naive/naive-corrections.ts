/**
 * Corrections by the operator, judged by the events that the naive exchange has emitted: the
 * movements of its funds, and the corrections that it has made.
 */
import type { Rejection } from "../../../src/core/base/rejections.ts";
import type { Wallet } from "../../../src/core/base/vocabulary.ts";
import type { CommandOf } from "../../../src/core/commands/commands.ts";
import type { EventOf } from "../../../src/core/events/events.ts";
import { type AdjustingTools, isAboveLimit, wait } from "./naive-adjustments.ts";
import { least, worthOf } from "./naive-amounts.ts";
import { isAccountLiquidating } from "./naive-liquidation-state.ts";
import { spendableOf, walletFor } from "./naive-money.ts";
import { largestEver } from "./naive-order-limits.ts";
import type { NaiveInstrument, NaiveUser } from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";
import { judgeLeavingUnit } from "./naive-units.ts";

type Bust = CommandOf<"bust_trade">;
type Refund = CommandOf<"refund_liquidation">;

const MONTH = 30 * 86_400_000;
/** Fills that the workload may correct: the newest. */
const FILLS_KEPT = 200;

type NaiveFill = Pick<
  EventOf<"order_filled">,
  "tradeId" | "user" | "instrument" | "side" | "price" | "size" | "fee" | "feeCurrency"
>;
type NaiveFundMove = Pick<
  EventOf<"fund_moved">,
  "liquidationId" | "user" | "currency" | "amount" | "isPaidIn" | "wallet"
> & { readonly timeMs: number };

export class NaiveCorrecting {
  fills: NaiveFill[] = [];
  readonly fundMoves: NaiveFundMove[] = [];
  readonly trades: number[] = [];
  readonly refunds: Pick<Refund, "liquidationId" | "currency" | "amount">[] = [];

  sawFill(fill: NaiveFill): void {
    this.fills.push(fill);
    if (this.fills.length > 2 * FILLS_KEPT) this.fills = this.fills.slice(-FILLS_KEPT);
  }

  /** What the fund received in a liquidation, and what of it has not been refunded. */
  takenIn({ currency, liquidationId }: Pick<Refund, "liquidationId" | "currency">): {
    readonly user: number;
    readonly sinceMs: number;
    readonly taken: bigint;
    readonly left: bigint;
  } {
    const isIn = (one: Pick<Refund, "liquidationId" | "currency">): boolean =>
      one.liquidationId === liquidationId && one.currency === currency;
    const moves = this.fundMoves.filter(isIn);
    let taken = 0n;
    for (const { amount, isPaidIn } of moves) taken += isPaidIn ? amount : -amount;
    const back = this.refunds.filter(isIn).reduce((sum, { amount }) => sum + amount, 0n);
    const [first] = moves;
    return { user: first?.user ?? -1, sinceMs: first?.timeMs ?? 0, taken, left: taken - back };
  }
}

type Sides = {
  readonly instrument: NaiveInstrument;
  readonly currency: number;
  readonly buyer: NaiveUser;
  readonly seller: NaiveUser;
};

type Amounts = {
  readonly isBuyerPaid: boolean;
  readonly paid: bigint;
  readonly fundPaid: bigint;
  readonly buyerFee: bigint;
  readonly sellerFee: bigint;
};

function sidesOf(state: NaiveState, command: Bust): Sides | Rejection {
  const instrument = state.instruments[command.instrument];
  if (instrument === undefined) return "instrument_not_found";
  const [buyer, seller] = [command.buyer, command.seller].map((index) => state.users[index]);
  if (buyer?.realm !== instrument.realm || seller?.realm !== instrument.realm) {
    return "user_not_found";
  }
  if (!instrument.isFutures && (buyer.index < 2 || seller.index < 2)) return "user_not_found";
  const currency = instrument.isFutures ? instrument.settle : instrument.quote;
  return { instrument, currency, buyer, seller };
}

function isOdd(instrument: NaiveInstrument, command: Bust): boolean {
  const { buyerFee, fairPrice, fundMax, price, sellerFee, size } = command;
  if (command.buyer === command.seller) return true;
  if (price === fairPrice || price < 1 || fairPrice < 1) return true;
  if (price > instrument.priceMax || fairPrice > instrument.priceMax) return true;
  if (size < 1 || size > largestEver(instrument) || fundMax < 0n) return true;
  const traded = worthOf(instrument, price, size);
  if (traded === worthOf(instrument, fairPrice, size)) return true;
  const fees = instrument.isFutures ? [buyerFee, sellerFee] : [sellerFee];
  if (!instrument.isFutures && buyerFee !== 0n) return true;
  return fees.some((fee) => fee < 0n || fee > traded);
}

/** What a user can give away of a coin without debts or missing margin. */
function givableOf(
  state: NaiveState,
  user: NaiveUser,
  terms: { readonly wallet: Wallet; readonly currency: number; readonly amount: bigint },
): bigint {
  const { amount, currency, wallet } = terms;
  if (user.index < 2)
    return least(state.account(user.index, wallet, currency, undefined).balance, amount);
  if (isAccountLiquidating(state, user.index, wallet, currency)) return 0n;
  const spendable = spendableOf(state, user, wallet, currency);
  if (spendable <= 0n) return 0n;
  const given = least(spendable, amount);
  const refusal = judgeLeavingUnit(state, user.index, undefined, {
    wallet,
    currency,
    amount: given,
  });
  return refusal === undefined ? given : 0n;
}

function amountsOf(state: NaiveState, command: Bust, sides: Sides): Amounts | Rejection {
  const { buyer, currency, instrument, seller } = sides;
  const { fairPrice, price, size } = command;
  const [traded, fair] = [price, fairPrice].map((one) => worthOf(instrument, one, size));
  if (traded === undefined || fair === undefined) throw new Error("two prices have two worths");
  const gap = traded > fair ? traded - fair : fair - traded;
  const isBuyerPaid = price > fairPrice;
  const payer = isBuyerPaid ? seller : buyer;
  const wallet = walletFor(payer, instrument);
  const paid = givableOf(state, payer, { wallet, currency, amount: gap });
  const fundPaid = gap - paid;
  const exchange = instrument.realm === "live" ? 0 : 1;
  const balanceOf = (name: Wallet): bigint =>
    state.account(exchange, name, currency, undefined).balance;
  const isFunded = fundPaid <= command.fundMax && fundPaid <= balanceOf("insurance_fund");
  const isOfFund = buyer.index < 2 || seller.index < 2;
  if (fundPaid > 0n && (isOfFund || !isFunded)) return "insufficient_available";
  const returned = (fee: bigint): bigint => (traded > fair ? (fee * (traded - fair)) / traded : 0n);
  const [buyerFee, sellerFee] = [returned(command.buyerFee), returned(command.sellerFee)];
  if (buyerFee + sellerFee > balanceOf("fees")) return "insufficient_available";
  return { isBuyerPaid, paid, fundPaid, buyerFee, sellerFee };
}

function judgeBust(state: NaiveState, command: Bust): (Sides & Amounts) | Rejection {
  const sides = sidesOf(state, command);
  if (typeof sides === "string") return sides;
  if (isOdd(sides.instrument, command)) return "correction_out_of_bounds";
  const { tradeId } = command;
  if (tradeId < 1 || tradeId > state.lastId || state.correcting.trades.includes(tradeId)) {
    return "trade_not_correctable";
  }
  const amounts = amountsOf(state, command, sides);
  return typeof amounts === "string" ? amounts : { ...sides, ...amounts };
}

function doBust(
  state: NaiveState,
  command: Bust,
  done: Sides & Amounts,
  { move }: AdjustingTools,
): void {
  const { buyer, buyerFee, currency, fundPaid, instrument, isBuyerPaid, paid, seller, sellerFee } =
    done;
  const { fairPrice, price, size, tradeId } = command;
  state.correcting.trades.push(tradeId);
  state.emit("trade_corrected", {
    ...{ tradeId, instrument: instrument.index, buyer: buyer.index, seller: seller.index },
    ...{ price, fairPrice, size, isBuyerPaid, paid, fundPaid, buyerFee, sellerFee },
  });
  const own = (user: NaiveUser) =>
    state.account(user.index, walletFor(user, instrument), currency, undefined);
  const exchange = instrument.realm === "live" ? 0 : 1;
  const fund = state.account(exchange, "insurance_fund", currency, undefined);
  const fees = state.account(exchange, "fees", currency, undefined);
  const [loser, winner] = isBuyerPaid ? [buyer, seller] : [seller, buyer];
  const steps = [
    [own(winner), own(loser), paid],
    [fund, own(loser), fundPaid],
    [fees, own(buyer), buyerFee],
    [fees, own(seller), sellerFee],
  ] as const;
  for (const [from, to, amount] of steps) {
    if (amount > 0n) move(from, to, { reason: "trade_correction", amount });
  }
}

function judgeRefund(
  state: NaiveState,
  command: Refund,
  tools: AdjustingTools,
): Rejection | undefined {
  const { amount, currency, liquidationId, wallet } = command;
  const user = state.ordinary(command.user);
  if (user === undefined) return "user_not_found";
  if (state.currencies[currency] === undefined) return "currency_not_found";
  if (!tools.walletsOf(user).includes(wallet)) return "wallet_not_allowed";
  if (amount < 1n) return "amount_not_positive";
  const { left, sinceMs, taken, user: owner } = state.correcting.takenIn(command);
  const isGone = state.timeMs > sinceMs + MONTH;
  if (taken <= 0n || owner !== user.index || isGone) return "liquidation_not_refundable";
  if (state.liquidations.queue.some(({ id }) => id === liquidationId)) return "account_liquidating";
  if (amount > left) return "refund_too_large";
  const exchange = user.realm === "live" ? 0 : 1;
  const { balance } = state.account(exchange, "insurance_fund", currency, undefined);
  return amount > balance ? "insufficient_available" : undefined;
}

function doRefund(state: NaiveState, command: Refund, { move }: AdjustingTools): void {
  const { amount, currency, liquidationId, user, wallet } = command;
  state.correcting.refunds.push({ liquidationId, currency, amount });
  const refundable = state.correcting.takenIn(command).left;
  state.emit("liquidation_refunded", {
    ...{ liquidationId, user, wallet, currency, amount, refundable },
  });
  const exchange = state.userAt(user).realm === "live" ? 0 : 1;
  const fund = state.account(exchange, "insurance_fund", currency, undefined);
  const to = state.account(user, wallet, currency, undefined);
  move(fund, to, { reason: "liquidation_refund", amount });
}

/** Makes a correction that was judged before, when its second person approves it. */
export function makeCorrection(
  state: NaiveState,
  command: Bust | Refund,
  tools: AdjustingTools,
): Rejection | undefined {
  if (command.kind === "refund_liquidation") {
    const refusal = judgeRefund(state, command, tools);
    if (refusal === undefined) doRefund(state, command, tools);
    return refusal;
  }
  const judged = judgeBust(state, command);
  if (typeof judged === "string") return judged;
  doBust(state, command, judged, tools);
  return undefined;
}

export function bustTrade(state: NaiveState, command: Bust, tools: AdjustingTools): void {
  const judged =
    command.reference.length > 128 ? "correction_out_of_bounds" : judgeBust(state, command);
  if (typeof judged === "string") return state.rejectCommand(0, judged);
  const { buyer, buyerFee, currency, fundPaid, instrument, isBuyerPaid, paid, seller, sellerFee } =
    judged;
  const loser = isBuyerPaid ? buyer : seller;
  const amount = paid + fundPaid + buyerFee + sellerFee;
  const wallet = walletFor(loser, instrument);
  const terms = { user: loser.index, wallet, currency, amount };
  const actor = command.origin?.act?.actor ?? "";
  if (isAboveLimit(state, terms, actor)) return wait(state, { ...terms, actor, act: command });
  doBust(state, command, judged, tools);
}

export function refundLiquidation(state: NaiveState, command: Refund, tools: AdjustingTools): void {
  const { amount, currency, user, wallet } = command;
  const refusal =
    command.reference.length > 128
      ? "correction_out_of_bounds"
      : judgeRefund(state, command, tools);
  if (refusal !== undefined) return state.rejectCommand(user, refusal);
  const terms = { user, wallet, currency, amount };
  const actor = command.origin?.act?.actor ?? "";
  if (isAboveLimit(state, terms, actor)) return wait(state, { ...terms, actor, act: command });
  doRefund(state, command, tools);
}
