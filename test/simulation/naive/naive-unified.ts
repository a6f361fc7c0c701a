/** The unified account from first principles: dollars as exact fractions of whole numbers. */
import type { CommandOf } from "../../../src/core/commands/commands.ts";
import { least } from "./naive-amounts.ts";
import { reserveOf } from "./naive-money.ts";
import type { NaiveUser } from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";

export type NaiveCollateral = {
  readonly isDollar: boolean;
  readonly isShared: boolean;
  /** [start in whole coins, rate in millionths] */
  readonly tiers: readonly (readonly [number, number])[];
};

export function setCollateral(state: NaiveState, command: CommandOf<"set_collateral">): void {
  const { currency, isDollar, isShared, ratesE6, tierStarts } = command;
  if (state.currencies[currency] === undefined) {
    return state.rejectCommand(0, "currency_not_found");
  }
  const tiers = tierStarts.map((start, at) => [start, ratesE6[at] ?? 0] as const);
  const isSound =
    tierStarts.length === ratesE6.length &&
    tiers.length <= 20 &&
    tiers.every(([start, rate], at) => {
      const before = tiers[at - 1];
      if (before === undefined) return start === 0 && rate <= 1_000_000;
      return start > before[0] && rate <= before[1];
    });
  if (!isSound) return state.rejectCommand(0, "collateral_out_of_bounds");
  state.collaterals.set(currency, { isDollar, isShared, tiers });
  state.emit("collateral_changed", { currency });
}

/** Equity in dollars × 10^8, coin by coin. */
function equityOf(state: NaiveState, user: NaiveUser, coins: readonly CoinFigures[]): bigint {
  let sum = 0n;
  for (const { balance, currency, due, unrealised } of coins) {
    if (state.isPlayMoney(currency)) continue;
    const [top, bottom] = dollarsOf(state, user, currency);
    sum += floorDiv((balance + due + unrealised) * top, bottom);
  }
  return sum;
}

/** What counts as margin in dollars × 10^8, with what open orders hold. */
export function unifiedEffective(
  state: NaiveState,
  user: NaiveUser,
  coins: readonly CoinFigures[],
): bigint {
  let sum = 0n;
  for (const { balance, currency, due, unrealised } of coins) {
    const [top, bottom] = dollarsOf(state, user, currency);
    sum += floorDiv(counted(state, user, currency, balance + due + unrealised) * top, bottom);
  }
  return sum;
}

export function setAccountLevel(
  state: NaiveState,
  command: CommandOf<"set_account_level">,
  coinsOf: (user: NaiveUser) => readonly CoinFigures[],
): void {
  const user = state.ordinary(command.user);
  if (user === undefined) return state.rejectCommand(command.user, "user_not_found");
  const { index, level } = user;
  if (user.accountKind !== "unified") return state.rejectCommand(index, "account_not_unified");
  if (level !== command.level) {
    const coins = coinsOf(user);
    const isRaised = command.level === "advanced" && !command.isByOperator;
    if (isRaised && !user.isQuestionnairePassed) {
      return state.rejectCommand(index, "questionnaire_not_passed");
    }
    const isInUse =
      state.openOrdersOf(index).length > 0 ||
      state.positions.some((one) => one.user === index) ||
      coins.some(({ balance }) => balance < 0n);
    if (isInUse) return state.rejectCommand(index, "account_level_blocked");
    if (isRaised && equityOf(state, user, coins) < 1_000n * 100_000_000n) {
      return state.rejectCommand(index, "equity_below_minimum");
    }
  }
  user.level = command.level;
  state.emit("account_level_changed", { user: index, level: command.level });
}

export function setQuestionnaire(state: NaiveState, command: CommandOf<"set_questionnaire">): void {
  const user = state.ordinary(command.user);
  if (user === undefined) return state.rejectCommand(command.user, "user_not_found");
  user.isQuestionnairePassed = command.isPassed;
  state.emit("questionnaire_changed", { user: user.index, isPassed: command.isPassed });
}

