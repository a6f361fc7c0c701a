/** Amounts and margin from first principles: every sum is taken over all orders and positions. */
import { LEVERAGE_DEFAULT } from "../../../src/core/base/limits.ts";
import type { Category, Side, Wallet } from "../../../src/core/base/vocabulary.ts";
import { ceilDiv, worthOf } from "./naive-amounts.ts";
import { dueFunding } from "./naive-funding.ts";
import { openLossOf } from "./naive-futures-loss.ts";
import {
  isClosing,
  isHedged,
  type NaiveAccount,
  type NaiveInstrument,
  type NaiveOrder,
  type NaivePosition,
  type NaiveUser,
  remainingOf,
} from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";
import { type CoinFigures, dollarsOf, missable, unifiedFree } from "./naive-unified.ts";

/** Wallet of a classic account that holds the money of a category. */
export const CATEGORY_WALLETS: Readonly<Record<Category, Wallet>> = {
  spot: "spot",
  usdt_futures: "usdt_futures",
  susdt_futures: "usdt_futures",
  usdc_futures: "usdc_futures",
  susdc_futures: "usdc_futures",
  coin_futures: "coin_futures",
  scoin_futures: "coin_futures",
};

export function walletFor(user: NaiveUser, instrument: NaiveInstrument): Wallet {
  if (user.index < 2) return "insurance_fund";
  return user.accountKind === "unified" ? "unified" : CATEGORY_WALLETS[instrument.category];
}

export function leverageOf(
  user: NaiveUser,
  instrument: NaiveInstrument,
  side: "long" | "short",
): number {
  const chosen = user.leverages.get(instrument.index)?.[side];
  return chosen ?? Math.min(LEVERAGE_DEFAULT, instrument.leverageMax);
}

/** The margin account of an isolated position. */
export function marginAccount(
  state: NaiveState,
  user: NaiveUser,
  instrument: NaiveInstrument,
  side: "long" | "short",
): NaiveAccount {
  const wallet = side === "long" ? "long_margin" : "short_margin";
  return state.account(user.index, wallet, instrument.settle, instrument.index);
}

export function positionOf(
  state: NaiveState,
  user: number,
  instrument: number,
  side: "long" | "short",
): NaivePosition | undefined {
  return state.positions.find(
    (one) => one.user === user && one.instrument === instrument && one.side === side,
  );
}

/** What one open spot order reserves, in the coin it pays with. */
export function reserveOf(instrument: NaiveInstrument, order: NaiveOrder): bigint {
  if (order.quoteAmount > 0n) return order.quoteAmount - order.filledNotional;
  const rest = remainingOf(order);
  if (order.side === "sell") return BigInt(rest) * instrument.baseAtomsPerLot;
  return worthOf(instrument, order.price, rest);
}

/** All that open spot orders reserve of one account. */
export function holdOf(
  state: NaiveState,
  user: NaiveUser,
  wallet: Wallet,
  currency: number,
): bigint {
  let hold = 0n;
  for (const order of state.openOrdersOf(user.index)) {
    const instrument = state.instrumentAt(order.instrument);
    if (instrument.isFutures || walletFor(user, instrument) !== wallet) continue;
    if (order.backing !== "default" && order.backing !== "unified_margin") continue;
    const coin = order.side === "buy" ? instrument.quote : instrument.base;
    if (coin === currency) hold += reserveOf(instrument, order);
  }
  return hold;
}

/** All that open orders reserve of an account of a margin wallet. */
export function holdOfAccount(state: NaiveState, account: NaiveAccount): bigint {
  let hold = 0n;
  for (const order of state.openOrdersOf(account.user)) {
    if (order.backing !== account.wallet) continue;
    if (account.instrument !== undefined && account.instrument !== order.instrument) continue;
    const instrument = state.instrumentAt(order.instrument);
    const coin = order.side === "buy" ? instrument.quote : instrument.base;
    if (coin === account.currency) hold += reserveOf(instrument, order);
  }
  return hold;
}