/** Dollars × 10^8 of one atom, as [top, bottom]. */
export function dollarsOf(
  state: NaiveState,
  user: NaiveUser,
  currency: number,
): readonly [bigint, bigint] {
  const decimals = state.currencies[currency]?.decimals ?? 0;
  const priced = state.instruments.filter(
    (one) =>
      one.realm === user.realm &&
      one.base === currency &&
      state.collaterals.get(one.quote)?.isDollar === true,
  );
  const ranked = [
    ...priced.filter((one) => !one.isFutures),
    ...priced.filter((one) => one.isFutures),
  ];
  for (const one of ranked) {
    const price = one.indexPrice || one.last;
    if (price === 0) continue;
    const top = BigInt(price) * BigInt(one.tickStep) * 100_000_000n;
    return [top, 10n ** BigInt(one.priceDecimals + decimals)];
  }
  if (state.collaterals.get(currency)?.isDollar !== true) return [0n, 1n];
  return [100_000_000n, 10n ** BigInt(decimals)];
}

export function floorDiv(top: bigint, bottom: bigint): bigint {
  return top >= 0n ? top / bottom : -((-top + bottom - 1n) / bottom);
}

/** A basic account counts shared coins alone. */
function tiersFor(state: NaiveState, user: NaiveUser, currency: number): NaiveCollateral["tiers"] {
  const collateral = state.collaterals.get(currency);
  if (collateral === undefined) return [];
  return user.level === "advanced" || collateral.isShared ? collateral.tiers : [];
}

/** The part of an amount that counts as margin. */
export function counted(
  state: NaiveState,
  user: NaiveUser,
  currency: number,
  amount: bigint,
): bigint {
  if (amount <= 0n) return amount;
  const tiers = tiersFor(state, user, currency);
  const scale = 10n ** BigInt(state.currencies[currency]?.decimals ?? 0);
  let weighted = 0n;
  tiers.forEach(([start, rate], at) => {
    const from = BigInt(start) * scale;
    const next = tiers[at + 1];
    const to = next === undefined ? amount : BigInt(next[0]) * scale;
    const within = (amount < to ? amount : to) - from;
    if (within > 0n) weighted += within * BigInt(rate);
  });
  return weighted / 1_000_000n;
}

export type CoinFigures = {
  readonly currency: number;
  readonly balance: bigint;
  /** Funding that its instants have fixed and that is not settled yet. */
  readonly due: bigint;
  readonly hold: bigint;
  readonly unrealised: bigint;
  readonly required: bigint;
};

/** An order that is weighed: the coins that it pays with and buys, and what it holds. */
export type Purchase = { readonly paid: number; readonly bought: number; readonly more: bigint };

/** The rate at which the last atom of an amount counts, in millionths. */
export function rateAt(
  state: NaiveState,
  user: NaiveUser,
  currency: number,
  amount: bigint,
): bigint {
  const scale = 10n ** BigInt(state.currencies[currency]?.decimals ?? 0);
  const tiers = tiersFor(state, user, currency);
  const reached = tiers.filter(([start], at) => at === 0 || BigInt(start) * scale < amount);
  return BigInt(reached.at(-1)?.[1] ?? 0);
}

/** What a user's MARGIN orders pay with a coin, each with what it buys; and one that is weighed. */
function marginPayments(
  state: NaiveState,
  user: NaiveUser,
  paid: number,
  purchase: Purchase | undefined,
): { readonly bought: number; readonly amount: bigint }[] {
  const orders = state.openOrdersOf(user.index).filter((one) => one.backing === "unified_margin");
  const payments = orders.flatMap((order) => {
    const instrument = state.instrumentAt(order.instrument);
    const { base, quote } = instrument;
    const [coin, bought] = order.side === "buy" ? [quote, base] : [base, quote];
    return coin === paid ? [{ bought, amount: reserveOf(instrument, order) }] : [];
  });
  if (purchase?.paid === paid) payments.push({ bought: purchase.bought, amount: purchase.more });
  return payments;
}

function ceilDiv(top: bigint, bottom: bigint): bigint {
  return (top + bottom - 1n) / bottom;
}

/** What a coin with this equity adds to the free margin, in dollars × 10^8. */
function freeOf(
  state: NaiveState,
  user: NaiveUser,
  coins: readonly CoinFigures[],
  part: {
    readonly coin: CoinFigures;
    readonly equity: bigint;
    readonly purchase?: Purchase;
    readonly leaving?: bigint;
  },
): bigint {
  const { coin, equity, leaving = 0n, purchase } = part;
  const { currency, required } = coin;
  const [top, bottom] = dollarsOf(state, user, currency);
  const dollars = (amount: bigint): bigint => floorDiv(amount * top, bottom);
  const dollarsUp = (amount: bigint): bigint => ceilDiv(amount * top, bottom);
  const payments = marginPayments(state, user, currency, purchase);
  const onMargin = payments.reduce((sum, { amount }) => sum + amount, 0n);
  const weighed = purchase?.paid === currency ? purchase.more : 0n;
  const before = equity - (coin.hold + weighed - onMargin);
  const unheld = before - leaving;
  const there = unheld > 0n ? unheld : 0n;
  const covered = onMargin < there ? onMargin : there;
  const toCome = onMargin - covered;
  const lacking = unheld < 0n ? -unheld : 0n;
  const shares = payments.map(({ bought }) => {
    const [price, per] = dollarsOf(state, user, bought);
    if (price === 0n) return 0n;
    const other = coins.find((one) => one.currency === bought);
    const held = other === undefined ? 0n : other.balance + other.due + other.unrealised;
    const size = (dollarsUp(onMargin) * per) / price;
    return rateAt(state, user, bought, (held > 0n ? held : 0n) + size);
  });
  const share = least(1_000_000n, ...shares);
  // What leaves makes no rate better.
  const own = rateAt(state, user, currency, before > 0n ? before : 0n);
  const kept = (covered * least(own, share)) / 1_000_000n;
  const owned =
    dollars(counted(state, user, currency, there - covered)) + dollars(kept) - dollarsUp(lacking);
  const terms = state.lending.terms.find(
    (one) => one.realm === user.realm && one.instrument === 0 && one.currency === currency,
  );
  const missing = lacking + toCome;
  if (terms === undefined || missing === 0n) return owned - dollarsUp(required);
  const tier = terms.tiers.find((one) => missing <= one.amountMax) ?? terms.tiers.at(-1);
  const most = BigInt(tier?.leverage ?? 1);
  const chosen = BigInt(user.coinLeverages.get(currency) ?? 3);
  const need =
    ceilDiv(missing, chosen < most ? chosen : most) +
    ceilDiv(toCome * (1_000_000n - share), 1_000_000n);
  return owned - dollarsUp(required + need);
}

/** Free dollars × 10^8 of the whole account, and free without open profit. */
export function unifiedFree(
  state: NaiveState,
  user: NaiveUser,
  coins: readonly CoinFigures[],
  purchase?: Purchase,
): { readonly free: bigint; readonly transferable: bigint } {
  let free = 0n;
  let transferable = 0n;
  const wanted = purchase === undefined ? {} : { purchase };
  for (const coin of coins) {
    const { balance, due, unrealised } = coin;
    const profit = unrealised > 0n ? unrealised : 0n;
    const equity = balance + due + unrealised;
    free += freeOf(state, user, coins, { coin, equity, ...wanted });
    transferable += freeOf(state, user, coins, { coin, equity: equity - profit, ...wanted });
  }
  return { free, transferable };
}

/** Free dollars × 10^8 without open profit when so much of a coin has left. */
export function freeWithout(
  state: NaiveState,
  user: NaiveUser,
  coins: readonly CoinFigures[],
  left: { readonly currency: number; readonly amount: bigint },
): bigint {
  let free = 0n;
  for (const coin of coins) {
    const { balance, due, unrealised } = coin;
    const equity = balance + due + (unrealised < 0n ? unrealised : 0n);
    const leaving = coin.currency === left.currency ? left.amount : 0n;
    free += freeOf(state, user, coins, { coin, equity, leaving });
  }
  return free;
}

/** The most of a coin that may go, found by halving: what is left must count for enough. */
export function missable(
  state: NaiveState,
  user: NaiveUser,
  coin: CoinFigures,
  transferable: bigint,
): bigint {
  const available = coin.balance - coin.hold;
  const [top, bottom] = dollarsOf(state, user, coin.currency);
  if (available <= 0n) return 0n;
  if (top === 0n) return available;
  const loss = coin.unrealised < 0n ? coin.unrealised : 0n;
  const equity = available + coin.due + loss;
  const worth = (amount: bigint): bigint =>
    floorDiv(counted(state, user, coin.currency, amount) * top, bottom);
  if (transferable < 0n || equity <= 0n) return 0n;
  const floor = worth(equity) - transferable;
  let [low, high] = [0n, available < equity ? available : equity];
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (worth(equity - middle) >= floor) low = middle;
    else high = middle - 1n;
  }
  return low;
}