/** A futures order, or one that is being considered, as margin sees it. */
export type MarginOrder = {
  readonly side: Side;
  readonly isClosing: boolean;
  readonly price: number;
  /** The worst price that it may trade at. */
  readonly worst: number;
  readonly size: number;
};

/** Open orders of a user in an instrument; a market order in the middle of its fills is none. */
export function marginOrdersOf(
  state: NaiveState,
  user: number,
  instrument: number,
  except?: NaiveOrder,
): MarginOrder[] {
  return state.orders
    .filter((one) => one.user === user && one.instrument === instrument && one !== except)
    .filter((one) => one.orderType === "limit")
    .map((one) => ({
      side: one.side,
      isClosing: isClosing(one),
      price: one.price,
      worst: one.price,
      size: remainingOf(one),
    }));
}

/** The value that one side could reach: its position and orders, or orders beyond the opposite. */
function reachOf(opposite: number, held: bigint, orders: readonly [number, bigint]): bigint {
  const [lots, value] = orders;
  if (opposite === 0) return held + value;
  if (lots <= opposite) return 0n;
  return ceilDiv(value * BigInt(lots - opposite), BigInt(lots));
}

/** Initial margin of one instrument, with the given open orders, their losses and taker fees. */
export function requiredMargin(
  state: NaiveState,
  user: NaiveUser,
  instrument: NaiveInstrument,
  orders: readonly MarginOrder[],
): bigint {
  const sums = { buy: [0, 0n] as [number, bigint], sell: [0, 0n] as [number, bigint] };
  const losses = { buy: 0n, sell: 0n };
  for (const order of orders) {
    if (order.isClosing) continue;
    sums[order.side][0] += order.size;
    sums[order.side][1] += worthOf(instrument, order.price, order.size);
    losses[order.side] += openLossOf(instrument, order);
  }
  const long = positionOf(state, user.index, instrument.index, "long");
  const short = positionOf(state, user.index, instrument.index, "short");
  const isIsolated = user.isolated.has(instrument.index);
  const atMark = (position: NaivePosition | undefined): bigint => {
    if (position === undefined || isIsolated) return 0n;
    if (instrument.mark === 0) return position.openNotional;
    return worthOf(instrument, instrument.mark, position.size);
  };
  const [longValue, shortValue] = [atMark(long), atMark(short)];
  const ordered = sums.buy[1] + sums.sell[1];
  const feeE12 =
    BigInt(instrument.takerRateE6) * BigInt(1_000_000 + instrument.limits.feeUpRatioE6);
  const fees = ceilDiv(ordered * feeE12, 1_000_000_000_000n);
  const leverage = BigInt(leverageOf(user, instrument, "long"));
  const all = fees + losses.buy + losses.sell;
  if (isHedged(user, instrument)) {
    if (!isIsolated) return ceilDiv(longValue + shortValue + ordered, leverage) + all;
    const forShort = BigInt(leverageOf(user, instrument, "short"));
    return ceilDiv(sums.buy[1], leverage) + ceilDiv(sums.sell[1], forShort) + all;
  }
  // Of orders against an isolated position its own margin bears what closes.
  const borne = (side: Side, opposite: number): bigint => {
    const [lots] = sums[side];
    if (!isIsolated || opposite === 0) return losses[side];
    return lots <= opposite ? 0n : ceilDiv(losses[side] * BigInt(lots - opposite), BigInt(lots));
  };
  const [longSize, shortSize] = [long?.size ?? 0, short?.size ?? 0];
  const up = ceilDiv(reachOf(shortSize, longValue, sums.buy), leverage) + borne("buy", shortSize);
  const down =
    ceilDiv(reachOf(longSize, shortValue, sums.sell), leverage) + borne("sell", longSize);
  let needed = up;
  if (down > up) needed = down;
  return fees + needed;
}

export function unrealisedOf(state: NaiveState, position: NaivePosition): bigint {
  return unrealisedAtPrice(state, position, state.instrumentAt(position.instrument).mark);
}

/** Profit and loss if the position were closed at a price; none at 0. */
export function unrealisedAtPrice(
  state: NaiveState,
  position: NaivePosition,
  price: number,
): bigint {
  const instrument = state.instrumentAt(position.instrument);
  if (price === 0) return 0n;
  const gain = worthOf(instrument, price, position.size) - position.openNotional;
  const isReversed = (position.side === "short") !== instrument.isInverse;
  return isReversed ? -gain : gain;
}

export type Tentative = { readonly instrument: number; readonly orders: readonly MarginOrder[] };

type Place = { readonly wallet: Wallet; readonly currency: number };

/** One coin of a wallet, with a tentative change of the orders in one instrument. */
function coinFigures(
  state: NaiveState,
  user: NaiveUser,
  { wallet, currency }: Place,
  tentative?: Tentative,
): CoinFigures {
  let unrealised = 0n;
  let required = 0n;
  let due = 0n;
  for (const instrument of state.instruments) {
    if (!instrument.isFutures || instrument.settle !== currency) continue;
    if (walletFor(user, instrument) !== wallet) continue;
    const { index } = instrument;
    const orders =
      tentative?.instrument === index ? tentative.orders : marginOrdersOf(state, user.index, index);
    required += requiredMargin(state, user, instrument, orders);
    for (const position of state.positions) {
      if (position.user !== user.index || position.instrument !== index) continue;
      if (user.isolated.has(index)) continue;
      due += dueFunding(state, position);
      unrealised += unrealisedOf(state, position);
    }
  }
  const { balance } = state.account(user.index, wallet, currency, undefined);
  const hold = holdOf(state, user, wallet, currency);
  return { currency, balance, due, hold, required, unrealised };
}

/** All coins of a unified account. */
export function unifiedCoins(
  state: NaiveState,
  user: NaiveUser,
  tentative?: Tentative,
): readonly CoinFigures[] {
  return state.currencies.map((_, currency) =>
    coinFigures(state, user, { wallet: "unified", currency }, tentative),
  );
}

/** What one coin has left beyond all it must cover, and its open profit. */
export function availableMargin(
  state: NaiveState,
  user: NaiveUser,
  place: Place,
  tentative?: Tentative,
): { free: bigint; unrealised: bigint } {
  const coin = coinFigures(state, user, place, tentative);
  const { balance, due, hold, required, unrealised } = coin;
  return { free: balance + due + unrealised - hold - required, unrealised };
}

/** Whether the coin, or the whole unified account, covers all it must. */
export function coversAll(
  state: NaiveState,
  user: NaiveUser,
  place: Place,
  tentative?: Tentative,
  beside = 0n,
): boolean {
  if (user.accountKind === "classic") {
    return availableMargin(state, user, place, tentative).free >= beside;
  }
  const [top, bottom] = dollarsOf(state, user, place.currency);
  const { free } = unifiedFree(state, user, unifiedCoins(state, user, tentative));
  return free >= ceilDiv(beside * top, bottom);
}

const MARGIN_WALLETS: readonly Wallet[] = [
  "usdt_futures",
  "usdc_futures",
  "coin_futures",
  "unified",
];

/** What may be spent or moved out: nothing reserved, nothing that margin needs, no open profit. */
export function spendableOf(
  state: NaiveState,
  user: NaiveUser,
  wallet: Wallet,
  currency: number,
): bigint {
  if (!MARGIN_WALLETS.includes(wallet)) {
    const { balance } = state.account(user.index, wallet, currency, undefined);
    return balance - holdOf(state, user, wallet, currency);
  }
  if (wallet === "unified") {
    const coins = unifiedCoins(state, user);
    const { transferable } = unifiedFree(state, user, coins);
    const coin = coins.find((one) => one.currency === currency);
    return coin === undefined ? 0n : missable(state, user, coin, transferable);
  }
  const { free, unrealised } = availableMargin(state, user, { wallet, currency });
  const rest = unrealised > 0n ? free - unrealised : free;
  return rest > 0n ? rest : 0n;
}
